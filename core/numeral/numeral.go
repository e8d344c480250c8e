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
	wrong := func() (string, error) {
		return "", fmt.Errorf("“%s” is not a number; write one such as 2, 0.02, -1.5 or 2e-2", short(text))
	}
	plain := fold(text)
	if plain == "" || len(plain) > Longest {
		return wrong()
	}
	mantissa, power, scientific := strings.Cut(plain, "e")
	sign := ""
	if rest, ok := strings.CutPrefix(mantissa, "-"); ok {
		sign, mantissa = "-", rest
	} else {
		mantissa = strings.TrimPrefix(mantissa, "+")
	}
	whole, part, ok := halves(strings.TrimSpace(mantissa))
	exponent := ""
	if scientific {
		power = strings.TrimPrefix(power, "+")
		if exponent = "e" + power; !digits(strings.TrimPrefix(power, "-")) {
			ok = false
		}
	}
	if !ok {
		return wrong()
	}
	if whole = strings.TrimLeft(whole, "0"); whole == "" {
		whole = "0"
	}
	write := func(whole, part string) string {
		if part != "" {
			part = "." + part
		}
		return sign + whole + part + exponent
	}
	if strings.Count(mantissa, ",") == 1 && !strings.ContainsAny(mantissa, ".' ") && len(part) == 3 && whole != "0" && len(whole) <= 3 {
		return "", &Ambiguous{short(text), write(whole, part), write(whole+part, "")}
	}
	return write(whole, part), nil
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

// halves parts a mantissa at its decimal mark and takes the separators of groups out of it. ok reports whether it is one.
func halves(s string) (whole, part string, ok bool) {
	points, commas := strings.Count(s, "."), strings.Count(s, ",")
	mark := -1
	switch last := strings.LastIndexAny(s, ".,"); {
	case points > 0 && commas > 0:
		mark = last // the other one parts groups
	case points == 1 || commas == 1:
		mark = last
	}
	whole = s
	if mark >= 0 {
		whole, part = s[:mark], s[mark+1:]
	}
	if whole == "" && part == "" || part != "" && !digits(part) {
		return "", "", false
	}
	if group := strings.IndexAny(whole, ".,' "); group >= 0 {
		parts := strings.Split(whole, whole[group:group+1])
		for k, p := range parts {
			if !digits(p) || k == 0 && len(p) > 3 || k > 0 && len(p) != 3 {
				return "", "", false
			}
		}
		whole = strings.Join(parts, "")
	}
	return whole, part, whole == "" || digits(whole)
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
