// HTML of texts with formulas.

package course

import "strings"

// Formula returns the HTML of a formula in TeX. assets/src/math.js typesets it, during the build or in the page.
func Formula(tex string) string { return "<math>" + plain(tex) + "</math>" }

// Prose returns the HTML of a text with formulas between dollar signs and strong words between asterisks.
func Prose(text string) string { return prose(text, Formula) }

// ProseExplained is [Prose] whose formulas open the cards of their symbols.
func ProseExplained(text string) string { return prose(text, Explained) }

// prose returns the HTML of a text; formula returns that of a formula. Parts between dollar signs have odd indices, as have words
// between asterisks.
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
