package graphio

import (
	"bytes"
	"strings"
)

// Matrix Market (NIST) is a header line with the form of a matrix, comments
// with %, the numbers of rows, columns and entries, and either the entries that
// are not zero, `i j value` numbered from 1 (coordinate), or all values column
// by column (array). A symmetric matrix gives its lower triangle alone.

const marketRemedy = "a Matrix Market file begins with %%MatrixMarket matrix coordinate … and a line of rows, columns and entries"

func isMarket(d []byte) bool {
	return bytes.HasPrefix(bytes.ToLower(d[:min(len(d), 14)]), []byte("%%matrixmarket"))
}

// marketReader holds the state between lines.
type marketReader struct {
	f                File
	a                *assembly
	n, row, col      int64
	array, symmetric bool
	skew             bool
	entries          matrixEntries
}

func readMarket(f File, c *Correction) (*Result, error) {
	r := &marketReader{f: f, a: newAssembly(f.Name, c), col: 1}
	d := bytes.TrimSpace(f.Data)
	head, _ := firstLine(d)
	words := strings.Fields(strings.ToLower(string(head)))
	if len(words) < 5 || words[1] != "matrix" || words[2] != "coordinate" && words[2] != "array" {
		return nil, fault(f.Name, 1, marketRemedy, "the first line, %s, is not complete", quote(head))
	}
	r.array, r.symmetric, r.skew = words[2] == "array", words[4] != "general", words[4] == "skew-symmetric"
	for line, s := range filled(d, "%") {
		if err := r.line(bytes.Fields(s), line); err != nil {
			return nil, err
		}
	}
	if r.n == 0 {
		return nil, fault(f.Name, lineAt(d, int64(len(d))), marketRemedy, "the line with the numbers of rows and columns is missing")
	}
	r.entries.into(r.a, r.symmetric)
	return r.a.finish("Matrix Market")
}

func (r *marketReader) line(words [][]byte, line int) error {
	bad := func(format string, args ...any) error { return fault(r.f.Name, line, marketRemedy, format, args...) }
	number := func(s []byte, limit int64) (int64, error) {
		v, why := parseWithin(s, 1, limit)
		if why != "" {
			return 0, bad("the number %s %s", quote(s), why)
		}
		return v, nil
	}
	if r.n == 0 {
		if len(words) < 2 {
			return bad("the line has no numbers of rows and columns")
		}
		rows, err := number(words[0], MaxNodes)
		if err != nil {
			return err
		}
		if string(words[0]) != string(words[1]) {
			return bad("the matrix has %s rows and %s columns, but an adjacency matrix is square", words[0], words[1])
		}
		r.n = rows
		return r.a.numbered(0, rows, line)
	}
	i, j, value := r.row, r.col, words[len(words)-1]
	if r.array {
		if i++; i > r.n {
			if j, i = j+1, 1; r.symmetric {
				i = j
			}
			if r.skew {
				i++
			}
		}
		if r.row, r.col = i, j; j > r.n || i > r.n {
			return bad("there are more values than the matrix has places")
		}
	} else {
		if len(words) < 2 {
			return bad("an entry needs a row and a column")
		}
		var err error
		if i, err = number(words[0], r.n); err != nil {
			return err
		}
		if j, err = number(words[1], r.n); err != nil {
			return err
		}
		if len(words) == 2 {
			value = []byte("1")
		}
	}
	v, why := parseNumber(string(value))
	if why != "" {
		return bad("the value %s %s", quote(value), why)
	}
	if len(r.entries.list) == MaxEdges {
		return bad("more than %d entries", MaxEdges)
	}
	r.entries.add(int32(i-1), int32(j-1), v)
	return nil
}
