package scene_test

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// This file has a calculator with intervals for the formulas of the strip, which TestStripIsRecomputed uses. It knows numbers,
// vectors (a, b), matrices [a b; c d], + − · /, ², √, exp and tanh.

// interval is the set of all numbers that round to a decimal number.
type interval struct{ lo, hi float64 }

// value is a number, a vector of two numbers, or a 2 × 2 matrix in row-major order.
type value []interval

// parser reads a formula. Its methods panic for text outside the grammar.
type parser struct {
	text []rune
	next int // index in text of the next rune
}

// calculate returns the value of a formula, in which each decimal number stands for all numbers that round to it. It returns an error for
// text outside the grammar.
func calculate(formula string) (v value, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%q: %v", formula, p)
		}
	}()
	p := &parser{text: []rune(formula)}
	v = p.sum()
	if p.skip(); p.next < len(p.text) {
		panic(fmt.Sprintf("%q is left", string(p.text[p.next:])))
	}
	return v, nil
}

// skip skips blanks.
func (p *parser) skip() {
	for p.next < len(p.text) && p.text[p.next] == ' ' {
		p.next++
	}
}

// take consumes a word if it is next, and reports whether it was.
func (p *parser) take(word string) bool {
	p.skip()
	if strings.HasPrefix(string(p.text[p.next:]), word) {
		p.next += len([]rune(word))
		return true
	}
	return false
}

// need consumes a word, which must be next.
func (p *parser) need(word string) {
	if !p.take(word) {
		panic("no " + word + " at " + string(p.text[p.next:]))
	}
}

// sum reads a sum of products.
func (p *parser) sum() value {
	v := p.product()
	for {
		switch {
		case p.take("+"):
			v = combined(v, p.product(), func(a, b interval) interval { return interval{a.lo + b.lo, a.hi + b.hi} })
		case p.take("−"):
			v = combined(v, p.product(), func(a, b interval) interval { return interval{a.lo - b.hi, a.hi - b.lo} })
		default:
			return v
		}
	}
}

// product reads a product of factors.
func (p *parser) product() value {
	v := p.factor()
	for {
		switch {
		case p.take("·"):
			v = times(v, p.factor())
		case p.take("/"):
			d := p.factor()[0]
			v = value{mul(v[0], interval{1 / d.hi, 1 / d.lo})}
		default:
			return v
		}
	}
}

// factor reads an operand, possibly with ², the square of a number.
func (p *parser) factor() value {
	v := p.operand()
	if p.take("²") {
		lo, hi := math.Abs(v[0].lo), math.Abs(v[0].hi)
		return value{{min(lo, hi) * min(lo, hi), max(lo, hi) * max(lo, hi)}}
	}
	return v
}

// operand reads a function call, a signed factor, a sum or a vector in brackets, a matrix, or a number.
func (p *parser) operand() value {
	for name, f := range map[string]func(float64) float64{"√": math.Sqrt, "exp": math.Exp, "tanh": math.Tanh} {
		if p.take(name) {
			v := p.operand()
			return value{{f(v[0].lo), f(v[0].hi)}}
		}
	}
	// A sign, brackets (a sum, or a vector of two), or a matrix by rows.
	switch {
	case p.take("−"):
		v := p.factor()
		return value{{-v[0].hi, -v[0].lo}}
	case p.take("+"):
		return p.factor()
	case p.take("("):
		v := p.sum()
		if p.take(",") {
			v = append(value{v[0]}, p.sum()[0])
		}
		p.need(")")
		return v
	case p.take("["):
		var v value
		for !p.take("]") {
			v = append(v, p.factor()[0])
			p.take(";")
		}
		return v
	}
	// A number; a whole number is exact.
	p.skip()
	start := p.next
	for p.next < len(p.text) && (p.text[p.next] >= '0' && p.text[p.next] <= '9' || p.text[p.next] == '.') {
		p.next++
	}
	text := string(p.text[start:p.next])
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		panic(err)
	}
	half := 0.0
	if _, decimals, isDecimal := strings.Cut(text, "."); isDecimal {
		// 0.5 of the last digit, and 0.0001 of it for the rounding of the interval itself.
		half = 0.5001 * math.Pow10(-len(decimals))
	}
	return value{{x - half, x + half}}
}

// combined returns the value with the coordinates f(a[k], b[k]). It panics for values of different lengths.
func combined(a, b value, f func(a, b interval) interval) (out value) {
	if len(a) != len(b) {
		panic("a sum of values with different lengths")
	}
	for k := range a {
		out = append(out, f(a[k], b[k]))
	}
	return out
}

// mul returns the product of two intervals.
func mul(a, b interval) interval {
	all := []float64{a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi}
	lo, hi := all[0], all[0]
	for _, x := range all {
		lo, hi = min(lo, x), max(hi, x)
	}
	return interval{lo, hi}
}

// add returns the sum of two intervals.
func add(a, b interval) interval { return interval{a.lo + b.lo, a.hi + b.hi} }

// times returns the product of two numbers, of a number and a vector or matrix, of a matrix and a vector, or of two vectors (dot product).
func times(a, b value) (out value) {
	switch {
	case len(a) == 1:
		for _, x := range b {
			out = append(out, mul(a[0], x))
		}
	case len(a) == 4 && len(b) == 2:
		out = value{add(mul(a[0], b[0]), mul(a[1], b[1])), add(mul(a[2], b[0]), mul(a[3], b[1]))}
	case len(a) == 2 && len(b) == 2:
		out = value{add(mul(a[0], b[0]), mul(a[1], b[1]))}
	default:
		panic(fmt.Sprintf("no product of %d and %d coordinates", len(a), len(b)))
	}
	return out
}

// agree reports whether the intervals of two values overlap in every coordinate.
func agree(a, b value) bool {
	if len(a) != len(b) {
		return false
	}
	for k := range a {
		if a[k].lo > b[k].hi || b[k].lo > a[k].hi {
			return false
		}
	}
	return true
}
