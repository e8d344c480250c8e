package words

import (
	"strconv"
	"strings"
)

// GuardNote is the first line of a CSV file whose texts are guarded by [Guard].
const GuardNote = "# An apostrophe stands before texts that begin with = + - @; reading this file takes it off.\n"

// Formula reports whether a spreadsheet would read a text as a formula.
// A formula begins with = + - @, a tab or a carriage return, and is no decimal number.
// A spreadsheet reads infinity and numbers of other bases as names, so these are formulas after such a sign.
func Formula(text string) bool {
	if text == "" || !strings.ContainsRune("=+-@\t\r", rune(text[0])) {
		return false
	}
	_, err := strconv.ParseFloat(text, 64)
	return err != nil || strings.Trim(text, "0123456789.+-eE") != ""
}

// Guard returns a text with an apostrophe before it if the text without its leading apostrophes is a [Formula].
func Guard(text string) string {
	if Formula(strings.TrimLeft(text, "'")) {
		return "'" + text
	}
	return text
}

// Unguard is the inverse of [Guard].
func Unguard(text string) string {
	if rest, ok := strings.CutPrefix(text, "'"); ok && Formula(strings.TrimLeft(rest, "'")) {
		return rest
	}
	return text
}
