package coursemath

import (
	"slices"

	"sheafscope/core/linalg"
)

// Response returns h(λ) = Σ_q α_q T_q(1 − λ), what a filter with the weights alpha makes of
// an eigenvalue λ of L̂, which lies in [0, 2]. T_q are the Chebyshev polynomials.
func Response(alpha []float64, lambda float64) float64 {
	x, sum := 1-lambda, 0.0
	t, next := 1.0, x
	for _, a := range alpha {
		sum += a * t
		t, next = next, 2*x*next-t
	}
	return sum
}

// Softmax returns weights α_q = e^{γ_q} / Σ e^{γ_p}, which are positive and sum to 1.
func Softmax(gamma []float64) []float64 {
	if len(gamma) == 0 {
		return nil
	}
	out, top, sum := make([]float64, len(gamma)), slices.Max(gamma), 0.0
	for q, g := range gamma {
		out[q] = linalg.Exp(g - top)
		sum += out[q]
	}
	linalg.Scal(1/sum, out)
	return out
}
