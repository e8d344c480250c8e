package words

import (
	"strconv"
	"strings"
)

// GuardNote is the first line of a file of comma-separated values in which texts are as [Guard] writes them.
const GuardNote = "# An apostrophe stands before texts that begin with = + - @; reading this file takes it off.\n"

// Formula reports whether a spreadsheet would take a text for a formula: it begins with = + - @, a tab or a carriage
// return, and is no number in digits. Infinity and numbers to other bases are names to a spreadsheet.
func Formula(text string) bool {
	if text == "" || !strings.ContainsRune("=+-@\t\r", rune(text[0])) {
		return false
	}
	_, err := strconv.ParseFloat(text, 64)
	return err != nil || strings.Trim(text, "0123456789.+-eE") != ""
}

// Guard puts an apostrophe before a text that Formula holds for, and before one that has apostrophes there already.
func Guard(text string) string {
	if Formula(strings.TrimLeft(text, "'")) {
		return "'" + text
	}
	return text
}

// Unguard returns the text that Guard was given.
func Unguard(text string) string {
	if rest, ok := strings.CutPrefix(text, "'"); ok && Formula(strings.TrimLeft(rest, "'")) {
		return rest
	}
	return text
}
