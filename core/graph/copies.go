package graph

import (
	"fmt"
	"math"
	"slices"

	"sheafscope/core/words"
)

// Alike selects the rows that are equal for two copies.
type Alike string

const (
	// AlikeRows compares features and neighbours.
	AlikeRows Alike = "rows"
	// AlikeNeighbours compares neighbours only; nodes without neighbours have no copies.
	AlikeNeighbours Alike = "neighbours"
)

// Copies returns, for every node, the smallest node with equal rows, itself for the smallest.
// Rows are hashed, and rows with equal hashes are compared exactly: O(n + m + entries of X) for few collisions.
// Stored zeros count as zeros, and directions of edges do not count.
func (g *Graph) Copies(by Alike) []int {
	adj := g.Adjacency()
	// row appends the row of node i as words, so that equal rows are equal slices.
	row := func(dst []uint64, i int) []uint64 {
		for _, j := range adj.Neighbors(i) {
			dst = append(dst, uint64(j))
		}
		if by == AlikeNeighbours {
			return dst
		}
		// The largest number separates neighbours from features.
		dst = append(dst, math.MaxUint64)
		for p := g.X.Ptr[i]; p < g.X.Ptr[i+1]; p++ {
			// A stored zero equals a missing entry.
			if v := g.X.Val[p]; v != 0 {
				dst = append(dst, uint64(g.X.Col[p]), math.Float64bits(v))
			}
		}
		return dst
	}
	first, seen := make([]int, g.N), make(map[uint64][]int, g.N)
	var own, other []uint64
	for i := range first {
		first[i], own = i, row(own[:0], i)
		// Empty rows have no content in common.
		if len(own) == 0 {
			continue
		}
		h := rowHash(own)
		at := slices.IndexFunc(seen[h], func(k int) bool {
			other = row(other[:0], k)
			return slices.Equal(own, other)
		})
		if at >= 0 {
			first[i] = seen[h][at]
		} else {
			seen[h] = append(seen[h], i)
		}
	}
	return first
}

// rowHash returns the FNV-1a hash of words. Each word is mixed first, so that high bits of a float reach low bits.
func rowHash(words []uint64) uint64 {
	h := uint64(14695981039346656037)
	for _, w := range words {
		h = (h ^ w ^ w>>32) * 1099511628211
		h ^= h >> 29
	}
	return h
}

// CopyCount counts the nodes with a copy (Nodes) and the test nodes with a copy among the training nodes (Test).
type CopyCount struct {
	Nodes int `json:"nodes"`
	Test  int `json:"test_in_train"`
}

// CountCopies counts the copies in the result of Copies, for a split.
func CountCopies(first []int, s Split) CopyCount {
	group, taught := make([]int, len(first)), make([]bool, len(first))
	for _, k := range first {
		group[k]++
	}
	for _, i := range s.Train {
		// A copy of a training node reveals the label of a test node.
		taught[first[i]] = true
	}
	var c CopyCount
	for _, k := range first {
		if group[k] > 1 {
			c.Nodes++
		}
	}
	for _, i := range s.Test {
		if taught[first[i]] {
			c.Test++
		}
	}
	return c
}

// CopiesText returns a sentence with the numbers of nodes and test nodes with copies, "" for no copies.
func CopiesText(rows, neighbours CopyCount, g *Graph, s Split) string {
	if rows.Nodes+neighbours.Nodes == 0 {
		return ""
	}
	return fmt.Sprintf("%d of %d nodes have a copy with equal features and neighbours, %d of %d test nodes one among the training nodes; "+
		"with equal neighbours alone %d and %d.", rows.Nodes, g.N, rows.Test, len(s.Test), neighbours.Nodes, neighbours.Test)
}

// WithoutCopies returns the graph with only the first of nodes with equal rows, and the splits restricted to it.
// first is the result of Copies. Features computed by FillMissing are computed again.
// Without copies it returns its arguments.
// The result has no copies: nodes with equal neighbours lose the same neighbours.
func WithoutCopies(g *Graph, splits []Split, first []int) (*Graph, []Split) {
	var e Edits
	for i, k := range first {
		if i != k {
			e.Gone = append(e.Gone, i)
		}
	}
	if len(e.Gone) == 0 {
		return g, splits
	}
	// Deleting nodes by edits keeps directions, names and labels.
	out, ids := e.outline(g)
	out.Name += ", without copies"
	out.note("%s left out: another node has the same rows.", words.Count(len(e.Gone), "node"))
	out = e.filled(g, out, ids)
	left := make([]Split, len(splits))
	for k, s := range splits {
		left[k] = e.split(g, s, out, ids)
	}
	return out, left
}
