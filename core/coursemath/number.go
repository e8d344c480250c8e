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

// maxNumber is how many characters a typed number may have.
const maxNumber = 24

// maxExponent is how large the power of ten of a typed number may be.
const maxExponent = 20

// number reads a number as it is typed: "3", "-1/2", "0.25", "0,25", "2.5e-1", "25 %". Each is rational, and comes
// back as a fraction too. With "~" before it the number says that it is rounded: the
// fraction is then nil. The minus may be the typographic one.
func number(text string) (float64, *big.Rat, error) {
	if whole, err := strconv.ParseInt(text, 10, 32); err == nil { // as most are: the rest is for others
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

// dissect returns the canonical number in a text, or the fraction of two, and whether it is one of hundredths, and rounded.
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

// plain writes a number as links hold it, without a blank or a comma; another text stays.
func plain(text string) string {
	t, share, rounded, err := dissect(text)
	if err != nil {
		return text
	}
	return words.Either(rounded, "~", "") + t + words.Either(share, "%", "")
}

// numbers parts a list of n numbers, with ";" between them or blanks. A comma inside a number is that of a decimal where the
// blanks alone part the list into n, and parts it where they do not. A percent sign may stand alone behind its number.
func numbers(text string, n int) []string {
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

// shorten cuts a text that a message repeats.
func shorten(text string) string {
	if r := []rune(text); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return text
}

// decimal writes v rounded to the given number of decimals, without zeros at the end.
func decimal(v float64, decimals int) string {
	t := words.Fixed(v, decimals)
	if strings.Contains(t, ".") {
		t = strings.TrimRight(strings.TrimRight(t, "0"), ".")
	}
	return t
}

// digits writes v with three significant figures, for sentences.
func digits(v float64) string {
	return words.Minus(words.Digits(v, 3))
}
