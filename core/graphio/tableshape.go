package graphio

import (
	"bytes"
	"slices"
	"strings"

	"sheafscope/core/graphio/content"
	"sheafscope/core/order"
	"sheafscope/core/words"
)

// This file determines the shape of a table of edges. It also opens tables: it finds the separator, the header and the first rows.

// shape is the meaning of the rows in a table of edges.
type shape int

// The shapes, each with the meaning of a row.
const (
	shapePairs   shape = iota // an edge: its two ends
	shapeMatrix               // a row of an adjacency matrix, with or without names of rows and columns
	shapeLists                // a node and its neighbours
	shapeLines                // a node and the number of its neighbours, then one row per neighbour (NetworkX)
	shapeTriples              // an end, the kind of the edge, and the other end (SIF)
)

// shape returns the shape of a table of edges. The order of the tests matters: a table of one shape may also pass later, weaker tests.
// The result is kept in t.knownShape.
func (t *table) shape() shape {
	if t.knownShape != nil {
		return *t.knownShape
	}
	s := shapePairs
	rows, _, _ := t.countLines()
	switch {
	// Rows below the numbers of nodes and edges, and rows that cleanRows has rewritten as pairs (t.rewritten), are pairs.
	case rows > 0, t.rewritten:
	case t.isSIF() && t.isTriples():
		s = shapeTriples
	case t.matrixForm() != nil:
		s = shapeMatrix
	// A table whose header names the ends, or with lists in its cells, has pairs.
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

// readEdgesAs reads the edges of a table of shape s and returns the name of the format. If nodes, the node tables, are empty, the edges
// define the nodes.
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
		t.cols = [2]int{0, 2}
		t.kind = content.Edges
		a.notes = append(a.notes, "The second column was taken as the kind of the edges and left out.")
		t.readTriples(a)
		return "table"
	}
	// In citation networks without headers, edges may cite papers outside the node table.
	a.dangling = len(nodes) == 1 && t.header == nil && nodes[0].header == nil
	t.readEdges(a)
	return "table"
}

// tableNode returns the node of an id in a line of a table.
// An unknown id becomes a node if a.newIDs is true. If a.newIDs is false, tableNode records an error for an unknown id in the assembly.
func (a *assembly) tableNode(cell string, line int) int32 {
	id := a.tableID(line, cell)
	if a.newIDs {
		return a.nodeOrNew(id, line)
	}
	return a.nodeOf(id, line)
}

// isSIF reports whether the file name has the ending of SIF, the simple interaction format of Cytoscape.
func (t *table) isSIF() bool { return strings.HasSuffix(strings.ToLower(t.Name), ".sif") }

// userShape returns the shape for a form that the user has chosen. Any other form than a matrix or lists gives pairs.
// For the form of a matrix, the table must be a recognised matrix or a square of entries. Any other table is then an error.
func (t *table) userShape(form string) (shape, error) {
	switch form {
	// Lists of NetworkX have a shape of their own.
	case content.FormLists:
		return words.Either(t.shape() == shapeLines, shapeLines, shapeLists), nil
	case content.FormMatrix:
		if t.matrixForm() != nil {
			return shapeMatrix, nil
		}
		// A square of entries without names is a matrix only because the user says so.
		isNoEntry := func(s string) bool { _, ok := t.entryValue(s); return !ok }
		isSquare := t.size.rows == t.size.most && t.size.least == t.size.most
		for _, cells := range t.allRows() {
			isSquare = isSquare && !slices.ContainsFunc(cells, isNoEntry)
		}
		if !isSquare {
			return shapePairs, fault(t.Name, 0, "give as many numbers a row as there are rows, or names above or before them",
				"the rows are not those of an adjacency matrix")
		}
		t.matrix = &matrixForm{rows: t.size.rows, width: t.size.most}
		return shapeMatrix, nil
	}
	return shapePairs, nil
}

// correctsEdges reports whether a correction changes the layout or the columns of the table of edges.
// present states whether the graph has a node table.
func correctsEdges(c *Correction, present kindsOfTables) bool {
	changesLayout := c.All != content.Layout{} || c.Edges != content.Layout{}
	isOfEdges := func(r content.ColumnRole) bool { return tableOfRole(r, present) == content.Edges }
	return changesLayout || slices.ContainsFunc(c.Columns, isOfEdges)
}

// openTable returns a table with its separator, header and first rows. layout has the choices of the user.
// A part of layout is "" if the user has not chosen it.
// Wrong quotes, an empty table, and a table beyond the limits are errors.
func openTable(f File, layout content.Layout) (*table, error) {
	t := &table{File: f, separator: content.SeparatorRune(layout.Separator), declared: readHeadComments(f.Data), rowsFrom: -1,
		guarded: bytes.HasPrefix(f.Data, []byte(words.GuardNote))}
	// A comment above the rows may be the header.
	t.Data = commentHeader(t.Data)
	// If ids begin with #, the comments are blanked here, because # begins no comment in later steps.
	t.hash = hasHashIDs(t.Data)
	if t.hash {
		t.Data = blankComments(t.Data)
	}
	// The separator is given by the user or by a first line such as "sep=|", or it is guessed. 0 means that it is not known yet.
	// Unless the user has given the separator, cleanRows turns other forms of text, such as sentences, into rows.
	data, stated := cutSeparator(t.Data)
	t.Data = data
	if t.separator == 0 {
		t.Data = t.cleanRows(t.Data)
		t.separator = stated
		if stated == 0 {
			t.separator = delimiter(t.Data, t.comments())
		}
		// Cytoscape splits SIF at tabs if the file has any.
		if t.isSIF() && bytes.IndexByte(t.Data, '\t') >= 0 {
			t.separator = '\t'
		}
		t.Data = unifyQuotes(t.Data, t.separator)
	}
	// The limits are checked before the rows are parsed.
	for line, s := range lines(t.Data) {
		// A line of n separators has n+1 columns, of which n can be features beside the ids.
		n := bytes.Count(s, []byte(string(t.separator)))
		if n > MaxFeatures {
			return nil, fault(f.Name, line, tableRemedy, "the line has %d columns, over the limit of %d", n+1, MaxFeatures+1)
		}
		if line > maxTableLines {
			return nil, fault(f.Name, line, "take a part of the graph", "more than %d lines, over the limit of %d edges", maxTableLines, MaxEdges)
		}
	}
	if err := t.checkQuotes(); err != nil {
		return nil, err
	}
	t.size = t.measure()
	// Titles above the rows, and a footer below them, are emptied.
	t.cutFrame()
	const firstRows = 20
	for _, cells := range t.allRows() {
		t.rows = append(t.rows, slices.Clone(cells))
		if len(t.rows) == firstRows {
			break
		}
	}
	if len(t.rows) == 0 {
		return nil, fault(f.Name, 0, tableRemedy, "the table has no rows")
	}
	first := t.rows[0]
	t.width = len(first)
	// The user has chosen whether the first row is the header. Its names stay unchanged.
	if layout.Header != "" {
		if layout.Header == "yes" {
			t.header = slices.Clone(first)
		}
		return t, nil
	}
	// Numbers above the columns are names only in a square: below the first row, there are as many rows as names.
	isSquare := t.size.rows == len(first)+1
	mayBeNames := isSquare || !slices.ContainsFunc(first, isNumber)
	switch {
	case t.isSIF():
		// SIF has no header.
	case t.size.short && mayBeNames:
		// The first row has one cell less than every other row: write.table of R omits the name of the column of row names.
		t.header = append([]string{""}, first...)
		t.width++
	case isHeader(t.rows):
		t.header = slices.Clone(first)
	case t.hasUnknownHeader(t.rows):
		t.header, t.guessedHeader = slices.Clone(first), true
	}
	// The names of neo4j become the names of this package.
	if slices.ContainsFunc(t.header, isNeo4j) {
		t.neo4j = true
		neo4jHeader(t.header)
	}
	return t, nil
}

// delimiter returns the separator that splits most of the first lines into the same number of cells.
// If two separators split equally many lines, delimiter returns the separator with more cells.
// If no character splits half of the lines, it returns ' '. comments are the characters that begin a comment.
func delimiter(d []byte, comments string) rune {
	const firstLines = 20
	var sample [][]byte
	for _, s := range contentLines(d, comments) {
		sample = append(sample, s)
		if len(sample) == firstLines {
			break
		}
	}
	if len(sample) == 0 {
		return ' '
	}
	// Of the best separator, bestAgreement is the number of lines with the same count, and bestMedian is the median of the counts.
	best, bestAgreement, bestMedian := ' ', 0, 0
	counts := make([]int, len(sample))
	for _, c := range "\t,;|" {
		if c == ',' && haveDecimalCommas(sample) {
			continue
		}
		for k, s := range sample {
			counts[k] = countBare(s, byte(c))
		}
		order.Ints(counts)
		// The median is robust against single damaged lines.
		median := counts[len(counts)/2]
		// More than half of the lines lack the character.
		if median == 0 {
			continue
		}
		// The agreement is the length of the longest run of equal counts above 0.
		agreement, run := 0, 0
		for k, n := range counts {
			run++
			if k > 0 && n != counts[k-1] {
				run = 1
			}
			if n > 0 {
				agreement = max(agreement, run)
			}
		}
		hasMoreCells := agreement == bestAgreement && median > bestMedian
		if agreement > bestAgreement || hasMoreCells {
			best, bestAgreement, bestMedian = c, agreement, median
		}
	}
	return best
}

// haveDecimalCommas reports whether tabs or semicolons separate the cells of the lines, and every comma is the decimal mark of a number.
// In each line, either the first cell has no comma or every cell has one: 1,2;3 is an edge with a list.
func haveDecimalCommas(sample [][]byte) bool {
	return slices.ContainsFunc([]string{"\t", ";"}, func(separator string) bool {
		return !slices.ContainsFunc(sample, func(line []byte) bool {
			// decimals counts the cells with a comma.
			cells, decimals := strings.Split(string(line), separator), 0
			for _, cell := range cells {
				if !strings.Contains(cell, ",") {
					continue
				}
				if !isCommaNumber(strings.TrimSpace(cell)) {
					return true
				}
				decimals++
			}
			return len(cells) < 2 || strings.Contains(cells[0], ",") && decimals < len(cells)
		})
	})
}

// isCommaNumber reports whether a text is a number with a decimal comma, such as -0,5.
func isCommaNumber(s string) bool {
	whole, fraction, hasComma := strings.Cut(s, ",")
	return hasComma && isInteger(strings.TrimLeft(whole, "+-")) && isInteger(fraction)
}

// countBare returns the number of bytes c in a line. Bytes in double quotes, and in a dictionary such as {'weight': 2} at the end of the
// line, do not count.
func countBare(line []byte, c byte) (n int) {
	inQuotes := false
	for _, b := range line[:dictionaryStart(string(line))] {
		if b == '"' {
			inQuotes = !inQuotes
		}
		n += oneIf(b == c && !inQuotes)
	}
	return n
}

// comments returns the characters that begin a comment in the table.
func (t *table) comments() string { return words.Either(t.hash, "%", "#%") }
