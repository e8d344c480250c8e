package linalg

import (
	"math"
	"testing"
)

// TestLeakyReLU compares LeakyReLU, AddLeakyReLUGrad and ReLUGrad with their definitions,
// bit for bit, for slopes 0 and 0.2. The arguments are ±1.5, both zeros, the smallest and largest
// numbers and infinities. LeakyReLU of NaN, of either sign, is NaN for slope 0.
func TestLeakyReLU(t *testing.T) {
	v := []float64{1.5, -1.5, 0, math.Copysign(0, -1), 5e-324, -5e-324, math.MaxFloat64, -math.MaxFloat64, math.Inf(1), math.Inf(-1)}
	for _, slope := range []float64{0, 0.2} {
		values, sums, products := make([]float64, len(v)), make([]float64, len(v)), make([]float64, len(v))
		g := make([]float64, len(v))
		for i := range v {
			g[i], sums[i], products[i] = float64(i)-4.5, 7, float64(i)-3.5
		}
		LeakyReLU(values, v, slope)
		AddLeakyReLUGrad(sums, g, v, slope) // adds to 7
		ReLUGrad(products, values)          // multiplies i − 3.5
		for i, x := range v {
			value, sum, product := x, 7+g[i], float64(i)-3.5
			if !(x > 0) {
				value, sum = slope*x, 7+slope*g[i]
			}
			if !(value > 0) {
				product *= 0 // keeps its sign
			}
			if !sameNumber(values[i], value) {
				t.Errorf("slope %v: LeakyReLU(%v) is %v, want %v", slope, x, values[i], value)
			}
			if !sameNumber(sums[i], sum) {
				t.Errorf("slope %v: AddLeakyReLUGrad at %v gives %v, want %v", slope, x, sums[i], sum)
			}
			if !sameNumber(products[i], product) {
				t.Errorf("slope %v: ReLUGrad at %v gives %v, want %v", slope, value, products[i], product)
			}
		}
	}
	negativeNaN := math.Float64frombits(math.Float64bits(math.NaN()) | 1<<63)
	for _, nan := range []float64{math.NaN(), negativeNaN} {
		LeakyReLU(v[:1], []float64{nan}, 0)
		if !math.IsNaN(v[0]) {
			t.Errorf("LeakyReLU of NaN is %v, want NaN", v[0])
		}
	}
}

// sameNumber reports whether a and b have the same bits or are both NaN.
func sameNumber(a, b float64) bool {
	return math.Float64bits(a) == math.Float64bits(b) || math.IsNaN(a) && math.IsNaN(b)
}
