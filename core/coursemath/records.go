package coursemath

import (
	_ "embed" // the texts
	"iter"
	"strconv"
	"strings"
)

// The texts of the course that stand outside the article: each a list of records.
var (
	//go:embed texts/glossary.txt
	glossaryText string
	//go:embed texts/guides.txt
	guidesText string
	//go:embed texts/quiz.txt
	quizText string
)

// record is a record of a text file, its values by their keys.
type record map[string]string

// records yields the records of a text. Each line is “key: value”, and an empty line ends a record. A line that begins
// with “#” is a comment; one that begins with a blank continues the value before it.
func records(text string) iter.Seq[record] {
	return func(yield func(record) bool) {
		r, last := record{}, ""
		for line := range strings.SplitSeq(text+"\n\n", "\n") {
			key, value, pair := strings.Cut(line, ": ")
			switch {
			case line == "":
				if len(r) > 0 && !yield(r) {
					return
				}
				r = record{}
			case line[0] == '#':
			case line[0] == ' ':
				r[last] += " " + strings.TrimSpace(line)
			case pair:
				r[key], last = strings.TrimSpace(value), key
			}
		}
	}
}

// whole reads a whole number of a record, 0 where there is none.
func (r record) whole(key string) int {
	n, _ := strconv.Atoi(r[key]) // the tests see that it is one
	return n
}
