package pacbayes

// Params is equation 13, the prior π = Π_e Beta(a0, b0), with the settings of the posterior.
type Params struct {
	A0, B0 float64 // parameters of the prior, > 0
	T      float64 // strength of the evidence, ≥ 0
	W      float64 // weight of the class coupling, in [0, 1]
	Steps  int     // largest number of iterations, ≥ 0

	OffDiagonal bool     // omits the diagonal of Π from c_het
	Entries     *Entries // if not nil, selects the posterior of the authors' program
}

// mean returns a0/(a0+b0), the prior mean of an edge's agreement.
func (p *Params) mean() float64 { return p.A0 / (p.A0 + p.B0) }
