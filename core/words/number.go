package words

import (
	"math"
	"strconv"
	"strings"
)

// This file formats numbers for sentences and tables.

// Dash is the text in a sentence for a number that is missing, infinite or NaN.
const Dash = "–"

// finite reports whether a number is neither infinite nor NaN.
func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// Fixed returns x with k decimals and the ASCII minus. A number that is rounded to 0 has no sign. For infinity and NaN it returns [Dash].
func Fixed(x float64, k int) string { return plain(x, 'f', k) }

// Digits returns x with at most k significant digits. A rounded number with more than k digits before the point, or with an absolute value
// below 0.0001, has a power of ten. Examples for k = 3 are 0.639, 1.23e3 and 1e−7; 0 is "0".
// A negative power has the typographic minus, and a negative number the ASCII minus. For infinity and NaN it returns [Dash].
func Digits(x float64, k int) string {
	mantissa, exponent, hasExponent := strings.Cut(plain(x, 'g', k), "e")
	if !hasExponent {
		return mantissa
	}
	// plain has removed a plus, so the exponent is a text such as 03 or -07.
	sign := Either(exponent[0] == '-', "−", "")
	return mantissa + "e" + sign + strings.TrimLeft(exponent, "-0")
}

// With appends a unit, such as " %", to the text of a number. It returns [Dash] without the unit.
func With(number, unit string) string {
	if number == Dash {
		return number
	}
	return number + unit
}

// PlusMinus returns a number with k decimals and the half width of its interval, as "87.0 ± 3.1".
// It returns [Dash] if x is not finite, and the number alone if half is not finite. From ±1e6 on, a number has a power of ten.
func PlusMinus(x, half float64, k int) string {
	text := sized(x, k)
	if !finite(x) || !finite(half) {
		return text
	}
	return text + " ± " + sized(half, k)
}

// large is the least absolute value of a number that has a power of ten in place of all its digits.
const large = 1e6

// sized returns x with k decimals, or with a power of ten if its absolute value is at least large.
func sized(x float64, k int) string {
	if math.Abs(x) >= large {
		return Exp(x)
	}
	return Fixed(x, k)
}

// plain is strconv.FormatFloat with three exceptions: a text that is 0 has no sign, a positive exponent has no plus, and infinity and NaN
// give [Dash].
func plain(x float64, format byte, k int) string {
	if !finite(x) {
		return Dash
	}
	text := strconv.FormatFloat(x, format, k, 64)
	isZero := strings.Trim(text, "-0.") == ""
	if isZero {
		text = strings.TrimPrefix(text, "-")
	}
	return strings.Replace(text, "e+", "e", 1)
}

// Minus replaces the ASCII minus by the typographic minus.
func Minus(text string) string { return strings.ReplaceAll(text, "-", "−") }

// Exp returns x with a power of ten and at most two significant digits, such as 3e−15 or 2.9e−4. The second digit is omitted if it is 0.
// If the exponent is 0, there is no power of ten: 2.9. For infinity and NaN it returns [Dash].
func Exp(x float64) string {
	if !finite(x) {
		return Dash
	}
	twoDigits, exponent, _ := strings.Cut(strconv.FormatFloat(x, 'e', 1, 64), "e")
	mantissa := strings.TrimSuffix(twoDigits, ".0")
	sign := Either(exponent[0] == '-', "−", "")
	power := strings.TrimLeft(exponent[1:], "0")
	if power == "" { // the exponent is 0, so no power of ten is written; a negative zero loses its sign
		return Minus(strings.TrimPrefix(mantissa, Either(x == 0, "-", "")))
	}
	return Minus(mantissa) + "e" + sign + power
}

// Percent returns a share in per cent with k decimals and the typographic minus. The share 1 is 100 %.
// For k = 1, a nonzero share is never "0.0 %" but "under 0.1 %". A share below 1 by more than a rounding error is never "100.0 %" but
// "over 99.9 %". For the corresponding negative shares the texts are "over −0.1 %" and "under −99.9 %". From ±1e6 % on, the text has a
// power of ten. For infinity and NaN it returns [Dash].
func Percent(share float64, k int) string { return Percents(100*share, k) }

// roundingError is the largest distance from 100 % that is regarded as a rounding error. It is far below the last decimal of any text.
const roundingError = 1e-12

// Percents is [Percent] of a number that is already in per cent.
func Percents(x float64, k int) string {
	step := math.Pow10(-k)
	size, sign := math.Abs(x), Either(x < 0, "−", "")
	text := Fixed(size, k)
	switch {
	case !finite(x):
		return Dash
	case x != 0 && text == Fixed(0, k): // rounded to 0
		return Either(x < 0, "over −", "under ") + Fixed(step, k) + " %"
	case text == Fixed(100, k) && size < 100-roundingError: // rounded up to 100
		return Either(x < 0, "under −", "over ") + Fixed(100-step, k) + " %"
	case size >= large:
		return Exp(x) + " %"
	}
	return sign + text + " %"
}

// Part returns [Percent] of part/whole, or [Dash] for whole = 0.
func Part(part, whole float64, k int) string {
	if whole == 0 {
		return Dash
	}
	return Percent(part/whole, k)
}
