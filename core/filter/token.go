// This file divides the text of an expression into tokens, for the parser.

package filter

import (
	"strconv"
	"strings"
	"unicode"

	"sheafscope/core/numeral"
)

// token is a name, a number, a parenthesis or a comparison sign of the text. The last token of a text is empty and marks the end.
type token struct {
	text  string
	start int // position of the first character in the text, from 0
}

// error returns an error whose wrong part is the token.
func (t token) error(text string) *Error {
	return &Error{At: t.start, End: t.start + len([]rune(t.text)), Text: text}
}

// joinError returns the error for a token that follows a whole condition.
func (t token) joinError() *Error {
	return t.error("“" + t.text + "” follows a whole condition; join the two by “and” or “or”.")
}

// comparisons are the signs that a user may type, with the corresponding operators of [Expr]. A long sign comes before its prefixes ("<="
// before "<"), since comparisonLength uses the first match.
var comparisons = []struct{ typed, op string }{{"!=", "!="}, {"<=", "<="}, {">=", ">="}, {"==", "="},
	{"≠", "!="}, {"≤", "<="}, {"≥", ">="}, {"=", "="}, {"<", "<"}, {">", ">"}}

// tokenize splits the text into tokens. It returns an error if the text is too long or a character cannot begin a token.
func tokenize(text string) ([]token, error) {
	chars := []rune(text)
	if len(chars) > MaxText {
		return nil, &Error{At: MaxText, End: len(chars), Text: "a filter has at most " + strconv.Itoa(MaxText) + " characters; make it shorter."}
	}
	// A token has the characters start … end−1.
	var tokens []token
	start := 0
	for start < len(chars) {
		c := chars[start]
		end := start + 1 // index after the last character of the token
		switch {
		case unicode.IsSpace(c):
			start = end
			continue
		case c == '(' || c == ')': // a token of one character
		case numeral.Char(c) || isNameChar(c): // a number or a name; numeral.Char accepts digits, signs and decimal marks
			for end < len(chars) && continues(chars[start:end], chars[end:]) {
				end++
			}
		default: // a comparison
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

// comparisonLength returns the number of characters of the comparison sign with which a text begins, or 0 without such a sign.
func comparisonLength(chars []rune) int {
	const longest = 2 // characters of the longest comparison
	beginning := string(chars[:min(len(chars), longest)])
	for _, c := range comparisons {
		if strings.HasPrefix(beginning, c.typed) {
			return len([]rune(c.typed))
		}
	}
	return 0
}

// continues reports whether a name or number that begins with the characters begun goes on with the first character of following, the rest
// of the text.
func continues(begun, following []rune) bool {
	c := following[0]
	switch {
	case isNameChar(c):
		return true
	case isSign(c): // the sign of an exponent, as in 1e-3 and 1E-3; numeral.Char below accepts signs, too
		last := begun[len(begun)-1]
		return (last == 'e' || last == 'E') && isNumber(string(begun)+"0") // 1e0 is a number, e0 is a name
	case numeral.Char(c):
		return true
	}
	// A blank belongs to a number only before a further group of digits, as in 1 000.
	return startsDigitGroup(following) && isNumber(string(begun))
}

// startsDigitGroup reports whether a text begins with a blank and exactly three digits of any script, such as " 000" after the 1 of 1 000.
func startsDigitGroup(chars []rune) bool {
	digits := 0 // number of digits after the first character
	for digits+1 < len(chars) && unicode.Is(unicode.Nd, chars[digits+1]) {
		digits++
	}
	return digits == 3 && unicode.IsSpace(chars[0])
}

// isNameChar reports whether a character may occur in a name: an ASCII letter, a digit or "_".
func isNameChar(c rune) bool {
	isLetter := (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
	isDigit := c >= '0' && c <= '9'
	return isLetter || isDigit || c == '_'
}

// isSign reports whether a character is a plus, or a minus in the form of a hyphen or of U+2212.
func isSign(c rune) bool { return strings.ContainsRune("+-−", c) }

// isNumber reports whether a text is a number for parseNumber.
func isNumber(text string) bool {
	_, err := parseNumber(text)
	return err == nil
}

// parseNumber returns the value of a number in the notations of core/numeral. Words such as "inf" are no numbers.
func parseNumber(text string) (float64, error) {
	plain, err := numeral.Canonical(text)
	if err != nil {
		return 0, err
	}
	return strconv.ParseFloat(plain, 64)
}
