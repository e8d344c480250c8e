package linalg

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestSincosEqualsPackageMath checks that LargeSincos has the bits of package math, on
// machines where package math has no assembler and fuses nothing, as on amd64 and in wasm.
// Sincos equals LargeSincos below largeAngle and is NaN from there on. Sincos of NaN is not checked.
func TestSincosEqualsPackageMath(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	check := func(x float64) {
		sin, cos := LargeSincos(x)
		s, c := Sincos(x)
		switch {
		case math.Abs(x) >= largeAngle:
			if !math.IsNaN(s) || !math.IsNaN(c) {
				t.Fatalf("Sincos(%v) is %v and %v, want NaN", x, s, c)
			}
		case !math.IsNaN(x):
			if s != sin || c != cos {
				t.Fatalf("Sincos(%v) is %v and %v, want %v and %v of LargeSincos", x, s, c, sin, cos)
			}
		}
		if !sameNumber(sin, math.Sin(x)) || !sameNumber(cos, math.Cos(x)) {
			t.Fatalf("LargeSincos(%v) is %v and %v, want %v and %v", x, sin, cos, math.Sin(x), math.Cos(x))
		}
	}
	// Special numbers, multiples of π/4, and random angles, bits and angles near largeAngle.
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
