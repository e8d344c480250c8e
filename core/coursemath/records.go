package coursemath

import (
	_ "embed" // the text files
	"iter"
	"strconv"
	"strings"
)

// Three texts of the course outside its chapters, each a list of records for [records].
var (
	//go:embed texts/glossary.txt
	glossaryText string
	//go:embed texts/guides.txt
	guidesText string
	//go:embed texts/quiz.txt
	quizText string
)

// record has the values of one entry of a text, such as a term of the glossary, by key.
type record map[string]string

// records returns an iterator over the records of a text. A line of a record is “key: value”, and an empty line ends the record.
// A line that begins with a blank continues the last value. A line that begins with “#” is a comment.
// A line without “: ” is ignored.
func records(text string) iter.Seq[record] {
	return func(yield func(record) bool) {
		r, lastKey := record{}, ""
		for line := range strings.SplitSeq(text+"\n\n", "\n") { // the added lines end the last record
			key, value, isPair := strings.Cut(line, ": ")
			switch {
			case line == "":
				if len(r) > 0 && !yield(r) {
					return
				}
				r = record{}
			case line[0] == '#': // a comment
			case line[0] == ' ':
				r[lastKey] += " " + strings.TrimSpace(line)
			case isPair:
				r[key], lastKey = strings.TrimSpace(value), key
			}
		}
	}
}

// integer returns a value as a whole number, or 0 if the record has no such key or another value.
func (r record) integer(key string) int {
	n, _ := strconv.Atoi(r[key]) // a test checks that the embedded text holds numbers
	return n
}
