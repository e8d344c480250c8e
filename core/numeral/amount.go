package numeral

import (
	"math"
	"strconv"
	"strings"
)

// This file parses amounts: numbers that may have a currency or a sign such as %.

// currencies may precede or follow a number.
var currencies = []string{"$", "€", "£", "¥", "₽", "₹", "zł", "kr", "CHF", "EUR", "USD", "GBP"}

// shares are the signs of per cent and per mille.
var shares = []struct {
	sign  string
	parts float64 // divides the number before the sign
}{{"%", 100}, {"‰", 1000}}

// Amount parses a number in a table written by people. mark is the decimal mark, '.' or ',' ([With]).
// The number may have a currency, the sign % or ‰, or both. "12 %" is 0.12. A negative number has a minus sign or round brackets.
// "(0.00)" is −0, a small negative number after rounding. "$ -", a currency with a minus sign alone, is 0.
// ok is false for any other text, and for a number out of the range of float64.
func Amount(text string, mark rune) (v float64, ok bool) {
	s := strings.TrimSpace(text)
	if len(s) > 2*Longest { // long texts need no attempts; twice Longest leaves room for a currency and blanks
		return 0, false
	}
	s, hasBrackets := cutBrackets(s)
	// Most numbers have neither a currency nor a sign of a share. If the first attempt fails, the second attempt removes both.
	plain, ok := With(s, mark)
	parts := 1.0
	if !ok {
		number := cutCurrency(s)
		if number != s && fold(number) == "-" { // the 0 of accounting formats
			return 0, !hasBrackets
		}
		for _, share := range shares {
			before, hasSign := strings.CutSuffix(number, share.sign)
			if hasSign {
				number, parts = before, share.parts
				break
			}
		}
		if !hasBrackets { // the currency or the sign is outside the brackets, as in $(12)
			number, hasBrackets = cutBrackets(strings.TrimSpace(number))
		}
		plain, ok = With(number, mark)
	}
	if !ok {
		return 0, false
	}
	v, err := strconv.ParseFloat(plain, 64)
	if err != nil || math.IsInf(v, 0) {
		return 0, false
	}
	if hasBrackets {
		v = -v
		if !math.Signbit(v) { // brackets around a negative number have no meaning
			return 0, false
		}
	}
	return v / parts, true
}

// cutBrackets removes the round brackets around a text, and the blanks inside them. found is false if the text has none.
func cutBrackets(s string) (inner string, found bool) {
	if strings.HasPrefix(s, "(") && strings.HasSuffix(s, ")") {
		return strings.TrimSpace(s[1 : len(s)-1]), true
	}
	return s, false
}

// cutCurrency removes a currency, and the blanks beside it, from a number such as "€ 12", "-€ 12" or "12 €".
// It returns any other text unchanged.
func cutCurrency(s string) string {
	for _, currency := range currencies {
		before, after, found := strings.Cut(s, currency)
		if !found {
			continue
		}
		// fold replaces all characters for minus and plus by "-" and "+".
		isAtStart := before == "" || fold(before) == "-" || fold(before) == "+"
		if isAtStart {
			return before + strings.TrimSpace(after)
		}
		number, isAtEnd := strings.CutSuffix(s, currency)
		if isAtEnd {
			return strings.TrimSpace(number)
		}
	}
	return s
}
