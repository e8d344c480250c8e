package peer

import (
	"math"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/order"
)

// maxTwoHop bounds the entries of a two-hop neighbourhood matrix (12 bytes each).
const maxTwoHop = 1 << 25

// adjacency returns D^{-1/2}(A + s·I)D^{-1/2} with D the row sums; loops reports
// whether s is 1 or 0. Rows of isolated nodes are 0 without loops.
func adjacency(g *graph.Graph, loops bool) *linalg.CSR {
	a := g.Adjacency()
	extra := 0
	if loops {
		extra = 1
	}
	m := &linalg.CSR{Rows: g.N, Cols: g.N, Ptr: make([]int32, g.N+1),
		Col: make([]int32, 0, len(a.Nbr)+extra*g.N)}
	for i := range g.N {
		put := !loops
		for _, j := range a.Neighbors(i) {
			if !put && int(j) > i {
				m.Col, put = append(m.Col, int32(i)), true
			}
			m.Col = append(m.Col, j)
		}
		if !put {
			m.Col = append(m.Col, int32(i))
		}
		m.Ptr[i+1] = int32(len(m.Col))
	}
	return symmetric(m)
}

// symmetric fills the values of a 0/1 pattern with 1/sqrt(d_i·d_j), d being
// the row counts.
func symmetric(m *linalg.CSR) *linalg.CSR {
	root := make([]float64, m.Rows)
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

// neighbourMean is D^{-1}A; rows of isolated nodes are 0.
func neighbourMean(g *graph.Graph) *linalg.CSR { return Settings{}.sumOf(g, false, 2).a }

// twoHop returns the normalised indicator of the nodes at distance exactly 2.
func twoHop(g *graph.Graph) *linalg.CSR {
	m := &linalg.CSR{Rows: g.N, Cols: g.N, Ptr: make([]int32, g.N+1)}
	eachTwoHop(g, func(i int, k int32) bool {
		m.Col = append(m.Col, k)
		m.Ptr[i+1]++
		return true
	})
	for i := range g.N {
		m.Ptr[i+1] += m.Ptr[i]
		order.Indices(m.Col[m.Ptr[i]:m.Ptr[i+1]])
	}
	return symmetric(m)
}

// eachTwoHop calls f for every ordered pair of nodes at distance exactly 2, by the
// first of them, and stops with false when f does.
func eachTwoHop(g *graph.Graph, f func(i int, k int32) bool) bool {
	a := g.Adjacency()
	// seen[j] = i+1: j is i, a neighbour, or already reported.
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
