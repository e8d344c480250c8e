// This file makes graphs of simple shapes. They have labels but no features. Each function panics for a size below its minimum.

package graph

import (
	"fmt"

	"sheafscope/core/rng"
)

// Ring returns the cycle of n ≥ 3 nodes. The classes are two arcs.
func Ring(n int) *Graph { return ring(n, halves(n)) }

// AlternatingRing returns the cycle of n ≥ 3 nodes whose classes alternate. If n is even, no two neighbours have the same class.
func AlternatingRing(n int) *Graph { return ring(n, alternating(n)) }

// ring returns the cycle of n nodes with labels.
func ring(n int, labels []int) *Graph {
	need(n, 3, "ring")
	edges := make([]Edge, n)
	for i := range n {
		edges[i] = Edge{int32(i), int32((i + 1) % n)}
	}
	return shape(fmt.Sprintf("Ring of %d", n), n, edges, labels, []string{"first", "second"})
}

// Path returns the path of n ≥ 2 nodes. The classes are its two halves.
func Path(n int) *Graph { return path(n, halves(n)) }

// AlternatingPath returns the path of n ≥ 2 nodes whose classes alternate.
func AlternatingPath(n int) *Graph { return path(n, alternating(n)) }

// path returns the path of n nodes with labels.
func path(n int, labels []int) *Graph {
	need(n, 2, "path")
	edges := make([]Edge, n-1)
	for i := range n - 1 {
		edges[i] = Edge{int32(i), int32(i + 1)}
	}
	return shape(fmt.Sprintf("Path of %d", n), n, edges, labels, []string{"first", "second"})
}

// Grid returns the grid of rows×cols ≥ 2 nodes. Node r*cols+c is in row r and column c.
// The classes are the left half (0) and the right half (1). In a grid with one column they are the upper and the lower half.
func Grid(rows, cols int) *Graph {
	return grid(rows, cols, func(r, c int) int {
		isSecondHalf := 2*c >= cols
		if cols == 1 {
			isSecondHalf = 2*r >= rows
		}
		if isSecondHalf {
			return 1
		}
		return 0
	})
}

// AlternatingGrid returns the grid of [Grid] with the classes of a chessboard.
func AlternatingGrid(rows, cols int) *Graph {
	return grid(rows, cols, func(r, c int) int { return (r + c) % 2 })
}

// grid returns the grid of [Grid] in which the node in row r and column c has the class label(r, c).
func grid(rows, cols int, label func(r, c int) int) *Graph {
	need(min(rows, cols), 1, "grid side")
	need(rows*cols, 2, "grid")
	var edges []Edge
	labels := make([]int, rows*cols)
	for r := range rows {
		for c := range cols {
			i := int32(r*cols + c)
			if c+1 < cols { // the right neighbour
				edges = append(edges, Edge{i, i + 1})
			}
			if r+1 < rows { // the lower neighbour
				edges = append(edges, Edge{i, i + int32(cols)})
			}
			labels[i] = label(r, c)
		}
	}
	return shape(fmt.Sprintf("Grid %d×%d", rows, cols), rows*cols, edges, labels, []string{"first", "second"})
}

// Complete returns the complete graph Kₙ with n ≥ 2. The classes are two halves.
func Complete(n int) *Graph {
	need(n, 2, "complete graph")
	return shape(fmt.Sprintf("Complete graph K%d", n), n, clique(nil, 0, n), halves(n), []string{"first", "second"})
}

// Star returns the star of n ≥ 2 nodes: the centre, node 0, has an edge to each of n−1 leaves. The classes are centre and leaves.
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

// Barbell returns two cliques of k ≥ 2 nodes with a single edge between them: the weak link in figure 1 of the paper. The classes are the
// cliques.
func Barbell(k int) *Graph {
	need(k, 2, "barbell")
	edges := clique(clique(nil, 0, k), k, 2*k)
	// The bridge joins the last node of the first clique to the first node of the second clique.
	edges = append(edges, Edge{int32(k - 1), int32(k)})
	return shape(fmt.Sprintf("Barbell of two K%d", k), 2*k, edges, halves(2*k), []string{"left", "right"})
}

// Bipartite returns a random bipartite graph with a ≥ 1 and b ≥ 1 nodes on its sides.
// Each of the a·b pairs has an edge with probability p. The classes are the sides, so the homophily is 0.
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

// clique appends the edges between all pairs of the nodes lo to hi−1.
func clique(edges []Edge, lo, hi int) []Edge {
	for i := lo; i < hi; i++ {
		for j := i + 1; j < hi; j++ {
			edges = append(edges, Edge{int32(i), int32(j)})
		}
	}
	return edges
}

// halves returns the labels 0 for the first half of n nodes, and 1 for the second half. For an odd n the first half has one node more.
// For a negative n it returns no labels, and need panics later.
func halves(n int) []int {
	labels := make([]int, max(n, 0))
	for i := range labels {
		if 2*i >= n {
			labels[i] = 1
		}
	}
	return labels
}

// alternating returns the labels 0, 1, 0, 1, … of n nodes. For a negative n it returns no labels, as halves does.
func alternating(n int) []int {
	labels := make([]int, max(n, 0))
	for i := range labels {
		labels[i] = i % 2
	}
	return labels
}

// need panics if n is below least. quantity is the name of n in the message.
func need(n, least int, quantity string) {
	if n < least {
		panic(fmt.Sprintf("graph: %s needs at least %d, got %d", quantity, least, n))
	}
}
