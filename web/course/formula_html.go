package course

import "strings"

// Formula returns the HTML of a formula as TeX, which assets/src/math.js typesets during the build or in the page.
func Formula(tex string) string { return "<math>" + plain(tex) + "</math>" }

// Prose returns the HTML of a text with formulas between dollar signs and strong words between asterisks.
func Prose(text string) string { return prose(text, Formula) }

// ProseExplained is [Prose] with cards of the symbols in its formulas.
func ProseExplained(text string) string { return prose(text, Explained) }

func prose(text string, formula func(string) string) string {
	var b strings.Builder
	for i, part := range strings.Split(text, "$") {
		if i%2 == 1 {
			b.WriteString(formula(part))
			continue
		}
		for k, words := range strings.Split(part, "*") {
			if k%2 == 1 {
				words = "<b>" + plain(words) + "</b>"
			} else {
				words = plain(words)
			}
			b.WriteString(words)
		}
	}
	return b.String()
}
