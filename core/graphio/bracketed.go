package graphio

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"unicode"

	"sheafscope/core/words"
)

// This file reads matrices in brackets: in the notation of MATLAB, Octave and Julia, and as NumPy and R print them.

// maxNamePrefix limits the bytes of the name of the variable, "=" and "[".
const maxNamePrefix = 80

// bracketed returns the rows of a matrix without the enclosing brackets: "A = [0 1; 1 0];" gives "0 1; 1 0".
// For a matrix that NumPy or R printed, a line end closes each row of the result, instead of a semicolon.
// ok is false if the text is not a matrix in brackets.
func bracketed(d []byte) (inner []byte, ok bool) {
	d = bytes.TrimSpace(d)
	if bytes.HasPrefix(d, []byte("[,1]")) {
		return printedByR(d)
	}
	begin := bytes.IndexByte(d[:min(len(d), maxNamePrefix)], '[')
	if begin < 0 {
		return nil, false
	}
	// A statement in MATLAB may end with a semicolon.
	d = bytes.TrimRight(d, "; \t\r\n")
	inner, closed := bytes.CutSuffix(d[begin+1:], []byte{']'})
	// NumPy prints brackets around every row, and no name before the matrix. Each closing bracket becomes the line end of its row.
	// A row has a character between its brackets, hence the length above 2.
	rows := bytes.TrimSpace(inner)
	rowsHaveBrackets := len(rows) > 2 && rows[0] == '[' && rows[len(rows)-1] == ']'
	if begin == 0 && rowsHaveBrackets {
		// Within its brackets, NumPy breaks a long row into lines.
		inner = []byte(strings.NewReplacer("\n", " ", "\r", " ", "[", " ", "]", "\n").Replace(string(rows)))
	} else {
		inner = joinContinued(inner)
	}
	// The matrix may have a prefix: a name and "=". The name may be empty, as in "= [0 1; 1 0]".
	name, hasEquals := bytes.CutSuffix(bytes.TrimSpace(d[:begin]), []byte{'='})
	hasPrefix := begin > 0
	prefixFits := hasPrefix == hasEquals && isWord(string(bytes.TrimSpace(name)))
	if !closed || !prefixFits {
		return nil, false
	}
	// A cell is a number or a truth value. The letters e and E begin the exponent of a number.
	isEnd := func(r rune) bool { return isRowEnd(r) || isCellEnd(r) }
	for cell := range bytes.FieldsFuncSeq(inner, isEnd) {
		isForeign := len(bytes.Trim(cell, "0123456789.+-eE")) > 0
		if isForeign && truthNumbers[strings.ToLower(string(cell))] == "" {
			return nil, false
		}
	}
	return inner, true
}

// joinContinued joins every line that ends with "..." with the next line, as MATLAB does.
func joinContinued(d []byte) (out []byte) {
	for line := range bytes.Lines(d) {
		text, isContinued := bytes.CutSuffix(bytes.TrimSpace(line), []byte("..."))
		out = append(append(out, text...), words.Either(isContinued, ' ', byte('\n')))
	}
	return out
}

// isRowEnd reports whether a character closes a row, and isCellEnd whether it closes a cell.
func isRowEnd(r rune) bool  { return r == ';' || r == '\n' || r == '\r' }
func isCellEnd(r rune) bool { return r == ',' || r == ' ' || r == '\t' }

// printedByR returns the rows of a matrix that R printed in one block without row names:
// the header "[,1] [,2]", then rows such as "[1,] 0 1". ok is false if the text has another form.
func printedByR(d []byte) (inner []byte, ok bool) {
	header, body := firstLine(d)
	width := len(bytes.Fields(header))
	// The number of a line is also the number of its row, because lines and R count from 1. Blank lines fit only after the last row.
	for row, line := range lines(body) {
		line = bytes.TrimSpace(line)
		if len(line) == 0 {
			continue
		}
		label, cells, hasLabel := bytes.Cut(line, []byte{']'})
		expectedLabel := "[" + strconv.Itoa(row) + ","
		if !hasLabel || string(label) != expectedLabel {
			return nil, false
		}
		// Every row has one cell per name in the header.
		if len(bytes.Fields(cells)) != width {
			return nil, false
		}
		inner = append(inner, cells...)
		inner = append(inner, '\n')
	}
	return inner, len(inner) > 0
}

// isWord reports whether a text has only letters, digits and underscores, like the name of a variable. It is true for "".
func isWord(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// isBracketed reports whether a text is a matrix in brackets. A list of JSON, such as [[0,1],[1,0]], is not.
func isBracketed(d []byte) bool {
	_, ok := bracketed(d)
	if !ok {
		return false
	}
	isJSON := bytes.TrimSpace(d)[0] == '[' && json.Valid(d)
	return !isJSON
}

// readBracketed reads a matrix in brackets by the reader of JSON. A matrix that NumPy has printed only in part is an error.
func readBracketed(f File, c *Correction) (*Found, error) {
	inner, _ := bracketed(f.Data) // isBracketed has checked f.Data
	if bytes.Contains(inner, []byte("...")) {
		const remedy = "write the whole matrix by numpy.savetxt, or print it after numpy.set_printoptions(threshold=sys.maxsize)"
		return nil, fault(f.Name, 0, remedy, `the matrix is not complete: "..." is a part that was left out`)
	}
	f.Data = bracketedJSON(inner)
	return readJSON(f, c)
}

// bracketedJSON returns the result of bracketed as a JSON list of rows: "0 1; 1 0" gives "[[0,1],[1,0]]".
// A semicolon or a line end closes a row.
func bracketedJSON(inner []byte) []byte {
	out := []byte{'['}
	for row := range bytes.FieldsFuncSeq(inner, isRowEnd) {
		cells := bytes.FieldsFunc(row, isCellEnd)
		if len(cells) == 0 {
			continue
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		for k, c := range cells {
			cells[k] = cellJSON(c)
		}
		out = append(out, '[')
		out = append(out, bytes.Join(cells, []byte{','})...)
		out = append(out, ']')
	}
	return append(out, ']')
}

// cellJSON returns a cell as JSON: true for TRUE, and 0.5 for the number .5, which JSON lacks. Other cells are unchanged.
func cellJSON(cell []byte) []byte {
	lower := strings.ToLower(string(cell))
	if truthNumbers[lower] != "" {
		return []byte(lower)
	}
	number, why := parseNumber(lower)
	// A number of JSON keeps its digits, because it may be a long id.
	if why != "" || json.Valid(cell) {
		return cell
	}
	return strconv.AppendFloat(nil, number, 'g', -1, 64)
}
