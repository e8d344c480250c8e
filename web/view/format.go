// Package view has the shared parts of its subpackages: panels and figures, names of nodes and classes, numbers and sentences. The
// subpackages turn the page's state into view models. They know no DOM, and equal states give equal view models. Most tests are
// here, since a panel has parts from several subpackages.
package view

import (
	"math"
	"strconv"
	"strings"

	"sheafscope/core/words"
	"sheafscope/web/state"
)

// F is a number with about six digits in JSON; NaN and ±Inf are null.
type F float64

// MarshalJSON implements json.Marshaler.
func (x F) MarshalJSON() ([]byte, error) { return appendF(nil, float64(x)), nil }

// Vec is a list of F.
type Vec []float64

// MarshalJSON implements json.Marshaler.
func (v Vec) MarshalJSON() ([]byte, error) {
	b := make([]byte, 0, 8*len(v)+2)
	b = append(b, '[')
	for i, x := range v {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendF(b, x)
	}
	return append(b, ']'), nil
}

func appendF(b []byte, x float64) []byte {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return append(b, "null"...)
	}
	return strconv.AppendFloat(b, x, 'g', 6, 64)
}

// Minus replaces a hyphen by a minus sign.
func Minus(text string) string { return words.Minus(text) }

// Fix formats x with k decimals and a minus sign.
func Fix(x float64, k int) string { return Minus(words.Fixed(x, k)) }

// Num formats x with about three significant digits.
func Num(x float64) string {
	a := math.Abs(x)
	switch {
	case math.IsNaN(x) || math.IsInf(x, 0):
		return words.Dash
	case a == 0:
		return "0"
	case a < 1e-3 || a >= 1e5:
		return Exp(x)
	case a < 0.1:
		return Fix(x, 4)
	case a < 10:
		return Fix(x, 3)
	case a < 1000:
		return Fix(x, 1)
	}
	return Fix(x, 0)
}

// Apart formats two numbers like Num, with more digits where different numbers would look equal.
func Apart(x, y float64) (a, b string) {
	a, b = Num(x), Num(y)
	for k := 4; a == b && x != y && a != words.Dash && k <= 17; k++ {
		a, b = Minus(words.Digits(x, k)), Minus(words.Digits(y, k))
	}
	return a, b
}

// Exp formats x as 3e−15 or 2.9e−4: one digit, and a second one unless it is 0.
func Exp(x float64) string { return words.Exp(x) }

// Signed formats x like Num with its sign, for example +0.0209.
func Signed(x float64) string {
	text := Num(x)
	return words.Either(x > 0 && text != words.Dash, "+", "") + text
}

// Pct formats a share as a percentage with one decimal, by the rules of [words.Percent].
func Pct(x float64) string { return words.Percent(x, 1) }

// Points formats a difference of shares in percentage points.
func Points(x float64) string {
	return strings.TrimSuffix(words.Percent(x, 1), " %") + " percentage points"
}

// Kept formats gain as a share of the gain of; a loss against a gain is its own number.
func Kept(gain, of float64) string {
	if gain < 0 && of > 0 && !math.IsInf(gain, 0) {
		return "none, a loss of " + Num(-gain)
	}
	return words.Part(gain, of, 1)
}

// Known formats a count, and a negative one, which is unknown, as a dash.
func Known(n int) string {
	if n < 0 {
		return "–"
	}
	return Int(n)
}

// Int formats a whole number.
func Int(n int) string { return strconv.Itoa(n) }

// Span is a piece of a sentence, bold for the important number.
type Span struct {
	Text string `json:"t"`
	Bold bool   `json:"b,omitempty"`
}

// Say splits a sentence into spans: text between asterisks is bold.
func Say(parts ...string) []Span {
	var out []Span
	for i, piece := range strings.Split(strings.Join(parts, ""), "*") {
		if piece != "" {
			out = append(out, Span{piece, i%2 == 1})
		}
	}
	return out
}

// Plain returns a sentence without emphasis.
func Plain(spans []Span) string {
	var b strings.Builder
	for _, s := range spans {
		b.WriteString(s.Text)
	}
	return b.String()
}

// Set formats a setting in its shortest form: 0.05, 2, 1e-9.
func Set(x float64) string {
	if a := math.Abs(x); a != 0 && a < 1e-4 || a >= 1e6 {
		return Exp(x)
	}
	return Minus(words.Digits(x, 4))
}

// Temperature formats a temperature below 0.1 in its shortest form, and others with two decimals.
func Temperature(x float64) string {
	if x < 0.1 {
		return Set(x)
	}
	return Fix(x, 2)
}

// Awaited explains missing numbers: they are expected, or the reason why there are none.
func Awaited(s *state.State) string {
	switch {
	case s.Coming():
		return "The numbers are on their way."
	case s.Frame == nil || s.Frame.Position == 0:
		return "There are no numbers before the first step of the run."
	}
	return "There are no such numbers at this position, or too many to be shown."
}

// EarlierUntil is the caption of a picture from an earlier position during a run.
const EarlierUntil = "of an earlier position, until the run stands"
