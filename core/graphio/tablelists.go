package graphio

import (
	"fmt"
	"slices"
	"strings"

	"sheafscope/core/graph"
)

// This file recognises adjacency lists in tables, and reads them into an assembly.
// An assembly collects the nodes, attributes and edges (assemble.go).
// A doubt is a reason to ask the user before the graph is used (doubts.go).

// isLists reports whether the rows are an adjacency list: a node and its neighbours. The table has no header, or only a guessed header.
// No two rows begin with the same id, and no neighbour has braces or is a number other than an id (isInteger), such as 1.5 or -2.
// In addition, one of three conditions must hold:
//
//   - a colon follows the first id of all first rows (hasColons);
//   - rows differ in length, and one of the variables allHaveRows, halfHaveRows and hasSingle below is true;
//   - rows have an equal length of at least 3, all nodes have a row, and every edge is in the rows of both ends.
//
// A row with an empty cell before a filled cell gives a doubt, unless colons are the only evidence.
func (t *table) isLists() bool {
	hasColumnNames := t.header != nil && !t.guessedHeader
	if hasColumnNames || t.size.rows < 2 || t.size.most < 2 {
		return false
	}
	hasColons := t.hasColons()
	ragged := t.size.least != t.size.most
	// Rows of two ids without colons are pairs.
	if !hasColons && !ragged && t.size.most < 3 {
		return false
	}
	// index has the number of each id, from 0 in order of occurrence. hasRow reports for each number whether the id begins a row.
	index := map[string]int32{}
	var hasRow []bool
	// entries has the edges, as entries of an adjacency matrix.
	var entries matrixEntries
	numberOf := func(id string) int32 {
		i, ok := index[id]
		if !ok {
			i = int32(len(index))
			index[strings.Clone(id)] = i
			hasRow = append(hasRow, false)
		}
		return i
	}
	// lengths has the different numbers of ids in a row, up to maxLengths of them.
	const maxLengths = 10
	lengths, rowCount := map[int]bool{}, 0
	for _, cells := range t.listRows() {
		i := numberOf(cells[0])
		// A second row of the same node shows that the rows are an edge list. Too many nodes or edges end the test, too.
		if hasRow[i] || len(index) > MaxNodes || len(entries.list) > MaxEdges {
			return false
		}
		hasRow[i] = true
		rowCount++
		if len(lengths) < maxLengths {
			lengths[len(cells)] = true
		}
		for _, id := range cells[1:] {
			// Attributes, and numbers such as 1.5 and -2, are no ids.
			hasBraces := strings.ContainsAny(id, "{}")
			if hasBraces || isFraction(id) {
				return false
			}
			entries.add(i, numberOf(id), 1)
		}
	}
	// An edge list has no row with a single id. In an adjacency list, a row with a single id is a node without neighbours.
	// In addition, some neighbour must have a row. With white space as separator, a line of one word may be a title.
	isNodeOfRow := func(e graph.Edge) bool { return hasRow[e.J] }
	mayHaveSingle := t.size.least == 1 && t.size.most > 2 && t.separator != ' '
	hasSingle := mayHaveSingle && slices.ContainsFunc(entries.list, isNodeOfRow)
	// A row for every node is evidence for a list. A row for half of the nodes suffices if the rows have at least three lengths, one of
	// them above 3.
	allHaveRows := rowCount == len(hasRow)
	halfHaveRows := 2*rowCount >= len(hasRow) && t.size.most > 3 && len(lengths) > 2
	isList := allHaveRows || hasSingle || halfHaveRows
	// Rows of equal lengths need the third condition.
	if !hasColons && !ragged {
		isList = allHaveRows && entries.symmetric()
	}
	hole := t.firstHole()
	if isList && hole > 0 {
		t.doubts = append(t.doubts, Doubt{Rule: "holes", Text: fmt.Sprintf("Line %d of %s has an empty cell before a filled one: the rows "+
			"were taken as a node and its neighbours, and may be those of a matrix or of a table of other things.", hole,
			quote(cleanName(t.Name)))})
	}
	return hasColons || isList
}

// firstHole returns the number of the first line with an empty cell before a filled cell. It returns 0 if no line has such a cell.
func (t *table) firstHole() int {
	for line, cells := range t.allRows() {
		hasEmpty := false
		for _, cell := range cells {
			isEmpty := strings.TrimSpace(cell) == ""
			if hasEmpty && !isEmpty {
				return line
			}
			hasEmpty = hasEmpty || isEmpty
		}
	}
	return 0
}

// isInteger reports whether s is an integer from 0 on, as ids are. It may have any length, such as the 19 digits of a tweet.
func isInteger(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// isFraction reports whether s is a number other than an id (isInteger), such as 1.5, -2 and 1e3. NaN and Inf may be names of persons.
func isFraction(s string) bool {
	return isNumber(s) && !isInteger(s) && strings.ContainsAny(s, "0123456789")
}

// hasColons reports whether a colon follows the first id, an id without spaces, of all first rows.
func (t *table) hasColons() bool {
	for _, row := range t.rows {
		head, _, _ := strings.Cut(row[0], " ")
		// An id precedes the colon.
		if len(head) < 2 || !strings.HasSuffix(head, ":") {
			return false
		}
	}
	return true
}

// readLists reads an adjacency list into an assembly. An edge in the rows of both ends is added once. The first error ends the reading.
func (t *table) readLists(a *assembly) {
	// An adjacency list has no directions.
	entries := matrixEntries{undirected: true}
	for line, cells := range t.listRows() {
		// A node without neighbours is a node, too.
		i := a.tableNode(cells[0], line)
		for _, id := range cells[1:] {
			entries.addEdge(a, i, a.tableNode(id, line), line)
		}
		if a.err != nil {
			return
		}
	}
	entries.addTo(a)
}

// isLines reports whether the first rows of the table are a multi-line adjacency list of NetworkX.
// After a line with a node and the number of its neighbours, each neighbour has a line with a dictionary of attributes.
func (t *table) isLines() bool {
	hasColumnNames := t.header != nil && !t.guessedHeader
	if hasColumnNames || t.size.rows < 2 {
		return false
	}
	// remaining is the number of neighbours that must still follow.
	dictionaries, remaining := 0, int64(0)
	for _, row := range t.rows {
		if len(row) < 2 {
			return false
		}
		n, why := parseID([]byte(strings.TrimSpace(row[1])))
		switch {
		case remaining == 0 && why == "":
			remaining = n
		case remaining > 0 && strings.HasPrefix(strings.TrimSpace(row[1]), "{"):
			remaining--
			dictionaries++
		default:
			return false
		}
	}
	return dictionaries > 0
}

// readLines reads a multi-line adjacency list (isLines) into an assembly. An incomplete or damaged list sets a.err.
func (t *table) readLines(a *assembly) {
	entries := matrixEntries{undirected: true}
	// node is the node whose neighbours follow. remaining is the number of neighbours that must still follow.
	node, remaining := int32(0), int64(0)
	for line, cells := range t.allRows() {
		if len(cells) < 2 {
			a.fail(line, "the file may be cut short", "the line has only one column")
			return
		}
		i := a.tableNode(cells[0], line)
		if remaining > 0 {
			// The line has a neighbour and the attributes of the edge, which are left out with a note.
			remaining--
			a.recordEdgeAttributes(cells[1])
			entries.addEdge(a, node, i, line)
		} else {
			count, why := parseID([]byte(strings.TrimSpace(cells[1])))
			if why != "" {
				a.fail(line, "the file may be damaged", "the number of neighbours, %s, %s", quote(cells[1]), why)
			}
			node, remaining = i, count
		}
		if a.err != nil {
			return
		}
	}
	if remaining > 0 {
		a.fail(0, "the file may be cut short", "%d neighbours of the last node are missing", remaining)
	}
	entries.addTo(a)
}
