package words

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// currencies may stand before or behind a number.
var currencies = []string{"$", "€", "£", "¥", "₽", "₹", "zł", "kr", "CHF", "EUR", "USD", "GBP"}

// groupMarks may divide the digits before the fraction into groups of three, apart from the point and the comma.
const groupMarks = " \u00a0\u2009\u202f'’"

// Number reads a number as people write it: with a point or a comma before the fraction, groups of three digits divided by a comma, a
// point,
// a space or an apostrophe, a sign or brackets around a negative one, a currency, and % for hundredths. ok is false for another text. Where
// the mark may be that of a fraction or of a group, as in 1,234 and 1.234, ambiguous is true and the point is taken for the fraction.
func Number(s string) (v float64, ambiguous, ok bool) {
	point, isPoint := NumberWith(s, '.')
	comma, isComma := NumberWith(s, ',')
	switch {
	case isPoint:
		return point, isComma && comma != point, true
	case isComma:
		return comma, false, true
	}
	return 0, false, false
}

// NumberWith is [Number] for texts in which the mark of the fraction is known: '.' or ','.
func NumberWith(s string, mark rune) (v float64, ok bool) {
	s = strings.TrimFunc(s, isSpace)
	if inner, found := strings.CutPrefix(s, "("); found && strings.HasSuffix(inner, ")") {
		v, ok = NumberWith(strings.TrimSuffix(inner, ")"), mark)
		return -v, ok && v > 0
	}
	sign := 1.0
	s, sign = cutSign(s, sign)
	s = cutCurrency(s)
	s, sign = cutSign(s, sign)
	part := 1.0
	for _, p := range []struct {
		mark string
		of   float64
	}{{"%", 100}, {"‰", 1000}} {
		if rest, found := strings.CutSuffix(s, p.mark); found {
			s, part = strings.TrimRightFunc(rest, isSpace), p.of
			break
		}
	}
	mantissa, exponent := s, ""
	if k := strings.IndexAny(s, "eE"); k > 0 {
		mantissa, exponent = s[:k], "e"+s[k+1:]
	}
	whole, fraction, found := strings.Cut(mantissa, string(mark))
	if found && !isDigits(fraction) && fraction != "" || whole == "" && fraction == "" {
		return 0, false
	}
	whole, ok = ungroup(whole, mark)
	if !ok {
		return 0, false
	}
	v, err := strconv.ParseFloat(whole+"."+fraction+exponent, 64)
	if err != nil || math.IsInf(v, 0) {
		return 0, false
	}
	return sign * v / part, true
}

func isSpace(r rune) bool { return strings.ContainsRune(" \t\u00a0\u2009\u202f", r) }

func isDigits(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool { return r < '0' || r > '9' })
}

// cutSign takes a sign off the front.
func cutSign(s string, sign float64) (string, float64) {
	for _, m := range []string{"-", "−", "–"} {
		if rest, found := strings.CutPrefix(s, m); found && sign > 0 {
			return strings.TrimLeftFunc(rest, isSpace), -sign
		}
	}
	return strings.TrimPrefix(s, "+"), sign
}

// cutCurrency takes a currency off the front or the end.
func cutCurrency(s string) string {
	for _, c := range currencies {
		if rest, found := strings.CutPrefix(s, c); found {
			return strings.TrimLeftFunc(rest, isSpace)
		}
		if rest, found := strings.CutSuffix(s, c); found {
			return strings.TrimRightFunc(rest, isSpace)
		}
	}
	return s
}

// ungroup takes the marks out of the digits before the fraction: all the same, with three digits behind each.
func ungroup(s string, mark rune) (string, bool) {
	k := strings.IndexFunc(s, func(r rune) bool { return r < '0' || r > '9' })
	if k < 0 {
		return s, true
	}
	group, size := utf8.DecodeRuneInString(s[k:])
	if other := group == '.' || group == ','; group == mark || !other && !strings.ContainsRune(groupMarks, group) || k == 0 || k > 3 ||
		s[0] == '0' || size == 0 {
		return "", false
	}
	groups := strings.Split(s, string(group))
	if slices.ContainsFunc(groups[1:], func(g string) bool { return len(g) != 3 || !isDigits(g) }) {
		return "", false
	}
	return strings.Join(groups, ""), true
}
