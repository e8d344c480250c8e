package graphio

import (
	"bytes"
	"slices"
	"strings"

	"sheafscope/core/graphio/content"
	"sheafscope/core/words"
)

// The shapes that a table of edges may have besides one pair of ids a line. An adjacency matrix has as many rows as columns of numbers,
// with names above or before them or both. A line of an adjacency list is a node and its neighbours; NetworkX also writes the node with
// their number and then one neighbour a line. Triples have the kind of the edge between its ends (SIF).
type shape int

const (
	shapePairs shape = iota
	shapeMatrix
	shapeLists
	shapeLines
	shapeTriples
)

// shape detects the shape of a table of edges.
func (t *table) shape() shape {
	if t.known != nil {
		return *t.known
	}
	s := shapePairs
	rows, _, _ := t.countLines()
	switch {
	case rows > 0, t.paired:
	case t.sif() && t.isTriples():
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
	t.known = &s
	return s
}

// read reads the edges of a table of some shape, and declares the nodes unless there are node tables. It returns the name of the format.
func (t *table) read(a *assembly, s shape, nodes []*table) (format string) {
	declare := len(nodes) == 0
	switch s {
	case shapeMatrix:
		t.readMatrix(a, declare)
		return "adjacency matrix"
	case shapeLines:
		t.readLines(a, declare)
		return "adjacency list"
	case shapeLists:
		t.readLists(a, declare)
		return "adjacency list"
	case shapeTriples:
		t.cols, t.kind = [2]int{0, 2}, content.Edges
		a.notes = append(a.notes, "The second column was taken as the kind of the edges and left out.")
		t.readTriples(a, declare)
		return "table"
	}
	// The lists of a citation network also cite what it does not hold.
	a.dangling = len(nodes) == 1 && t.header == nil && nodes[0].header == nil
	t.readEdges(a, declare)
	return "table"
}

// end adds a node to an assembly that declares nodes, or finds it.
func (a *assembly) end(id string, line int, declare bool) int32 {
	return a.known(a.tableID(line, id), line, declare)
}

// sif reports whether the file is called one of Cytoscape's simple interaction format.
func (t *table) sif() bool { return strings.HasSuffix(strings.ToLower(t.Name), ".sif") }

// formed is the shape of a table whose form the user said.
func (t *table) formed(form string) (shape, error) {
	switch form {
	case content.FormLists:
		return words.Either(t.shape() == shapeLines, shapeLines, shapeLists), nil
	case content.FormMatrix:
		if t.matrixForm() != nil {
			return shapeMatrix, nil
		}
		numbers := t.size.rows == t.size.most && t.size.least == t.size.most
		for _, cells := range t.all() {
			numbers = numbers && !slices.ContainsFunc(cells, func(s string) bool { _, ok := t.entry(s); return !ok })
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

// correctsEdges reports whether the user says something about the rows of the table of edges.
func correctsEdges(c *Correction, alone bool) bool {
	return c.All != content.Layout{} || c.Edges != content.Layout{} ||
		slices.ContainsFunc(c.Columns, func(r content.ColumnRole) bool { return tableOf(r, alone) == content.Edges })
}

// openTable finds delimiter and header from the first rows.
func openTable(f File, layout content.Layout) (*table, error) {
	t := &table{File: f, comma: content.SeparatorRune(layout.Separator), facts: headOf(f.Data), rowsFrom: -1,
		guarded: bytes.HasPrefix(f.Data, []byte(words.GuardNote))}
	t.Data = commentHeader(t.Data)
	if t.hash = hashRows(t.Data); t.hash {
		t.Data = blankComments(t.Data)
	}
	said := rune(0)
	if t.Data, said = cutSeparator(t.Data); t.comma == 0 {
		t.Data = t.cleanRows(t.Data)
		if t.comma = said; said == 0 {
			t.comma = delimiter(t.Data, t.comments())
		}
		if t.sif() && bytes.IndexByte(t.Data, '\t') >= 0 {
			t.comma = '\t' // as Cytoscape reads it
		}
		t.Data = doubleQuotes(t.Data, t.comma)
	}
	for line, s := range lines(t.Data) {
		if n := bytes.Count(s, []byte(string(t.comma))); n > MaxFeatures {
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
	for _, cells := range t.all() {
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
	case t.sif(): // which has none
	case t.size.short && !slices.ContainsFunc(first, func(s string) bool { return isNumber(s) && t.size.rows != len(first)+1 }):
		// R's write.table leaves out the name of the column of row names.
		t.header = append([]string{""}, first...)
		t.width++
	case isHeader(t.rows):
		t.header = slices.Clone(first)
	case t.supposedHeader(t.rows):
		t.header, t.supposed = slices.Clone(first), true
	}
	if slices.ContainsFunc(t.header, isNeo4j) {
		t.neo4j = true
		neo4jHeader(t.header)
	}
	return t, nil
}

// delimiter returns the character that divides most of the first lines into equally many cells, of several such the one that makes more; '
// ' if none divides half of the lines.
func delimiter(d []byte, comments string) rune {
	var sample [][]byte
	for _, s := range filled(d, comments) {
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
		// The middle count passes over a damaged line.
		slices.Sort(counts)
		if len(counts) == 0 || counts[len(counts)/2] == 0 {
			continue
		}
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

// countBare counts c in a line, but for what stands between double quotes or in a dictionary at the end.
func countBare(line []byte, c byte) (n int) {
	quoted := false
	for _, b := range line[:dictionary(string(line))] {
		quoted = quoted != (b == '"')
		n += oneIf(b == c && !quoted)
	}
	return n
}

// comments are the characters with which a comment begins.
func (t *table) comments() string { return words.Either(t.hash, "%", "#%") }
