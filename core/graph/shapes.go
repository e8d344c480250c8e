package graph

import (
	"fmt"

	"sheafscope/core/rng"
)

// These graphs have labels but no features; FillMissing adds features. Each function panics for a size below its minimum.

// Ring returns the cycle of n ≥ 3 nodes. The classes are two arcs, or
// alternate along the ring when alternate is true (no two neighbours alike if
// n is even).
func Ring(n int, alternate bool) *Graph {
	need(n, 3, "ring")
	edges := make([]Edge, n)
	for i := range n {
		edges[i] = Edge{int32(i), int32((i + 1) % n)}
	}
	return shape(fmt.Sprintf("Ring of %d", n), n, edges, halves(n, alternate), []string{"first", "second"})
}

// Path returns the path of n ≥ 2 nodes, with classes as in Ring.
func Path(n int, alternate bool) *Graph {
	need(n, 2, "path")
	edges := make([]Edge, n-1)
	for i := range n - 1 {
		edges[i] = Edge{int32(i), int32(i + 1)}
	}
	return shape(fmt.Sprintf("Path of %d", n), n, edges, halves(n, alternate), []string{"first", "second"})
}

// Grid returns the grid of rows×cols nodes (at least 2 in all), node
// r*cols+c. The classes are the left and right half, or a chessboard when
// alternate is true.
func Grid(rows, cols int, alternate bool) *Graph {
	need(min(rows, cols), 1, "grid side")
	need(rows*cols, 2, "grid")
	var edges []Edge
	labels := make([]int, rows*cols)
	for r := range rows {
		for c := range cols {
			i := int32(r*cols + c)
			// Each node is joined to its right and its lower neighbour.
			if c+1 < cols {
				edges = append(edges, Edge{i, i + 1})
			}
			if r+1 < rows {
				edges = append(edges, Edge{i, i + int32(cols)})
			}
			if alternate {
				labels[i] = (r + c) % 2
			} else if cols > 1 && 2*c >= cols || cols == 1 && 2*r >= rows {
				labels[i] = 1
			}
		}
	}
	return shape(fmt.Sprintf("Grid %d×%d", rows, cols), rows*cols, edges, labels, []string{"first", "second"})
}

// Complete returns Kₙ, n ≥ 2, all pairs joined; the classes are two halves.
func Complete(n int) *Graph {
	need(n, 2, "complete graph")
	return shape(fmt.Sprintf("Complete graph K%d", n), n, clique(nil, 0, n), halves(n, false), []string{"first", "second"})
}

// Star returns the star of n ≥ 2 nodes: node 0, the centre, is joined to the
// n-1 leaves. The classes are centre and leaves.
func Star(n int) *Graph {
	need(n, 2, "star")
	edges := make([]Edge, n-1)
	labels := make([]int, n)
	for i := 1; i < n; i++ {
		edges[i-1] = Edge{0, int32(i)}
		labels[i] = 1
	}
	return shape(fmt.Sprintf("Star of %d", n), n, edges, labels, []string{"centre", "leaves"})
}

// Barbell returns two cliques of k ≥ 2 nodes joined by a single edge, the weak
// link of SGPC, figure 1: its removal disconnects the graph, so λ₂ is small.
// The classes are the cliques.
func Barbell(k int) *Graph {
	need(k, 2, "barbell")
	edges := clique(clique(nil, 0, k), k, 2*k)
	// The bridge joins the last node of one clique to the first of the other.
	edges = append(edges, Edge{int32(k - 1), int32(k)})
	return shape(fmt.Sprintf("Barbell of two K%d", k), 2*k, edges, halves(2*k, false), []string{"left", "right"})
}

// Bipartite returns a random bipartite graph with a ≥ 1 and b ≥ 1 nodes on the
// sides: each of the a·b pairs is joined with probability p. The classes are
// the sides, so the homophily is 0.
func Bipartite(a, b int, p float64, seed uint64) *Graph {
	need(min(a, b), 1, "side of the bipartite graph")
	r := rng.New(seed, "bipartite")
	var edges []Edge
	labels := make([]int, a+b)
	for j := range b {
		labels[a+j] = 1
	}
	for i := range a {
		for j := range b {
			if r.Float64() < p {
				edges = append(edges, Edge{int32(i), int32(a + j)})
			}
		}
	}
	return shape(fmt.Sprintf("Bipartite %d+%d", a, b), a+b, edges, labels, []string{"left", "right"})
}

// shape returns a graph with labels and class names.
func shape(name string, n int, edges []Edge, labels []int, classes []string) *Graph {
	g := New(name, n, edges)
	g.setLabels(labels, classes)
	return g
}

// clique appends all pairs of the nodes lo to hi-1.
func clique(edges []Edge, lo, hi int) []Edge {
	for i := lo; i < hi; i++ {
		for j := i + 1; j < hi; j++ {
			edges = append(edges, Edge{int32(i), int32(j)})
		}
	}
	return edges
}

// halves labels the first half 0 and the second 1, or alternates.
func halves(n int, alternate bool) []int {
	labels := make([]int, n)
	for i := range labels {
		if alternate {
			labels[i] = i % 2
		} else if 2*i >= n {
			labels[i] = 1
		}
	}
	return labels
}

// need panics where n is below least.
func need(n, least int, what string) {
	if n < least {
		panic(fmt.Sprintf("graph: %s needs at least %d, got %d", what, least, n))
	}
}
