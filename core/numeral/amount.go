package numeral

import (
	"math"
	"strconv"
	"strings"
)

// currencies may precede or follow a number.
var currencies = []string{"$", "€", "£", "¥", "₽", "₹", "zł", "kr", "CHF", "EUR", "USD", "GBP"}

// shares are the signs of per cent and per mille.
var shares = []struct {
	sign  string
	parts float64 // number of parts of the whole
}{{"%", 100}, {"‰", 1000}}

// Amount parses a number in a table written by people, with a known decimal mark ([With]).
// The number may have a currency, and % or ‰, so that 12 % is 0.12. A negative number has a sign or brackets.
// The result ok is false for any other text, and for numbers out of range.
func Amount(text string, mark rune) (v float64, ok bool) {
	s := strings.TrimSpace(text)
	// Every bracket is a recursion: the limit bounds the depth.
	if len(s) > 2*Longest {
		return 0, false
	}
	if inner, found := strings.CutPrefix(s, "("); found && strings.HasSuffix(inner, ")") {
		if v, ok = Amount(strings.TrimSuffix(inner, ")"), mark); !ok || v <= 0 {
			return 0, false
		}
		return -v, true
	}
	// Most numbers have neither a currency nor a percent sign.
	plain, ok := With(s, mark)
	parts := 1.0
	if !ok {
		s = cutCurrency(s)
		for _, p := range shares {
			if rest, found := strings.CutSuffix(s, p.sign); found {
				s, parts = rest, p.parts
				break
			}
		}
		plain, ok = With(s, mark)
	}
	if !ok {
		return 0, false
	}
	if v, err := strconv.ParseFloat(plain, 64); err == nil && !math.IsInf(v, 0) {
		return v / parts, true
	}
	return 0, false
}

// cutCurrency removes a currency at the front, behind a sign, or at the end.
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
