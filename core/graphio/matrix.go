package graphio

import (
	"encoding/json"
	"slices"

	"sheafscope/core/graph"
	"sheafscope/core/words"
)

// This file turns the entries of an adjacency matrix into edges. The readers of matrices in tables, lists and other formats use it.

// twoSetsNote is the note about a rectangular matrix. twoSetsDoubt is the end of the doubt about it; the reader adds the beginning.
const (
	twoSetsNote  = "The rows and the columns of the matrix are two sets of nodes: the graph is bipartite."
	twoSetsDoubt = " were taken as two sets of nodes: they may be nodes and their features."
)

// matrixEntries are the non-zero entries of an adjacency matrix.
type matrixEntries struct {
	list    []graph.Edge // the row (I) and the column (J) of each entry, from 0
	weights bool         // some entry differs from 1
	// undirected reports that all edges are undirected, even if an entry (i, j) has no mirror image (j, i).
	undirected bool
	// above, on and below are the numbers of negative weights above, on and below the diagonal.
	above, on, below int
}

// add appends the entry v in row and col, both from 0. It does nothing if v is 0.
func (m *matrixEntries) add(row, col int32, v float64) {
	if v != 0 {
		m.list = append(m.list, graph.Edge{I: row, J: col})
		m.weights = m.weights || v != 1
		m.countNegative(row, col, oneIf(v < 0))
	}
}

// countNegative counts n negative weights of the entry in row and col.
func (m *matrixEntries) countNegative(row, col int32, n int) {
	switch {
	case row < col:
		m.above += n
	case row > col:
		m.below += n
	default:
		m.on += n
	}
}

// recordMember is assembly.recordEdgeMember for a member of the entry in row and col, whose edge may have a second entry.
func (m *matrixEntries) recordMember(a *assembly, row, col int32, key string, v json.RawMessage) {
	before := a.negative
	a.recordEdgeMember(key, v)
	m.countNegative(row, col, a.negative-before)
	a.negative = before
}

// symmetric reports whether every entry (i, j) has its mirror image (j, i). The values are not compared.
func (m *matrixEntries) symmetric() bool {
	entries, mirrored := slices.Clone(m.list), make([]graph.Edge, len(m.list))
	for k, e := range m.list {
		mirrored[k] = graph.Edge{I: e.J, J: e.I}
	}
	slices.SortFunc(entries, byEnds)
	slices.SortFunc(mirrored, byEnds)
	return slices.Equal(slices.Compact(entries), slices.Compact(mirrored))
}

// negativeEdges returns the number of edges with a negative weight. Two entries (i, j) and (j, i) are one undirected edge.
func (m *matrixEntries) negativeEdges(undirected bool) int {
	return m.on + words.Either(undirected, max(m.above, m.below), m.above+m.below)
}

// addTo adds the edges of the matrix to an assembly without edges.
// If the matrix is symmetric or m.undirected is set, the entries (i, j) and (j, i) are one undirected edge.
// In any other matrix, the entry in row i and column j is a directed edge from i to j.
func (m *matrixEntries) addTo(a *assembly) {
	undirected := m.undirected || m.symmetric()
	a.weighted = a.weighted || m.weights
	a.negative += m.negativeEdges(undirected)
	for _, e := range m.list {
		// With its ends in ascending order, the entry (j, i) equals the entry (i, j).
		if undirected && e.I > e.J {
			e.I, e.J = e.J, e.I
		}
		a.edges, a.oneWay = append(a.edges, e), append(a.oneWay, !undirected)
	}
	if undirected {
		// Otherwise the entries (i, j) and (j, i) would count as a repeated edge.
		a.edges = uniqueEdges(a.edges)
		a.oneWay = a.oneWay[:len(a.edges)] // all elements are false
	}
}

// uniqueEdges sorts edges in place and returns them without duplicates.
func uniqueEdges(list []graph.Edge) []graph.Edge {
	slices.SortFunc(list, byEnds)
	return slices.Compact(list)
}

// byEnds compares edges by the first end, then by the second end.
func byEnds(a, b graph.Edge) int {
	if a.I != b.I {
		return int(a.I) - int(b.I)
	}
	return int(a.J) - int(b.J)
}

// addEdge appends an entry 1 in row and col, both from 0. More than [MaxEdges] entries are an error, recorded in a with the line.
func (m *matrixEntries) addEdge(a *assembly, row, col int32, line int) {
	if len(m.list) >= MaxEdges {
		a.fail(line, smallerRemedy, "more than %d edges", MaxEdges)
		return
	}
	m.add(row, col, 1)
}
