package pacbayes

import (
	"math"

	"sheafscope/core/linalg"
)

// LKL is equation 17, √((kl + log(2/δ))/(2n)) for kl = KL(ρ‖π), with its derivative by kl.
// n > 0 is the number of labelled nodes, and delta is δ with 0 < δ < 1.
func LKL(kl, delta float64, n int) (value, dkl float64) {
	value = math.Sqrt((kl + linalg.Log(2/delta)) / (2 * float64(n)))
	return value, 1 / (4 * float64(n) * value)
}
