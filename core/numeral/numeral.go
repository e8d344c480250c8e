// Package numeral parses numbers as people type them.
// Such numbers may have a decimal point or comma, grouped digits, digits of any script, and signs of any keyboard.
package numeral

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"sheafscope/core/words"
)

// Longest limits the characters of a typed number.
const Longest = 64

// Ambiguous is the error of a text with two readings: a decimal comma, or grouped digits. Only the author can decide.
type Ambiguous struct{ Text, Decimal, Grouped string }

// Error returns a sentence with both readings.
func (e *Ambiguous) Error() string {
	return fmt.Sprintf("“%s” may be %s or %s: write %s or %s", e.Text, e.Decimal, e.Grouped, e.Decimal, e.Grouped)
}

// marks are pairs of a character and its ASCII equivalent: signs, decimal marks, group separators and exponents.
const marks = "−-–-﹣-－-＋+．.，,٫.٬'’'＇'ＥeｅeEe\u00a0 \u202f \u2009 \u2007 \u3000 "

// Canonical returns a number in the notation of Go, JavaScript and links.
// It has digits, at most one point with digits on both sides, an exponent after "e", and "-" before a negative number.
// There is no "+" and no leading zero. Digits keep their places, so that nothing is rounded.
// The error is an *Ambiguous for a text such as 1,234: a comma after one to three digits, the first not 0, and before exactly three digits.
func Canonical(text string) (string, error) {
	n, ok := dissect(text)
	point, isPoint := n.with('.')
	comma, isComma := n.with(',')
	switch {
	case !ok || !isPoint && !isComma:
		return "", fmt.Errorf("“%s” is not a number; write one such as 2, 0.02, -1.5 or 2e-2", short(text))
	case !isPoint:
		return comma, nil
	// With a point in the text, the comma cannot be a decimal mark.
	case isComma && point != comma && !strings.Contains(n.mantissa, "."):
		return "", &Ambiguous{short(text), comma, point}
	}
	return point, nil
}

// With is [Canonical] with a known decimal mark, '.' or ','. The other mark may separate groups.
// The result ok is false for a text that is no number.
func With(text string, mark rune) (plain string, ok bool) {
	n, ok := dissect(text)
	if !ok {
		return "", false
	}
	return n.with(mark)
}

// written is a number in ASCII: its sign, digits with marks, and the exponent with its "e".
type written struct{ sign, mantissa, exponent string }

// dissect splits a text into the parts of a number. The result ok is false if the text is no number with any decimal mark.
func dissect(text string) (n written, ok bool) {
	plain := fold(text)
	if plain == "" || len(plain) > Longest {
		return n, false
	}
	// Only one exponent is allowed; the function digits rejects a second "e".
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

// with returns the number with the given decimal mark. The result ok is false if the text is no number with this mark.
func (n written) with(mark rune) (plain string, ok bool) {
	whole, part, _ := strings.Cut(n.mantissa, string(mark))
	if whole == "" && part == "" || part != "" && !digits(part) {
		return "", false
	}
	if whole, ok = ungroup(whole, mark); !ok {
		return "", false
	}
	// Links have one text per number.
	if whole = strings.TrimLeft(whole, "0"); whole == "" {
		whole = "0"
	}
	if part != "" {
		part = "." + part
	}
	return n.sign + whole + part + n.exponent, true
}

// Whole parses an integer from 0 to 18446744073709551615, the range of seeds.
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

// Char reports whether a character, other than a blank, can be part of a number.
func Char(r rune) bool {
	return strings.ContainsRune("+-.,'−＋．，٫٬’", r) || unicode.Is(unicode.Nd, r)
}

// fold replaces digits and marks by their ASCII forms. It removes invisible marks and surrounding blanks.
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
		// Soft hyphens and direction marks are invisible.
		if r == '\u00ad' || r == '\u200e' || r == '\u200f' || r == '\u061c' {
			return -1
		}
		return r
	}, text)
	return strings.TrimSpace(folded)
}

// digit returns the value of a decimal digit.
// Unicode has the ten digits of a script in sequence, and several sequences in a row.
func digit(r rune) rune {
	first := r
	for first > 0 && unicode.Is(unicode.Nd, first-1) {
		first--
	}
	return (r - first) % 10
}

// ungroup removes the group separators from the digits before the decimal mark.
// All separators must be equal, with groups of three digits between them. The first group has one to three digits and no leading 0.
// The second result is false for any other text.
func ungroup(s string, decimal rune) (string, bool) {
	at := strings.IndexAny(s, ".,' ")
	if at < 0 {
		return s, s == "" || digits(s)
	}
	group := s[at : at+1]
	// The decimal mark cannot separate groups.
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

// short returns a text for a message, cut at 40 characters.
func short(text string) string { return words.Cut(strings.TrimSpace(text), 40) }
