package test

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Patterns of elements in a line of a template.
var (
	startTag  = regexp.MustCompile(`<([a-z][\w:-]*)`)
	adjoining = regexp.MustCompile(`</[\w:-]+><[a-z]`) // an end tag and a start tag without a character between them
)

// inText has the elements that mark a part of a text and may be in the same line as the text.
var inText = []string{"b", "em", "i", "kbd", "small", "span", "strong"}

// checkTemplate returns an error that names the lines of a template with more than one element.
func checkTemplate(name, text string) error {
	var wrong []error
	n := 0
	for line := range strings.Lines(text) {
		n++
		isInText := func(m []string) bool { return slices.Contains(inText, m[1]) }
		blocks := slices.DeleteFunc(startTag.FindAllStringSubmatch(line, -1), isInText)
		if len(blocks) > 1 || adjoining.MatchString(line) {
			wrong = append(wrong, fmt.Errorf("%s:%d has several elements: give each a line of its own", name, n))
		}
	}
	return errors.Join(wrong...)
}
