package graphio

import (
	"fmt"
	"slices"
	"strings"

	"sheafscope/core/graph"
)

// isLists reports whether the rows are an adjacency list.
// Every first id is unique. Rows differ in length, or both ends of every edge list it.
func (t *table) isLists() bool {
	if t.header != nil && !t.guessedHeader || t.size.rows < 2 || t.size.most < 2 {
		return false
	}
	colon := t.hasColons()
	ragged := t.size.least != t.size.most
	if !colon && !ragged && t.size.most < 3 {
		return false
	}
	index := map[string]int32{}
	var owner []bool
	var entries matrixEntries
	number := func(id string) int32 {
		i, ok := index[id]
		if !ok {
			i = int32(len(index))
			index[strings.Clone(id)] = i
			owner = append(owner, false)
		}
		return i
	}
	lengths, owners := map[int]bool{}, 0
	hole := t.firstHole()
	for _, cells := range t.listRows() {
		i := number(cells[0])
		// A second row of one node is an edge list.
		if owner[i] || len(index) > MaxNodes || len(entries.list) > MaxEdges {
			return false
		}
		owner[i] = true
		owners++
		if len(lengths) < 10 {
			lengths[len(cells)] = true
		}
		for _, id := range cells[1:] {
			if strings.ContainsAny(id, "{}") || isNumber(id) && !isInteger(id) {
				return false
			}
			entries.add(i, number(id), 1)
		}
	}
	// A row with one id is no edge, but a node of a list.
	alone := t.size.least == 1 && t.size.most > 2 && t.separator != ' ' && slices.ContainsFunc(entries.list, func(e graph.Edge) bool {
		return owner[e.J]
	})
	is := owners == len(owner) || alone || t.size.most > 3 && len(lengths) > 2 && 2*owners >= len(owner)
	if !colon && !ragged {
		is = owners == len(owner) && entries.symmetric()
	}
	if is && hole > 0 {
		t.doubts = append(t.doubts, Doubt{Rule: "holes", Text: fmt.Sprintf("Line %d of %s has an empty cell before a filled one: the rows "+
			"were taken as a node and its neighbours, and may be those of a matrix or of a table of other things.", hole,
			quote(cleanName(t.Name)))})
	}
	return colon || is
}

// firstHole returns the first line with an empty cell before a filled one, 0 for none.
func (t *table) firstHole() int {
	for line, cells := range t.allRows() {
		empty := false
		for _, s := range cells {
			if s = strings.TrimSpace(s); s != "" && empty {
				return line
			}
			empty = empty || s == ""
		}
	}
	return 0
}

// isInteger reports whether s is an integer from 0.
func isInteger(s string) bool {
	_, why := parseID([]byte(s))
	return why == ""
}

// hasColons reports whether a colon follows the first id in all first rows.
func (t *table) hasColons() bool {
	for _, row := range t.rows {
		head, _, _ := strings.Cut(row[0], " ")
		if len(head) < 2 || !strings.HasSuffix(head, ":") {
			return false
		}
	}
	return true
}

// readLists reads an adjacency list. An edge in the rows of both its ends is one edge.
func (t *table) readLists(a *assembly) {
	entries := matrixEntries{undirected: true}
	for line, cells := range t.listRows() {
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

// isLines reports whether the table is the multi-line adjacency list of NetworkX.
// A node with the number of its neighbours is followed by one line for each, with a dictionary.
func (t *table) isLines() bool {
	if t.header != nil && !t.guessedHeader || t.size.rows < 2 {
		return false
	}
	dictionaries, left := 0, int64(0)
	for _, row := range t.rows {
		if len(row) < 2 {
			return false
		}
		n, why := parseID([]byte(strings.TrimSpace(row[1])))
		switch {
		case left == 0 && why == "":
			left = n
		case left > 0 && strings.HasPrefix(strings.TrimSpace(row[1]), "{"):
			left--
			dictionaries++
		default:
			return false
		}
	}
	return dictionaries > 0
}

// readLines reads the multi-line adjacency list of isLines.
func (t *table) readLines(a *assembly) {
	entries := matrixEntries{undirected: true}
	node, left := int32(0), int64(0)
	for line, cells := range t.allRows() {
		if len(cells) < 2 {
			a.fail(line, "the file may be cut short", "the line has one column alone")
			return
		}
		if i := a.tableNode(cells[0], line); left > 0 {
			left--
			a.recordEdgeAttributes(cells[1])
			entries.addEdge(a, node, i, line)
		} else {
			n, why := parseID([]byte(strings.TrimSpace(cells[1])))
			if why != "" {
				a.fail(line, "the file may be damaged", "the number of neighbours, %s, %s", quote(cells[1]), why)
			}
			node, left = i, n
		}
		if a.err != nil {
			return
		}
	}
	if left > 0 {
		a.fail(0, "the file may be cut short", "%d neighbours of the last node are missing", left)
	}
	entries.addTo(a)
}
