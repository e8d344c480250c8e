// This file constructs a graph from its edges, and simple feature matrices.

package graph

import (
	"fmt"
	"slices"
	"strings"

	"sheafscope/core/linalg"
	"sheafscope/core/words"
)

// Tally counts the edges that [Build] was given, and the dropped edges by reason.
type Tally struct {
	Given int // all edges, with the dropped ones
	// Loops is the number of self-loops, and DistinctLoops is the number of nodes with a self-loop.
	Loops, DistinctLoops int
	// Merged is the number of edges that repeat an earlier edge, in its direction or reversed. Self-loops are not counted here.
	Merged int
}

// New returns the graph with n nodes and the given edges, which may have any order and direction.
// It merges repeated edges and drops self-loops, each with a line in Notes.
// The graph has no features and no labels: X is n×0, and every label is -1.
// New panics for a negative n and for an end outside 0..n-1. These are faults of the program, since input is checked earlier.
func New(name string, n int, edges []Edge) *Graph {
	g, _ := Build(name, n, edges)
	return g
}

// Build returns the graph of [New], and the counts for its notes. It panics as New does.
func Build(name string, n int, edges []Edge) (*Graph, Tally) {
	if n < 0 {
		panic(fmt.Sprintf("graph: %d nodes", n))
	}
	t := Tally{Given: len(edges)}
	// A key has the smaller end of an edge in its upper 32 bits, and the larger end in its lower 32 bits (an int has 64 bits, in wasm too).
	// So keys have the order of edges by (I, J).
	keys := make([]int, 0, len(edges))
	var loops []int
	for _, e := range edges {
		i, j := e.I, e.J
		if i > j {
			i, j = j, i
		}
		if i < 0 || int(j) >= n {
			panic(fmt.Sprintf("graph: edge (%d, %d) in a graph of %d nodes", e.I, e.J, n))
		}
		if i == j {
			loops = append(loops, int(i))
			continue
		}
		keys = append(keys, int(i)<<32|int(j))
	}
	slices.Sort(keys)
	keys = slices.Compact(keys)
	t.Loops = len(loops)
	// Every given edge is a loop, a kept edge or a merged edge.
	t.Merged = len(edges) - t.Loops - len(keys)
	slices.Sort(loops)
	t.DistinctLoops = len(slices.Compact(loops))

	g := &Graph{Name: name, N: n, Loops: t.DistinctLoops, Edges: make([]Edge, len(keys)), X: emptyFeatures(n), Labels: make([]int, n)}
	for k, key := range keys {
		g.Edges[k] = Edge{int32(key >> 32), int32(key & 0xffffffff)}
	}
	for i := range g.Labels {
		g.Labels[i] = -1
	}
	if t.Loops > 0 {
		g.note("%s dropped (at %s): an edge joins two different nodes.", words.Count(t.Loops, "self-loop"), words.Count(t.DistinctLoops, "node"))
	}
	if t.Merged > 0 {
		g.note("%s merged: an edge given twice or in both directions counts once.", words.Count(t.Merged, "repeated edge"))
	}
	return g, t
}

// note appends a line to Notes, or replaces the line with the same text before the colon: an edited graph has the notes of its base.
func (g *Graph) note(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	cause := text[:strings.Index(text, ":")+1]
	k := slices.IndexFunc(g.Notes, func(earlier string) bool { return strings.HasPrefix(earlier, cause) })
	if k >= 0 {
		g.Notes[k] = text
	} else {
		g.Notes = append(g.Notes, text)
	}
}

// emptyFeatures returns the n×0 matrix.
func emptyFeatures(n int) *linalg.CSR {
	return &linalg.CSR{Rows: n, Ptr: make([]int32, n+1)}
}

// denseFeatures returns an n×f matrix in sparse form. data has all its elements, row by row.
func denseFeatures(n, f int, data []float64) *linalg.CSR {
	x := &linalg.CSR{Rows: n, Cols: f, Ptr: make([]int32, n+1)}
	for i := range n {
		for j, v := range data[i*f : (i+1)*f] {
			if v != 0 { // zeros are not stored
				x.Col = append(x.Col, int32(j))
				x.Val = append(x.Val, v)
			}
		}
		x.Ptr[i+1] = int32(len(x.Val))
	}
	return x
}

// identityAndDegree returns the n×(n+1) matrix [I | deg/max deg], with a one-hot column for each node and a column of the degrees.
func identityAndDegree(g *Graph) *linalg.CSR {
	deg := g.Degrees()
	// At least 1, so that a graph without edges has no division by 0. The added 0 is for a graph without nodes: slices.Max needs an element.
	largest := max(1, slices.Max(append([]int{0}, deg...)))
	x := &linalg.CSR{Rows: g.N, Cols: g.N + 1, Ptr: make([]int32, g.N+1)}
	for i, d := range deg {
		x.Col = append(x.Col, int32(i))
		x.Val = append(x.Val, 1)
		if d > 0 { // zeros are not stored
			x.Col = append(x.Col, int32(g.N))
			x.Val = append(x.Val, float64(d)/float64(largest))
		}
		x.Ptr[i+1] = int32(len(x.Val))
	}
	return x
}

// identityNames returns the names of the columns of identityAndDegree.
func identityNames(g *Graph) []string {
	names := make([]string, g.N+1)
	for i := range g.N {
		if g.NodeNames != nil {
			names[i] = "is " + g.NodeNames[i]
		} else {
			names[i] = fmt.Sprintf("is node %d", i)
		}
	}
	names[g.N] = degreeName
	return names
}

// degreeName is the name of the last column of identityAndDegree.
const degreeName = "degree (share of the largest)"

// setLabels sets the labels, the class names (nil for none) and the number of classes.
// There are as many classes as names or, if this is more, as the largest label plus 1.
func (g *Graph) setLabels(labels []int, names []string) {
	g.Labels = labels
	g.Classes = len(names)
	for _, y := range labels {
		g.Classes = max(g.Classes, y+1)
	}
	g.ClassNames = names
}
