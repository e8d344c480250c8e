package graphio

import (
	"bytes"
	"encoding/json"
)

// Texts that are nearly JSON: the non-finite numbers of Python, and files with one value per line.

// normaliseJSON returns a text that is nearly JSON as JSON.
// NaN and Infinity, which Python writes, become null. Lines with one value each become a list or an object.
func normaliseJSON(d []byte) []byte {
	if bytes.Contains(d, []byte("NaN")) || bytes.Contains(d, []byte("Infinity")) {
		d = replaceNonFinite(d)
	}
	first, rest := firstLine(bytes.TrimSpace(d))
	rest = bytes.TrimSpace(rest)
	// Lines of JSON begin with the same bracket, and the first line is complete.
	if len(rest) == 0 || first[0] != rest[0] || first[0] != '{' && first[0] != '[' || !json.Valid(first) {
		return d
	}
	// Lines with one list each are the neighbours of one node per line.
	if m := membersOf(first); len(m) == 1 && m[0].value[0] == '[' {
		if all := joinObjects(d); all != nil {
			return all
		}
	}
	// Other lines are the elements of a list.
	out := append(make([]byte, 0, len(d)+2), '[')
	for k, s := range lines(bytes.TrimSpace(d)) {
		if s = bytes.TrimSpace(s); k > 1 && len(s) > 0 {
			out = append(out, ",\n"...)
		}
		out = append(out, s...)
	}
	return append(out, ']')
}

// replaceNonFinite replaces NaN, Infinity and -Infinity outside texts by null.
func replaceNonFinite(d []byte) []byte {
	out, inText := make([]byte, 0, len(d)), false
	for k := 0; k < len(d); k++ {
		if !inText {
			if n := nonFiniteLength(d[k:]); n > 0 {
				out = append(out, "null"...)
				k += n - 1
				continue
			}
		}
		if inText && d[k] == '\\' && k+1 < len(d) {
			// The next character is escaped: a quote does not end the text.
			out = append(out, d[k])
			k++
		} else if d[k] == '"' {
			inText = !inText
		}
		out = append(out, d[k])
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

// joinObjects returns lines of objects with one member each as one object. It returns nil if a line is something else.
func joinObjects(d []byte) []byte {
	out := []byte{'{'}
	for _, s := range contentLines(d, "") {
		if s[0] != '{' || s[len(s)-1] != '}' || len(membersOf(s)) != 1 {
			return nil
		}
		if len(out) > 1 {
			out = append(out, ",\n"...)
		}
		out = append(out, s[1:len(s)-1]...)
	}
	return append(out, '}')
}
