package linalg

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// ulps returns |a − b| in units in the last place: the number of float64 values from one to
// the other. It is 0 for two NaN, and +Inf if only one number is NaN or only one is infinite.
func ulps(a, b float64) float64 {
	switch {
	case math.IsNaN(a) && math.IsNaN(b):
		return 0
	case math.IsNaN(a) || math.IsNaN(b):
		return math.Inf(1)
	}
	if math.IsInf(a, 0) != math.IsInf(b, 0) {
		return math.Inf(1)
	}
	// The bits as whole numbers in the order of the values; both zeros are 0.
	ia, ib := int64(math.Float64bits(a)), int64(math.Float64bits(b))
	if ia < 0 {
		ia = math.MinInt64 - ia
	}
	if ib < 0 {
		ib = math.MinInt64 - ib
	}
	if ia < ib {
		ia, ib = ib, ia
	}
	return float64(uint64(ia) - uint64(ib))
}

// specials are numbers at the limits of the functions and of float64. Exp overflows above 709.78,
// is subnormal below −708.4 and is 0 below −745.13. From 2⁵³ on, every float64 is whole.
var specials = []float64{0, math.Copysign(0, -1), 1, -1, 0.5, -0.5, 2, -2, 3, -3, math.Inf(1), math.Inf(-1), math.NaN(),
	5e-324, -5e-324, 1e-310, -1e-310, 0x1p-1022, math.MaxFloat64, -math.MaxFloat64, 709.7, 709.79, 710, -708, -740, -745.1, -745.2, -746,
	-1e9, 1e9,
	1e-20, -1e-20, 1 << 53, 1<<53 + 2, -(1 << 53), 1e300, math.Nextafter(1, 0), math.Nextafter(1, 2), math.Sqrt2, math.Sqrt2 / 2}

// TestElementaryEqualsPackageMath compares the elementary functions with package math, to
// 2 units in the last place, at 50000 random points of each range lo to hi and at specials.
// Exp from 709 to 710 and Log of subnormal numbers are left out.
// Expm1, Log1p and Tanh keep the sign of −0.
func TestElementaryEqualsPackageMath(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, f := range []struct {
		name      string
		got, want func(float64) float64
		lo, hi    float64
	}{
		{"Exp", Exp, math.Exp, -750, 712}, {"Exp", Exp, math.Exp, -1, 1},
		{"Expm1", Expm1, math.Expm1, -40, 40}, {"Expm1", Expm1, math.Expm1, -1, 1}, {"Expm1", Expm1, math.Expm1, -1e-5, 1e-5},
		{"Log", Log, math.Log, 0, 10}, {"Log", Log, math.Log, 0.9, 1.1}, {"Log", Log, math.Log, 0, 1e300},
		{"Log1p", Log1p, math.Log1p, -1, 3}, {"Log1p", Log1p, math.Log1p, -1e-8, 1e-8}, {"Log1p", Log1p, math.Log1p, 0, 1e30},
		{"Tanh", Tanh, math.Tanh, -1, 1}, {"Tanh", Tanh, math.Tanh, -25, 25}, {"Tanh", Tanh, math.Tanh, -1e-6, 1e-6},
	} {
		worst, worstAt := 0.0, 0.0
		check := func(x float64) {
			// Package math in assembly is wrong here. TestElementaryAtExtremes has correct values.
			nearOverflow := f.name == "Exp" && x > 709 && x < 710
			subnormal := f.name == "Log" && x < 0x1p-1022 && x > 0
			if nearOverflow || subnormal {
				return
			}
			if u := ulps(f.got(x), f.want(x)); u > worst {
				worst, worstAt = u, x
			}
		}
		for range 50000 {
			check(f.lo + (f.hi-f.lo)*r.Float64())
		}
		for _, x := range specials {
			check(x)
		}
		if worst > 2 {
			t.Errorf("%s(%v) = %v, want %v: %v ulp", f.name, worstAt, f.got(worstAt), f.want(worstAt), worst)
		}
		if f.name == "Exp" || f.name == "Log" {
			continue // they are 1 and -Inf at -0
		}
		if value := f.got(math.Copysign(0, -1)); !math.Signbit(value) {
			t.Errorf("%s(-0) is %v, want -0", f.name, value)
		}
	}
}

// TestElementaryAtExtremes compares Exp, Log and Pow, to 1 unit in the last place, with
// values of 60-digit arithmetic near overflow, underflow and 1. A row is the argument (the
// exponent of Pow), the value of the function and the value wanted.
func TestElementaryAtExtremes(t *testing.T) {
	for _, c := range [][3]float64{
		{709.4492793635075, Exp(709.4492793635075), 1.2879743608882733e+308},
		{709.7, Exp(709.7), 1.6549840276802644e+308},
		{709.782712893384, Exp(709.782712893384), 1.7976931348622732e+308},
		{-708.5, Exp(-708.5), 2.006132305331306e-308},
		{-720.25, Exp(-720.25), 1.5827029403e-313},
		{-740.0, Exp(-740.0), 4.2e-322},
		{-745.1, Exp(-745.1), 5e-324},
		{709.7827128933841, Exp(709.7827128933841), math.Inf(1)},
		{5e-324, Log(5e-324), -744.4400719213812},
		{1e-310, Log(1e-310), -713.8013788281542},
		{2.2e-308, Log(2.2e-308), -708.4077512818018},
		{0.7071067811865476, Pow(5e-324, 0.7071067811865476), 2.4433333963618865e-229},
		{9007199254740994.0, Pow(0.9999999999999999, 9007199254740994.0), 0.3678794411714422},
		{-9007199254740994.0, Pow(1.0000000000000002, -9007199254740994.0), 0.13533528323661267},
		{-0.99, Pow(1e-310, -0.99), 7.943282347242788e+306},
		{-1830.0, Pow(1.5, -1830.0), 5.4e-323},
		{-320.0, Pow(10.0, -320.0), 1e-320},
		{646.0, Pow(3.0, 646.0), 1.6608505280233425e+308},
		{1e-200, Pow(1e+300, 1e-200), 1.0},
	} {
		if u := ulps(c[1], c[2]); u > 1 {
			t.Errorf("at %v: %v, want %v", c[0], c[1], c[2])
		}
	}
}

// TestPowEqualsExactArithmetic compares Pow, to 1 unit in the last place, with 200-bit
// arithmetic at 3000 random x > 0 and y = n/16. There bigPow needs products, square roots and a
// quotient only. At pairs of specials the test compares with package math, to 2 units and with the
// sign of zero. Pairs whose value is NaN, or neither 0 nor infinite, are left out unless y is
// whole, |y| ≤ 3 and |x| ≥ 1e-300.
func TestPowEqualsExactArithmetic(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 1))
	worst := 0.0
	for range 3000 {
		x := math.Exp(20 * (r.Float64() - 0.5))
		if r.IntN(2) == 0 {
			x = 0.5 + r.Float64()
		}
		n := r.IntN(4000) - 2000
		y := float64(n) / 16
		want, _ := bigPow(x, n).Float64()
		got := Pow(x, y)
		if math.IsInf(want, 0) || want == 0 { // overflow or underflow
			if got != want {
				t.Errorf("Pow(%v,%v) = %v, want %v", x, y, got, want)
			}
			continue
		}
		if u := ulps(got, want); u > worst {
			worst = u
			if u > 1 {
				t.Errorf("Pow(%v,%v) = %v, want %v: %v ulp", x, y, got, want, u)
			}
		}
	}
	for _, x := range specials {
		for _, y := range specials {
			got, want := Pow(x, y), math.Pow(x, y)
			// Package math loses digits except for small whole exponents.
			exact := y == math.Floor(y) && math.Abs(y) <= 3 && math.Abs(x) >= 1e-300
			if want != 0 && !math.IsInf(want, 0) && !exact {
				continue
			}
			if ulps(got, want) > 2 {
				t.Errorf("Pow(%v,%v) = %v, want %v", x, y, got, want)
			}
			if got == 0 && math.Signbit(got) != math.Signbit(want) {
				t.Errorf("Pow(%v,%v) = %v, want %v, with its sign", x, y, got, want)
			}
		}
	}
}

// bigPow returns x^(n/16) for x > 0 with 200 bits.
func bigPow(x float64, n int) *big.Float {
	base := new(big.Float).SetPrec(200).SetFloat64(x)
	for range 4 { // the sixteenth root
		base.Sqrt(base)
	}
	neg := n < 0
	if neg {
		n = -n
	}
	// The power by repeated squares.
	out := new(big.Float).SetPrec(200).SetInt64(1)
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			out.Mul(out, base)
		}
		base.Mul(base, base)
	}
	if neg {
		out.Quo(new(big.Float).SetPrec(200).SetInt64(1), out)
	}
	return out
}

// TestExactBits pins the bits of seven functions at 20000 random points by a hash (FNV-1a
// over numbers of 64 bits), so that a machine with another last bit fails. The hash was recorded
// from this program.
func TestExactBits(t *testing.T) {
	hash := uint64(14695981039346656037)
	r := rand.New(rand.NewPCG(3, 1))
	for range 20000 {
		x := 40 * (r.Float64() - 0.5)
		sigmoid := []float64{x}
		Sigmoid(sigmoid, sigmoid)
		for _, v := range []float64{Exp(x), Log(math.Abs(x)), Tanh(x / 10), Expm1(x / 20), Log1p(math.Abs(x)), Pow(math.Abs(x), x), sigmoid[0]} {
			hash = (hash ^ math.Float64bits(v)) * 1099511628211
		}
	}
	if want := uint64(0x9b593415ec7f68f5); hash != want {
		t.Errorf("hash of 140000 values is %#x, want %#x", hash, want)
	}
}

// TestExpSlice checks that ExpSlice, in place, equals Exp at specials.
func TestExpSlice(t *testing.T) {
	x := append([]float64(nil), specials...)
	ExpSlice(x, x)
	for i, v := range specials {
		if ulps(x[i], Exp(v)) != 0 {
			t.Errorf("ExpSlice(%v) = %v, Exp gives %v", v, x[i], Exp(v))
		}
	}
}

// BenchmarkExp measures ExpSlice of 1000 numbers from −5 to 5.
func BenchmarkExp(b *testing.B) {
	x := make([]float64, 1000)
	for i := range x {
		x[i] = float64(i)/100 - 5
	}
	y := make([]float64, 1000)
	b.ReportAllocs()
	for b.Loop() {
		ExpSlice(y, x)
	}
}
