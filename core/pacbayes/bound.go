package pacbayes

import (
	"math"

	"sheafscope/core/linalg"
)

// LKL returns √((kl + log(2/δ))/(2n)) and its derivative by kl, with n > 0
// labelled nodes and 0 < delta < 1.
func LKL(kl, delta float64, n int) (value, dkl float64) {
	value = math.Sqrt((kl + linalg.Log(2/delta)) / (2 * float64(n)))
	return value, 1 / (4 * float64(n) * value)
}

// LSpec returns c_het/λ2 and its derivatives by both. It is +Inf for λ2 = 0.
func LSpec(cHet, lambda2 float64) (value, dcHet, dlambda2 float64) {
	return cHet / lambda2, 1 / lambda2, -cHet / (lambda2 * lambda2)
}

// Bound is the right side of the paper's PAC-Bayes theorem and its parts. It
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
	b.LSpec, _, _ = LSpec(b.CHet, b.Lambda2)
	b.Total = b.Empirical
	if b.LambdaKL != 0 {
		b.Total += b.LambdaKL * b.LKL
	}
	if b.LambdaSpec != 0 {
		b.Total += b.LambdaSpec * b.LSpec
	}
	b.Unweighted = b.Empirical + b.LKL + b.LSpec
}
