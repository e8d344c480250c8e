// This file finds, counts and removes copies: nodes with equal features and neighbours, or with equal neighbours alone.

package graph

import (
	"fmt"
	"math"
	"slices"

	"sheafscope/core/words"
)

// Alike is a definition of the row of a node: two nodes with equal rows are copies of each other.
type Alike string

// The definitions of a row.
const (
	// AlikeRows compares features and neighbours.
	AlikeRows Alike = "rows"
	// AlikeNeighbours compares only the neighbours. Nodes without neighbours have no copies.
	AlikeNeighbours Alike = "neighbours"
)

// Copies returns, for every node, the smallest node with an equal row. This is the node itself if no smaller node has an equal row.
// A stored zero equals a missing entry, and directions of edges are ignored.
// Rows are hashed, and rows with equal hashes are compared exactly. The time is O(n + m + entries of X) if few hashes collide.
func (g *Graph) Copies(by Alike) []int {
	adj := g.Adjacency()
	// row appends the row of node i to dst. Equal rows are equal slices.
	row := func(dst []uint64, i int) []uint64 {
		for _, j := range adj.Neighbors(i) {
			dst = append(dst, uint64(j))
		}
		if by == AlikeNeighbours {
			return dst
		}
		// This number separates neighbours from features: no neighbour, no column and no finite feature has its bits.
		dst = append(dst, math.MaxUint64)
		for p := g.X.Ptr[i]; p < g.X.Ptr[i+1]; p++ {
			if v := g.X.Val[p]; v != 0 {
				dst = append(dst, uint64(g.X.Col[p]), math.Float64bits(v))
			}
		}
		return dst
	}
	// first[i] is the result for node i. byHash has the smallest node of each different row so far, by the hash of the row.
	first, byHash := make([]int, g.N), make(map[uint64][]int, g.N)
	var own, other []uint64 // rows, with reused memory
	for i := range first {
		first[i] = i
		own = row(own[:0], i)
		if len(own) == 0 { // a node without neighbours has no copies; for AlikeRows a row is never empty
			continue
		}
		h := rowHash(own)
		k := slices.IndexFunc(byHash[h], func(j int) bool {
			other = row(other[:0], j)
			return slices.Equal(own, other)
		})
		if k >= 0 {
			first[i] = byHash[h][k]
		} else {
			byHash[h] = append(byHash[h], i)
		}
	}
	return first
}

// rowHash returns a hash of a row in the manner of FNV-1a, with its two 64-bit constants: the start value and the prime factor.
// Shifts mix the bits of each element, so that the high bits of a float reach the low bits.
func rowHash(row []uint64) uint64 {
	h := uint64(14695981039346656037)
	for _, w := range row {
		h = (h ^ w ^ w>>32) * 1099511628211
		h ^= h >> 29
	}
	return h
}

// CopyCount has two counts: Nodes counts the nodes with a copy, and Test counts the test nodes with a copy among the training nodes.
type CopyCount struct {
	Nodes int `json:"nodes"`
	Test  int `json:"test_in_train"`
}

// CountCopies returns the counts for a split. first is a result of [Graph.Copies]: the first node of the group of copies of each node.
func CountCopies(first []int, s Split) CopyCount {
	// The size of the group of each first node, and whether the group has a training node.
	size, hasTraining := make([]int, len(first)), make([]bool, len(first))
	for _, f := range first {
		size[f]++
	}
	for _, i := range s.Train {
		hasTraining[first[i]] = true
	}
	var c CopyCount
	for _, f := range first {
		if size[f] > 1 {
			c.Nodes++
		}
	}
	for _, i := range s.Test {
		if hasTraining[first[i]] { // by another node, since i is no training node
			c.Test++
		}
	}
	return c
}

// CopiesText returns a sentence with the counts, or "" if no node has a copy.
// rows has the counts for [AlikeRows], and neighbours has the counts for [AlikeNeighbours].
func CopiesText(rows, neighbours CopyCount, g *Graph, s Split) string {
	if rows.Nodes+neighbours.Nodes == 0 {
		return ""
	}
	return fmt.Sprintf("%d of %d nodes have a copy with equal features and neighbours, %d of %d test nodes one among the training nodes; "+
		"with equal neighbours alone %d and %d.", rows.Nodes, g.N, rows.Test, len(s.Test), neighbours.Nodes, neighbours.Test)
}

// WithoutCopies returns the graph with only the first node of each group of copies, and the splits restricted to these nodes.
// first is a result of [Graph.Copies]. If it has no copies, WithoutCopies returns g and splits.
// Features that were computed from the edges (derivedFeatures) are computed again.
//
// The result has no copies: two kept nodes that differ in a deleted neighbour x also differ in the first node of the group of x.
// This node is kept, and has the neighbours of x.
func WithoutCopies(g *Graph, splits []Split, first []int) (*Graph, []Split) {
	var e Edits // deletes every node that is not the first of its group
	for i, f := range first {
		if i != f {
			e.Gone = append(e.Gone, i)
		}
	}
	if len(e.Gone) == 0 {
		return g, splits
	}
	// Edits keep the directions, names and labels of the other nodes and edges.
	out, ids := e.outline(g)
	out.Name += ", without copies"
	out.note("%s left out: another node has the same rows.", words.Count(len(e.Gone), "node"))
	out = e.filled(g, out, ids)
	restricted := make([]Split, len(splits))
	for k, s := range splits {
		restricted[k] = e.split(g, s, out, ids)
	}
	return out, restricted
}
