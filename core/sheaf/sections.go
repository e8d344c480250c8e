package sheaf

import (
	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/small"
)

// fixedTol bounds the eigenvalue of Σ (I − H)ᵀ(I − H) for a vector that counts as fixed by the holonomies H.
const fixedTol = 1e-9

// Fixed returns dim H⁰ of the sheaf of the transports on a graph of n nodes. It is
// the dimension of the space of vectors that every holonomy fixes, summed over the
// components. Fixed returns −1 if an edge has no transport.
//
// A spanning tree of a component and one further edge determine a closed walk from
// the root. These walks generate all closed walks from the root. A vector at the
// root that is fixed by their holonomies extends to a global section.
func (t *Transports) Fixed(n int, edges []graph.Edge) (dim int) {
	for e := range edges {
		if !t.Has[e] {
			return -1
		}
	}
	d, dd := t.D, t.D*t.D
	g := &graph.Graph{N: n, Edges: edges}
	search := rootSearch{Transports: t, adj: g.Adjacency(), fromRoot: make([]float64, n*dd),
		queue: make([]int32, 0, n), seen: make([]bool, n), inTree: make([]bool, len(edges))}
	var values [MaxDim]float64
	var vectors [MaxDim * MaxDim]float64
	for root := range n {
		if search.seen[root] {
			continue
		}
		defect := search.component(root)
		linalg.EigSymSmall(d, defect[:dd], values[:d], vectors[:dd])
		for _, v := range values[:d] {
			if v <= fixedTol {
				dim++
			}
		}
	}
	return dim
}

// rootSearch is a breadth-first search that transports vectors from the root of each component to its nodes.
type rootSearch struct {
	*Transports
	adj      *graph.Adjacency
	fromRoot []float64 // for each node, the transport from the root of its component, D×D
	queue    []int32
	seen     []bool // nodes that the search has reached
	inTree   []bool // edges of the spanning forest
}

// component visits the component of root and returns Σ (I − H)ᵀ(I − H), D×D.
// H runs over the holonomies of the closed walks that an edge outside the spanning tree determines.
func (s *rootSearch) component(root int) (defect [MaxDim * MaxDim]float64) {
	d, dd := s.D, s.D*s.D
	for k := range d {
		s.fromRoot[root*dd+k*d+k] = 1
	}
	s.seen[root], s.queue = true, append(s.queue[:0], int32(root))
	for k := 0; k < len(s.queue); k++ {
		i := s.queue[k]
		atI := s.fromRoot[int(i)*dd : (int(i)+1)*dd]
		for p := s.adj.Ptr[i]; p < s.adj.Ptr[i+1]; p++ {
			j, e := s.adj.Nbr[p], int(s.adj.EdgeID[p])
			atJ := s.fromRoot[int(j)*dd : (int(j)+1)*dd]
			if !s.seen[j] {
				s.seen[j], s.inTree[e], s.queue = true, true, append(s.queue, j)
				s.Carry(atJ, atI, d, []graph.Crossing{{Edge: e, Back: i > j}})
			} else if !s.inTree[e] && i < j { // i < j: each edge counts once
				var acrossEdge, difference [MaxDim * MaxDim]float64
				s.Carry(acrossEdge[:dd], atI, d, []graph.Crossing{{Edge: e}})
				small.AddTMul(d, -1, atJ, acrossEdge[:dd], difference[:dd]) // −H
				for k := range d {
					difference[k*d+k]++
				}
				small.AddTMul(d, 1, difference[:dd], difference[:dd], defect[:dd])
			}
		}
	}
	return defect
}
