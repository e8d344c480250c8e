package filter

import (
	"strconv"
	"strings"
	"unicode"

	"sheafscope/core/numeral"
)

// token is a name, number or sign of the text. The last token of a text is empty and marks the end.
type token struct {
	text string
	at   int // position of the first character in the text, from 0
}

// error returns an error whose wrong part is the token.
func (t token) error(text string) *Error {
	return &Error{At: t.at, End: t.at + len([]rune(t.text)), Text: text}
}

// comparisons are the signs that a user may type, with their operators in [Expr].
// A sign precedes the signs that are its prefixes.
var comparisons = []struct{ typed, op string }{{"!=", "!="}, {"<=", "<="}, {">=", ">="}, {"==", "="},
	{"≠", "!="}, {"≤", "<="}, {"≥", ">="}, {"=", "="}, {"<", "<"}, {">", ">"}}

// tokenize splits the text into tokens.
func tokenize(text string) ([]token, error) {
	chars := []rune(text)
	if len(chars) > MaxText {
		return nil, &Error{At: MaxText, End: len(chars), Text: "a filter has at most " + strconv.Itoa(MaxText) + " characters; make it shorter."}
	}
	var tokens []token
	for start := 0; start < len(chars); {
		end := start + 1
		switch c := chars[start]; {
		case isBlank(c) || c == '\t':
			start = end
			continue
		case c == '(' || c == ')':
		case numeral.Char(c) || isNameChar(c):
			for end < len(chars) && continues(chars[start:end], chars[end:]) {
				end++
			}
		default:
			length := comparisonLength(chars[start:])
			if length == 0 {
				return nil, token{string(c), start}.error("“" + string(c) +
					"” has no meaning here; write names, numbers, and, or, not, ( ), = != < <= > >=.")
			}
			end = start + length
		}
		tokens = append(tokens, token{string(chars[start:end]), start})
		start = end
	}
	return append(tokens, token{"", len(chars)}), nil
}

// comparisonLength returns the number of characters of the comparison at the beginning of a text, or 0 if there is none.
func comparisonLength(chars []rune) int {
	beginning := string(chars[:min(len(chars), 2)])
	for _, c := range comparisons {
		if strings.HasPrefix(beginning, c.typed) {
			return len([]rune(c.typed))
		}
	}
	return 0
}

// continues reports whether the name or number read so far goes on with the first character of the rest of the text.
func continues(read, rest []rune) bool {
	c := rest[0]
	switch {
	case isNameChar(c):
		return true
	case isSign(c): // of an exponent, as in 1e-3
		return read[len(read)-1] == 'e' && isNumber(string(read)+"0")
	case numeral.Char(c):
		return true
	}
	return startsDigitGroup(rest) && isNumber(string(read))
}

// startsDigitGroup reports whether a text begins with a blank and exactly three digits, as after the 1 of 1 000.
func startsDigitGroup(chars []rune) bool {
	digits := 0
	for digits+1 < len(chars) && unicode.Is(unicode.Nd, chars[digits+1]) {
		digits++
	}
	return digits == 3 && isBlank(chars[0])
}

// isNameChar reports whether a character may occur in a name.
func isNameChar(c rune) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// isBlank reports whether a character is a space or a no-break space.
func isBlank(c rune) bool { return c == ' ' || c == '\u00a0' }

// isSign reports whether a character is a plus, a hyphen or a minus.
func isSign(c rune) bool { return strings.ContainsRune("+-−", c) }

// isNumber reports whether a text is a number.
func isNumber(text string) bool {
	_, err := parseNumber(text)
	return err == nil
}

// parseNumber returns the value of a number in the notations of core/numeral. Words such as "inf" are no numbers.
func parseNumber(text string) (float64, error) {
	text, err := numeral.Canonical(text)
	if err != nil {
		return 0, err
	}
	return strconv.ParseFloat(text, 64)
}
