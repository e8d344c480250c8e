// Readers type numbers in several notations. This file parses them, and formats numbers for sentences.

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

// maxNumber is the largest length of a typed number, in characters. A fraction has two such numbers.
// It bounds the time of arithmetic in fractions, since a text may come from a link or a completion code.
const maxNumber = 24

// maxExponent is the largest magnitude of the power of ten of a typed number. Without it, 1e999999 would be a fraction of a million digits.
const maxExponent = 20

// parseNumber returns the value of a typed number and its fraction, which is nil for a rounded number.
// A number is, for example, "3", "-1/2", "0.25", "0,25", "2.5e-1" or "25 %", which is 0.25. A "~" before the number
// marks a rounded number. The minus may be "-" or "−".
// If a comma can be a decimal comma or separate thousands, the error is a [numeral.Ambiguous]. Any other error names the text and a remedy.
func parseNumber(text string) (float64, *big.Rat, error) {
	// Most numbers are whole and need no further parsing.
	if whole, err := strconv.ParseInt(text, 10, 32); err == nil {
		return float64(whole), big.NewRat(whole, 1), nil
	}
	number, err := dissect(text)
	if errors.As(err, new(*numeral.Ambiguous)) {
		return 0, nil, err
	}
	// ok reports whether the text is a number within the limits of length and exponent.
	numerator, denominator, _ := strings.Cut(number.canonical, "/")
	ok := err == nil && len(numerator) <= maxNumber && len(denominator) <= maxNumber
	if _, power, isScientific := strings.Cut(number.canonical, "e"); isScientific {
		exponent, err := strconv.Atoi(power)
		ok = ok && err == nil && max(exponent, -exponent) <= maxExponent
	}
	// The characters are checked, since SetString also accepts other forms.
	ok = ok && strings.Trim(number.canonical, "0123456789.+-/eE") == ""
	r := new(big.Rat)
	if ok {
		r, ok = r.SetString(number.canonical)
	}
	if !ok {
		return 0, nil, fmt.Errorf("“%s” is no number; write one like 2, -1/2, 0.25, 2.5e-1 or 25 %%", shorten(text))
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
	canonical string // the number, or a fraction of two numbers, in the form of [numeral.Canonical]
	isPercent bool   // a percent sign follows the number
	isRounded bool   // "~" precedes the number
}

// dissect returns the parts of a typed number. It returns the error of [numeral.Canonical].
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

// canonical returns a number in the form that links store, without blanks and commas. If text is no number, the result is text itself.
func canonical(text string) string {
	number, err := dissect(text)
	if err != nil {
		return text
	}
	return words.Either(number.isRounded, "~", "") + number.canonical + words.Either(number.isPercent, "%", "")
}

// splitNumbers splits a list of n numbers. The separators are
//
//   - ";" if n > 1 and the text has n parts between semicolons (for n = 1, this would be any text without a semicolon);
//   - blanks if the text has n parts between blanks, and no part ends with a comma. A comma inside a part is a decimal comma;
//   - blanks and commas in all other cases.
//
// In the last two cases, a semicolon, a bar and a hard space count as blanks, but a blank before a percent sign is no separator.
// The parts need not be numbers. If the text does not have n parts, the result has another length.
func splitNumbers(text string, n int) []string {
	parts := strings.Split(text, ";")
	if n > 1 && len(parts) == n {
		for k := range parts {
			parts[k] = strings.TrimSpace(parts[k])
		}
		return parts
	}
	blanks := strings.NewReplacer(";", " ", "|", " ", "\u00a0", " ").Replace(text)
	joined := strings.ReplaceAll(blanks, " %", "%") // number and percent sign
	numbers := strings.Fields(joined)
	endsWithComma := func(number string) bool { return strings.HasSuffix(number, ",") }
	if len(numbers) == n && !slices.ContainsFunc(numbers, endsWithComma) {
		return numbers
	}
	return strings.Fields(separators.Replace(joined)) // Replace turns the commas into blanks
}

// shorten returns a text for a message that quotes it: at most 40 characters, and "…" if the text is longer.
func shorten(text string) string { return words.Cut(text, 40) }

// decimal formats v with at most the given number of decimals, without trailing zeros.
func decimal(v float64, decimals int) string {
	text := words.Fixed(v, decimals)
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return text
}

// digits formats v with three significant digits and the typographic minus, for sentences.
func digits(v float64) string {
	return words.Minus(words.Digits(v, 3))
}
