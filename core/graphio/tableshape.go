package graphio

import (
	"slices"
	"strings"

	"sheafscope/core/graphio/content"
)

// The shapes that a table of edges may have besides one pair of ids a line.
// An adjacency matrix has as many rows as columns of numbers, with names above
// or before them or both. A line of an adjacency list is a node and its
// neighbours; NetworkX also writes the node with their number and then one
// neighbour a line. Triples have the kind of the edge between its ends (SIF).
type shape int

const (
	shapePairs shape = iota
	shapeMatrix
	shapeLists
	shapeLines
	shapeTriples
)

// shape tells the shape of a table of edges.
func (t *table) shape() shape {
	if t.known != nil {
		return *t.known
	}
	s := shapePairs
	switch {
	case t.matrixForm() != nil:
		s = shapeMatrix
	case t.edgeColumns()[0] >= 0:
	case t.isLines():
		s = shapeLines
	case t.isLists():
		s = shapeLists
	case t.isTriples():
		s = shapeTriples
	}
	t.known = &s
	return s
}

// read reads the edges of a table of some shape, and declares the nodes unless
// there are node tables. It returns the name of the format.
func (t *table) read(a *assembly, s shape, nodes []*table) (format string, err error) {
	declare := len(nodes) == 0
	switch s {
	case shapeMatrix:
		return "adjacency matrix", t.readMatrix(a, declare)
	case shapeLines:
		return "adjacency list", t.readLines(a, declare)
	case shapeLists:
		return "adjacency list", t.readLists(a, declare)
	case shapeTriples:
		t.cols, t.kind = [2]int{0, 2}, "edges"
		a.notes = append(a.notes, "The second column was taken as the kind of the edges and left out.")
		return "table", t.readEdges(a, declare)
	}
	// The lists of a citation network also cite what it does not hold.
	a.dangling = len(nodes) == 1 && t.header == nil && nodes[0].header == nil
	return "table", t.readEdges(a, declare)
}

// end adds a node to an assembly that declares nodes, or finds it.
func (a *assembly) end(file, id string, line int, declare bool) (int32, error) {
	id, err := tableID(file, line, id)
	if err != nil {
		return 0, err
	}
	if i, ok := a.index[id]; ok {
		return i, nil
	}
	if !declare {
		return 0, fault(file, line, "declare the node or correct the id", "the edge names the node %s, which does not exist", quote(id))
	}
	i, err := a.node(strings.Clone(id), line)
	return int32(i), err
}

// isTriples reports whether three columns of texts are an edge with its kind in
// the middle: the kinds are few, and no ids.
func (t *table) isTriples() bool {
	if t.header != nil || t.size.rows < 3 || t.size.least != 3 || t.size.most != 3 {
		return false
	}
	kinds := map[string]bool{}
	ends := [2]map[string]bool{{}, {}}
	err := t.each(func(line int, cells []string) error {
		for _, s := range cells {
			if isNumber(strings.TrimSpace(s)) {
				return errEnough
			}
		}
		if kinds[strings.Clone(cells[1])] = true; 2*len(kinds) > t.size.rows || len(kinds) > MaxClasses || len(ends[0]) > MaxNodes {
			return errEnough
		}
		ends[0][strings.Clone(cells[0])], ends[1][strings.Clone(cells[2])] = true, true
		return nil
	})
	shared := false
	for id := range ends[1] {
		shared = shared || ends[0][id]
	}
	for kind := range kinds {
		if ends[0][kind] || ends[1][kind] {
			return false
		}
	}
	return err == nil && shared
}

// formed is the shape of a table whose form the user said.
func (t *table) formed(form string) (shape, error) {
	switch form {
	case content.FormLists:
		if t.shape() == shapeLines {
			return shapeLines, nil
		}
		return shapeLists, nil
	case content.FormMatrix:
		if t.matrixForm() != nil {
			return shapeMatrix, nil
		}
		numbers := t.size.rows == t.size.most && t.size.least == t.size.most && t.each(func(line int, cells []string) error {
			for _, s := range cells {
				if _, ok := t.entry(s); !ok {
					return errEnough
				}
			}
			return nil
		}) == nil
		if !numbers {
			return shapePairs, fault(t.Name, 0, "give as many numbers a row as there are rows, or names above or before them",
				"the rows are not those of an adjacency matrix")
		}
		t.matrix = &matrixForm{}
		return shapeMatrix, nil
	}
	return shapePairs, nil
}

// correctsEdges reports whether the user says something about the rows of the table of edges.
func correctsEdges(c *Correction, alone bool) bool {
	return c.All != content.Layout{} || c.Edges != content.Layout{} ||
		slices.ContainsFunc(c.Columns, func(r content.ColumnRole) bool { return tableOf(r, alone) == content.Edges })
}
