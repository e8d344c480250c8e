package graphio

import (
	"bytes"
	"strings"
)

// Texts of lines that are no edges: what commands print, differences of files, values under names.

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

// isHexDump detects lines of an address and of bytes in hexadecimal.
func isHexDump(d []byte) bool {
	rows := 0
	hex := func(s string) bool { return strings.Trim(strings.ToLower(s), "0123456789abcdef") == "" }
	for _, s := range textLines(d, "", 20) {
		text, _, _ := strings.Cut(s, "  |")
		words := strings.Fields(text)
		last := rows > 0 && len(words) == 1 // the length of the file
		if len(words[0]) < 7 || !hex(strings.TrimSuffix(words[0], ":")) || !last && len(words) < 3 {
			return false
		}
		for _, w := range words[1:min(len(words), 5)] {
			if len(w) != 2 && len(w) != 4 || !hex(w) {
				return false
			}
		}
		rows++
	}
	return rows > 1
}

// isCounts detects what wc and du print: numbers before names, and their sum before the word total.
func isCounts(d []byte) bool {
	sum, rows := int64(0), 0
	for _, s := range textLines(d, "", 2000) {
		words := strings.Fields(s)
		v, why := parseID([]byte(words[0]))
		name := words[len(words)-1]
		if why != "" || len(words) < 2 || sum > 1e17 || isNumber(name) {
			return false
		}
		if rows++; name == "total" || name == "insgesamt" {
			return rows > 2 && v == sum
		}
		sum += v
	}
	return false
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

// isBED detects ranges on chromosomes.
func isBED(d []byte) bool {
	rows := 0
	for _, s := range textLines(d, "#", 50) {
		words := strings.Fields(s)
		if words[0] == "track" || words[0] == "browser" {
			continue
		}
		if len(words) < 3 || !strings.HasPrefix(words[0], "chr") {
			return false
		}
		from, why := parseID([]byte(words[1]))
		to, wrong := parseID([]byte(words[2]))
		if why != "" || wrong != "" || from > to {
			return false
		}
		rows++
	}
	return rows > 0
}
