package numeral

import (
	"math"
	"strconv"
	"strings"
)

// currencies may stand before or behind a number.
var currencies = []string{"$", "€", "£", "¥", "₽", "₹", "zł", "kr", "CHF", "EUR", "USD", "GBP"}

// shares are the signs of hundredths and thousandths.
var shares = []struct {
	sign string
	of   float64
}{{"%", 100}, {"‰", 1000}}

// Amount reads a number of a table of people, whose decimal mark is known ([With]): with a currency, a sign or brackets around a negative
// one, and % or ‰. ok is false for another text, and for a number that is too large.
func Amount(text string, mark rune) (v float64, ok bool) {
	s := strings.TrimSpace(text)
	if len(s) > 2*Longest {
		return 0, false
	}
	if inner, found := strings.CutPrefix(s, "("); found && strings.HasSuffix(inner, ")") {
		if v, ok = Amount(strings.TrimSuffix(inner, ")"), mark); !ok || v <= 0 {
			return 0, false
		}
		return -v, true
	}
	plain, ok := With(s, mark) // as most are
	of := 1.0
	if !ok {
		s = cutCurrency(s)
		for _, p := range shares {
			if rest, found := strings.CutSuffix(s, p.sign); found {
				s, of = rest, p.of
				break
			}
		}
		plain, ok = With(s, mark)
	}
	if !ok {
		return 0, false
	}
	if v, err := strconv.ParseFloat(plain, 64); err == nil && !math.IsInf(v, 0) {
		return v / of, true
	}
	return 0, false
}

// cutCurrency takes a currency off the front, off what is behind a sign, or off the end.
func cutCurrency(s string) string {
	for _, c := range currencies {
		if before, behind, found := strings.Cut(s, c); found && behind != "" && (before == "" || fold(before) == "-" || fold(before) == "+") {
			return before + strings.TrimSpace(behind)
		}
		if rest, found := strings.CutSuffix(s, c); found {
			return strings.TrimSpace(rest)
		}
	}
	return s
}
