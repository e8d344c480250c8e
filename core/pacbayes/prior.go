package pacbayes

// Params is equation 13, the prior π = Π_e Beta(a0, b0) of the agreement of
// every edge, and the settings of the posterior that starts from it.
type Params struct {
	// A0, B0 > 0 is the Beta prior; T ≥ 0 the strength of the evidence; W in
	// [0, 1] the weight of the class coupling; Steps ≥ 0 the iterations.
	A0, B0, T, W float64
	Steps        int
	// OffDiagonal leaves the diagonal of Π out of c_het.
	OffDiagonal bool
	// Entries, if not nil, is the posterior of the authors' program (directed_entries.go).
	Entries *Entries
}

// mean returns a0/(a0+b0), the prior mean of an edge's agreement.
func (p *Params) mean() float64 { return p.A0 / (p.A0 + p.B0) }
