package pacbayes

// Bound is equation 22, the right side of the paper's Theorem 1, and its parts. It
// is not a valid guarantee: the union bound behind log(2/δ), the unbounded
// loss, and the weights below 1 are each enough to break it.
type Bound struct {
	// Empirical is the calibrated empirical risk on N labelled nodes.
	Empirical float64
	N         int
	// KLSum is KL(ρ‖π), Delta is δ; LKL and LSpec are unweighted.
	KLSum, Delta, LKL    float64
	CHet, Lambda2, LSpec float64
	// LambdaKL and LambdaSpec are the weights of the loss.
	LambdaKL, LambdaSpec float64
	// Total is Empirical + LambdaKL·LKL + LambdaSpec·LSpec, the theorem of the
	// main text; Unweighted has weights 1, as in the paper's appendix.
	Total, Unweighted float64
}

// Evaluate fills LKL, LSpec, Total and Unweighted from the other fields. A
// term of weight 0 does not enter Total, whatever its value.
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
