package graphio

import (
	"bytes"
	"strings"
)

// This file detects differences of two files, SQL, RDF, and lists of named values. refuse.go gives the errors.

// maxLine limits the bytes of a line that are tested.
const maxLine = 20_000

// textLines returns the first lines that are neither blank nor comments, at most limit lines. Each line is cut after maxLine bytes.
// comments are the characters with which a comment begins.
func textLines(d []byte, comments string, limit int) (out []string) {
	for _, s := range contentLines(d, comments) {
		out = append(out, string(s[:min(len(s), maxLine)]))
		if len(out) == limit {
			break
		}
	}
	return out
}

// isDiff detects the difference of two files by its first word, the line +++ of the new file, and the mark @@ of a block.
func isDiff(d []byte) bool {
	return startsWith("diff ", "--- ", "Index: ")(d) && bytes.Contains(d, []byte("\n+++ ")) && bytes.Contains(d, []byte("\n@@ "))
}

// isSQL detects SQL by a semicolon, and by a statement create table, insert into or copy … from in the first 20,000 bytes.
// The statement begins a line or follows a semicolon, and a bracket follows.
func isSQL(d []byte) bool {
	const maxHead = 20_000
	if bytes.IndexByte(d, ';') < 0 {
		return false
	}
	for tail := strings.ToLower(string(d[:min(len(d), maxHead)])); tail != ""; {
		line, after := cutAny(tail, ";\n")
		words := strings.Fields(line)
		start := strings.Join(words[:min(2, len(words))], " ")
		isCopy := strings.HasPrefix(start, "copy ") && strings.Contains(line, " from ")
		isStatement := start == "create table" || start == "insert into" || isCopy
		if isStatement && strings.Contains(tail, "(") {
			return true
		}
		tail = strings.TrimLeft(after, ";\n")
	}
	return false
}

// isRDF detects Turtle and other forms of RDF by their beginning. The declaration prefix ex: <http://x> has a colon, and the header
// "prefix suffix" of a table has none.
func isRDF(d []byte) bool {
	line, _ := firstLine(d)
	isDeclaration := startsWithFold("prefix ")(d) && bytes.IndexByte(line, ':') >= 0
	return isDeclaration || startsWithFold("@prefix", "@base", "<http://", "<https://", "<urn:", "_:")(d)
}

// isNamedValues detects at least three lines with a name, a colon and a value, such as Voltage: 230 V.
// Only the first 200 lines are tested. At least one value must be a quantity (isQuantity).
// A name or a value that occurs twice, or is a word of another name or value, may be a node: isNamedValues then returns false.
// A part of a name before one dash and after another may also be a node. A name with an arrow is an edge.
// It also returns false for a line of another form, for a name that is a number, for separators of columns, and for brackets in a value.
func isNamedValues(d []byte) bool {
	seen, quantities, rows := map[string]bool{}, 0, 0
	// firsts and lasts are the first and the last parts of names with a dash.
	firsts, lasts := map[string]bool{}, map[string]bool{}
	for _, s := range textLines(d, "#", 200) {
		key, after, hasColon := strings.Cut(s, ":")
		value := strings.TrimSpace(after)
		if !hasColon || isNumber(key) || value == "" {
			return false
		}
		// Lines with separators are rows of a table, and brackets contain a list.
		if strings.ContainsAny(key, ",;\t") || strings.ContainsAny(value, ",;\t[]{}") {
			return false
		}
		if parts, directions := splitArrows(key); len(directions) > 0 {
			first, last := parts[0], parts[len(parts)-1]
			firsts[first], lasts[last] = true, true
			if directions[0] != 0 || firsts[last] || lasts[first] {
				return false
			}
		}
		// A text that occurs twice may be a node, which can have several edges.
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
