package words

import (
	"strconv"
	"strings"
)

// This file keeps a spreadsheet from evaluating texts of a CSV file as formulas.

// GuardNote is the first line of a CSV file whose texts are guarded by [Guard].
const GuardNote = "# An apostrophe stands before texts that begin with = + - @; reading this file takes it off.\n"

// Formula reports whether a spreadsheet would read a text as a formula.
// A formula begins with one of the characters = + - @, with a tab or with a carriage return, and is no decimal number.
// After such a character, infinity and numbers of other bases are formulas, because a spreadsheet reads them as names.
func Formula(text string) bool {
	if text == "" || !strings.ContainsRune("=+-@\t\r", rune(text[0])) {
		return false
	}
	_, err := strconv.ParseFloat(text, 64) // accepts "-inf" and "-0x1p-2", too, which the next test excludes
	hasOtherCharacters := strings.Trim(text, "0123456789.+-eE") != ""
	isDecimal := err == nil && !hasOtherCharacters
	return !isDecimal
}

// Guard returns a text with an additional apostrophe at the front if the text without its leading apostrophes is a [Formula]. It returns
// any other text unchanged. The apostrophe makes a spreadsheet read the formula as text. [Unguard] can restore a text that
// already begins with apostrophes, because Guard adds one to this text, too.
func Guard(text string) string {
	if Formula(strings.TrimLeft(text, "'")) {
		return "'" + text
	}
	return text
}

// Unguard is the inverse of [Guard]. If apostrophes stand before a [Formula], it removes one of them. It returns any other text unchanged.
func Unguard(text string) string {
	unguarded, hasApostrophe := strings.CutPrefix(text, "'")
	if hasApostrophe && Formula(strings.TrimLeft(unguarded, "'")) {
		return unguarded
	}
	return text
}
