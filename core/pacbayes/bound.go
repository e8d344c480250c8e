package pacbayes

// Bound is equation 22, the right-hand side of the paper's Theorem 1, with its parts.
// It is no valid guarantee: a proof needs log(2√N/δ) in place of log(2/δ), a loss in [0, 1], and weights of at least 1.
type Bound struct {
	Empirical  float64 // calibrated empirical risk on the labelled nodes
	N          int     // number of labelled nodes
	KLSum      float64 // KL(ρ‖π), the divergence of the posterior of all edges from the prior
	Delta      float64 // δ: the paper claims the bound with probability at least 1−δ
	LKL        float64 // KL term, without its weight
	CHet       float64 // c_het = ‖Π‖_F, the norm of the class coupling
	Lambda2    float64 // spectral gap λ₂
	LSpec      float64 // spectral term, without its weight
	LambdaKL   float64 // weight of LKL in Total
	LambdaSpec float64 // weight of LSpec in Total
	Total      float64 // Empirical + LambdaKL·LKL + LambdaSpec·LSpec, as in the main text of the paper
	Unweighted float64 // Empirical + LKL + LSpec, as in the appendix of the paper
}

// Evaluate sets LKL, LSpec, Total and Unweighted from the other fields.
// A term with weight 0 does not change Total, even if the term is infinite or NaN.
func (b *Bound) Evaluate() {
	b.LKL, _ = LKL(b.KLSum, b.Delta, b.N)
	b.LSpec = LSpec(b.CHet, b.Lambda2)
	b.Total = b.Empirical
	if b.LambdaKL != 0 {
		b.Total += float64(b.LambdaKL * b.LKL)
	}
	if b.LambdaSpec != 0 {
		b.Total += float64(b.LambdaSpec * b.LSpec)
	}
	b.Unweighted = b.Empirical + b.LKL + b.LSpec
}
