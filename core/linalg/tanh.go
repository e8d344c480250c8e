package linalg

import "math"

// Tanh returns the hyperbolic tangent of x with an error below 2 units in the last place. Tanh(±0)
// is ±0, Tanh(±Inf) is ±1, and Tanh(NaN) is NaN.
//
// For |x| < 0.625 the method is the ninth convergent of Lambert's continued fraction
// tanh x = x/(1 + x²/(3 + x²/(5 + …))), written as x minus a small correction.
func Tanh(x float64) float64 {
	z := math.Abs(x)
	switch {
	case z > 22: // 1 − tanh z < 2⁻⁶², so the rounded result is ±1
		return math.Copysign(1, x)
	case z >= 0.625:
		return math.Copysign(1-2/(Exp(2*z)+1), x)
	case z == 0 || math.IsNaN(x):
		return x
	}
	// The convergent is x − x³·num/den. num and den are polynomials in s = x².
	s := x * x
	num := float64(s*44) + 12870 // float64 forbids a fused multiply-add
	num = float64(s*num) + 810810
	num = float64(s*num) + 11486475
	den := float64(s*45) + 13860
	den = float64(s*den) + 945945
	den = float64(s*den) + 16216200
	den = float64(s*den) + 34459425
	return x - float64(float64(x*s)*(num/den))
}

// Sigmoid sets dst to 1/(1+e^{−x}) for each x of src, with an error below 2 units in
// the last place for x ≥ −709.78. From −709.79 down the exponential overflows, and the result
// is 0. dst may be src.
func Sigmoid(dst, src []float64) {
	checkLen(len(dst), len(src))
	dst = dst[:len(src)]
	for i, x := range src {
		dst[i] = -x
	}
	ExpSlice(dst, dst)
	for i, e := range dst {
		dst[i] = 1 / (1 + e)
	}
}
