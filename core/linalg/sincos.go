package linalg

import (
	"math"
	"math/bits"
)

// This file contains sine and cosine with equal bits on all machines, for example for layouts of graphs.

// π/4 as a sum of three parts. The first two have 30 and 32 trailing zero bits, so their products
// with an octant below 2³⁰ are exact.
const (
	octantHi  = 7.85398125648498535156e-1
	octantMid = 3.77489470793079817668e-8
	octantLo  = 2.69515142907905952645e-15
	// largeAngle bounds the angles of Sincos: their octants are below 2³⁰.
	largeAngle = 1 << 29
)

// sinPoly and cosPoly approximate (sin z − z)/z³ and (cos z − 1 + z²/2)/z⁴ for |z| ≤ π/4 (S. L. Moshier, Cephes, 1989).
// They are polynomials in z² with the highest power first.
var (
	sinPoly = [...]float64{1.58962301576546568060e-10, -2.50507477628578072866e-8, 2.75573136213857245213e-6, -1.98412698295895385996e-4,
		8.33333333332211858878e-3, -1.66666666666666307295e-1}
	cosPoly = [...]float64{-1.13585365213876817300e-11, 2.08757008419747316778e-9, -2.75573141792967388112e-7, 2.48015872888517045348e-5,
		-1.38888888888730564116e-3, 4.16666666666665929218e-2}
)

// Sincos returns the sine and cosine of x for |x| < 2²⁹, with an absolute error below 2⁻⁵². Near a
// zero of the function the relative error is larger. For any other x both are NaN. The bits are those
// of math.Sincos without fused multiply-add.
func Sincos(x float64) (sin, cos float64) {
	a := math.Abs(x)
	if !(a < largeAngle) {
		return math.NaN(), math.NaN()
	}
	octant := uint64(a * (4 / math.Pi))
	octant += octant & 1 // the next even octant, so that |z| ≤ π/4 for |x| = octant·π/4 + z
	y := float64(octant)
	z := ((a - float64(y*octantHi)) - float64(y*octantMid)) - float64(y*octantLo)
	return ofOctant(x, octant, z)
}

// LargeSincos is Sincos without the bound on |x|.
func LargeSincos(x float64) (sin, cos float64) {
	a := math.Abs(x)
	if a >= largeAngle && a <= math.MaxFloat64 { // Sincos handles the other angles, ±Inf and NaN
		octant, z := reducedLarge(a)
		return ofOctant(x, octant, z)
	}
	return Sincos(x)
}

// ofOctant returns the sine and cosine of x, where |x| is octant·π/4 + z up to multiples of 2π.
// octant is even, and |z| ≤ π/4.
func ofOctant(x float64, octant uint64, z float64) (sin, cos float64) {
	if x == 0 { // the sine keeps the sign of zero
		return x, 1
	}
	zz := float64(z * z)
	s, c := sinPoly[0], cosPoly[0] // the values of the polynomials
	for k := 1; k < len(sinPoly); k++ {
		s, c = float64(s*zz)+sinPoly[k], float64(c*zz)+cosPoly[k]
	}
	sin = z + float64(float64(z*zz)*s)
	cos = 1 - float64(0.5*zz) + float64(float64(zz*zz)*c)
	// Octants 2 and 6 exchange sine and cosine. Then the octants 2 and 4 change the sign of the
	// cosine, and the octants 4 and 6 the sign of the sine of |x|.
	octant &= 7
	if octant&3 == 2 {
		sin, cos = cos, sin
	}
	if octant > 1 && octant < 6 {
		cos = -cos
	}
	isUpper := octant > 3
	if isUpper != (x < 0) {
		sin = -sin
	}
	return sin, cos
}

// reducedLarge returns the octant and z of a large angle a.
// It multiplies the significand of a by the 192 bits of 4/π that determine the result (M. Payne and R. Hanek 1983).
func reducedLarge(a float64) (octant uint64, z float64) {
	const significand = 52 // bits of a float64 after the leading 1
	word := math.Float64bits(a)
	// a is m·2^e for the integer m below and e = (stored exponent) − 1023 − 52. Bit i of fourOverPi, counted from 0, has the weight
	// 2^(63−i). For i ≤ e+60, a times this bit is a multiple of 8 octants, which are a turn. So bit e+61 is the first needed bit.
	first := uint(word>>significand) - 1023 - significand + 61 // e + 61
	m := word&(1<<significand-1) | 1<<significand              // the significand of a, with the leading 1
	digit := func(k uint) uint64 {                             // the k-th group of 64 needed bits, from 0
		return fourOverPi[first/64+k]<<(first%64) | fourOverPi[first/64+k+1]>>(64-first%64)
	}
	// high and low are the upper 128 bits of the product without multiples of 8: 3 bits of the octant, then z/(π/4).
	third, _ := bits.Mul64(digit(2), m)
	second, low := bits.Mul64(digit(1), m)
	low, carry := bits.Add64(low, third, 0)
	high, _ := bits.Add64(digit(0)*m, second, carry)
	octant = high >> 61
	high = high<<3 | low>>61
	// A float64 does not store the leading 1, so it is shifted out with the zeros before it. 1023 is the bias of the exponent.
	shift := uint(bits.LeadingZeros64(high)) + 1
	high = high<<shift | low>>(64-shift)
	z = math.Float64frombits(uint64(1023-shift)<<significand | high>>(64-significand))
	if octant&1 == 1 { // the next even octant, for |z| ≤ π/4
		octant, z = octant+1, z-1
	}
	return octant, float64(z * (math.Pi / 4))
}

// fourOverPi has the bits of 4/π. The first number is the integer part.
var fourOverPi = [...]uint64{1, 0x45f306dc9c882a53, 0xf84eafa3ea69bb81, 0xb6c52b3278872083, 0xfca2c757bd778ac3, 0x6e48dc74849ba5c0,
	0x0c925dd413a32439, 0xfc3bd63962534e7d, 0xd1046bea5d768909, 0xd338e04d68befc82, 0x7323ac7306a673e9, 0x3908bf177bf25076,
	0x3ff12fffbc0b301f, 0xde5e2316b414da3e, 0xda6cfd9e4f96136e, 0x9e8c7ecd3cbfd45a, 0xea4f758fd7cbe2f6, 0x7a0e73ef14a525d4,
	0xd7f6bf623f1aba10, 0xac06608df8f6d757}
