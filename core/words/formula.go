package words

import (
	"strconv"
	"strings"
)

// This file keeps a spreadsheet from evaluating texts of a CSV file as formulas.

// GuardNote is the first line of a CSV file whose texts are guarded by [Guard].
const GuardNote = "# An apostrophe stands before texts that begin with = + - @; reading this file takes it off.\n"

// Formula reports whether a spreadsheet would evaluate a text as a formula: whether it begins with one of the characters = + - @, with
// a tab or with a carriage return, and is no decimal number of 64 bits. "-inf" and "-0x1p-2" are formulas: in a spreadsheet, inf and 0x1p
// are names.
func Formula(text string) bool {
	if text == "" || !strings.ContainsRune("=+-@\t\r", rune(text[0])) {
		return false
	}
	_, err := strconv.ParseFloat(text, 64) // also accepts "-inf" and "-0x1p-2", which the next line excludes
	hasOtherCharacters := strings.Trim(text, "0123456789.+-eE") != ""
	isDecimal := err == nil && !hasOtherCharacters
	return !isDecimal
}

// Guard adds an apostrophe at the front of a text that is a [Formula], so that a spreadsheet shows the formula as text. It also adds one if
// the formula follows after apostrophes, so that [Unguard] can restore every text. It returns any other text unchanged.
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
