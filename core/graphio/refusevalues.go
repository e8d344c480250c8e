package graphio

import (
	"bytes"
	"strings"
)

// Texts whose lines are no edges: differences of files, and named values.

// maxLine limits the compared bytes of a line.
const maxLine = 20_000

// textLines returns the first lines that are neither blank nor comments, at most most of them, each cut at maxLine bytes.
func textLines(d []byte, comments string, most int) (out []string) {
	for _, s := range contentLines(d, comments) {
		if out = append(out, string(s[:min(len(s), maxLine)])); len(out) == most {
			break
		}
	}
	return out
}

// isDiff detects a difference of two files: the names of both and the mark of a block.
func isDiff(d []byte) bool {
	return startsWith("diff ", "--- ", "Index: ")(d) && bytes.Contains(d, []byte("\n+++ ")) && bytes.Contains(d, []byte("\n@@ "))
}

// isNamedValues detects lines with a name, a colon and a value, as Voltage: 230 V.
// No name and no value occurs twice, and some value is a quantity; otherwise the lines may be edges.
func isNamedValues(d []byte) bool {
	seen, quantities, rows := map[string]bool{}, 0, 0
	for _, s := range textLines(d, "#", 200) {
		key, value, ok := strings.Cut(s, ":")
		value = strings.TrimSpace(value)
		if !ok || isNumber(key) || value == "" || strings.ContainsAny(key, ",;\t") || strings.ContainsAny(value, ",;\t[]{}") {
			return false
		}
		for _, p := range []string{key, value} {
			if seen[p] {
				return false
			}
			seen[p] = true
		}
		rows++
		quantities += oneIf(isQuantity(value))
	}
	for s := range seen {
		for _, w := range strings.Fields(s) {
			if w != s && seen[w] {
				return false
			}
		}
	}
	return rows > 2 && quantities > 0
}
