package linalg

import (
	"math"
	"math/big"
	"testing"
)

// binomialTail returns P(Bin(n, x) ≥ a) = I_x(a, n−a+1), summed in fractions.
// I_x(a, b) is the regularized incomplete beta function, IncBeta(a, b, x).
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

// TestIncBeta checks that I_x(a, n−a+1) is binomialTail to eleven digits, for whole a and n up to 40.
// IncBeta of InvIncBeta gives three values back, up to 1e-10.
// At 0 and 1, IncBeta and InvIncBeta are 0 and 1.
func TestIncBeta(t *testing.T) {
	for n := int64(1); n <= 40; n += 3 {
		for a := int64(1); a <= n; a++ {
			for _, k := range []int64{1, 16, 32, 63} {
				x := big.NewRat(k, 64)
				want, got := binomialTail(a, n, x), IncBeta(float64(a), float64(n-a+1), float64(k)/64)
				if math.Abs(got-want) > 1e-11*want {
					t.Fatalf("I_%d/64(%d, %d) = %v, want %v", k, a, n-a+1, got, want)
				}
			}
		}
	}
	// a, b and the value of IncBeta.
	for _, c := range [][3]float64{{2, 3, 0.25}, {0.5, 7.5, 0.01}, {400, 1.5, 0.995}} {
		x := InvIncBeta(c[0], c[1], c[2])
		if got := IncBeta(c[0], c[1], x); math.Abs(got-c[2]) > 1e-10 {
			t.Errorf("I_%v(%v, %v) = %v, want %v", x, c[0], c[1], got, c[2])
		}
	}
	if at0, at1 := IncBeta(2, 3, 0), IncBeta(2, 3, 1); at0 != 0 || at1 != 1 {
		t.Errorf("IncBeta at 0 and 1: %v and %v, want 0 and 1", at0, at1)
	}
	if at0, at1 := InvIncBeta(2, 3, 0), InvIncBeta(2, 3, 1); at0 != 0 || at1 != 1 {
		t.Errorf("InvIncBeta at 0 and 1: %v and %v, want 0 and 1", at0, at1)
	}
}
