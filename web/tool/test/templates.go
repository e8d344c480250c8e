// This file checks the format of the page's templates (*.vugu): a line has at most one element.

package test

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Patterns in a line of a template.
var (
	startTag  = regexp.MustCompile(`<([a-z][\w:-]*)`)  // the start of an element, with its name
	adjoining = regexp.MustCompile(`</[\w:-]+><[a-z]`) // an element directly behind another element
)

// inText has the elements that mark a part of a text. A line may have several of these elements.
var inText = []string{"b", "em", "i", "kbd", "small", "span", "strong"}

// checkTemplate returns an error that names the lines of a template with several elements. The elements of inText count only where an
// element begins directly behind the end of another.
func checkTemplate(name, text string) error {
	var wrong []error
	n := 0 // number of the line, from 1
	for line := range strings.Lines(text) {
		n++
		elements := slices.DeleteFunc(startTag.FindAllStringSubmatch(line, -1), func(m []string) bool { return slices.Contains(inText, m[1]) })
		if len(elements) > 1 || adjoining.MatchString(line) {
			wrong = append(wrong, fmt.Errorf("%s:%d has several elements: give each a line of its own", name, n))
		}
	}
	return errors.Join(wrong...)
}
