package linalg

import "math"

// This file contains the exponential function, for example for softmax and ELU, with equal bits on all machines.

// Constants of the reduction x = k·ln 2 + r. ln2Hi has 21 trailing zero bits, so
// that k·ln2Hi is exact for |k| < 2²¹. ln2Lo is ln 2 − ln2Hi.
const (
	ln2Hi = 6.93147180369123816490e-01
	ln2Lo = 1.90821492927058770002e-10
	log2E = 1.44269504088896338700e+00
	// The sum of shifter and a number is rounded to an integer, since the significand has no
	// bits for a fraction. The sum has the bits shifterBits plus this integer.
	shifter     = 0x1.8p52
	shifterBits = 0x4338000000000000
	// Exp is +Inf for x ≥ expMax and 0 for x ≤ expMin.
	expMax = 710.0
	expMin = -746.0
)

// Exp returns eˣ with an error below 1 unit in the last place, also for a subnormal result. It
// returns +Inf for x > 709.79, 0 for x < −745.14, and NaN for NaN.
//
// The method reduces x to r = x − k·ln 2 with |r| ≤ ln(2)/2. A Taylor polynomial of
// degree 13 (remainder 2⁻⁵⁷) gives e^r, which is multiplied by 2ᵏ in two factors. The
// bounds of x are the only branches, so a vector implementation can give the same bits.
func Exp(x float64) float64 { return expSum(x, 0) }

// expSum returns exp(x + low) for a correction |low| ≤ ulp(x).
func expSum(x, low float64) float64 {
	// A limit has the result of every x beyond it. Both comparisons are false for a NaN, and every
	// operation below keeps the NaN.
	if x > expMax {
		x = expMax
	}
	if x < expMin {
		x = expMin
	}
	t := float64(x*log2E) + shifter // float64 forbids a fused multiply-add
	k := t - shifter                // the integer nearest to x/ln 2
	hi := x - float64(k*ln2Hi)
	lo := float64(k*ln2Lo) - low
	r := hi - lo
	// e^r = 1 + (hi − (lo − r²·expPoly(r))). For accuracy the small terms are added first.
	y := 1 + (hi - (lo - float64(float64(r*r)*expPoly(r))))
	n := int64(math.Float64bits(t)) - shifterBits // k as an integer
	// k may be 1024 or below −1022, too much for a single factor 2ᵏ. 1023 is the bias of the exponent.
	n1 := n >> 1
	y *= math.Float64frombits(uint64(n1+1023) << 52)
	return y * math.Float64frombits(uint64(n-n1+1023)<<52)
}

// expPoly returns (e^r − 1 − r)/r² for |r| ≤ 0.35.
func expPoly(r float64) float64 {
	p := float64(r*(1.0/6227020800)) + 1.0/479001600
	p = float64(p*r) + 1.0/39916800
	p = float64(p*r) + 1.0/3628800
	p = float64(p*r) + 1.0/362880
	p = float64(p*r) + 1.0/40320
	p = float64(p*r) + 1.0/5040
	p = float64(p*r) + 1.0/720
	p = float64(p*r) + 1.0/120
	p = float64(p*r) + 1.0/24
	p = float64(p*r) + 1.0/6
	return float64(p*r) + 0.5
}

// ExpSlice sets dst[i] ← Exp(src[i]). dst may be src.
func ExpSlice(dst, src []float64) {
	checkLen(len(dst), len(src))
	kern.exp(dst, src)
}

// goExp is the kernel exp in Go. To save calls, the loop contains the statements of expSum with
// low = 0, and of expPoly.
func goExp(dst, src []float64) {
	dst = dst[:len(src)]
	for i, x := range src {
		if x > expMax {
			x = expMax
		}
		if x < expMin {
			x = expMin
		}
		t := float64(x*log2E) + shifter
		k := t - shifter
		hi := x - float64(k*ln2Hi)
		lo := float64(k * ln2Lo)
		r := hi - lo
		// p = expPoly(r)
		p := float64(r*(1.0/6227020800)) + 1.0/479001600
		p = float64(p*r) + 1.0/39916800
		p = float64(p*r) + 1.0/3628800
		p = float64(p*r) + 1.0/362880
		p = float64(p*r) + 1.0/40320
		p = float64(p*r) + 1.0/5040
		p = float64(p*r) + 1.0/720
		p = float64(p*r) + 1.0/120
		p = float64(p*r) + 1.0/24
		p = float64(p*r) + 1.0/6
		p = float64(p*r) + 0.5
		y := 1 + (hi - (lo - float64(float64(r*r)*p)))
		n := int64(math.Float64bits(t)) - shifterBits
		n1 := n >> 1
		y *= math.Float64frombits(uint64(n1+1023) << 52)
		dst[i] = y * math.Float64frombits(uint64(n-n1+1023)<<52)
	}
}

// Expm1 returns eˣ − 1 with an error below 2 units in the last place, also for x near 0.
func Expm1(x float64) float64 {
	if !(x > -0.5 && x < 0.5) { // the subtraction then cancels few digits; Exp(NaN) is NaN
		return Exp(x) - 1
	}
	if x == 0 {
		return x // keeps the sign of zero
	}
	// Taylor series up to x¹⁶/16!, remainder below 2⁻⁶⁰ of the result.
	p := 0.0
	for i := len(expm1Coef) - 1; i >= 0; i-- {
		p = float64(p*x) + expm1Coef[i]
	}
	return x + float64(float64(x*x)*p)
}

// expm1Coef has the coefficients 1/2!, 1/3!, …, 1/16! of (eˣ − 1 − x)/x².
var expm1Coef = [...]float64{
	1.0 / 2, 1.0 / 6, 1.0 / 24, 1.0 / 120, 1.0 / 720, 1.0 / 5040, 1.0 / 40320,
	1.0 / 362880, 1.0 / 3628800, 1.0 / 39916800, 1.0 / 479001600,
	1.0 / 6227020800, 1.0 / 87178291200, 1.0 / 1307674368000, 1.0 / 20922789888000,
}
