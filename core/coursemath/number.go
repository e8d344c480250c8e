// Typed numbers and their texts.

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

// maxNumber is the largest length of a typed number, in characters.
// It bounds the time of arithmetic in fractions, since a text may come from a link or a completion code.
const maxNumber = 24

// maxExponent is the largest magnitude of the power of ten of a typed number. Without it, 1e999999 would be a fraction of a million digits.
const maxExponent = 20

// parseNumber returns the value of a typed number, such as "3", "-1/2", "0.25", "0,25", "2.5e-1" or "25 %", and its fraction.
// A leading "~" marks a rounded number, whose fraction is nil. The minus may be the typographic one.
// If a comma may be decimal or separate thousands, the error is a [numeral.Ambiguous]. Any other error names the text and a remedy.
func parseNumber(text string) (float64, *big.Rat, error) {
	// Most numbers are whole and need no further parsing.
	if whole, err := strconv.ParseInt(text, 10, 32); err == nil {
		return float64(whole), big.NewRat(whole, 1), nil
	}
	t, isPercent, isRounded, err := dissect(text)
	if errors.As(err, new(*numeral.Ambiguous)) {
		return 0, nil, err
	}
	// Limits of the length and of the exponent.
	numerator, denominator, _ := strings.Cut(t, "/")
	ok := err == nil && len(numerator) <= maxNumber && len(denominator) <= maxNumber
	if _, power, isScientific := strings.Cut(t, "e"); isScientific {
		exponent, err := strconv.Atoi(power)
		ok = ok && err == nil && max(exponent, -exponent) <= maxExponent
	}
	// The characters are checked, since SetString also accepts other forms.
	r := new(big.Rat)
	if ok = ok && strings.Trim(t, "0123456789.+-/eE") == ""; ok {
		r, ok = r.SetString(t)
	}
	if !ok {
		return 0, nil, fmt.Errorf("“%s” is no number; write one like 2, -1/2, 0.25, 2.5e-1 or 25 %%", shorten(text))
	}
	if isPercent {
		r.Quo(r, big.NewRat(100, 1))
	}
	v, _ := r.Float64()
	if isRounded {
		r = nil
	}
	return v, r, nil
}

// dissect returns the number of a text in canonical form, or a fraction of two such numbers.
// isPercent reports a percent sign after the number. isRounded reports a "~" before it.
func dissect(text string) (t string, isPercent, isRounded bool, err error) {
	t, isPercent = strings.CutSuffix(strings.TrimSpace(text), "%")
	t, isRounded = strings.CutPrefix(strings.TrimSpace(t), "~")
	numerator, denominator, isFraction := strings.Cut(t, "/")
	t, err = numeral.Canonical(numerator)
	if isFraction && err == nil {
		denominator, err = numeral.Canonical(denominator)
		t += "/" + denominator
	}
	return t, isPercent, isRounded, err
}

// canonical returns a number in the form of links, without blanks and commas. A text that is no number stays as it is.
func canonical(text string) string {
	t, isPercent, isRounded, err := dissect(text)
	if err != nil {
		return text
	}
	return words.Either(isRounded, "~", "") + t + words.Either(isPercent, "%", "")
}

// splitNumbers splits a list of n numbers at ";" or at blanks.
// If blanks give n parts, a comma is the decimal comma of its number. Otherwise commas separate numbers, too.
// A blank may stand between a number and its percent sign.
func splitNumbers(text string, n int) []string {
	if parts := strings.Split(text, ";"); n > 1 && len(parts) == n {
		for k := range parts {
			parts[k] = strings.TrimSpace(parts[k])
		}
		return parts
	}
	text = strings.ReplaceAll(strings.NewReplacer(";", " ", "|", " ", "\u00a0", " ").Replace(text), " %", "%")
	words := strings.Fields(text)
	if len(words) == n && !slices.ContainsFunc(words, func(w string) bool { return strings.HasSuffix(w, ",") }) {
		return words
	}
	return strings.Fields(separators.Replace(text))
}

// shorten returns at most 40 characters of a text, for a message that quotes it.
func shorten(text string) string {
	if characters := []rune(text); len(characters) > 40 {
		return string(characters[:40]) + "…"
	}
	return text
}

// decimal formats v with at most the given number of decimals, without trailing zeros.
func decimal(v float64, decimals int) string {
	t := words.Fixed(v, decimals)
	if strings.Contains(t, ".") {
		t = strings.TrimRight(strings.TrimRight(t, "0"), ".")
	}
	return t
}

// digits formats v with three significant digits and the typographic minus, for sentences.
func digits(v float64) string {
	return words.Minus(words.Digits(v, 3))
}
