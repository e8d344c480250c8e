// This file parses numbers in the notations that readers type, and formats numbers for sentences.

package coursemath

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/numeral"
	"sheafscope/core/words"
)

// maxNumber is the largest length of a number in the form of [numeral.Canonical]. In a fraction, it applies to both parts.
// It bounds the time of arithmetic in fractions, since the text of a link or a completion code may be harmful.
const maxNumber = 24

// maxExponent is the largest magnitude of a typed power of ten. Without it, 1e999999 would be a fraction of a million digits.
const maxExponent = 20

// parseNumber returns the value of a typed number and its fraction. The fraction is nil for a rounded number, marked by a "~" before it.
// A number is, for example, "3", "-1/2", "−1/2", "0.25", "0,25", "2.5e-1" or "25 %", which is 0.25.
// If a comma can be a decimal comma or separate thousands, the error is a [numeral.Ambiguous].
func parseNumber(text string) (float64, *big.Rat, error) {
	// Most numbers are whole, and this is fast.
	if whole, err := strconv.ParseInt(text, 10, 32); err == nil {
		return float64(whole), big.NewRat(whole, 1), nil
	}
	number, err := dissect(text)
	if errors.As(err, new(*numeral.Ambiguous)) {
		return 0, nil, err
	}
	if err != nil {
		return 0, nil, fmt.Errorf("“%s” is no number; write one like 2, -1/2, 0.25, 2.5e-1 or 25 %%", shorten(text))
	}
	numerator, denominator, isFraction := strings.Cut(number.canonical, "/")
	isInRange := len(numerator) <= maxNumber && len(denominator) <= maxNumber
	_, power, isScientific := strings.Cut(number.canonical, "e")
	if isScientific && !isFraction {
		exponent, err := strconv.Atoi(power)
		isInRange = isInRange && err == nil && max(exponent, -exponent) <= maxExponent
	}
	if !isInRange {
		return 0, nil, fmt.Errorf("“%s” is too long or too large here; write at most %d characters, and powers of ten from −%d to %[3]d",
			shorten(text), maxNumber, maxExponent)
	}
	r, ok := new(big.Rat).SetString(number.canonical)
	if !ok { // a fraction with another part than a whole number, or with the denominator 0
		return 0, nil, fmt.Errorf("“%s” is no fraction of whole numbers; write one like -1/2", shorten(text))
	}
	if number.isPercent {
		r.Quo(r, big.NewRat(100, 1))
	}
	v, _ := r.Float64()
	if number.isRounded {
		r = nil
	}
	return v, r, nil
}

// typedNumber has the parts of a typed number.
type typedNumber struct {
	canonical string // the number, or two numbers with "/" between them, in the form of [numeral.Canonical]
	isPercent bool   // a percent sign follows the number
	isRounded bool   // "~" precedes the number
}

// dissect returns the parts of a typed number, or the error of [numeral.Canonical].
func dissect(text string) (number typedNumber, err error) {
	unsuffixed, isPercent := strings.CutSuffix(strings.TrimSpace(text), "%")
	bare, isRounded := strings.CutPrefix(strings.TrimSpace(unsuffixed), "~")
	number.isPercent, number.isRounded = isPercent, isRounded
	numerator, denominator, isFraction := strings.Cut(bare, "/")
	number.canonical, err = numeral.Canonical(numerator)
	if isFraction && err == nil {
		denominator, err = numeral.Canonical(denominator)
		number.canonical += "/" + denominator
	}
	return number, err
}

// canonical returns a typed number in the form that links store, without blanks and commas, or the text itself if [dissect] fails.
func canonical(text string) string {
	number, err := dissect(text)
	if err != nil {
		return text
	}
	return words.Either(number.isRounded, "~", "") + number.canonical + words.Either(number.isPercent, "%", "")
}

// splitNumbers splits a list of n numbers. The separators are
//
//   - ";" if n > 1 and the text has n parts between semicolons;
//   - else blanks, if the text has n parts between blanks, and no part ends with a comma. A comma inside a part is a decimal comma;
//   - else blanks and commas, which may give more or fewer than n parts.
//
// For blanks, a semicolon, a bar and a hard space also count, but not a blank before a percent sign. The parts need not be numbers.
func splitNumbers(text string, n int) []string {
	parts := strings.Split(text, ";")
	if n > 1 && len(parts) == n { // for n = 1, this would be any text without a semicolon
		for k := range parts {
			parts[k] = strings.TrimSpace(parts[k])
		}
		return parts
	}
	blanks := strings.NewReplacer(";", " ", "|", " ", "\u00a0", " ").Replace(text)
	joined := strings.ReplaceAll(blanks, " %", "%")
	numbers := strings.Fields(joined)
	endsWithComma := func(number string) bool { return strings.HasSuffix(number, ",") }
	if len(numbers) == n && !slices.ContainsFunc(numbers, endsWithComma) {
		return numbers
	}
	return strings.Fields(separators.Replace(joined)) // Replace turns the commas into blanks
}

// shorten cuts a text that a message quotes to at most 40 characters, with "…" at the cut.
func shorten(text string) string { return words.Cut(text, 40) }

// decimal formats v with at most the given number of decimals, without trailing zeros.
func decimal(v float64, decimals int) string {
	text := words.Fixed(v, decimals)
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return text
}

// digits formats v with three significant digits and the typographic minus.
func digits(v float64) string {
	return words.Minus(words.Digits(v, 3))
}
