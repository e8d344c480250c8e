package graphio

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode"
)

// bracketed returns what stands within the brackets of a matrix as MATLAB, Octave and Julia write it: "A = [0 1; 1 0];".
func bracketed(d []byte) (inner []byte, ok bool) {
	d = bytes.TrimSpace(d)
	begin := bytes.IndexByte(d[:min(len(d), 80)], '[')
	if begin < 0 {
		return nil, false
	}
	name, equals := bytes.CutSuffix(bytes.TrimSpace(d[:begin]), []byte{'='})
	d = bytes.TrimRight(d, "; \t\r\n")
	inner, closed := bytes.CutSuffix(d[begin+1:], []byte{']'})
	other := func(r rune) bool { return !strings.ContainsRune("0123456789.,;+-eE \t\r\n", r) }
	if !closed || (begin > 0) != equals || !isWord(string(bytes.TrimSpace(name))) || bytes.ContainsFunc(inner, other) {
		return nil, false
	}
	return inner, true
}

// isWord reports whether a text is the name of a variable, or nothing.
func isWord(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// isBracketed detects such a matrix. A list of numbers in JSON is none.
func isBracketed(d []byte) bool {
	_, ok := bracketed(d)
	return ok && (bytes.TrimSpace(d)[0] != '[' || !json.Valid(d))
}

// readBracketed reads such a matrix as that of JSON.
func readBracketed(f File, c *Correction) (*Result, error) {
	f.Data = bracketedJSON(f.Data)
	return readJSON(f, c)
}

// bracketedJSON returns the rows, which semicolons or ends of lines divide, as lists of JSON.
func bracketedJSON(d []byte) []byte {
	inner, _ := bracketed(d)
	out := []byte{'['}
	for row := range bytes.FieldsFuncSeq(inner, func(r rune) bool { return r == ';' || r == '\n' || r == '\r' }) {
		cells := bytes.FieldsFunc(row, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' })
		if len(cells) == 0 {
			continue
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(append(append(out, '['), bytes.Join(cells, []byte{','})...), ']')
	}
	return append(out, ']')
}
