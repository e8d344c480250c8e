package graphio

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/words"
)

// This file reads a matrix whose form is known into an assembly, which collects the nodes, attributes and edges (assemble.go).

// readMatrix reads a matrix into an assembly. If the graph has node tables, rows and columns must be nodes of them (matrixNodes).
// If a row or a column is no such node, the assembly has an error, and readMatrix adds no edges.
func (t *table) readMatrix(a *assembly) {
	form := t.matrixForm()
	// k is the number of the current row of entries, from 1, and 0 in a row of names. unreadable counts the entries that are infinite or NaN.
	k, unreadable := -form.head, 0
	// Without names, the ids of the nodes are 0, 1, …, or r0, r1, … and c0, c1, … if rows and columns are different nodes.
	// lineAbove returns the line of a name above the entries, and lineBeside that of a name beside them.
	var lines []int // the line of each row, with the row of names
	for line := range t.matrixRows(form) {
		lines = append(lines, line)
	}
	lineAbove := func(int) int { return form.head * lines[0] }
	lineBeside := func(i int) int { return lines[form.head+i] }
	rowLine := lineBeside
	if form.side == 0 && form.head > 0 {
		rowLine = lineAbove
	}
	rows := t.matrixNodes(a, form.names, form.rows, words.Either(form.two, "r", ""), rowLine)
	cols := rows
	if form.cols != nil || form.two {
		cols = t.matrixNodes(a, form.cols, form.width, words.Either(form.two, "c", ""), lineAbove)
	}
	if a.err != nil {
		return
	}
	// The nodes keep the order of the matrix.
	a.sortIDs = false
	var entries matrixEntries
	for _, cells := range t.matrixRows(form) {
		k++
		// The row of names and a row of totals have no entries.
		if k < 1 || k > form.rows {
			continue
		}
		row := cells[form.side:]
		firstColumn := 0
		if form.upper {
			firstColumn = form.start + k - 1
		}
		for c, s := range row {
			column := firstColumn + c
			// A column of totals is not read.
			if column >= len(cols) {
				break
			}
			v, _ := t.entryValue(s) // every cell is an entry, since the form is known
			// NaN, infinities and numbers out of range are numbers that parseNumber refuses. Their value v is 0.
			_, why := parseNumber(s)
			isUnreadable := v == 0 && why != "" && isNumber(strings.TrimSpace(s))
			unreadable += oneIf(isUnreadable)
			entries.add(rows[k-1], cols[column], v)
		}
	}
	a.notes = appendNote(a.notes, unreadable > 0,
		"Entries of the matrix that are infinite or no number were taken as no edge: "+strconv.Itoa(unreadable)+".")
	a.notes = appendNote(a.notes, form.two, twoSetsNote)
	// An edge between two sets has no direction. A triangle has one entry for both directions.
	entries.undirected = form.two || form.half
	entries.addTo(a)
}

// matrixRows yields the rows of a matrix with their lines.
// If names precede the entries, a row without a filled cell is no row: Excel writes such rows.
// The cells are valid until the next row.
func (t *table) matrixRows(form *matrixForm) iter.Seq2[int, []string] {
	isFilled := func(s string) bool { return strings.TrimSpace(s) != "" }
	return func(yield func(int, []string) bool) {
		for line, cells := range t.allRows() {
			isRow := form.side == 0 || slices.ContainsFunc(cells, isFilled)
			if isRow && !yield(line, cells) {
				return
			}
		}
	}
}

// matrixNodes returns the nodes of n rows or columns. names are their ids, nil if they have no names.
// If names is nil and node tables define exactly n nodes, the rows or columns are these nodes in order.
// Otherwise, a missing or empty name i is replaced by prefix and i, such as r0.
// For an id that node tables do not define, matrixNodes records an error in the assembly. The result is then not complete. line returns
// the line of name i for errors, 0 for the file as a whole.
func (t *table) matrixNodes(a *assembly, names []string, n int, prefix string, line func(i int) int) []int32 {
	index := make([]int32, n)
	for i := range index {
		name := prefix + strconv.Itoa(i)
		// a.newIDs is true if the files have no node table.
		areAllNodes := names == nil && !a.newIDs && n == len(a.ids)
		if areAllNodes {
			index[i] = int32(i)
			continue
		}
		if names != nil && names[i] != "" {
			name = names[i]
		}
		// With node tables, the matrix may not add nodes.
		if !a.hasNode(name) && !a.newIDs {
			a.fail(line(i), "declare the node or correct the name", "the matrix names the node %s, which does not exist", quote(name))
			continue
		}
		index[i] = a.nodeOrNew(name, line(i))
	}
	return index
}
