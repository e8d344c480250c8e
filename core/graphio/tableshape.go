package graphio

import (
	"bytes"
	"slices"
	"strings"

	"sheafscope/core/graphio/content"
	"sheafscope/core/words"
)

// shape is the form of a table of edges: pairs of ids, an adjacency matrix, an adjacency list, or triples.
// A matrix has as many rows as columns of numbers, perhaps with names above and before them.
// A line of a list is a node and its neighbours. NetworkX also writes the node with their number, then one neighbour a line.
// Triples have the kind of an edge between its ends (SIF).
type shape int

const (
	shapePairs shape = iota
	shapeMatrix
	shapeLists
	shapeLines
	shapeTriples
)

// shape returns the form of a table of edges. The order of the tests matters: each form also satisfies weaker later ones.
func (t *table) shape() shape {
	if t.knownShape != nil {
		return *t.knownShape
	}
	s := shapePairs
	rows, _, _ := t.countLines()
	switch {
	case rows > 0, t.rewritten:
	case t.isSIF() && t.isTriples():
		s = shapeTriples
	case t.matrixForm() != nil:
		s = shapeMatrix
	case t.edgeColumns()[0] >= 0, t.hasLists():
	case t.isLines():
		s = shapeLines
	case t.isTriples():
		s = shapeTriples
	case t.isLists():
		s = shapeLists
	}
	t.knownShape = &s
	return s
}

// readEdgesAs reads the edges of a table of a form and returns the name of the format. Without node tables edges define the nodes.
func (t *table) readEdgesAs(a *assembly, s shape, nodes []*table) (format string) {
	a.newIDs = len(nodes) == 0
	switch s {
	case shapeMatrix:
		t.readMatrix(a)
		return "adjacency matrix"
	case shapeLines:
		t.readLines(a)
		return "adjacency list"
	case shapeLists:
		t.readLists(a)
		return "adjacency list"
	case shapeTriples:
		t.cols, t.kind = [2]int{0, 2}, content.Edges
		a.notes = append(a.notes, "The second column was taken as the kind of the edges and left out.")
		t.readTriples(a)
		return "table"
	}
	// Edge lists of citation networks cite papers outside the node table.
	a.dangling = len(nodes) == 1 && t.header == nil && nodes[0].header == nil
	t.readEdges(a)
	return "table"
}

// tableNode returns the node of an id in a table, a new one where newIDs allows it.
func (a *assembly) tableNode(id string, line int) int32 {
	if id = a.tableID(line, id); a.newIDs {
		return a.nodeOrNew(id, line)
	}
	return a.nodeOf(id, line)
}

// isSIF reports whether the file name is that of the simple interaction format of Cytoscape.
func (t *table) isSIF() bool { return strings.HasSuffix(strings.ToLower(t.Name), ".sif") }

// userShape returns the shape for a form chosen by the user. A table that cannot be a matrix is an error.
func (t *table) userShape(form string) (shape, error) {
	switch form {
	case content.FormLists:
		return words.Either(t.shape() == shapeLines, shapeLines, shapeLists), nil
	case content.FormMatrix:
		if t.matrixForm() != nil {
			return shapeMatrix, nil
		}
		numbers := t.size.rows == t.size.most && t.size.least == t.size.most
		for _, cells := range t.allRows() {
			numbers = numbers && !slices.ContainsFunc(cells, func(s string) bool { _, ok := t.entryValue(s); return !ok })
		}
		if !numbers {
			return shapePairs, fault(t.Name, 0, "give as many numbers a row as there are rows, or names above or before them",
				"the rows are not those of an adjacency matrix")
		}
		t.matrix = &matrixForm{rows: t.size.rows, width: t.size.most}
		return shapeMatrix, nil
	}
	return shapePairs, nil
}

// correctsEdges reports whether a correction is about the rows of the table of edges.
func correctsEdges(c *Correction, alone bool) bool {
	return c.All != content.Layout{} || c.Edges != content.Layout{} ||
		slices.ContainsFunc(c.Columns, func(r content.ColumnRole) bool { return tableOfRole(r, alone) == content.Edges })
}

// openTable returns a table with separator, header and first rows.
func openTable(f File, layout content.Layout) (*table, error) {
	t := &table{File: f, separator: content.SeparatorRune(layout.Separator), declared: readHeadComments(f.Data), rowsFrom: -1,
		guarded: bytes.HasPrefix(f.Data, []byte(words.GuardNote))}
	t.Data = commentHeader(t.Data)
	if t.hash = hasHashIDs(t.Data); t.hash {
		t.Data = blankComments(t.Data)
	}
	said := rune(0)
	if t.Data, said = cutSeparator(t.Data); t.separator == 0 {
		t.Data = t.cleanRows(t.Data)
		if t.separator = said; said == 0 {
			t.separator = delimiter(t.Data, t.comments())
		}
		if t.isSIF() && bytes.IndexByte(t.Data, '\t') >= 0 {
			// Cytoscape splits SIF at tabs where there are any.
			t.separator = '\t'
		}
		t.Data = unifyQuotes(t.Data, t.separator)
	}
	// Limits are checked before rows are parsed.
	for line, s := range lines(t.Data) {
		if n := bytes.Count(s, []byte(string(t.separator))); n > MaxFeatures {
			return nil, fault(f.Name, line, tableRemedy, "the line has %d columns, over the limit of %d", n+1, MaxFeatures)
		}
		if line > maxTableLines {
			return nil, fault(f.Name, line, "take a part of the graph", "more than %d lines, over the limit of %d edges", maxTableLines, MaxEdges)
		}
	}
	if err := t.checkQuotes(); err != nil {
		return nil, err
	}
	t.size = t.measure()
	t.cutFrame()
	for _, cells := range t.allRows() {
		if t.rows = append(t.rows, slices.Clone(cells)); len(t.rows) == 20 {
			break
		}
	}
	if len(t.rows) == 0 {
		return nil, fault(f.Name, 0, tableRemedy, "the table has no rows")
	}
	t.width = len(t.rows[0])
	if layout.Header != "" {
		if layout.Header == "yes" {
			t.header = slices.Clone(t.rows[0])
		}
		return t, nil
	}
	switch first := t.rows[0]; {
	case t.isSIF(): // never has a header
	case t.size.short && !slices.ContainsFunc(first, func(s string) bool { return isNumber(s) && t.size.rows != len(first)+1 }):
		// write.table of R omits the name of the column of row names.
		t.header = append([]string{""}, first...)
		t.width++
	case isHeader(t.rows):
		t.header = slices.Clone(first)
	case t.hasUnknownHeader(t.rows):
		t.header, t.guessedHeader = slices.Clone(first), true
	}
	if slices.ContainsFunc(t.header, isNeo4j) {
		t.neo4j = true
		neo4jHeader(t.header)
	}
	return t, nil
}

// delimiter returns the separator that splits most of the first lines into equally many cells, more cells on a tie.
// It is ' ' where no character splits half of the lines.
func delimiter(d []byte, comments string) rune {
	var sample [][]byte
	for _, s := range contentLines(d, comments) {
		if sample = append(sample, s); len(sample) == 20 {
			break
		}
	}
	best, most, score := ' ', 0, 0
	counts := make([]int, len(sample))
	for _, c := range "\t,;|" {
		for k, s := range sample {
			counts[k] = countBare(s, byte(c))
		}
		// The median ignores single damaged lines.
		slices.Sort(counts)
		if len(counts) == 0 || counts[len(counts)/2] == 0 {
			continue
		}
		// The longest run of equal counts is the agreement.
		agree, run := 0, 0
		for k, n := range counts {
			if run++; k > 0 && n != counts[k-1] {
				run = 1
			}
			if n > 0 {
				agree = max(agree, run)
			}
		}
		if middle := counts[len(counts)/2]; agree > most || agree == most && middle > score {
			best, most, score = c, agree, middle
		}
	}
	return best
}

// countBare counts c in a line outside double quotes and outside a dictionary at the end.
func countBare(line []byte, c byte) (n int) {
	quoted := false
	for _, b := range line[:dictionaryStart(string(line))] {
		quoted = quoted != (b == '"')
		n += oneIf(b == c && !quoted)
	}
	return n
}

// comments returns the characters that begin a comment.
func (t *table) comments() string { return words.Either(t.hash, "%", "#%") }
