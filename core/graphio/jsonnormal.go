package graphio

import (
	"bytes"
	"encoding/json"
)

// This file converts texts that are nearly JSON: texts with the non-finite numbers of Python, and files with one value per line.

// normaliseJSON converts a text that is nearly JSON to JSON. NaN, Infinity and -Infinity, which Python writes, become null.
// Lines with one value each become a list, or an object (joinObjects). Any other text, such as JSON, is returned unchanged.
func normaliseJSON(d []byte) []byte {
	if bytes.Contains(d, []byte("NaN")) || bytes.Contains(d, []byte("Infinity")) {
		d = replaceNonFinite(d)
	}
	first, otherLines := firstLine(bytes.TrimSpace(d))
	rest := bytes.TrimSpace(otherLines)
	// Lines are values only if the first line is a complete value, and the next line that is not blank begins with the same bracket.
	// The first line is not empty if rest is not, because the text was trimmed.
	if len(rest) == 0 || first[0] != rest[0] {
		return d
	}
	isContainer := first[0] == '{' || first[0] == '['
	if !isContainer || !json.Valid(first) {
		return d
	}
	// An object with one list is a node with its neighbours. joinObjects returns nil if some line is no object with one member.
	members := membersOf(first)
	if len(members) == 1 && members[0].value[0] == '[' {
		object := joinObjects(d)
		if object != nil {
			return object
		}
	}
	// The lines are the elements of a list. If the result is damaged JSON, the decoder refuses it later.
	out := append(make([]byte, 0, len(d)+2), '[')
	hasValue := false
	for _, line := range lines(d) {
		value := bytes.TrimSpace(line)
		// A blank line has no value, but counts as a line.
		if hasValue && len(value) > 0 {
			out = append(out, ',')
		}
		hasValue = hasValue || len(value) > 0
		out = append(append(out, value...), '\n')
	}
	return append(out, ']')
}

// replaceNonFinite replaces NaN and Infinity outside texts, also with a minus sign, by null.
func replaceNonFinite(d []byte) []byte {
	out := make([]byte, 0, len(d))
	inText := false
	for k := 0; k < len(d); k++ {
		length := 0
		if !inText {
			length = nonFiniteLength(d[k:])
		}
		isEscape := inText && d[k] == '\\'
		switch {
		case length > 0:
			out = append(out, "null"...)
			k += length - 1
		case isEscape && k+1 < len(d):
			// The escaped character is copied, too, because an escaped quote does not end the text.
			out = append(out, d[k], d[k+1])
			k++
		default:
			if d[k] == '"' {
				inText = !inText
			}
			out = append(out, d[k])
		}
	}
	return out
}

// nonFiniteLength returns the length of NaN or Infinity, with an optional minus sign, at the start of d.
// It returns 0 if d starts with another text.
func nonFiniteLength(d []byte) int {
	word := bytes.TrimPrefix(d, []byte{'-'})
	sign := len(d) - len(word)
	switch {
	case bytes.HasPrefix(word, []byte("NaN")):
		return sign + len("NaN")
	case bytes.HasPrefix(word, []byte("Infinity")):
		return sign + len("Infinity")
	}
	return 0
}

// joinObjects joins lines, each an object with one member, to one object: the lines {"a": [1]} and {"b": [2]} give {"a": [1], "b": [2]}.
// It returns nil if a line is not an object with one member.
func joinObjects(d []byte) []byte {
	out := []byte{'{'}
	// contentLines skips blank lines. The argument "" means that no line is a comment.
	done := 1 // the line of the end of out
	for line, s := range contentLines(d, "") {
		isObject := s[0] == '{' && s[len(s)-1] == '}'
		if !isObject || len(membersOf(s)) != 1 {
			return nil
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		// Blank lines count as lines.
		out = append(append(out, bytes.Repeat([]byte{'\n'}, line-done)...), s[1:len(s)-1]...)
		done = line
	}
	return append(out, '}')
}
