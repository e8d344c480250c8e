// Package words formats numbers and their nouns for sentences.
package words

import (
	"strconv"
	"strings"
)

// Either returns yes if is is true, else no; both arguments are evaluated.
func Either[T any](is bool, yes, no T) T {
	if is {
		return yes
	}
	return no
}

// Count returns a number with its noun: "1 node", "2 nodes", "2 classes".
func Count(n int, noun string) string {
	return Counted(n, noun, noun+Either(strings.HasSuffix(noun, "s"), "es", "s"))
}

// Counted is [Count] for any singular and plural: "1 entry", "2 entries".
func Counted(n int, one, many string) string {
	return strconv.Itoa(n) + " " + Either(n == 1, one, many)
}
