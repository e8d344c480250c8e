package course

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// maxNumber is how many characters a typed number may have.
const maxNumber = 24

// number reads a number as it is typed: "3", "-1/2", "0.25". Each is rational, and comes
// back as a fraction too. With "~" before it the number says that it is rounded: the
// fraction is then nil. The minus may be the typographic one.
func number(text string) (float64, *big.Rat, error) {
	t := strings.ReplaceAll(strings.TrimSpace(text), "−", "-")
	t, rounded := strings.CutPrefix(t, "~")
	r, ok := new(big.Rat), t != "" && len(t) <= maxNumber && strings.Trim(t, "0123456789.+-/") == ""
	if ok {
		r, ok = r.SetString(t)
	}
	if !ok {
		return 0, nil, fmt.Errorf("“%s” is no number; write one like 2, -1/2 or 0.25", shorten(text))
	}
	v, _ := r.Float64()
	if rounded {
		r = nil
	}
	return v, r, nil
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
	t := strconv.FormatFloat(v, 'f', decimals, 64)
	if strings.Contains(t, ".") {
		t = strings.TrimRight(strings.TrimRight(t, "0"), ".")
	}
	if t == "-0" {
		return "0"
	}
	return t
}

// digits writes v with three significant figures, for sentences.
func digits(v float64) string {
	return strings.Replace(strconv.FormatFloat(v, 'g', 3, 64), "-", "−", 1)
}
