package graphio

import (
	"fmt"
	"slices"
	"strings"

	"sheafscope/core/graph"
)

// isLists reports whether the rows are a node and its neighbours: every first id occurs once there, and the rows differ in length or every
// edge is in the rows of both its ends.
func (t *table) isLists() bool {
	if t.header != nil && !t.supposed || t.size.rows < 2 || t.size.most < 2 {
		return false
	}
	colon := t.colons()
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
	hole := t.hole()
	for _, cells := range t.lists() {
		i := number(cells[0])
		if owner[i] || len(index) > MaxNodes || len(entries.list) > MaxEdges {
			return false
		}
		owner[i] = true
		owners++
		if len(lengths) < 10 {
			lengths[len(cells)] = true
		}
		for _, id := range cells[1:] {
			if strings.ContainsAny(id, "{}") || isNumber(id) && !isWhole(id) {
				return false
			}
			entries.add(i, number(id), 1)
		}
	}
	// A line of one id is no edge.
	alone := t.size.least == 1 && t.size.most > 2 && t.comma != ' ' && slices.ContainsFunc(entries.list, func(e graph.Edge) bool {
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

// hole returns the first line with an empty cell before a filled one, 0 without it.
func (t *table) hole() int {
	for line, cells := range t.all() {
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

// isWhole reports whether s is a whole number.
func isWhole(s string) bool {
	_, why := parseID([]byte(s))
	return why == ""
}

// colons reports whether all of the first rows have a colon behind their first id.
func (t *table) colons() bool {
	for _, row := range t.rows {
		head, _, _ := strings.Cut(row[0], " ")
		if len(head) < 2 || !strings.HasSuffix(head, ":") {
			return false
		}
	}
	return true
}

// readLists reads an adjacency list. An edge that is in the rows of both its ends is one.
func (t *table) readLists(a *assembly, declare bool) {
	var entries matrixEntries
	for line, cells := range t.lists() {
		i := a.end(cells[0], line, declare)
		for _, id := range cells[1:] {
			entries.put(a, i, a.end(id, line, declare), line)
		}
		if a.err != nil {
			return
		}
	}
	entries.into(a, true)
}

// isLines reports whether a node with the number of its neighbours is followed by one line for each, with a Python dictionary.
func (t *table) isLines() bool {
	if t.header != nil && !t.supposed || t.size.rows < 2 {
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

// readLines reads the form that isLines detects.
func (t *table) readLines(a *assembly, declare bool) {
	var entries matrixEntries
	node, left := int32(0), int64(0)
	for line, cells := range t.all() {
		if len(cells) < 2 {
			a.bad(line, "the file may be cut short", "the line has one column alone")
			return
		}
		if i := a.end(cells[0], line, declare); left > 0 {
			left--
			a.weighAll(cells[1])
			entries.put(a, node, i, line)
		} else {
			n, why := parseID([]byte(strings.TrimSpace(cells[1])))
			if why != "" {
				a.bad(line, "the file may be damaged", "the number of neighbours, %s, %s", quote(cells[1]), why)
			}
			node, left = i, n
		}
		if a.err != nil {
			return
		}
	}
	if left > 0 {
		a.bad(0, "the file may be cut short", "%d neighbours of the last node are missing", left)
	}
	entries.into(a, true)
}
