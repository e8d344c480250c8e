// Package view defines what its subpackages share: types of panels and figures, names of nodes and classes, formats of numbers and
// sentences. The subpackages turn the page's state into view models: plain structs that an island (a script in assets/src) or a component
// draws. They do not use the DOM, and equal states give equal view models.
package view

import (
	"math"
	"strconv"
	"strings"

	"sheafscope/core/words"
	"sheafscope/web/state"
)

// F is a number whose JSON has six significant digits. NaN and ±Inf become null.
type F float64

// MarshalJSON implements json.Marshaler.
func (x F) MarshalJSON() ([]byte, error) { return appendF(nil, float64(x)), nil }

// Vec is a list of numbers. In JSON each number has the form of [F].
type Vec []float64

// MarshalJSON implements json.Marshaler.
func (v Vec) MarshalJSON() ([]byte, error) {
	b := make([]byte, 0, 8*len(v)+2) // about 8 bytes for a number with its comma, and 2 for the brackets
	b = append(b, '[')
	for i, x := range v {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendF(b, x)
	}
	return append(b, ']'), nil
}

// appendF appends x to b in the JSON form of [F].
func appendF(b []byte, x float64) []byte {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return append(b, "null"...)
	}
	return strconv.AppendFloat(b, x, 'g', 6, 64)
}

// Minus returns the text with a minus sign in place of each hyphen.
func Minus(text string) string { return words.Minus(text) }

// Fix formats x with k decimals. A negative number has a minus sign in place of a hyphen.
func Fix(x float64, k int) string { return Minus(words.Fixed(x, k)) }

// Num formats x with about three significant digits. If |x| is below 0.001 or at least 10⁵, the text has scientific notation; only 0 stays
// "0". NaN and ±Inf become a dash.
func Num(x float64) string {
	size := math.Abs(x)
	switch {
	case math.IsNaN(x) || math.IsInf(x, 0):
		return words.Dash
	case size == 0:
		return "0"
	case size < 1e-3 || size >= 1e5:
		return Exp(x)
	case size < 0.1:
		return Fix(x, 4)
	case size < 10:
		return Fix(x, 3)
	case size < 1000:
		return Fix(x, 1)
	}
	return Fix(x, 0)
}

// DistinctNums formats x and y like [Num]. If the numbers differ and their texts do not, it uses four, five and more significant digits
// until the texts differ. Two dashes, which stand for NaN or ±Inf, stay.
func DistinctNums(x, y float64) (textX, textY string) {
	textX, textY = Num(x), Num(y)
	const allDigits = 17                       // significant digits that distinguish any two float64
	canDiffer := x != y && textX != words.Dash // more digits can make the texts differ
	for digits := 4; canDiffer && textX == textY && digits <= allDigits; digits++ {
		textX, textY = Minus(words.Digits(x, digits)), Minus(words.Digits(y, digits))
	}
	return textX, textY
}

// Exp formats x in scientific notation, for example 3e−15 or 2.9e−4, with two significant digits and without a final 0.
func Exp(x float64) string { return words.Exp(x) }

// Signed formats x like [Num]. A positive number has a plus sign, for example +0.0209.
func Signed(x float64) string {
	text := Num(x)
	return words.Either(x > 0 && text != words.Dash, "+", "") + text // the dash stands for +Inf
}

// Pct formats a share (1 is all) as a percentage with one decimal. A tiny share is "under 0.1 %", not "0 %", and a share just below 1 is
// "over 99.9 %". NaN and ±Inf become a dash.
func Pct(x float64) string { return words.Percent(x, 1) }

// Points formats a difference of shares in percentage points: 0.031 becomes "3.1 percentage points". A tiny difference is
// "under 0.1 percentage points", a tiny negative one "over −0.1 percentage points".
func Points(x float64) string {
	return strings.TrimSuffix(words.Percent(x, 1), " %") + " percentage points"
}

// ShareOfGain formats the share gain/whole as a percentage. A negative gain beside a positive whole is no share: its text is the size of
// the loss. For whole = 0, and for a gain of NaN or ±Inf, the text is a dash.
func ShareOfGain(gain, whole float64) string {
	if gain < 0 && whole > 0 && !math.IsInf(gain, 0) {
		return "none, a loss of " + Num(-gain)
	}
	return words.Part(gain, whole, 1)
}

// Known formats a count. A negative number stands for an unknown count, and the text is then a dash.
func Known(n int) string {
	if n < 0 {
		return "–"
	}
	return Int(n)
}

// Int formats a whole number.
func Int(n int) string { return strconv.Itoa(n) }

// Span is a piece of a sentence, in normal or bold type. Important numbers are bold.
type Span struct {
	Text string `json:"t"`
	Bold bool   `json:"b,omitempty"`
}

// Say joins the parts of a sentence and splits the sentence at its asterisks. Text between two asterisks becomes a bold span. Empty pieces
// have no span.
func Say(parts ...string) []Span {
	var out []Span
	for i, piece := range strings.Split(strings.Join(parts, ""), "*") { // an odd i is between two asterisks
		if piece != "" {
			out = append(out, Span{piece, i%2 == 1})
		}
	}
	return out
}

// Plain returns the text of a sentence without its bold marks.
func Plain(spans []Span) string {
	var b strings.Builder
	for _, s := range spans {
		b.WriteString(s.Text)
	}
	return b.String()
}

// Set formats the value of a setting with up to four significant digits and without final zeros, such as 0.05 or 2. If |x| is at least 10⁴,
// or below 10⁻⁴ but not 0, the text has a power of ten, such as 2e4 or 1e−9. From 10⁶ on, and below 10⁻⁴, it has at most two digits. NaN
// and ±Inf become a dash.
func Set(x float64) string {
	size := math.Abs(x)
	tiny, huge := size != 0 && size < 1e-4, size >= 1e6
	if tiny || huge {
		return Exp(x)
	}
	return Minus(words.Digits(x, 4))
}

// Temperature formats a temperature, a step length or a norm with two decimals. A number below 0.1 has the form of [Set]: two decimals are
// too few.
func Temperature(x float64) string {
	if x < 0.1 {
		return Set(x)
	}
	return Fix(x, 2)
}

// Awaited returns the reason why a panel has no numbers. The reasons in this order are: the worker still computes the numbers, the run has
// not begun, or the position has no such numbers or too many.
func Awaited(s *state.State) string {
	switch {
	case s.Coming():
		return "The numbers are on their way."
	case s.Frame == nil || s.Frame.Position == 0:
		return "There are no numbers before the first step of the run."
	}
	return "There are no such numbers at this position, or too many to be shown."
}

// EarlierUntil is the caption of a picture that shows an earlier position while the run proceeds.
const EarlierUntil = "of an earlier position, until the run stands"
