package graphio

import (
	"slices"
	"strings"

	"sheafscope/core/graph"
)

// isLists reports whether the rows are a node and its neighbours: every first id
// occurs once there, and the rows differ in length or every edge is in the rows
// of both its ends.
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
	lengths := map[int]bool{}
	err := t.eachList(func(line int, cells []string) error {
		i := number(cells[0])
		if owner[i] || len(index) > MaxNodes || len(entries.list) > MaxEdges {
			return errEnough
		}
		owner[i] = true
		if len(lengths) < 10 {
			lengths[len(cells)] = true
		}
		for _, id := range cells[1:] {
			if strings.ContainsAny(id, "{}") || isNumber(id) && !isWhole(id) {
				return errEnough
			}
			entries.add(i, number(id), 1)
		}
		return nil
	})
	if err != nil {
		return false
	}
	owners := 0
	for _, o := range owner {
		if o {
			owners++
		}
	}
	switch {
	case colon:
		return true
	case !ragged:
		return owners == len(owner) && entries.symmetric()
	case owners == len(owner):
		return true
	}
	// A line of one id is no edge.
	alone := t.size.least == 1 && t.size.most > 2 && t.comma != ' ' && slices.ContainsFunc(entries.list, func(e graph.Edge) bool {
		return owner[e.J]
	})
	return alone || t.size.most > 3 && len(lengths) > 2 && 2*owners >= len(owner)
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

// eachList calls f with the rows of an adjacency list, without empty cells and
// without a colon behind the first.
func (t *table) eachList(f func(line int, cells []string) error) error {
	colon := t.colons()
	var list []string
	return t.each(func(line int, cells []string) error {
		list = list[:0]
		for k, s := range cells {
			if s = strings.TrimSpace(s); colon && k == 0 {
				head, rest, _ := strings.Cut(s, ":")
				list = append(list, strings.TrimSpace(head))
				s = strings.TrimSpace(rest)
			}
			if s != "" {
				list = append(list, s)
			}
		}
		if len(list) == 0 || list[0] == "" {
			return nil
		}
		return f(line, list)
	})
}

// readLists reads an adjacency list. An edge that is in the rows of both its
// ends is one.
func (t *table) readLists(a *assembly, declare bool) error {
	var entries matrixEntries
	err := t.eachList(func(line int, cells []string) error {
		i, err := a.end(t.Name, cells[0], line, declare)
		for k := 1; k < len(cells) && err == nil; k++ {
			var j int32
			if j, err = a.end(t.Name, cells[k], line, declare); err == nil && len(entries.list) == MaxEdges {
				err = fault(t.Name, line, "take a part of the graph", "more than %d edges", MaxEdges)
			}
			if err == nil {
				entries.add(i, j, 1)
			}
		}
		return err
	})
	entries.into(a, true)
	return err
}

// isLines reports whether a node with the number of its neighbours is followed
// by one line for each, with a Python dictionary.
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

// readLines reads the form that isLines tells.
func (t *table) readLines(a *assembly, declare bool) error {
	var entries matrixEntries
	node, left := int32(0), int64(0)
	err := t.each(func(line int, cells []string) error {
		if len(cells) < 2 {
			return fault(t.Name, line, "the file may be cut short", "the line has one column alone")
		}
		i, err := a.end(t.Name, cells[0], line, declare)
		if err != nil {
			return err
		}
		if left == 0 {
			n, why := parseID([]byte(strings.TrimSpace(cells[1])))
			if why != "" {
				return fault(t.Name, line, "the file may be damaged", "the number of neighbours, %s, %s", quote(cells[1]), why)
			}
			node, left = i, n
			return nil
		}
		if left--; len(entries.list) == MaxEdges {
			return fault(t.Name, line, "take a part of the graph", "more than %d edges", MaxEdges)
		}
		a.weighted = a.weighted || strings.TrimSpace(cells[1]) != "{}"
		entries.add(node, i, 1)
		return nil
	})
	if err == nil && left > 0 {
		err = fault(t.Name, 0, "the file may be cut short", "%d neighbours of the last node are missing", left)
	}
	entries.into(a, true)
	return err
}
