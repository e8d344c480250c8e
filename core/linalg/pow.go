package linalg

import "math"

// Pow returns xʸ with an error below 2 units in the last place. It has the special cases
// of math.Pow (ISO C99, annex F).
//
// The result is e^(y·ln x). The exponent y·ln x may reach ±745 and needs an error below 2⁻⁵⁴, so
// it is computed in double-double arithmetic (about 100 bits).
func Pow(x, y float64) float64 {
	// The special cases in which the sign of x does not matter.
	ax := math.Abs(x)
	switch {
	case y == 0 || x == 1:
		return 1
	case math.IsNaN(x) || math.IsNaN(y):
		return math.NaN()
	case math.IsInf(y, 0):
		switch {
		case ax == 1: // x = −1
			return 1
		case (ax < 1) == (y > 0): // |x| < 1 and y = +Inf, or |x| > 1 and y = −Inf
			return 0
		}
		return math.Inf(1)
	}
	// The result is negative for a negative x and an odd y. Every float64 of at least 2⁵³
	// is even.
	isWhole := math.Floor(y) == y
	isOdd := isWhole && math.Abs(y) < 1<<53 && int64(y)&1 == 1
	sign := 1.0
	if isOdd {
		sign = math.Copysign(1, x)
	}
	switch {
	case ax == 0 || ax > math.MaxFloat64: // x is ±0 or ±Inf
		vanishes := (ax == 0) == (y > 0) // 0 to a positive power, or ±Inf to a negative power
		if vanishes {
			return 0 * sign // −0 for a negative sign
		}
		return math.Inf(1) * sign
	case x < 0 && !isWhole:
		return math.NaN()
	}
	l := logDD(ax)
	if math.Abs(l.hi*y) > 1000 {
		// From |y·ln x| = 746 on, the result is infinite or 0. Above 1000 the products below could overflow.
		if l.hi*y > 0 {
			return math.Inf(1) * sign
		}
		return 0 * sign
	}
	if math.Abs(y) < 0x1p-900 {
		return 1 // |y·ln x| < 2⁻⁸⁹⁰; y is not whole, so x and the result are positive
	}
	e := l.scale(y)
	return sign * expSum(e.hi, e.lo)
}

// dd is an unevaluated sum hi + lo with |lo| ≤ ulp(hi)/2 (double-double, T. J.
// Dekker 1971).
type dd struct{ hi, lo float64 }

// twoSum returns a+b exactly.
func twoSum(a, b float64) dd {
	s := a + b
	t := s - a
	return dd{s, (a - (s - t)) + (b - t)}
}

// twoProd returns a·b, exactly unless a product overflows or underflows. It splits both factors,
// below 2⁹⁹⁵, into halves of 26 bits, whose products are exact (Dekker 1971).
func twoProd(a, b float64) dd {
	const split = 1<<27 + 1
	p := float64(a * b)
	t := float64(split * a)
	ah := t - (t - a)
	al := a - ah
	t = float64(split * b)
	bh := t - (t - b)
	bl := b - bh
	e := float64(ah*bh) - p // float64 forbids a fused multiply-add
	e += float64(ah * bl)
	e += float64(al * bh)
	return dd{p, e + float64(al*bl)}
}

// add returns a + b.
func (a dd) add(b dd) dd {
	s := twoSum(a.hi, b.hi)
	return twoSum(s.hi, s.lo+(a.lo+b.lo))
}

// scale returns a·y.
func (a dd) scale(y float64) dd {
	if math.Abs(y) > 0x1p900 {
		// twoProd would overflow. In Pow, a is ln|x| with |y·ln|x|| ≤ 1000, so |ln|x|| < 2⁻⁸⁹⁰.
		// No float64 except x = ±1 is so close to ±1, and the product is 0.
		return dd{a.hi * y, 0}
	}
	p := twoProd(a.hi, y)
	return twoSum(p.hi, p.lo+float64(a.lo*y))
}

// mul returns a·b.
func (a dd) mul(b dd) dd {
	p := twoProd(a.hi, b.hi)
	return twoSum(p.hi, p.lo+(float64(a.hi*b.lo)+float64(a.lo*b.hi)))
}

// div returns a/b: the quotient of the high parts, corrected by its remainder.
func (a dd) div(b dd) dd {
	q := a.hi / b.hi
	p := b.scale(q)
	r := a.add(dd{-p.hi, -p.lo})
	return twoSum(q, r.hi/b.hi)
}

// logDD returns ln x for finite x > 0. With x = 2ᵏ·m (splitLog) and s = (m−1)/(m+1), it is
// k·ln 2 + 2s·(1 + s²/3 + s⁴/5 + …). The terms from s⁸ on are below 2⁻²³ of the sum
// and are added in plain arithmetic.
func logDD(x float64) dd {
	m, k := splitLog(x)
	s := dd{m - 1, 0}.div(twoSum(m, 1))
	s2 := s.mul(s)
	z := s2.hi
	p := 0.0 // becomes 1/9 + s²/11 + … + s¹⁸/27
	for i := 27; i >= 9; i -= 2 {
		p = float64(p*z) + 1/float64(i)
	}
	q := s2.scale(p).add(oddInverse[3])
	for i := 2; i >= 0; i-- {
		q = s2.mul(q).add(oddInverse[i])
	}
	l := s.mul(q)
	l = dd{float64(2 * l.hi), float64(2 * l.lo)}
	// k·ln 2 has three parts. The part k·ln2Hi is exact, since ln2Hi has 21 trailing zero bits.
	return dd{float64(k * ln2Hi), 0}.add(twoProd(k, ln2Lo)).add(dd{float64(k * ln2Rest), 0}).add(l)
}

// oddInverse[i] = 1/(2i+1) in double-double.
var oddInverse = [4]dd{
	{1, 0},
	{1.0 / 3, 1.850371707708594e-17},
	{1.0 / 5, -1.1102230246251566e-17},
	{1.0 / 7, 7.93016446160826e-18},
}

// ln2Rest = ln 2 − ln2Hi − ln2Lo, with the two constants of exp.go.
const ln2Rest = 1.1612227229362532e-26
