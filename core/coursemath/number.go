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
// It bounds the time of the exact arithmetic, since a text may come from a link or a completion code.
const maxNumber = 24

// maxExponent is the largest magnitude of the power of ten of a typed number: 1e999999 would need a fraction of a million digits.
const maxExponent = 20

// parseNumber returns the value of a typed number and its fraction: "3", "-1/2", "0.25", "0,25", "2.5e-1", "25 %".
// A leading "~" marks a rounded number, whose fraction is nil.
// The minus may be the typographic one.
// The error is a [numeral.Ambiguous] where a comma may be decimal or separate thousands, else it names the text with a remedy.
func parseNumber(text string) (float64, *big.Rat, error) {
	if whole, err := strconv.ParseInt(text, 10, 32); err == nil { // most numbers are whole: they need no further parsing
		return float64(whole), big.NewRat(whole, 1), nil
	}
	t, share, rounded, err := dissect(text)
	if errors.As(err, new(*numeral.Ambiguous)) {
		return 0, nil, err
	}
	over, under, _ := strings.Cut(t, "/")
	ok := err == nil && len(over) <= maxNumber && len(under) <= maxNumber
	if _, power, scientific := strings.Cut(t, "e"); scientific {
		e, err := strconv.Atoi(power)
		ok = ok && err == nil && max(e, -e) <= maxExponent
	}
	r := new(big.Rat)
	if ok = ok && strings.Trim(t, "0123456789.+-/eE") == ""; ok {
		r, ok = r.SetString(t)
	}
	if !ok {
		return 0, nil, fmt.Errorf("“%s” is no number; write one like 2, -1/2, 0.25, 2.5e-1 or 25 %%", shorten(text))
	}
	if share {
		r.Quo(r, big.NewRat(100, 1))
	}
	v, _ := r.Float64()
	if rounded {
		r = nil
	}
	return v, r, nil
}

// dissect returns the canonical number of a text, or a fraction of two canonical numbers.
// share reports a percent sign behind the number, and rounded a "~" before it.
func dissect(text string) (t string, share, rounded bool, err error) {
	t, share = strings.CutSuffix(strings.TrimSpace(text), "%")
	t, rounded = strings.CutPrefix(strings.TrimSpace(t), "~")
	over, under, fraction := strings.Cut(t, "/")
	t, err = numeral.Canonical(over)
	if fraction && err == nil {
		under, err = numeral.Canonical(under)
		t += "/" + under
	}
	return t, share, rounded, err
}

// canonical returns a number as links write it, without blanks and commas.
// It returns a text that is no number unchanged.
func canonical(text string) string {
	t, share, rounded, err := dissect(text)
	if err != nil {
		return text
	}
	return words.Either(rounded, "~", "") + t + words.Either(share, "%", "")
}

// splitNumbers splits a list of n numbers at ";" or at blanks.
// Where splitting at blanks gives n parts, a comma belongs to its number as the decimal comma; otherwise commas separate numbers too.
// A percent sign may follow its number after a blank.
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

// shorten returns at most 40 characters of a text that a message quotes.
func shorten(text string) string {
	if r := []rune(text); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return text
}

// decimal returns v rounded to a number of decimals, without trailing zeros.
func decimal(v float64, decimals int) string {
	t := words.Fixed(v, decimals)
	if strings.Contains(t, ".") {
		t = strings.TrimRight(strings.TrimRight(t, "0"), ".")
	}
	return t
}

// digits returns v with three significant digits and the typographic minus, for sentences.
func digits(v float64) string {
	return words.Minus(words.Digits(v, 3))
}
