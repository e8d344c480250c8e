package words

import (
	"math"
	"strconv"
	"strings"
)

// Dash stands for a number in a sentence that is missing, infinite or NaN.
const Dash = "–"

// finite reports whether a number is neither infinite nor NaN.
func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// Fixed returns x with k decimals and without a negative zero.
func Fixed(x float64, k int) string { return plain(x, 'f', k) }

// Digits returns x with at most k significant digits, and with a power of ten if it has more places: 0.639, 1.23e3, 1e−7.
func Digits(x float64, k int) string {
	mant, exp, has := strings.Cut(plain(x, 'g', k), "e")
	if !has {
		return mant
	}
	sign := Either(exp[0] == '-', "−", "")
	return mant + "e" + sign + strings.TrimLeft(exp, "-0")
}

// With appends a unit to a number, and nothing to a dash.
func With(number, unit string) string {
	if number == Dash {
		return number
	}
	return number + unit
}

// PlusMinus returns a number with k decimals and the half width of its interval, as "87.0 ± 3.1".
// It returns a dash if x is not finite, and the number alone if half is not finite. Large numbers have a power of ten.
func PlusMinus(x, half float64, k int) string {
	text := sized(x, k)
	if !finite(x) || !finite(half) {
		return text
	}
	return text + " ± " + sized(half, k)
}

// sized returns x with k decimals; from a million on it has a power of ten instead.
func sized(x float64, k int) string {
	if math.Abs(x) >= 1e6 {
		return Exp(x)
	}
	return Fixed(x, k)
}

// plain returns a finite number as text with the ASCII minus, and a dash for any other number.
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

// Minus replaces the ASCII minus by the typographic one.
func Minus(text string) string { return strings.ReplaceAll(text, "-", "−") }

// Exp returns x as 3e−15 or 2.9e−4: one digit, and a second unless it is 0.
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

// Percent returns a share, 1 for all, in per cent with k decimals and the typographic minus.
// A nonzero share is never "0 %" but "under 0.1 %", and a share below 1 is never "100 %" but "over 99.9 %".
// A very large share has a power of ten.
func Percent(share float64, k int) string { return Percents(100*share, k) }

// roundingError is the largest deviation from 100 % that counts as a rounding error.
const roundingError = 1e-12

// Percents is [Percent] of a number that is already in per cent.
func Percents(x float64, k int) string {
	step := math.Pow10(-k)
	size, sign := math.Abs(x), Either(x < 0, "−", "")
	text := Fixed(size, k)
	switch {
	case !finite(x):
		return Dash
	case x != 0 && text == Fixed(0, k):
		return Either(x < 0, "over −", "under ") + Fixed(step, k) + " %"
	case text == Fixed(100, k) && size < 100-roundingError:
		return Either(x < 0, "under −", "over ") + Fixed(100-step, k) + " %"
	case size >= 1e6:
		return Exp(x) + " %"
	}
	return Either(text == Fixed(0, k), "", sign) + text + " %"
}

// Part returns [Percent] of part/whole, and a dash for whole = 0.
func Part(part, whole float64, k int) string {
	if whole == 0 {
		return Dash
	}
	return Percent(part/whole, k)
}
