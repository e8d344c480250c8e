package graphio

import (
	"slices"
	"strings"

	"sheafscope/core/graph"
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
	rows, _, _ := t.countLines()
	switch {
	case rows > 0:
	case t.sif() && t.isTriples():
		s = shapeTriples
	case t.matrixForm() != nil:
		s = shapeMatrix
	case t.edgeColumns()[0] >= 0:
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
		t.cols, t.kind = [2]int{0, 2}, content.Edges
		a.notes = append(a.notes, "The second column was taken as the kind of the edges and left out.")
		return "table", t.readTriples(a, declare)
	}
	// The lists of a citation network also cite what it does not hold.
	a.dangling = len(nodes) == 1 && t.header == nil && nodes[0].header == nil
	return "table", t.readEdges(a, declare)
}

// end adds a node to an assembly that declares nodes, or finds it.
func (a *assembly) end(file, id string, line int, declare bool) (int32, error) {
	id, err := a.tableID(file, line, id)
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

// sif reports whether the file is called one of Cytoscape's simple interaction format.
func (t *table) sif() bool { return strings.HasSuffix(strings.ToLower(t.Name), ".sif") }

// isTriples reports whether rows are a node, the kind of its edges and their other ends,
// or a node alone (SIF). In other files the kinds are texts, few, and no ids.
func (t *table) isTriples() bool {
	if t.header != nil && !t.supposed || t.size.most < 3 || t.size.least == 2 || t.size.rows < 2 && !t.sif() {
		return false
	}
	kinds, ends, owners := map[string]bool{}, map[string]bool{}, map[string]bool{}
	triples, shared := 0, false
	err := t.each(func(line int, cells []string) error {
		switch {
		case len(cells) == 2 || len(ends) > MaxNodes:
			return errEnough
		case t.sif():
			return nil
		}
		for k, s := range cells {
			if s = strings.Clone(strings.TrimSpace(s)); isNumber(s) || s == "" {
				return errEnough
			}
			switch k {
			case 1:
				kinds[s] = true
			default:
				ends[s] = true
			}
		}
		owners[strings.TrimSpace(strings.Clone(cells[0]))] = true
		triples += oneIf(len(cells) > 2)
		return nil
	})
	if err != nil || t.sif() {
		return err == nil
	}
	for kind := range kinds {
		if ends[kind] {
			return false
		}
	}
	t.each(func(line int, cells []string) error {
		for _, s := range cells[min(2, len(cells)):] {
			shared = shared || owners[strings.TrimSpace(s)]
		}
		return nil
	})
	return shared && (2*len(kinds) <= triples || len(kinds) == 1) && len(kinds) <= MaxClasses && t.size.rows > 1
}

// readTriples reads the rows that isTriples tells.
func (t *table) readTriples(a *assembly, declare bool) error {
	return t.each(func(line int, cells []string) error {
		if len(cells) > 0 && cells[len(cells)-1] == "" {
			cells = cells[:len(cells)-1] // nothing follows the last tab
		}
		if len(cells) == 0 {
			return nil
		}
		t.seen.row(line, cells)
		i, err := a.end(t.Name, strings.TrimSpace(cells[0]), line, declare)
		for _, id := range cells[min(2, len(cells)):] {
			var j int32
			if err == nil {
				j, err = a.end(t.Name, strings.TrimSpace(id), line, declare)
			}
			if err != nil {
				return err
			}
			if len(a.edges) == MaxEdges {
				return fault(t.Name, line, "take a part of the graph", "more than %d edges", MaxEdges)
			}
			a.edges, a.oneWay = append(a.edges, graph.Edge{I: i, J: j}), append(a.oneWay, false)
		}
		return err
	})
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
