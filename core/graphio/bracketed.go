package graphio

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"unicode"
)

// bracketed returns the text between the brackets of a matrix in the notation of MATLAB, Octave and Julia: "A = [0 1; 1 0];".
// ok is false for other texts.
func bracketed(d []byte) (inner []byte, ok bool) {
	if d = bytes.TrimSpace(d); bytes.HasPrefix(d, []byte("[,1]")) {
		return printedByR(d)
	}
	begin := bytes.IndexByte(d[:min(len(d), 80)], '[')
	if begin < 0 {
		return nil, false
	}
	name, equals := bytes.CutSuffix(bytes.TrimSpace(d[:begin]), []byte{'='})
	d = bytes.TrimRight(d, "; \t\r\n")
	inner, closed := bytes.CutSuffix(d[begin+1:], []byte{']'})
	if rows := bytes.TrimSpace(inner); begin == 0 && len(rows) > 2 && rows[0] == '[' && rows[len(rows)-1] == ']' {
		// NumPy prints a row of brackets in every line.
		inner = bytes.ReplaceAll(bytes.ReplaceAll(rows, []byte{'['}, []byte{' '}), []byte{']'}, []byte{'\n'})
	}
	other := func(r rune) bool { return !strings.ContainsRune("0123456789.,;+-eE \t\r\n", r) }
	if !closed || (begin > 0) != equals || !isWord(string(bytes.TrimSpace(name))) || bytes.ContainsFunc(inner, other) {
		return nil, false
	}
	return inner, true
}

// printedByR returns the rows of a matrix printed by R in one block, without row names: a header "[,1] [,2]", then "[1,] 0 1".
// ok is false for other texts.
func printedByR(d []byte) (inner []byte, ok bool) {
	head, rest := firstLine(d)
	for k, s := range lines(rest) {
		place, row, found := bytes.Cut(bytes.TrimSpace(s), []byte{']'})
		if len(bytes.TrimSpace(s)) == 0 {
			continue
		}
		if !found || string(place) != "["+strconv.Itoa(k)+"," || len(bytes.Fields(row)) != len(bytes.Fields(head)) {
			return nil, false
		}
		inner = append(append(inner, row...), '\n')
	}
	return inner, len(inner) > 0
}

// isWord reports whether a text is empty or the name of a variable: letters, digits and underscores.
func isWord(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// isBracketed detects a matrix in brackets. A JSON list of numbers is none.
func isBracketed(d []byte) bool {
	_, ok := bracketed(d)
	return ok && (bytes.TrimSpace(d)[0] != '[' || !json.Valid(d))
}

// readBracketed reads a matrix in brackets as the same matrix in JSON.
func readBracketed(f File, c *Correction) (*Found, error) {
	f.Data = bracketedJSON(f.Data)
	return readJSON(f, c)
}

// bracketedJSON returns the rows of a matrix in brackets as JSON lists. A semicolon or a line end closes a row.
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
		// "1." is a number of MATLAB, but not of JSON.
		for k, c := range cells {
			cells[k] = bytes.TrimSuffix(c, []byte{'.'})
		}
		out = append(append(append(out, '['), bytes.Join(cells, []byte{','})...), ']')
	}
	return append(out, ']')
}
