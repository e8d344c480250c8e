// Package words writes numbers with their nouns, and chooses between two texts.
package words

import (
	"strconv"
	"strings"
)

// Either returns yes where is holds, and no elsewhere. Both are worked out whichever it is.
func Either[T any](is bool, yes, no T) T {
	if is {
		return yes
	}
	return no
}

// Count writes "1 node", "2 nodes", "2 classes".
func Count(n int, noun string) string {
	return Counted(n, noun, noun+Either(strings.HasSuffix(noun, "s"), "es", "s"))
}

// Counted is Count for one and many of any form: "1 entry", "2 entries".
func Counted(n int, one, many string) string {
	return strconv.Itoa(n) + " " + Either(n == 1, one, many)
}
