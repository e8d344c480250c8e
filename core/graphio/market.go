package graphio

import (
	"bytes"
	"slices"
	"strings"

	"sheafscope/core/graph"
)

// Matrix Market (NIST) is a header line with the form of a matrix, comments
// with %, the numbers of rows, columns and entries, and either the entries that
// are not zero, `i j value` numbered from 1 (coordinate), or all values column
// by column (array). A symmetric matrix gives its lower triangle alone.

const marketRemedy = "a Matrix Market file begins with %%MatrixMarket matrix coordinate … and a line of rows, columns and entries"

func isMarket(d []byte) bool {
	line, _ := firstLine(d)
	words := strings.Fields(strings.ToLower(string(line[:min(len(line), 100)])))
	return len(words) > 0 && words[0] == "%%matrixmarket"
}

// marketReader holds the state between lines.
type marketReader struct {
	f                File
	a                *assembly
	rows, cols       int64
	row, col, given  int64
	array, symmetric bool
	skew, complex    bool
	entries          matrixEntries
	// list holds the entries with their values where some are negative, signed, and so may cancel.
	list   []marketEntry
	signed bool
}

type marketEntry struct {
	graph.Edge
	v float64
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
	r.row, r.complex, r.given = int64(oneIf(r.skew)), words[3] == "complex", -1
	r.signed = bytes.Contains(d, []byte(" -")) || bytes.Contains(d, []byte("\t-"))
	for line, s := range filled(d, "%") {
		if err := r.line(bytes.Fields(s), line); err != nil {
			return nil, err
		}
	}
	if r.rows == 0 {
		return nil, fault(f.Name, lineAt(d, int64(len(d))), marketRemedy, "the line with the numbers of rows and columns is missing")
	}
	if r.given != 0 {
		return nil, fault(f.Name, lineAt(d, int64(len(d))), "the file may be cut short or damaged", "%d entries are missing", r.given)
	}
	// Entries of one place add up, as SciPy adds them.
	slices.SortStableFunc(r.list, func(a, b marketEntry) int { return byEnds(a.Edge, b.Edge) })
	for k, e := range r.list {
		if k+1 < len(r.list) && r.list[k+1].Edge == e.Edge {
			r.list[k+1].v += e.v
		} else {
			r.entries.add(e.I, e.J, e.v)
		}
	}
	r.entries.into(r.a, r.symmetric || r.rows != r.cols)
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
	if r.rows == 0 {
		if len(words) < 2 || !r.array && len(words) < 3 {
			return bad("the line has no numbers of rows, columns and entries")
		}
		var err error
		if r.rows, err = number(words[0], MaxNodes); err != nil {
			return err
		}
		if r.cols, err = number(words[1], MaxNodes); err != nil {
			return err
		}
		if r.array {
			r.given = r.rows * r.cols
			if r.symmetric {
				r.given = r.rows * (r.rows + 1 - 2*int64(oneIf(r.skew))) / 2
			}
		} else if given, why := parseID(words[2]); why == "" {
			r.given = given
		}
		if r.rows == r.cols {
			return r.a.numbered(0, r.rows, line)
		}
		if r.symmetric || r.rows+r.cols > MaxNodes {
			return bad("the matrix has %d rows and %d columns", r.rows, r.cols)
		}
		r.a.notes = append(r.a.notes, "The rows and the columns of the matrix are two sets of nodes: the graph is bipartite.")
		r.a.doubts = append(r.a.doubts, Doubt{Rule: "two-sets", Text: "The rows and the columns of the matrix were taken as two sets of nodes: " +
			"they may be nodes and their features."})
		return r.a.numbered(0, r.rows+r.cols, line)
	}
	r.given--
	i, j, value := r.row, r.col, words[len(words)-1]
	if r.array {
		if i++; i > r.rows {
			if j, i = j+1, 1; r.symmetric {
				i = j + int64(oneIf(r.skew))
			}
		}
		if r.row, r.col = i, j; r.given < 0 || j > r.cols || i > r.rows {
			return bad("there are more values than the matrix has places")
		}
	} else {
		if len(words) < 2 || r.given < 0 {
			return bad("an entry needs a row and a column, and there are no more than the file says")
		}
		var err error
		if i, err = number(words[0], r.rows); err != nil {
			return err
		}
		if j, err = number(words[1], r.cols); err != nil {
			return err
		}
		if len(words) == 2 {
			value = []byte("1")
		}
	}
	if k := bytes.IndexAny(value, "dD"); k > 0 {
		value = slices.Concat(value[:k], []byte{'e'}, value[k+1:]) // Fortran's exponents
	}
	v, why := parseNumber(string(value))
	if why != "" {
		return bad("the value %s %s", quote(value), why)
	}
	if r.complex && why == "" && v == 0 && len(words) > 1 {
		v, _ = parseNumber(string(words[len(words)-2])) // of a real and an imaginary part one is enough
	}
	if max(len(r.list), len(r.entries.list)) == MaxEdges {
		return bad("more than %d entries", MaxEdges)
	}
	e := graph.Edge{I: int32(i - 1), J: int32(j - 1)}
	if r.rows != r.cols {
		e.J += int32(r.rows)
	}
	if r.signed {
		r.list = append(r.list, marketEntry{e, v})
	} else {
		r.entries.add(e.I, e.J, v)
	}
	return nil
}
