// This file converts texts with formulas to HTML: questions, answers with their reasons, glossary entries and notes.

package course

import "strings"

// Formula returns the HTML of a formula in TeX. assets/src/math.js typesets it, during the build or in the page.
func Formula(tex string) string { return "<math>" + plain(tex) + "</math>" }

// Prose returns the HTML of a text with formulas between dollar signs and strong words between asterisks.
func Prose(text string) string { return prose(text, Formula) }

// ProseExplained returns the HTML of a text as [Prose] does. A tap on a formula opens the glossary cards of its symbols.
func ProseExplained(text string) string { return prose(text, Explained) }

// prose returns the HTML of a text such as "The *map* $F_u$". It calls formula for the HTML of each formula. Split at its dollar signs, the
// text has the formulas at odd indices. A part between formulas, split at its asterisks, has the strong words at odd indices.
func prose(text string, formula func(tex string) string) string {
	var b strings.Builder
	for i, part := range strings.Split(text, "$") {
		if i%2 == 1 { // between two dollar signs
			b.WriteString(formula(part))
			continue
		}
		for k, words := range strings.Split(part, "*") {
			html := plain(words)
			if k%2 == 1 { // between two asterisks
				html = "<b>" + html + "</b>"
			}
			b.WriteString(html)
		}
	}
	return b.String()
}
