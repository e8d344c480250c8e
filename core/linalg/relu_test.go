package linalg

import (
	"math"
	"testing"
)

// TestLeakyReLU compares with the definition, bit for bit, at both zeros, the ends
// and numbers that are none.
func TestLeakyReLU(t *testing.T) {
	v := []float64{1.5, -1.5, 0, math.Copysign(0, -1), 5e-324, -5e-324, math.MaxFloat64, -math.MaxFloat64, math.Inf(1), math.Inf(-1)}
	for _, slope := range []float64{0, 0.2} {
		o, d, e := make([]float64, len(v)), make([]float64, len(v)), make([]float64, len(v))
		g := make([]float64, len(v))
		for i := range v {
			g[i], d[i], e[i] = float64(i)-4.5, 7, float64(i)-3.5
		}
		LeakyReLU(o, v, slope)
		AddLeakyReLUGrad(d, g, v, slope)
		ReLUGrad(e, o)
		for i, x := range v {
			value, sum, product := x, 7+g[i], float64(i)-3.5
			if !(x > 0) {
				value, sum = slope*x, 7+slope*g[i]
			}
			if !(value > 0) {
				product *= 0
			}
			same := func(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) || a != a && b != b }
			if !same(o[i], value) || !same(d[i], sum) || !same(e[i], product) {
				t.Errorf("slope %v at %v: %v, %v, %v; want %v, %v, %v", slope, x, o[i], d[i], e[i], value, sum, product)
			}
		}
	}
	for _, nan := range []float64{math.NaN(), math.Float64frombits(math.Float64bits(math.NaN()) | 1<<63)} {
		if LeakyReLU(v[:1], []float64{nan}, 0); v[0] == v[0] {
			t.Errorf("of what is no number: %v", v[0])
		}
	}
}
