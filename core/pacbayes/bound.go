package pacbayes

// Bound is equation 22, the right-hand side of the paper's Theorem 1, with its parts.
// It is no valid guarantee: a proof needs log(2√n/δ) in place of log(2/δ), a loss in [0, 1], and weights of at least 1.
type Bound struct {
	// Empirical is the calibrated empirical risk on N labelled nodes.
	Empirical float64
	N         int
	// KLSum is KL(ρ‖π), the divergence of the posterior of the edges from the prior. Delta is δ: the paper claims the bound with
	// probability at least 1−δ. CHet is c_het = ‖Π‖_F, the norm of the class coupling, and Lambda2 is the spectral gap λ₂.
	// LKL and LSpec are the KL term and the spectral term without their weights.
	KLSum, Delta, LKL    float64
	CHet, Lambda2, LSpec float64
	// LambdaKL and LambdaSpec are the weights of the loss.
	LambdaKL, LambdaSpec float64
	// Total is Empirical + LambdaKL·LKL + LambdaSpec·LSpec, as in the main text of the paper.
	// Unweighted is the same sum with weights 1, as in the appendix of the paper.
	Total, Unweighted float64
}

// Evaluate sets LKL, LSpec, Total and Unweighted from the other fields.
// A term with weight 0 does not change Total, even if the term is infinite or NaN.
func (b *Bound) Evaluate() {
	b.LKL, _ = LKL(b.KLSum, b.Delta, b.N)
	b.LSpec = LSpec(b.CHet, b.Lambda2)
	b.Total = b.Empirical
	if b.LambdaKL != 0 {
		b.Total += b.LambdaKL * b.LKL
	}
	if b.LambdaSpec != 0 {
		b.Total += b.LambdaSpec * b.LSpec
	}
	b.Unweighted = b.Empirical + b.LKL + b.LSpec
}
