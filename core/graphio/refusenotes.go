package graphio

import (
	"bytes"
	"strings"
)

// Texts of lines that are no edges: differences of files, values under names.

// maxLine limits the bytes of a line that are compared.
const maxLine = 20_000

// textLines returns the first lines of a text that are neither blank nor comments, each cut at maxLine bytes.
func textLines(d []byte, comments string, most int) (out []string) {
	for _, s := range filled(d, comments) {
		if out = append(out, string(s[:min(len(s), maxLine)])); len(out) == most {
			break
		}
	}
	return out
}

// isDiff detects the differences of two files: the names of both and a mark of the lines.
func isDiff(d []byte) bool {
	return starts("diff ", "--- ", "Index: ")(d) && bytes.Contains(d, []byte("\n+++ ")) && bytes.Contains(d, []byte("\n@@ "))
}

// isNamedValues detects a name and a value behind a colon in every line, of which no name and no value occurs twice and some value is a
// quantity: Voltage: 230 V.
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
