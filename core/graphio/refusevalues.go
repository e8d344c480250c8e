package graphio

import (
	"bytes"
	"strings"
)

// Detectors of texts whose lines are no edges: differences of two files, and lists of named values.

// maxLine limits the compared bytes of a line.
const maxLine = 20_000

// textLines returns the first lines that are neither blank nor comments. It returns at most limit lines and cuts each at maxLine bytes.
func textLines(d []byte, comments string, limit int) (out []string) {
	for _, s := range contentLines(d, comments) {
		if out = append(out, string(s[:min(len(s), maxLine)])); len(out) == limit {
			break
		}
	}
	return out
}

// isDiff detects the difference of two files by the line of the new file and the mark of a block.
func isDiff(d []byte) bool {
	return startsWith("diff ", "--- ", "Index: ")(d) && bytes.Contains(d, []byte("\n+++ ")) && bytes.Contains(d, []byte("\n@@ "))
}

// isNamedValues detects lines with a name, a colon and a value, such as Voltage: 230 V.
// Some value must be a quantity. The lines may be edges if a name or a value occurs twice.
func isNamedValues(d []byte) bool {
	seen, quantities, rows := map[string]bool{}, 0, 0
	for _, s := range textLines(d, "#", 200) {
		key, value, ok := strings.Cut(s, ":")
		value = strings.TrimSpace(value)
		if !ok || isNumber(key) || value == "" || strings.ContainsAny(key, ",;\t") || strings.ContainsAny(value, ",;\t[]{}") {
			return false
		}
		// Nodes of a graph occur in several lines, names and values in one.
		for _, p := range []string{key, value} {
			if seen[p] {
				return false
			}
			seen[p] = true
		}
		rows++
		quantities += oneIf(isQuantity(value))
	}
	// A word of a text that is another text is a reference, as in an edge.
	for s := range seen {
		for _, w := range strings.Fields(s) {
			if w != s && seen[w] {
				return false
			}
		}
	}
	return rows > 2 && quantities > 0
}
