package graphio

import (
	"slices"
	"sort"
	"strings"

	"sheafscope/core/graphio/content"
)

// This file classifies the tables beside the table of edges, by a comparison with the ends of the edges.

// classifyNodeTables returns the node tables of list in the order in which they are read, and the names of the files that are left out.
// t is the table of edges, and c is the correction of the user. classifyNodeTables sets the field rowsFrom of each node table, and the
// field set of each list of a set.
func (t *table) classifyNodeTables(list []*table, c *Correction) (nodes []*table, leftOut []string) {
	smallest, largest := t.endRange(c)
	// rank is the place in the order: tables with a header, tables without a header, sets of the split.
	// In each group, tables of a single column come first.
	rank := func(n *table) int {
		// Each value exceeds the sum of the values before it, so that the later condition decides.
		const hasSeveralColumns, hasNoHeader, isSplit = 1, 2, 10
		return hasSeveralColumns*oneIf(n.size.most > 1) + hasNoHeader*oneIf(n.header == nil) + isSplit*oneIf(n.set != "")
	}
	for _, n := range list {
		rows := int64(n.size.rows - oneIf(n.header != nil))
		n.rowsFrom = -1
		name := strings.ToLower(baseName(n.Name))
		// set is the index in setNames, if the file has the name of a set of the split, for example train.
		set, isSetName := setNumber(name)
		isUnique := n.uniqueIDs() != nil
		// Files such as a.circles of SNAP have sets of nodes and no attributes.
		isCircles := strings.HasSuffix(strings.ToLower(n.Name), ".circles")
		// A file name of the kind left counts only beside further tables. A single table beside the edges is a node table under any name.
		isCalledLeft := fileKind(n.Name) == "left" && len(list) > 1
		if isCalledLeft || isCircles {
			leftOut = append(leftOut, n.Name)
			continue
		}
		// A list of the nodes of a set is a single column of ids that seldom repeat. If the ids are
		// integers, it has at most as many rows as the largest id.
		isNodeList := n.size.most == 1 && isUnique && (largest < 0 || rows <= largest)
		// Ids seldom repeat (uniqueIDs), and an id is a text or an integer from 0 on.
		lacksIDs := !isUnique || n.hasFractionalIDs()
		// Nodes from 1 to largest have largest rows. A table of more than about twice as many rows has other things. The 8 admits small tables.
		hasRowPerNode := smallest >= 0 && rows >= largest && rows < 2*largest+8
		switch {
		case isSetName && isNodeList:
			n.set = setNames[set]
		case hasRowPerNode && n.headerColumn(idKeys) < 0 && lacksIDs:
			// If the ends count from 1, row 0 belongs to node 1.
			n.rowsFrom = oneIf(smallest > 0 && rows == largest)
		}
		nodes = append(nodes, n)
	}
	sort.SliceStable(nodes, func(a, b int) bool { return rank(nodes[a]) < rank(nodes[b]) })
	return nodes, leftOut
}

// endRange returns the smallest and the largest end in the columns that the user has chosen, or else in the columns endColumns.
// It returns -1, -1 if a filled cell of these columns is no integer from 0 on, or if there are no edges.
func (t *table) endRange(c *Correction) (smallest, largest int64) {
	cols := t.endColumns()
	// resolveColumns reports the errors of a choice.
	chosen, _ := userRolesOf(c, t.Name, content.Edges, edgesAndNodes, t.header, t.width)
	for k, role := range []content.Role{content.RoleSource, content.RoleTarget} {
		if column := chosen.columnOf(role); column >= 0 {
			cols[k] = column
		}
	}
	smallest, largest = -1, -1
	for _, cells := range t.bodyRows() {
		for _, column := range cols {
			cell := strings.TrimSpace(cellAt(cells, column))
			if cell == "" {
				continue
			}
			// Only tables with numbers as ends can refer to rows of a node table.
			id, why := parseID([]byte(cell))
			if why != "" {
				return -1, -1
			}
			if smallest < 0 || id < smallest {
				smallest = id
			}
			largest = max(largest, id)
		}
	}
	return smallest, largest
}

// hasFractionalIDs reports whether the first column has, in the first rows, a number that is no id: a number with a fraction or below 0.
func (t *table) hasFractionalIDs() bool {
	return slices.ContainsFunc(t.rows[oneIf(t.header != nil):], func(r []string) bool {
		s := strings.TrimSpace(r[0])
		return (isNumber(s) || isCommaNumber(s)) && !isInteger(s)
	})
}

// decimalIDs reports whether an id in the first rows of the tables has a fraction other than zeros, such as 1.1. In such tables, 1.0 and 1
// are different ids.
func decimalIDs(edges *table, nodes []*table) bool {
	cols := edges.edgeColumns()
	// If no column has the name of an end, the first two columns are tested.
	if cols[0] < 0 {
		cols = [2]int{0, min(1, edges.width-1)}
	}
	if edges.hasDecimals(cols[0]) || edges.hasDecimals(cols[1]) {
		return true
	}
	return slices.ContainsFunc(nodes, func(t *table) bool {
		hasIDs := t.rowsFrom < 0 // a table with a row per node has none
		return hasIDs && t.hasDecimals(t.idColumn())
	})
}

// hasDecimals reports whether a cell in the first rows of column c has a fraction other than zeros. A column −1 has no cells.
func (t *table) hasDecimals(c int) bool {
	return c >= 0 && slices.ContainsFunc(t.rows, func(row []string) bool {
		whole, fraction, hasPoint := strings.Cut(strings.TrimSpace(cellAt(row, c)), ".")
		isDecimal := hasPoint && isInteger(whole) && isInteger(fraction)
		return isDecimal && strings.Trim(fraction, "0") != ""
	})
}

// endIDs yields the cells of the columns t.cols in every row of an edge list, without surrounding space and without empty cells.
func (t *table) endIDs(yield func(id string) bool) {
	for _, cells := range t.bodyRows() {
		for _, c := range t.cols {
			id := strings.TrimSpace(cellAt(cells, c))
			if id != "" && !yield(id) {
				return
			}
		}
	}
}

// endSet returns the set of the cells of endIDs. Ends after the first MaxNodes different ends have the value false.
func (t *table) endSet() map[string]bool {
	ends := map[string]bool{}
	for id := range t.endIDs {
		if _, ok := ends[id]; !ok {
			ends[strings.Clone(id)] = len(ends) < MaxNodes
		}
	}
	return ends
}

// hasIDHeader reports whether the first cell of the header is a word for ids.
func (t *table) hasIDHeader() bool { return slices.Contains(idWords, content.Word(t.header[0])) }

// hasHeaderRow reports whether the first row of a node table is a header that was not recognised. The first cell of the row must be
// neither a number nor an end of an edge. At least nine tenths of the other rows must begin with an end.
// ends is a function, because the ends of the edges are collected only for a table that may have a header.
func (t *table) hasHeaderRow(ends func() map[string]bool) bool {
	// A table without ids, and a list of the nodes in a set of the split, have no header. Few rows are no evidence.
	isKnown := t.header != nil || t.rowsFrom >= 0 || t.set != ""
	if isKnown || t.size.rows < fewRows || t.width < 2 {
		return false
	}
	// found is the number of rows below the first whose id is an end.
	rows, found := 0, 0
	for _, cells := range t.allRows() {
		id := strings.TrimSpace(cells[0])
		rows++
		if rows == 1 {
			// A number is an id and not the name of a column.
			if isNumber(id) || ends()[id] {
				return false
			}
			continue
		}
		found += oneIf(ends()[id])
	}
	return 10*found >= 9*(rows-1)
}
