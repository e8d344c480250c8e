package graphio

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/words"
)

// matrixEntries are the entries of an adjacency matrix that are not zero.
type matrixEntries struct {
	list    []graph.Edge
	weights bool // weights reports whether an entry differs from 1.
	// negative counts the entries below zero.
	negative int
}

// add adds an entry; zeros are no edges.
func (m *matrixEntries) add(row, col int32, v float64) {
	if v != 0 {
		m.list = append(m.list, graph.Edge{I: row, J: col})
		m.weights = m.weights || v != 1
		m.negative += oneIf(v < 0)
	}
}

// symmetric reports whether with (i, j) also (j, i) is an entry, for all.
func (m *matrixEntries) symmetric() bool {
	rows, cols := slices.Clone(m.list), make([]graph.Edge, len(m.list))
	for k, e := range m.list {
		cols[k] = graph.Edge{I: e.J, J: e.I}
	}
	slices.SortFunc(rows, byEnds)
	slices.SortFunc(cols, byEnds)
	return slices.Equal(slices.Compact(rows), slices.Compact(cols))
}

// into gives the assembly the edges: each one once for a symmetric matrix, else the entry in row i and column j as an edge from i to j.
func (m *matrixEntries) into(a *assembly, symmetric bool) {
	symmetric = symmetric || m.symmetric()
	a.weighted = a.weighted || m.weights
	a.negative += m.negative
	for _, e := range m.list {
		if symmetric && e.I > e.J {
			e.I, e.J = e.J, e.I
		}
		a.edges, a.oneWay = append(a.edges, e), append(a.oneWay, !symmetric)
	}
	if symmetric {
		// The two entries of an edge are one line of it, not a repetition.
		a.edges = uniqueEdges(a.edges)
		a.oneWay = a.oneWay[:len(a.edges)]
	}
}

// uniqueEdges sorts edges and drops repeated ones.
func uniqueEdges(list []graph.Edge) []graph.Edge {
	slices.SortFunc(list, byEnds)
	return slices.Compact(list)
}

// byEnds orders edges by their first and then their second end.
func byEnds(a, b graph.Edge) int {
	if a.I != b.I {
		return int(a.I) - int(b.I)
	}
	return int(a.J) - int(b.J)
}

// newFeatures returns a matrix of n rows, still to be read, and some columns.
func newFeatures(file string, n, cols int) *featureRows {
	return &featureRows{CSR: linalg.CSR{Rows: n, Cols: cols, Ptr: make([]int32, 1, n+1)}, file: file}
}

// add adds an entry to the row under construction; zeros are none.
func (x *featureRows) add(col int, v float64) {
	bad := func(remedy, format string, args ...any) { x.err = fault(x.file, x.line, remedy, format, args...) }
	switch {
	case v == 0 || x.err != nil:
	case len(x.Val) == MaxEntries:
		bad("take fewer features", "more than %d non-zero features", MaxEntries)
	case col >= MaxFeatures:
		bad("take fewer features", "more than %d feature columns", MaxFeatures)
	case !graph.FeatureFits(v):
		bad(fmt.Sprintf("features are at most %g in size; scale them", MaxFeature), "feature %d of node %d is %g", col, len(x.Ptr)-1, v)
	default:
		x.Col, x.Val = append(x.Col, int32(col)), append(x.Val, v)
	}
}

// end ends a row.
func (x *featureRows) end() { x.Ptr = append(x.Ptr, int32(len(x.Val))) }

// into gives the graph the features, of which some were missing.
func (x *featureRows) into(g *graph.Graph, lacking int) {
	if g.X = &x.CSR; lacking > 0 {
		g.Notes = append(g.Notes, words.Count(lacking, "missing feature value")+" taken as 0.")
	}
}

// put is add for an edge in a line of a file, of which there may be [MaxEdges].
func (m *matrixEntries) put(a *assembly, row, col int32, line int) {
	if len(m.list) >= MaxEdges {
		a.bad(line, smaller, "more than %d edges", MaxEdges)
		return
	}
	m.add(row, col, 1)
}

// featureRows is a feature matrix that is read row by row; line is that of the row. It keeps the first error.
type featureRows struct {
	linalg.CSR
	file string
	line int
	err  error
}

// What is said where rows and columns of a matrix are different nodes.
const (
	twoSetsNote  = "The rows and the columns of the matrix are two sets of nodes: the graph is bipartite."
	twoSetsDoubt = " were taken as two sets of nodes: they may be nodes and their features."
)

// Matrix Market (NIST) is a header line with the form of a matrix, comments with %, the numbers of rows, columns and entries, and either
// the entries that are not zero, `i j value` numbered from 1 (coordinate), or all values by column (array). A symmetric matrix gives its
// lower triangle alone.

const marketRemedy = "a Matrix Market file begins with %%MatrixMarket matrix coordinate … and a line of rows, columns and entries"

func isMarket(d []byte) bool {
	line, _ := firstLine(d)
	words := strings.Fields(strings.ToLower(string(line[:min(len(line), 100)])))
	return len(words) > 0 && words[0] == "%%matrixmarket"
}

// marketReader holds the state between lines.
type marketReader struct {
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

func readMarket(f File, c *Correction) (*Found, error) {
	r := &marketReader{a: newAssembly(f.Name, c), col: 1}
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
		if words := bytes.Fields(s); r.rows == 0 {
			r.sizes(words, line)
		} else {
			r.entry(words, line)
		}
		if r.a.err != nil {
			return nil, r.a.err
		}
	}
	last := lineAt(d, int64(len(d)))
	if r.rows == 0 {
		r.a.bad(last, marketRemedy, "the line with the numbers of rows and columns is missing")
	} else if r.given != 0 {
		r.a.bad(last, "the file may be cut short or damaged", "%d entries are missing", r.given)
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

// DIMACS has lines of one letter and numbers: c is a comment, p the kind of the problem with the numbers of nodes and lines, e i j an edge
// and a i j w an arc between nodes numbered from 1; in PACE's files two numbers are an edge. Lines n, d, v, x, s and i say nothing of
// edges.

const dimacsRemedy = "a DIMACS file has a line p edge n m and lines e i j, or p sp n m and lines a i j w"

// isDIMACS detects DIMACS by its line p before the first edge.
func isDIMACS(d []byte) bool {
	for _, s := range filled(d, "") {
		words := bytes.Fields(s)
		switch {
		case string(words[0]) == "c":
		case string(words[0]) == "p" && len(words) >= 4:
			_, n := parseID(words[2])
			_, m := parseID(words[3])
			return n == "" && m == "" && !isNumber(string(words[1]))
		default:
			return false
		}
	}
	return false
}

func readDIMACS(f File, c *Correction) (*Found, error) {
	a, n, given := newAssembly(f.Name, c), int64(0), int64(0)
	for line, s := range filled(f.Data, "") {
		words := bytes.Fields(s)
		kind := string(words[0])
		if isWhole(kind) {
			words, kind = append([][]byte{[]byte("e")}, words...), "e"
		}
		switch kind {
		case "p":
			if n > 0 || len(words) < 4 {
				a.bad(line, dimacsRemedy, "there is a second line p, or it is cut short")
				break
			}
			v, why := parseID(words[2])
			if why != "" || v < 1 || v > MaxNodes {
				a.bad(line, dimacsRemedy, "the number of nodes, %s, is not in 1..%d", quote(words[2]), MaxNodes)
				break
			}
			a.numbered(n, v, line)
			n = v
			given, _ = parseID(words[3])
		case "e", "a":
			if len(words) < 3 {
				a.bad(line, dimacsRemedy, "an edge needs two nodes")
				break
			}
			if a.directed = kind == "a"; len(words) > 3 {
				a.weigh("", string(words[3]))
			}
			a.edge(plainNumber(words[1]), plainNumber(words[2]), line)
		case "c", "n", "d", "v", "x", "s", "i", "l", "f":
		default:
			a.bad(line, dimacsRemedy, "the line begins with %s, which is no kind of line", quote(kind))
		}
		if a.err != nil {
			return nil, a.err
		}
	}
	if m := int64(len(a.edges)); given != m && given != 2*m && 2*given != m {
		a.doubt("count", fmt.Sprintf("The line p says %d edges, but there are %d: the file may be cut short.", given, m))
	}
	return a.finish("DIMACS")
}

// plainNumber cuts zeros before a number, so that it can be compared.
func plainNumber(s []byte) string {
	if v, why := parseID(s); why == "" {
		return strconv.FormatInt(v, 10)
	}
	return string(s)
}

// number reads a number from 1 to a limit.
func (r *marketReader) number(s []byte, limit int64, line int) int64 {
	v, why := parseWithin(s, 1, limit)
	if why != "" {
		r.a.bad(line, marketRemedy, "the number %s %s", quote(s), why)
	}
	return v
}

// sizes reads the line with the numbers of rows, columns and entries.
func (r *marketReader) sizes(words [][]byte, line int) {
	if len(words) < 2 || !r.array && len(words) < 3 {
		r.a.bad(line, marketRemedy, "the line has no numbers of rows, columns and entries")
		return
	}
	r.rows, r.cols = r.number(words[0], MaxNodes, line), r.number(words[1], MaxNodes, line)
	switch {
	case r.array && r.symmetric:
		r.given = r.rows * (r.rows + 1 - 2*int64(oneIf(r.skew))) / 2
	case r.array:
		r.given = r.rows * r.cols
	default:
		if given, why := parseID(words[2]); why == "" {
			r.given = given
		}
	}
	nodes := r.rows
	if r.rows != r.cols {
		if nodes += r.cols; r.symmetric || nodes > MaxNodes {
			r.a.bad(line, marketRemedy, "the matrix has %d rows and %d columns", r.rows, r.cols)
			return
		}
		r.a.notes = append(r.a.notes, twoSetsNote)
		r.a.doubt("two-sets", "The rows and the columns of the matrix"+twoSetsDoubt)
	}
	if r.a.err == nil {
		r.a.numbered(0, nodes, line)
	}
}

// entry reads an entry, or with array the next value.
func (r *marketReader) entry(words [][]byte, line int) {
	bad := func(format string, args ...any) { r.a.bad(line, marketRemedy, format, args...) }
	r.given--
	i, j, value := r.row, r.col, words[len(words)-1]
	switch {
	case r.array:
		if i++; i > r.rows {
			if j, i = j+1, 1; r.symmetric {
				i = j + int64(oneIf(r.skew))
			}
		}
		if r.row, r.col = i, j; r.given < 0 || j > r.cols || i > r.rows {
			bad("there are more values than the matrix has places")
		}
	case len(words) < 2 || r.given < 0:
		bad("an entry needs a row and a column, and there are no more than the file says")
	default:
		if i, j = r.number(words[0], r.rows, line), r.number(words[1], r.cols, line); len(words) == 2 {
			value = []byte("1")
		}
	}
	if k := bytes.IndexAny(value, "dD"); k > 0 {
		value = slices.Concat(value[:k], []byte{'e'}, value[k+1:]) // Fortran's exponents
	}
	v, why := parseNumber(string(value))
	if why != "" {
		bad("the value %s %s", quote(value), why)
	}
	if r.complex && v == 0 && len(words) > 1 {
		v, _ = parseNumber(string(words[len(words)-2])) // of a real and an imaginary part one is enough
	}
	if max(len(r.list), len(r.entries.list)) == MaxEdges {
		bad("more than %d entries", MaxEdges)
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
}
