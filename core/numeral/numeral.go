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

// Longest is the largest length of a typed number in bytes, after fold has replaced its characters by ASCII.
const Longest = 64

// Ambiguous is the error of a text that may be either of two numbers. In Decimal the comma of the text is a decimal mark.
// In Grouped the comma separates groups of digits.
type Ambiguous struct{ Text, Decimal, Grouped string }

// Error returns a message with both numbers.
func (e *Ambiguous) Error() string {
	return fmt.Sprintf("“%s” may be %s or %s: write %s or %s", e.Text, e.Decimal, e.Grouped, e.Decimal, e.Grouped)
}

// marks are pairs of a character and its ASCII equivalent, one pair after another. The characters are signs, decimal marks, group
// separators and letters of exponents.
const marks = "−-–-﹣-－-＋+．.，,٫.٬'’'＇'ＥeｅeEe\u00a0 \u202f \u2009 \u2007 \u3000 "

// Canonical returns a number in the notation of Go, JavaScript and links.
// The result has digits, at most one point with digits on both sides, and an exponent after "e" if the text has one.
// It begins with "-" if the text has a minus sign, even for -0. It has no "+", and no leading zero as in 007 before the point.
// No digit is rounded.
//
// The error is an *Ambiguous for a text such as 1,234: one to three digits, the first of them not 0, a comma and exactly three digits.
// For a text that is no number, the error names examples.
func Canonical(text string) (string, error) {
	n, ok := dissect(text)
	point, isPoint := n.with('.')
	comma, isComma := n.with(',')
	isNumber := ok && (isPoint || isComma)
	hasPoint := strings.Contains(n.mantissa, ".") // a point is a decimal mark wherever it can be one: 1.234 is not 1234
	switch {
	case !isNumber:
		return "", fmt.Errorf("“%s” is not a number; write one such as 2, 0.02, -1.5 or 2e-2", short(text))
	case !isPoint:
		return comma, nil
	case isComma && point != comma && !hasPoint: // the comma may have both roles, with different values
		return "", &Ambiguous{short(text), comma, point}
	}
	return point, nil
}

// With is [Canonical] for a known decimal mark, '.' or ','. The other mark, an apostrophe or a blank may separate groups.
// ok is false for a text that is no number with this decimal mark.
func With(text string, mark rune) (plain string, ok bool) {
	n, ok := dissect(text)
	if !ok {
		return "", false
	}
	return n.with(mark)
}

// written is a number in ASCII: its sign, digits with marks, and the exponent with its "e".
type written struct{ sign, mantissa, exponent string }

// dissect splits a text into the parts of a number. ok is false if the text is empty or too long, or if its exponent is no integer.
// dissect does not check the mantissa.
func dissect(text string) (n written, ok bool) {
	plain := fold(text)
	if plain == "" || len(plain) > Longest {
		return n, false
	}
	signed, power, hasExponent := strings.Cut(plain, "e")
	sign, unsigned := cutSign(signed)
	n.sign, n.mantissa = sign, strings.TrimSpace(unsigned)
	if !hasExponent {
		return n, true
	}
	sign, exponent := cutSign(power)
	n.exponent = "e" + sign + exponent
	return n, digits(exponent) // false for a second "e"
}

// cutSign splits a sign from a number. It returns "" for a plus sign, which canonical notation omits.
func cutSign(text string) (sign, unsigned string) {
	if strings.HasPrefix(text, "-") {
		return "-", text[1:]
	}
	return "", strings.TrimPrefix(text, "+")
}

// with returns the number in canonical notation, if mark is its decimal mark. ok is false if the mantissa is no number with this mark.
func (n written) with(mark rune) (plain string, ok bool) {
	// Digits before the mark may be in groups, digits after it may not. Either part may be empty, as in .5 and 5., but not both.
	grouped, decimals, _ := strings.Cut(n.mantissa, string(mark))
	isEmpty := grouped == "" && decimals == ""
	areDecimals := decimals == "" || digits(decimals)
	if isEmpty || !areDecimals {
		return "", false
	}
	whole, ok := ungroup(grouped, mark)
	if !ok {
		return "", false
	}
	whole = strings.TrimLeft(whole, "0") // 007 and 7 have equal texts in links
	if whole == "" {
		whole = "0"
	}
	if decimals != "" {
		decimals = "." + decimals
	}
	return n.sign + whole + decimals + n.exponent, true
}

// Whole parses an integer from 0 to 18446744073709551615, the range of seeds. For any other number, even 2.0 and 2e3, the error has
// a text such as: “2.5” is not one. It completes a sentence of the caller that requires a whole number.
// For a text that is no number or is ambiguous, Whole returns the error of [Canonical].
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

// Char reports whether a character is a digit, or a usual sign, decimal mark or separator of a number. Other characters of marks, such as a
// blank or an en dash, do not count, although [Canonical] accepts them.
func Char(r rune) bool {
	return strings.ContainsRune("+-.,'−＋．，٫٬’", r) || unicode.Is(unicode.Nd, r)
}

// fold replaces digits and marks by their ASCII forms, and "E" by "e". It removes invisible characters and surrounding blanks.
func fold(text string) string {
	folded := strings.Map(func(r rune) rune {
		// Of the ASCII characters only E has another form in marks.
		if r <= unicode.MaxASCII && r != 'E' {
			return r
		}
		index := strings.IndexRune(marks, r)
		if index >= 0 {
			return rune(marks[index+utf8.RuneLen(r)]) // the ASCII equivalent follows
		}
		if unicode.Is(unicode.Nd, r) {
			return '0' + digit(r)
		}
		switch r {
		case '\u00ad', '\u200e', '\u200f', '\u061c': // a soft hyphen and direction marks, which are invisible
			return -1 // strings.Map removes the character
		}
		return r
	}, text)
	return strings.TrimSpace(folded)
}

// digit returns the value of a decimal digit of any script. Unicode has the ten digits of a script in ascending sequence.
// Sequences of several scripts can follow each other without a gap, so the value is the distance from the first digit, modulo ten.
func digit(r rune) rune {
	first := r
	for first > 0 && unicode.Is(unicode.Nd, first-1) {
		first--
	}
	return (r - first) % 10
}

// ungroup removes the group separators from the digits before the decimal mark.
// All separators must be equal, with groups of three digits between them. The first group has one to three digits and no leading 0.
// A text without separators may have any number of digits, or none. ok is false for any other text.
func ungroup(s string, decimal rune) (plain string, ok bool) {
	first := strings.IndexAny(s, ".,' ") // index of the first separator
	if first < 0 {
		return s, s == "" || digits(s)
	}
	separator := s[first : first+1]
	isDecimal := separator == string(decimal) // the decimal mark cannot separate groups
	isShort := 1 <= first && first <= 3
	isFirstGroup := isShort && s[0] != '0'
	if isDecimal || !isFirstGroup {
		return "", false
	}
	groups := strings.Split(s, separator)
	for k, group := range groups {
		fits := k == 0 || len(group) == 3 // the length of the first group is checked above
		if !fits || !digits(group) {
			return "", false
		}
	}
	return strings.Join(groups, ""), true
}

// digits reports whether a text consists of one or more ASCII digits.
func digits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// short returns a text for a message, without surrounding blanks and cut at 40 characters.
func short(text string) string { return words.Cut(strings.TrimSpace(text), 40) }
