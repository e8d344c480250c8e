package linalg

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mathext"
)

// binomialTail is P(Bin(n, x) ≥ a) = I_x(a, n−a+1), in fractions.
func binomialTail(a, n int64, x *big.Rat) float64 {
	y, sum := new(big.Rat).Sub(big.NewRat(1, 1), x), new(big.Rat)
	for i := a; i <= n; i++ {
		term := new(big.Rat).SetInt(new(big.Int).Binomial(n, i))
		for k := range n {
			if k < i {
				term.Mul(term, x)
			} else {
				term.Mul(term, y)
			}
		}
		sum.Add(sum, term)
	}
	v, _ := sum.Float64()
	return v
}

// The function is the tail of a binomial distribution where both parameters are whole, and gonum's elsewhere.
func TestIncBeta(t *testing.T) {
	for n := int64(1); n <= 40; n += 3 {
		for a := int64(1); a <= n; a++ {
			for _, k := range []int64{1, 16, 32, 63} {
				x := big.NewRat(k, 64)
				want, got := binomialTail(a, n, x), IncBeta(float64(a), float64(n-a+1), float64(k)/64)
				if math.Abs(got-want) > 2e-14*math.Max(want, 1e-3) && math.Abs(got-want) > 1e-13*want {
					t.Fatalf("I_%d/64(%d, %d) = %v, want %v", k, a, n-a+1, got, want)
				}
			}
		}
	}
	r := rand.New(rand.NewPCG(7, 7))
	for range 3000 {
		a, b, x := math.Exp(12*r.Float64()-3), math.Exp(10*r.Float64()-3), r.Float64()
		if got, want := IncBeta(a, b, x), mathext.RegIncBeta(a, b, x); math.Abs(got-want) > 1e-10*math.Max(want, 1e-2) {
			t.Fatalf("I_%v(%v, %v) = %v, gonum has %v", x, a, b, got, want)
		}
		p := r.Float64()
		x = InvIncBeta(a, b, p)
		// Beside x stand the two numbers next to it, of which p is between the values or as near as the function is exact.
		got, low, high := IncBeta(a, b, x), IncBeta(a, b, math.Nextafter(x, 0)), IncBeta(a, b, math.Nextafter(x, 1))
		if math.Abs(got-p) > 1e-9 && !(low <= p && p <= high) {
			t.Fatalf("I_%v(%v, %v) = %v, want %v", x, a, b, got, p)
		}
	}
	for x := 0.01; x < 400; x *= 1.07 {
		if want, _ := math.Lgamma(x); math.Abs(LogGamma(x)-want) > 4e-15*math.Max(1, math.Abs(want)) {
			t.Errorf("ln Γ(%v) = %v, want %v", x, LogGamma(x), want)
		}
	}
	for _, x := range []float64{math.NaN(), -0.1, 1.1, math.Inf(1)} {
		if !math.IsNaN(IncBeta(2, 3, x)) || !math.IsNaN(InvIncBeta(2, 3, x)) || !math.IsNaN(IncBeta(x-2, 3, 0.5)) && x < 2 {
			t.Errorf("outside, at %v, the function is %v", x, IncBeta(2, 3, x))
		}
	}
	if IncBeta(2, 3, 0) != 0 || IncBeta(2, 3, 1) != 1 || InvIncBeta(2, 3, 0) != 0 || InvIncBeta(2, 3, 1) != 1 {
		t.Error("the ends of the function are wrong")
	}
}
