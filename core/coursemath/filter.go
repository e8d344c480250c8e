// This file computes polynomial filters and softmax weights, for the exercises and the figure of chapter 8.

package coursemath

import (
	"slices"

	"sheafscope/core/linalg"
)

// Response returns the gain h(λ) = Σ_q α_q T_q(1 − λ) of a filter with the weights α_q = alpha[q] at an eigenvalue λ of the normalised
// Laplacian, 0 ≤ λ ≤ 2. T_q is the Chebyshev polynomial of degree q.
func Response(alpha []float64, lambda float64) float64 {
	x, sum := 1-lambda, 0.0
	t, next := 1.0, x // T_q(x) and T_{q+1}(x), by T_{q+2} = 2x T_{q+1} − T_q
	for _, a := range alpha {
		sum += float64(a * t)
		t, next = next, float64(2*x*next)-t
	}
	return sum
}

// Softmax returns the weights α_q = e^{γ_q} / Σ_p e^{γ_p} with γ_q = gamma[q]. It returns nil for an empty gamma.
func Softmax(gamma []float64) []float64 {
	if len(gamma) == 0 {
		return nil
	}
	alpha, largest, sum := make([]float64, len(gamma)), slices.Max(gamma), 0.0
	for q, g := range gamma {
		alpha[q] = linalg.Exp(g - largest) // the largest exponent is 0, so nothing overflows
		sum += alpha[q]
	}
	linalg.Scal(1/sum, alpha)
	return alpha
}
