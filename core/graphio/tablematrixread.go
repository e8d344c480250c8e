package graphio

import (
	"strconv"
	"strings"

	"sheafscope/core/words"
)

// This file reads the nodes and the edges of a matrix whose form is known into an assembly.
// An assembly collects the nodes, attributes and edges (assemble.go).

// readMatrix reads a matrix into an assembly. If the graph has node tables, the names of the rows must be nodes, and rows without names
// belong to all nodes, in the order of the nodes.
func (t *table) readMatrix(a *assembly) {
	form := t.matrixForm()
	// k is the number of the current row of entries, from 1, and 0 in a row of names.
	// unreadable is the number of entries that are infinite or NaN.
	k, unreadable := -form.head, 0
	// If rows and columns without names are different nodes, they have the ids r0, r1, … and c0, c1, ….
	rows := t.matrixNodes(a, form.names, form.rows, words.Either(form.two, "r", ""))
	cols := rows
	if form.cols != nil || form.two {
		cols = t.matrixNodes(a, form.cols, form.width, words.Either(form.two, "c", ""))
	}
	if a.err != nil {
		return
	}
	// The nodes keep the order of the matrix.
	a.sortIDs = false
	var entries matrixEntries
	for _, cells := range t.allRows() {
		k++
		// The row of names, and a row of totals at the end.
		if k < 1 || k > form.rows {
			continue
		}
		row := cells[form.side:]
		// The rows of an upper triangle end at the last column.
		firstColumn := 0
		if form.upper {
			firstColumn = form.width - len(row)
		}
		for c, s := range row {
			column := firstColumn + c
			// A column of totals is not read.
			if column >= len(cols) {
				break
			}
			v, _ := t.entryValue(s)
			// NaN and infinities have the letter n.
			isUnreadable := v == 0 && isNumber(strings.TrimSpace(s)) && strings.ContainsAny(s, "nN")
			unreadable += oneIf(isUnreadable)
			entries.add(rows[k-1], cols[column], v)
		}
	}
	a.notes = appendNote(a.notes, unreadable > 0,
		"Entries of the matrix that are infinite or no number were taken as no edge: "+strconv.Itoa(unreadable)+".")
	a.notes = appendNote(a.notes, form.two, twoSetsNote)
	entries.undirected = form.two || form.half
	entries.addTo(a)
}

// matrixNodes returns the nodes of n rows or columns. names are their names, nil if they have no names.
// Rows without names have the ids prefix0, prefix1, … . If node tables define exactly n nodes, such rows are these nodes in order.
// For a name that node tables do not define, matrixNodes records an error in the assembly.
func (t *table) matrixNodes(a *assembly, names []string, n int, prefix string) []int32 {
	index := make([]int32, n)
	for i := range index {
		// A row without a name gets an id, such as r0.
		name := prefix + strconv.Itoa(i)
		areAllNodes := names == nil && !a.newIDs && n == len(a.ids)
		if areAllNodes {
			index[i] = int32(i)
			continue
		}
		if names != nil && names[i] != "" {
			name = names[i]
		}
		// With node tables, the matrix may not add nodes. The number of the row, i+1, stands for the line in errors.
		if !a.hasNode(name) && !a.newIDs {
			a.fail(i+1, "declare the node or correct the name", "the matrix names the node %s, which does not exist", quote(name))
			continue
		}
		index[i] = a.nodeOrNew(name, i+1)
	}
	return index
}
