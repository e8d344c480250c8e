package pacbayes

// Params is equation 13, the prior π = Π_e Beta(a0, b0), with the settings of the posterior.
type Params struct {
	// A0, B0 > 0 are the parameters of the prior, and T ≥ 0 is the strength of the evidence.
	// W in [0, 1] is the weight of the class coupling, and Steps ≥ 0 is the largest number of iterations.
	A0, B0, T, W float64
	Steps        int
	// OffDiagonal omits the diagonal of Π from c_het.
	OffDiagonal bool
	// Entries selects the posterior of the authors' program if it is not nil.
	Entries *Entries
}

// mean returns a0/(a0+b0), the prior mean of an edge's agreement.
func (p *Params) mean() float64 { return p.A0 / (p.A0 + p.B0) }
