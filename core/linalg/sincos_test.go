package linalg

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Sine and cosine have the bits of package math where that has no assembler and fuses nothing, as on amd64 and in wasm.
func TestSincosEqualsPackageMath(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	check := func(x float64) {
		sin, cos := LargeSincos(x)
		large := math.Abs(x) >= largeAngle
		if s, c := Sincos(x); large && !(math.IsNaN(s) && math.IsNaN(c)) || !large && !math.IsNaN(x) && (s != sin || c != cos) {
			t.Fatalf("%v: %v and %v", x, s, c)
		}
		for _, c := range [][2]float64{{sin, math.Sin(x)}, {cos, math.Cos(x)}} {
			if math.Float64bits(c[0]) != math.Float64bits(c[1]) && !(math.IsNaN(c[0]) && math.IsNaN(c[1])) {
				t.Fatalf("%v: %v, want %v", x, c[0], c[1])
			}
		}
	}
	for _, x := range specials {
		check(x)
	}
	for k := range 40 {
		check(float64(k) * math.Pi / 4)
		check(-float64(k) * math.Pi / 4)
	}
	for range 200_000 {
		check(r.NormFloat64() * 10)
		check(math.Float64frombits(r.Uint64()))
		check(largeAngle * (0.5 + r.Float64()))
	}
}
