package graphio

import (
	"slices"

	"sheafscope/core/graph"
)

// matrixEntries are the entries of an adjacency matrix that are not zero.
type matrixEntries struct {
	list []graph.Edge
	// weights reports whether an entry differs from 1.
	weights bool
}

// add adds an entry; zeros are no edges.
func (m *matrixEntries) add(row, col int32, v float64) {
	if v != 0 {
		m.list = append(m.list, graph.Edge{I: row, J: col})
		m.weights = m.weights || v != 1
	}
}

// full is the error for more entries than a graph may have edges, nil while there is room.
func (m *matrixEntries) full(file string, line int) error {
	if len(m.list) < MaxEdges {
		return nil
	}
	return fault(file, line, "take a part of the graph", "more than %d edges", MaxEdges)
}

// symmetric reports whether with (i, j) also (j, i) is an entry, for all.
func (m *matrixEntries) symmetric() bool {
	rows, cols := slices.Clone(m.list), make([]graph.Edge, len(m.list))
	for k, e := range m.list {
		cols[k] = graph.Edge{I: e.J, J: e.I}
	}
	slices.SortFunc(rows, byEnds)
	slices.SortFunc(cols, byEnds)
	return slices.Equal(slices.Compact(rows), slices.Compact(cols))
}

// into gives the assembly the edges: each one once for a symmetric matrix, else
// the entry in row i and column j as an edge from i to j.
func (m *matrixEntries) into(a *assembly, symmetric bool) {
	symmetric = symmetric || m.symmetric()
	a.weighted = a.weighted || m.weights
	for _, e := range m.list {
		if symmetric && e.I > e.J {
			e.I, e.J = e.J, e.I
		}
		a.edges, a.oneWay = append(a.edges, e), append(a.oneWay, !symmetric)
	}
	if symmetric {
		// The two entries of an edge are one line of it, not a repetition.
		a.edges = uniqueEdges(a.edges)
		a.oneWay = a.oneWay[:len(a.edges)]
	}
}

// uniqueEdges sorts edges and drops repeated ones.
func uniqueEdges(list []graph.Edge) []graph.Edge {
	slices.SortFunc(list, byEnds)
	return slices.Compact(list)
}

// byEnds orders edges by their first and then their second end.
func byEnds(a, b graph.Edge) int {
	if a.I != b.I {
		return int(a.I) - int(b.I)
	}
	return int(a.J) - int(b.J)
}
