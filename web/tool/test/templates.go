package test

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// begins finds where an element of a template begins, apart finds one that begins right behind another.
var (
	begins = regexp.MustCompile(`<([a-z][\w:-]*)`)
	apart  = regexp.MustCompile(`</[\w:-]+><[a-z]`)
)

// inText are the elements that mark a piece of a text, and may share its line.
var inText = []string{"b", "em", "i", "kbd", "small", "span", "strong"}

// checkTemplate names the lines of a template that hold more than one element.
func checkTemplate(name, text string) error {
	var wrong []error
	n := 0
	for line := range strings.Lines(text) {
		n++
		blocks := slices.DeleteFunc(begins.FindAllStringSubmatch(line, -1), func(m []string) bool { return slices.Contains(inText, m[1]) })
		if len(blocks) > 1 || apart.MatchString(line) {
			wrong = append(wrong, fmt.Errorf("%s:%d has several elements: give each a line of its own", name, n))
		}
	}
	return errors.Join(wrong...)
}
