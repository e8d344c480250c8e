// Package numeral reads numbers as people type them: with a decimal point or comma, grouped digits, the digits of any script, and the
// signs of any keyboard.
package numeral

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Longest is the number of characters that a typed number may have.
const Longest = 64

// Ambiguous is the error of a text that is one number with a decimal comma and another with grouped digits. Nobody but its author can
// say which.
type Ambiguous struct{ Text, Decimal, Grouped string }

func (e *Ambiguous) Error() string {
	return fmt.Sprintf("“%s” may be %s or %s: write %s or %s", e.Text, e.Decimal, e.Grouped, e.Decimal, e.Grouped)
}

// marks are pairs: a character that stands for a sign, a decimal mark, a separator of groups, or an exponent, and the one of ASCII.
const marks = "−-–-﹣-－-＋+．.，,٫.٬'’'＇'ＥeｅeEe\u00a0 \u202f \u2009 \u2007 \u3000 "

// Canonical returns a number as Go, JavaScript and links write it: digits, at most one point with digits on both sides, an exponent after
// "e", and "-" before a negative one; no "+", and no zero before another digit. Digits keep their places, so that nothing is rounded. The
// error is an *Ambiguous for one comma between one to three digits, the first of them not 0, and exactly three digits.
func Canonical(text string) (string, error) {
	n, ok := dissect(text)
	point, isPoint := n.with('.')
	comma, isComma := n.with(',')
	switch {
	case !ok || !isPoint && !isComma:
		return "", fmt.Errorf("“%s” is not a number; write one such as 2, 0.02, -1.5 or 2e-2", short(text))
	case !isPoint:
		return comma, nil
	case isComma && point != comma && !strings.Contains(n.mantissa, "."):
		return "", &Ambiguous{short(text), comma, point}
	}
	return point, nil
}

// With is [Canonical] for a text whose decimal mark is known: '.' or ','. The other one may part groups. ok is false for a text that is no
// number.
func With(text string, mark rune) (plain string, ok bool) {
	n, ok := dissect(text)
	if !ok {
		return "", false
	}
	return n.with(mark)
}

// written is a number in ASCII: its sign, the digits with their marks, and the exponent behind an "e".
type written struct{ sign, mantissa, exponent string }

// dissect parts a text. ok is false where no mark makes it a number.
func dissect(text string) (n written, ok bool) {
	plain := fold(text)
	if plain == "" || len(plain) > Longest {
		return n, false
	}
	mantissa, power, scientific := strings.Cut(plain, "e")
	if rest, ok := strings.CutPrefix(mantissa, "-"); ok {
		n.sign, mantissa = "-", rest
	} else {
		mantissa = strings.TrimPrefix(mantissa, "+")
	}
	n.mantissa = strings.TrimSpace(mantissa)
	if scientific {
		power = strings.TrimPrefix(power, "+")
		n.exponent = "e" + power
	}
	return n, !scientific || digits(strings.TrimPrefix(power, "-"))
}

// with writes the number whose decimal mark is mark.
func (n written) with(mark rune) (plain string, ok bool) {
	whole, part, _ := strings.Cut(n.mantissa, string(mark))
	if whole == "" && part == "" || part != "" && !digits(part) {
		return "", false
	}
	if whole, ok = ungroup(whole, mark); !ok {
		return "", false
	}
	if whole = strings.TrimLeft(whole, "0"); whole == "" {
		whole = "0"
	}
	if part != "" {
		part = "." + part
	}
	return n.sign + whole + part + n.exponent, true
}

// Whole returns a whole number from 0 to 18446744073709551615, as seeds are.
func Whole(text string) (uint64, error) {
	plain, err := Canonical(text)
	if err != nil {
		return 0, err
	}
	v, err := strconv.ParseUint(plain, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("“%s” is not one", short(text))
	}
	return v, nil
}

// Char reports whether a character without a blank is a digit, a sign or a mark of a number.
func Char(r rune) bool {
	return strings.ContainsRune("+-.,'−＋．，٫٬’", r) || unicode.Is(unicode.Nd, r)
}

// fold writes a text with the digits and marks of ASCII, without blanks around it.
func fold(text string) string {
	folded := strings.Map(func(r rune) rune {
		if r <= unicode.MaxASCII && r != 'E' {
			return r
		}
		if at := strings.IndexRune(marks, r); at >= 0 {
			return rune(marks[at+utf8.RuneLen(r)])
		}
		if unicode.Is(unicode.Nd, r) {
			return '0' + digit(r)
		}
		if r == '\u00ad' || r == '\u200e' || r == '\u200f' || r == '\u061c' { // hyphens and marks of direction that nobody sees
			return -1
		}
		return r
	}, text)
	return strings.TrimSpace(folded)
}

// digit returns the value of a decimal digit. Unicode has the ten digits of a script in a row, and several such rows side by side.
func digit(r rune) rune {
	first := r
	for first > 0 && unicode.Is(unicode.Nd, first-1) {
		first--
	}
	return (r - first) % 10
}

// ungroup takes the marks out of the digits before the decimal mark: all the same, between groups of three digits; the first group has
// one to three and does not begin with 0.
func ungroup(s string, decimal rune) (string, bool) {
	at := strings.IndexAny(s, ".,' ")
	if at < 0 {
		return s, s == "" || digits(s)
	}
	group := s[at : at+1]
	if group == string(decimal) || at == 0 || at > 3 || s[0] == '0' {
		return "", false
	}
	groups := strings.Split(s, group)
	for k, g := range groups {
		if !digits(g) || k > 0 && len(g) != 3 {
			return "", false
		}
	}
	return strings.Join(groups, ""), true
}

// digits reports whether a text is one or more digits.
func digits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// short cuts a text that a message repeats.
func short(text string) string {
	if r := []rune(strings.TrimSpace(text)); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return strings.TrimSpace(text)
}
