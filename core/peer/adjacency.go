// This file computes the normalised adjacency matrices of the peers: of neighbours, and of nodes at distance 2.

package peer

import (
	"math"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/order"
)

// maxTwoHop is the largest number of entries of a two-hop matrix. With 12 bytes each they take 400 MB.
const maxTwoHop = 1 << 25

// selfLoops reports whether every node counts as its own neighbour.
type selfLoops bool

const (
	withoutLoops selfLoops = false
	withLoops    selfLoops = true
)

// adjacency returns D^{-1/2}AD^{-1/2}, or with loops D^{-1/2}(A + I)D^{-1/2}, n×n. D has the row sums of A, or of A + I, on its diagonal.
// Without loops the row of an isolated node is 0.
func adjacency(g *graph.Graph, loops selfLoops) *linalg.CSR {
	a := g.Adjacency()
	size := len(a.Nbr)
	if loops {
		size += g.N
	}
	m := &linalg.CSR{Rows: g.N, Cols: g.N, Ptr: make([]int32, g.N+1), Col: make([]int32, 0, size)}
	for i := range g.N {
		// The loop is inserted before the first larger neighbour, so that columns ascend.
		lacksLoop := bool(loops)
		for _, j := range a.Neighbors(i) {
			if lacksLoop && int(j) > i {
				m.Col = append(m.Col, int32(i))
				lacksLoop = false
			}
			m.Col = append(m.Col, j)
		}
		if lacksLoop { // no neighbour is larger
			m.Col = append(m.Col, int32(i))
		}
		m.Ptr[i+1] = int32(len(m.Col))
	}
	return symmetricNormalize(m)
}

// symmetricNormalize sets the value of each entry (i, j) of m to 1/√(d_i·d_j), where d_i is the number of entries in row i. It returns m.
// If row j has no entries, which only a directed graph allows, the value is 0.
func symmetricNormalize(m *linalg.CSR) *linalg.CSR {
	root := make([]float64, m.Rows) // 1/√d_i, or 0 for a row without entries
	for i := range root {
		if d := m.Ptr[i+1] - m.Ptr[i]; d > 0 {
			root[i] = 1 / math.Sqrt(float64(d))
		}
	}
	m.Val = make([]float64, len(m.Col))
	for i := range m.Rows {
		for p := m.Ptr[i]; p < m.Ptr[i+1]; p++ {
			m.Val[p] = root[i] * root[m.Col[p]]
		}
	}
	return m
}

// meanAdjacency returns D^{-1}A. Its rows sum to 1, except the rows of isolated nodes, which are 0.
func meanAdjacency(g *graph.Graph) *linalg.CSR {
	return Settings{}.neighbourSum(g, withoutLoops, receiverMean).a // empty settings override neither argument
}

// twoHop returns the symmetrically normalised matrix of the pairs of nodes at distance exactly 2 (see [symmetricNormalize]).
func twoHop(g *graph.Graph) *linalg.CSR {
	m := &linalg.CSR{Rows: g.N, Cols: g.N, Ptr: make([]int32, g.N+1)}
	// The pairs come row after row, as CSR stores them.
	eachTwoHop(g, func(i int, k int32) bool {
		m.Col = append(m.Col, k)
		m.Ptr[i+1]++
		return true // continues, so eachTwoHop visits all pairs
	})
	// The counts of the rows in Ptr become row pointers, and the columns of each row are sorted.
	for i := range g.N {
		m.Ptr[i+1] += m.Ptr[i]
		order.Indices(m.Col[m.Ptr[i]:m.Ptr[i+1]])
	}
	return symmetricNormalize(m)
}

// eachTwoHop calls f for every ordered pair (i, k) of nodes at distance exactly 2, in ascending order of i.
// It stops and returns false as soon as f returns false. It returns true after all pairs.
func eachTwoHop(g *graph.Graph, f func(i int, k int32) bool) bool {
	a := g.Adjacency()
	// seen[j] is i+1 if j is i, a neighbour of i, or already reported for i. The marks of earlier i differ, so they need no clearing.
	seen := make([]int32, g.N)
	for i := range g.N {
		mark := int32(i + 1)
		seen[i] = mark
		for _, j := range a.Neighbors(i) {
			seen[j] = mark
		}
		for _, j := range a.Neighbors(i) {
			for _, k := range a.Neighbors(int(j)) {
				if seen[k] == mark {
					continue
				}
				seen[k] = mark
				if !f(i, k) {
					return false
				}
			}
		}
	}
	return true
}
