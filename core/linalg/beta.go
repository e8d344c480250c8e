package linalg

import (
	"strconv"

	"gonum.org/v1/gonum/mathext"
)

// This file contains the incomplete beta function, from which packages tables and pacbayes compute p-values and bounds.

// IncBeta returns the regularised incomplete beta function I_x(a, b), the
// probability of at most x under Beta(a, b). It panics if a ≤ 0, b ≤ 0, x < 0 or x > 1.
func IncBeta(a, b, x float64) float64 { return rounded(mathext.RegIncBeta(a, b, x)) }

// InvIncBeta returns the x with I_x(a, b) = y, the y quantile of Beta(a, b), for a, b > 0. It
// panics if y < 0 or y > 1.
func InvIncBeta(a, b, y float64) float64 { return rounded(mathext.InvRegIncBeta(a, b, y)) }

// rounded returns x with twelve significant digits, 11 of them after the point. The last bits of
// gonum's results depend on the machine. Rounding removes these bits.
func rounded(x float64) float64 {
	y, err := strconv.ParseFloat(strconv.FormatFloat(x, 'e', 11, 64), 64)
	if err != nil { // does not happen: ParseFloat accepts every text of FormatFloat, also NaN and +Inf
		return x
	}
	return y
}
