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

// matrixEntries are the non-zero entries of an adjacency matrix.
type matrixEntries struct {
	list []graph.Edge
	// weights reports that an entry differs from 1.
	weights bool
	// undirected reports that the format lists undirected edges, whatever the entries are.
	undirected bool
	// negative counts entries below zero.
	negative int
}

// add adds an entry. Zeros are no edges.
func (m *matrixEntries) add(row, col int32, v float64) {
	if v != 0 {
		m.list = append(m.list, graph.Edge{I: row, J: col})
		m.weights = m.weights || v != 1
		m.negative += oneIf(v < 0)
	}
}

// symmetric reports whether every entry (i, j) has its mirror (j, i).
func (m *matrixEntries) symmetric() bool {
	rows, cols := slices.Clone(m.list), make([]graph.Edge, len(m.list))
	for k, e := range m.list {
		cols[k] = graph.Edge{I: e.J, J: e.I}
	}
	slices.SortFunc(rows, byEnds)
	slices.SortFunc(cols, byEnds)
	return slices.Equal(slices.Compact(rows), slices.Compact(cols))
}

// addTo adds the edges to an assembly.
// A symmetric or undirected matrix gives every edge once. Otherwise the entry in row i and column j is an edge from i to j.
func (m *matrixEntries) addTo(a *assembly) {
	symmetric := m.undirected || m.symmetric()
	a.weighted = a.weighted || m.weights
	a.negative += m.negative
	for _, e := range m.list {
		// Sorted ends make the two entries of an edge equal.
		if symmetric && e.I > e.J {
			e.I, e.J = e.J, e.I
		}
		a.edges, a.oneWay = append(a.edges, e), append(a.oneWay, !symmetric)
	}
	if symmetric {
		// Both entries of an edge count as one line, not as a repetition.
		a.edges = uniqueEdges(a.edges)
		a.oneWay = a.oneWay[:len(a.edges)]
	}
}

// uniqueEdges sorts edges in place and returns them without repetitions.
func uniqueEdges(list []graph.Edge) []graph.Edge {
	slices.SortFunc(list, byEnds)
	return slices.Compact(list)
}

// byEnds orders edges by the first, then the second end.
func byEnds(a, b graph.Edge) int {
	if a.I != b.I {
		return int(a.I) - int(b.I)
	}
	return int(a.J) - int(b.J)
}

// newFeatures returns an empty matrix for n rows and cols columns.
func newFeatures(file string, n, cols int) *featureRows {
	return &featureRows{CSR: linalg.CSR{Rows: n, Cols: cols, Ptr: make([]int32, 1, n+1)}, file: file}
}

// add adds an entry to the current row. Zeros are not stored.
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

// endRow ends the current row.
func (x *featureRows) endRow() { x.Ptr = append(x.Ptr, int32(len(x.Val))) }

// assignTo sets the features of g. lacking counts missing values, which are 0.
func (x *featureRows) assignTo(g *graph.Graph, lacking int) {
	if g.X = &x.CSR; lacking > 0 {
		g.Notes = append(g.Notes, words.Count(lacking, "missing feature value")+" taken as 0.")
	}
}

// addEdge adds an entry 1 for an edge in a line of a file, up to [MaxEdges] entries.
func (m *matrixEntries) addEdge(a *assembly, row, col int32, line int) {
	if len(m.list) >= MaxEdges {
		a.fail(line, smallerRemedy, "more than %d edges", MaxEdges)
		return
	}
	m.add(row, col, 1)
}

// featureRows is a feature matrix that is read row by row. line is the line of the current row, err the first error.
type featureRows struct {
	linalg.CSR
	file string
	line int
	err  error
	// grows lets a list of features add columns.
	grows bool
}

// Texts for matrices whose rows and columns are different nodes.
const (
	twoSetsNote  = "The rows and the columns of the matrix are two sets of nodes: the graph is bipartite."
	twoSetsDoubt = " were taken as two sets of nodes: they may be nodes and their features."
)

// Matrix Market (NIST) has a header line with the form of the matrix, comments with %, and the numbers of rows, columns and entries.
// In the form coordinate, non-zero entries `i j value` follow, numbered from 1; in the form array, all values by column.
// A symmetric matrix has only its lower triangle.

const marketRemedy = "a Matrix Market file begins with %%MatrixMarket matrix coordinate … and a line of rows, columns and entries"

// isMarket detects Matrix Market by its first line.
func isMarket(d []byte) bool {
	line, _ := firstLine(d)
	words := strings.Fields(strings.ToLower(string(line[:min(len(line), 100)])))
	return len(words) > 0 && words[0] == "%%matrixmarket"
}

// marketReader is the state between lines.
type marketReader struct {
	a *assembly
	// rows and cols are the numbers of rows and columns, 0 before the line of sizes.
	rows, cols int64
	// row and col are the place of the last value of an array. given counts entries still to come.
	row, col, given  int64
	array, symmetric bool
	skew, complex    bool
	entries          matrixEntries
	// list holds entries with values where some are negative (signed): entries of one place may cancel.
	list   []marketEntry
	signed bool
}

// marketEntry is an entry with its value.
type marketEntry struct {
	graph.Edge
	v float64
}

// readMarket reads a file of Matrix Market.
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
	// Only negative values can cancel; the list costs memory.
	r.signed = bytes.Contains(d, []byte(" -")) || bytes.Contains(d, []byte("\t-"))
	for line, s := range contentLines(d, "%") {
		if words := bytes.Fields(s); r.rows == 0 {
			r.readSizes(words, line)
		} else {
			r.readEntry(words, line)
		}
		if r.a.err != nil {
			return nil, r.a.err
		}
	}
	last := lineAt(d, int64(len(d)))
	if r.rows == 0 {
		r.a.fail(last, marketRemedy, "the line with the numbers of rows and columns is missing")
	} else if r.given != 0 {
		r.a.fail(last, "the file may be cut short or damaged", "%d entries are missing", r.given)
	}
	// Entries of one place are added, as in SciPy.
	slices.SortStableFunc(r.list, func(a, b marketEntry) int { return byEnds(a.Edge, b.Edge) })
	for k, e := range r.list {
		if k+1 < len(r.list) && r.list[k+1].Edge == e.Edge {
			r.list[k+1].v += e.v
		} else {
			r.entries.add(e.I, e.J, e.v)
		}
	}
	r.entries.undirected = r.symmetric || r.rows != r.cols
	r.entries.addTo(r.a)
	return r.a.finish("Matrix Market")
}

// DIMACS has lines of a letter and numbers.
// c is a comment; p has the kind of problem and the numbers of nodes and lines.
// e i j is an edge and a i j w an arc between nodes numbered from 1; in files of PACE two numbers are an edge.
// Lines n, d, v, x, s and i hold no edges.

const dimacsRemedy = "a DIMACS file has a line p edge n m and lines e i j, or p sp n m and lines a i j w"

// isDIMACS detects DIMACS by its line p before the first edge.
func isDIMACS(d []byte) bool {
	for _, s := range contentLines(d, "") {
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

// readDIMACS reads a DIMACS file. Edges have no direction, arcs have one.
func readDIMACS(f File, c *Correction) (*Found, error) {
	a, n, given := newAssembly(f.Name, c), int64(0), int64(0)
	for line, s := range contentLines(f.Data, "") {
		words := bytes.Fields(s)
		kind := string(words[0])
		// PACE writes edges without the letter e.
		if isInteger(kind) {
			words, kind = append([][]byte{[]byte("e")}, words...), "e"
		}
		switch kind {
		case "p":
			if n > 0 || len(words) < 4 {
				a.fail(line, dimacsRemedy, "there is a second line p, or it is cut short")
				break
			}
			v, why := parseID(words[2])
			if why != "" || v < 1 || v > MaxNodes {
				a.fail(line, dimacsRemedy, "the number of nodes, %s, is not in 1..%d", quote(words[2]), MaxNodes)
				break
			}
			a.addNumberedNodes(n, v, line)
			n = v
			given, _ = parseID(words[3])
		case "e", "a":
			if len(words) < 3 {
				a.fail(line, dimacsRemedy, "an edge needs two nodes")
				break
			}
			if a.directed = kind == "a"; len(words) > 3 {
				a.recordEdgeAttribute("", string(words[3]))
			}
			a.addEdge(plainNumber(words[1]), plainNumber(words[2]), line)
		case "c", "n", "d", "v", "x", "s", "i", "l", "f":
		default:
			a.fail(line, dimacsRemedy, "the line begins with %s, which is no kind of line", quote(kind))
		}
		if a.err != nil {
			return nil, a.err
		}
	}
	if m := int64(len(a.edges)); given != m && given != 2*m && 2*given != m {
		a.addDoubt("count", fmt.Sprintf("The line p says %d edges, but there are %d: the file may be cut short.", given, m))
	}
	return a.finish("DIMACS")
}

// plainNumber returns a number without leading zeros, so that equal numbers are equal texts.
func plainNumber(s []byte) string {
	if v, why := parseID(s); why == "" {
		return strconv.FormatInt(v, 10)
	}
	return string(s)
}

// readNumber returns a number from 1 to limit.
func (r *marketReader) readNumber(s []byte, limit int64, line int) int64 {
	v, why := parseWithin(s, 1, limit)
	if why != "" {
		r.a.fail(line, marketRemedy, "the number %s %s", quote(s), why)
	}
	return v
}

// readSizes reads the line with the numbers of rows, columns and entries.
func (r *marketReader) readSizes(words [][]byte, line int) {
	if len(words) < 2 || !r.array && len(words) < 3 {
		r.a.fail(line, marketRemedy, "the line has no numbers of rows, columns and entries")
		return
	}
	r.rows, r.cols = r.readNumber(words[0], MaxNodes, line), r.readNumber(words[1], MaxNodes, line)
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
	// A rectangular matrix joins rows to columns.
	if r.rows != r.cols {
		if nodes += r.cols; r.symmetric || nodes > MaxNodes {
			r.a.fail(line, marketRemedy, "the matrix has %d rows and %d columns", r.rows, r.cols)
			return
		}
		r.a.notes = append(r.a.notes, twoSetsNote)
		r.a.addDoubt("two-sets", "The rows and the columns of the matrix"+twoSetsDoubt)
	}
	if r.a.err == nil {
		r.a.addNumberedNodes(0, nodes, line)
	}
}

// readEntry reads an entry, or the next value of an array.
func (r *marketReader) readEntry(words [][]byte, line int) {
	bad := func(format string, args ...any) { r.a.fail(line, marketRemedy, format, args...) }
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
		if i, j = r.readNumber(words[0], r.rows, line), r.readNumber(words[1], r.cols, line); len(words) == 2 {
			value = []byte("1")
		}
	}
	if k := bytes.IndexAny(value, "dD"); k > 0 {
		// Fortran writes exponents with D.
		value = slices.Concat(value[:k], []byte{'e'}, value[k+1:])
	}
	v, why := parseNumber(string(value))
	if why != "" {
		bad("the value %s %s", quote(value), why)
	}
	if r.complex && v == 0 && len(words) > 1 {
		// A complex entry is an edge where its real or its imaginary part is not zero.
		v, _ = parseNumber(string(words[len(words)-2]))
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
