// Package words formats numbers and their nouns for sentences. It also finds the word nearest to a misspelt word, and escapes texts for
// HTML and for spreadsheets.
package words

import (
	"strconv"
	"strings"
)

// Either returns yes if the condition is true, and no if the condition is false. Go evaluates both arguments.
func Either[T any](condition bool, yes, no T) T {
	if condition {
		return yes
	}
	return no
}

// Cut returns the first n characters of a text, with an ellipsis if the text is longer. It does not divide a character.
func Cut(text string, n int) string {
	count := 0
	for start := range text { // the index of the first byte of each character
		if count == n {
			return text[:start] + "…"
		}
		count++
	}
	return text
}

// Count returns a number with its noun: "1 node", "2 nodes", "2 classes". For a noun with another plural see [Counted].
func Count(n int, noun string) string {
	ending := Either(strings.HasSuffix(noun, "s"), "es", "s")
	return Counted(n, noun, noun+ending)
}

// Counted is [Count] with a given singular and plural: "1 entry", "2 entries".
func Counted(n int, singular, plural string) string {
	return strconv.Itoa(n) + " " + Either(n == 1, singular, plural)
}
