package linalg

import (
	"strconv"

	"gonum.org/v1/gonum/mathext"
)

// This file contains the incomplete beta function, from which packages tables and pacbayes compute p-values and bounds.

// IncBeta returns the regularised incomplete beta function I_x(a, b), the
// probability of at most x under Beta(a, b). It panics unless a, b > 0 and 0 ≤ x ≤ 1.
func IncBeta(a, b, x float64) float64 { return rounded(mathext.RegIncBeta(a, b, x)) }

// InvIncBeta returns the x with I_x(a, b) = y, the y quantile of Beta(a, b). It returns 0 for
// y ≤ 0 and 1 for y ≥ 1.
func InvIncBeta(a, b, y float64) float64 { return rounded(mathext.InvRegIncBeta(a, b, y)) }

// rounded returns x with twelve significant digits, 11 of them after the point. The
// functions of gonum use logarithms whose last bits depend on the machine. After rounding,
// the results are equal natively and in WebAssembly.
func rounded(x float64) float64 {
	y, err := strconv.ParseFloat(strconv.FormatFloat(x, 'e', 11, 64), 64)
	if err != nil { // does not happen: ParseFloat reads every text of FormatFloat, also NaN and +Inf
		return x
	}
	return y
}
