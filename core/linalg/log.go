package linalg

import (
	"math"
	"strconv"
	"strings"
)

// This file contains logarithms, with equal bits on all machines.

// Log returns the natural logarithm of x with an error below 1 unit in the last place.
// Log(+Inf) is +Inf, Log(±0) is −Inf, and Log(x) is NaN for x < 0 and for NaN.
//
// With x = 2ᵏ·m and √½ ≤ m < √2, ln x is k·ln 2 + ln m. With f = m − 1 and s = f/(2 + f),
//
//	ln m = 2·artanh s = f − (f²/2 − s·(f²/2 + R(s²)))
//
// R is the minimax polynomial of the free library fdlibm (Sun, 1993).
func Log(x float64) float64 {
	switch {
	case math.IsNaN(x) || x > math.MaxFloat64:
		return x
	case x < 0:
		return math.NaN()
	case x == 0:
		return math.Inf(-1)
	}
	m, k := splitLog(x)
	f := m - 1
	s := f / (2 + f)
	s2 := s * s
	s4 := s2 * s2
	// R(s²) is t1 + t2. t1 has the odd powers of s², and t2 has the even powers.
	t1 := s2 * (6.666666666666735130e-01 +
		float64(s4*(2.857142874366239149e-01+float64(s4*(1.818357216161805012e-01+float64(s4*1.479819860511658591e-01))))))
	t2 := s4 * (3.999999999940941908e-01 + float64(s4*(2.222219843214978396e-01+float64(s4*1.531383769920937332e-01))))
	half := float64(0.5 * f * f)
	// ln2Hi + ln2Lo is ln 2. The product k·ln2Hi is exact.
	return float64(k*ln2Hi) - ((half - (float64(s*(half+(float64(t1)+float64(t2)))) + float64(k*ln2Lo))) - f)
}

// Log10 returns the logarithm to base 10. Its last place may be wrong even for a power of ten.
func Log10(x float64) float64 { return Log(x) / math.Ln10 }

// Decade returns the exponent of x in scientific notation, such as 3 for 1.5e+03, for finite
// x > 0. The notation has the fewest digits that determine x.
func Decade(x float64) int {
	_, e, _ := strings.Cut(strconv.FormatFloat(x, 'e', -1, 64), "e")
	k, _ := strconv.Atoi(e) // no error: FormatFloat wrote the exponent e, such as +03 in 1.5e+03
	return k
}

// splitLog returns m in [√½, √2) and an integer k with x = 2ᵏ·m, for finite x > 0.
func splitLog(x float64) (m, k float64) {
	e := 0
	if x < 0x1p-1022 { // subnormal: x·2⁵⁴ is a normal number
		x *= 0x1p54
		e = -54
	}
	// The bits of x minus the bits of √½ have k in the exponent field, since m ≥ √½. The 52 bits
	// below k plus the bits of √½ are the bits of m.
	const sqrtHalf = 0x3fe6a09e667f3bcd // the bits of √½
	b := math.Float64bits(x) - sqrtHalf
	e += int(int64(b) >> 52)
	return math.Float64frombits(b&(1<<52-1) + sqrtHalf), float64(e)
}

// Log1p returns ln(1+x) with a relative error below 2 units in the last place, also for x near 0.
// It has the special cases of Log at 1+x, and Log1p(±0) = ±0.
func Log1p(x float64) float64 {
	u := 1 + x
	if u == 1 { // x²/2 is below the rounding error
		return x
	}
	isRegular := u > 0 && u <= math.MaxFloat64 // false also for NaN
	if !isRegular {
		return Log(u)
	}
	// x − (u − 1) is the rounding error of u, exact for x < 2⁵³.
	return Log(u) + (x-(u-1))/u
}
