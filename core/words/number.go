package words

import (
	"math"
	"strconv"
	"strings"
)

// Dash stands in a sentence for a number that there is not: one that is not a number, or not finite.
const Dash = "–"

// finite reports whether a number can be written.
func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// Fixed writes x with k decimals, without a minus before zero.
func Fixed(x float64, k int) string { return plain(x, 'f', k) }

// Digits writes x with at most k significant digits, and with a power of ten where it has more places than that: 0.639, 1.23e3, 1e−7.
func Digits(x float64, k int) string {
	mant, exp, has := strings.Cut(plain(x, 'g', k), "e")
	if !has {
		return mant
	}
	sign := Either(exp[0] == '-', "−", "")
	return mant + "e" + sign + strings.TrimLeft(exp, "-0")
}

// With puts a unit behind a number, and none behind a dash.
func With(number, unit string) string {
	if number == Dash {
		return number
	}
	return number + unit
}

// PlusMinus writes a number with k decimals and half of its range, as "87.0 ± 3.1": a dash for one that is none, the number alone where
// half is none, and a large one with a power of ten.
func PlusMinus(x, half float64, k int) string {
	text := sized(x, k)
	if !finite(x) || !finite(half) {
		return text
	}
	return text + " ± " + sized(half, k)
}

// sized writes x with k decimals, or from a million on with a power of ten.
func sized(x float64, k int) string {
	if math.Abs(x) >= 1e6 {
		return Exp(x)
	}
	return Fixed(x, k)
}

// plain writes a finite number with the minus of a keyboard, and a dash for others.
func plain(x float64, format byte, k int) string {
	if !finite(x) {
		return Dash
	}
	text := strconv.FormatFloat(x, format, k, 64)
	if strings.Trim(text, "-0.") == "" {
		text = strings.TrimPrefix(text, "-")
	}
	return strings.Replace(text, "e+", "e", 1)
}

// Minus gives a number a true minus sign.
func Minus(text string) string { return strings.ReplaceAll(text, "-", "−") }

// Exp writes x as 3e−15 or 2.9e−4: one digit, and a second when it is not 0.
func Exp(x float64) string {
	if !finite(x) {
		return Dash
	}
	mant, exp, _ := strings.Cut(strconv.FormatFloat(x, 'e', 1, 64), "e")
	mant = strings.TrimSuffix(mant, ".0")
	sign := Either(exp[0] == '-', "−", "")
	if exp = strings.TrimLeft(exp[1:], "0"); exp == "" {
		return Minus(strings.TrimPrefix(mant, Either(x == 0, "-", "")))
	}
	return Minus(mant) + "e" + sign + exp
}

// Percent writes a share, 1 of all, as a percentage with k decimals and a true minus sign. A share that is not nothing is never "0 %", but
// "under 0.1 %", and one that is not all never "100 %", but "over 99.9 %". A very large one has a power of ten.
func Percent(share float64, k int) string { return Percents(100*share, k) }

// rounded is how far from 100 a percentage may be by rounding alone.
const rounded = 1e-12

// Percents is Percent of a number that is a percentage.
func Percents(x float64, k int) string {
	step := math.Pow10(-k)
	size, sign := math.Abs(x), Either(x < 0, "−", "")
	text := Fixed(size, k)
	switch {
	case !finite(x):
		return Dash
	case x != 0 && text == Fixed(0, k):
		return Either(x < 0, "over −", "under ") + Fixed(step, k) + " %"
	case text == Fixed(100, k) && size < 100-rounded:
		return Either(x < 0, "under −", "over ") + Fixed(100-step, k) + " %"
	case size >= 1e6:
		return Exp(x) + " %"
	}
	return Either(text == Fixed(0, k), "", sign) + text + " %"
}

// Part writes part/whole as Percent does, and a dash where the whole is nothing.
func Part(part, whole float64, k int) string {
	if whole == 0 {
		return Dash
	}
	return Percent(part/whole, k)
}
