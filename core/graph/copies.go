// Copies are nodes with equal features and neighbours, or with equal neighbours alone. This file finds, counts and removes copies.

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
// Rows are hashed, and rows with equal hashes are compared exactly: O(n + m + entries of X) if few hashes collide.
// A stored zero is equal to a missing entry, and directions of edges are ignored.
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
		// The largest number separates neighbours from features: no neighbour and no finite feature has its bits.
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

// CopyCount has two numbers of nodes. Nodes counts the nodes with a copy. Test counts the test nodes with a copy among the training nodes.
// If copies have equal labels, the label of such a test node is known from training.
type CopyCount struct {
	Nodes int `json:"nodes"`
	Test  int `json:"test_in_train"`
}

// CountCopies returns the counts for a split. first is the result of [Graph.Copies].
func CountCopies(first []int, s Split) CopyCount {
	// size[f] is the size of the group of copies with the first node f. hasTraining[f] reports whether the group has a training node.
	size, hasTraining := make([]int, len(first)), make([]bool, len(first))
	for _, f := range first {
		size[f]++
	}
	for _, i := range s.Train {
		hasTraining[first[i]] = true
	}
	// All nodes of a group with several nodes have a copy.
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

// CopiesText returns a sentence with the numbers of nodes and test nodes with copies. It returns "" if no node has a copy.
// rows are the counts for [AlikeRows], and neighbours are the counts for [AlikeNeighbours].
func CopiesText(rows, neighbours CopyCount, g *Graph, s Split) string {
	if rows.Nodes+neighbours.Nodes == 0 {
		return ""
	}
	return fmt.Sprintf("%d of %d nodes have a copy with equal features and neighbours, %d of %d test nodes one among the training nodes; "+
		"with equal neighbours alone %d and %d.", rows.Nodes, g.N, rows.Test, len(s.Test), neighbours.Nodes, neighbours.Test)
}

// WithoutCopies returns the graph with only the first node of each group of copies, and the splits restricted to these nodes.
// first is the result of [Graph.Copies]. Features that were computed from the edges are computed again
// (derivedFeatures).
// If g has no copies, WithoutCopies returns its arguments.
//
// The result has no copies: two kept nodes that differ in a deleted neighbour x also differ in a kept neighbour.
// This neighbour is the first node of the group of x, which has the neighbours of x.
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
	// Edits delete the nodes, since edits keep directions, names and labels.
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
