package graph

import (
	"fmt"
	"math"
	"slices"

	"sheafscope/core/words"
)

// Alike says which rows of two nodes must be equal for one to be a copy of the other.
type Alike string

const (
	// AlikeRows asks for equal features and equal neighbours.
	AlikeRows Alike = "rows"
	// AlikeNeighbours asks for equal neighbours alone, at least one.
	AlikeNeighbours Alike = "neighbours"
)

// Copies returns for every node the smallest one with equal rows, itself where
// it is that one. Rows are hashed first and compared exactly where the hashes
// are equal: O(n + m + entries of X) for a bounded number of collisions.
// Stored zeros count as zeros; directions of edges are not read.
func (g *Graph) Copies(by Alike) []int {
	adj := g.Adjacency()
	row := func(dst []uint64, i int) []uint64 {
		for _, j := range adj.Neighbors(i) {
			dst = append(dst, uint64(j))
		}
		if by == AlikeNeighbours {
			return dst
		}
		dst = append(dst, math.MaxUint64) // ends the neighbours
		for p := g.X.Ptr[i]; p < g.X.Ptr[i+1]; p++ {
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

// rowHash is FNV-1a over words, each mixed so that the high bits of a float reach the low ones.
func rowHash(words []uint64) uint64 {
	h := uint64(14695981039346656037)
	for _, w := range words {
		h = (h ^ w ^ w>>32) * 1099511628211
		h ^= h >> 29
	}
	return h
}

// CopyCount counts the nodes that have a copy: Nodes of the graph, Test of a
// split's test nodes have one among its training nodes.
type CopyCount struct {
	Nodes int `json:"nodes"`
	Test  int `json:"test_in_train"`
}

// CountCopies counts what Copies found.
func CountCopies(first []int, s Split) CopyCount {
	group, taught := make([]int, len(first)), make([]bool, len(first))
	for _, k := range first {
		group[k]++
	}
	for _, i := range s.Train {
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

// CopiesText says how many nodes have a copy, and test nodes one among the training nodes; "" when none has.
func CopiesText(rows, neighbours CopyCount, g *Graph, s Split) string {
	if rows.Nodes+neighbours.Nodes == 0 {
		return ""
	}
	return fmt.Sprintf("%d of %d nodes have a copy with equal features and neighbours, %d of %d test nodes one among the training nodes; "+
		"with equal neighbours alone %d and %d.", rows.Nodes, g.N, rows.Test, len(s.Test), neighbours.Nodes, neighbours.Test)
}

// WithoutCopies returns the graph in which of nodes with equal rows, as Copies
// found them, the first alone is left, and the splits restricted to what is
// left. Features that FillMissing computed are computed anew. Without copies
// it returns what it was given. What is left has no copies by the neighbours
// that remain: two nodes lose the same ones when they had the same.
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
