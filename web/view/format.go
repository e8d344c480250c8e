// Package view is what its rooms share: panels and figures, names of nodes and classes, numbers and sentences. The rooms turn the state of
// the page into what is drawn and said. They know no DOM: the same state gives the same pictures and words. Most tests are here, since a
// panel has parts from several rooms.
package view

import (
	"math"
	"strconv"
	"strings"

	"sheafscope/core/words"
	"sheafscope/web/state"
)

// F is a number that a picture needs to about six digits; not a number becomes null.
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

// Minus gives a number a true minus sign.
func Minus(text string) string { return words.Minus(text) }

// Fix writes x with k decimals and a true minus sign.
func Fix(x float64, k int) string { return Minus(words.Fixed(x, k)) }

// Num writes x with about three significant digits.
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

// Apart writes two numbers like Num, with more digits where it takes them to tell one from the other.
func Apart(x, y float64) (a, b string) {
	a, b = Num(x), Num(y)
	for k := 4; a == b && x != y && a != words.Dash && k <= 17; k++ {
		a, b = Minus(words.Digits(x, k)), Minus(words.Digits(y, k))
	}
	return a, b
}

// Exp writes x as 3e−15 or 2.9e−4: one digit, and a second when it is not 0.
func Exp(x float64) string { return words.Exp(x) }

// Signed writes x like Num with its sign, as in +0.0209.
func Signed(x float64) string {
	text := Num(x)
	return words.Either(x > 0 && text != words.Dash, "+", "") + text
}

// Pct writes a share as a percentage with one decimal; [words.Percent] says how.
func Pct(x float64) string { return words.Percent(x, 1) }

// Points writes a difference of shares in percentage points.
func Points(x float64) string {
	return strings.TrimSuffix(words.Percent(x, 1), " %") + " percentage points"
}

// Kept writes how much of a gain another one is: a share of it, and in its own words and number where it loses.
func Kept(gain, of float64) string {
	if gain < 0 && of > 0 && !math.IsInf(gain, 0) {
		return "none, a loss of " + Num(-gain)
	}
	return words.Part(gain, of, 1)
}

// Known writes a count, or a dash for a negative one, which stands for unknown.
func Known(n int) string {
	if n < 0 {
		return "–"
	}
	return Int(n)
}

// Int writes a whole number.
func Int(n int) string { return strconv.Itoa(n) }

// Span is a piece of a sentence, bold when it carries the number that matters.
type Span struct {
	Text string `json:"t"`
	Bold bool   `json:"b,omitempty"`
}

// Say builds a sentence: text between asterisks is bold.
func Say(parts ...string) []Span {
	var out []Span
	for i, piece := range strings.Split(strings.Join(parts, ""), "*") {
		if piece != "" {
			out = append(out, Span{piece, i%2 == 1})
		}
	}
	return out
}

// Plain is the sentence without emphasis.
func Plain(spans []Span) string {
	var b strings.Builder
	for _, s := range spans {
		b.WriteString(s.Text)
	}
	return b.String()
}

// Set writes a setting as short as it is: 0.05, 2, 1e-9.
func Set(x float64) string {
	if a := math.Abs(x); a != 0 && a < 1e-4 || a >= 1e6 {
		return Exp(x)
	}
	return Minus(words.Digits(x, 4))
}

// Temperature writes a small one as short as it is, others with two decimals.
func Temperature(x float64) string {
	if x < 0.1 {
		return Set(x)
	}
	return Fix(x, 2)
}

// Awaited says that numbers are on their way, as long as they may come, and then why there are none.
func Awaited(s *state.State) string {
	switch {
	case s.Coming():
		return "The numbers are on their way."
	case s.Frame == nil || s.Frame.Position == 0:
		return "There are no numbers before the first step of the run."
	}
	return "There are no such numbers at this position, or too many to be shown."
}

// EarlierUntil is the caption of a picture that stays from an earlier position while the run moves.
const EarlierUntil = "of an earlier position, until the run stands"
