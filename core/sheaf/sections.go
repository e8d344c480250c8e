package sheaf

import (
	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/small"
)

// fixedTol is the largest eigenvalue of Σ (I − H)ᵀ(I − H) that counts as zero. A zero
// eigenvalue means that the holonomies H, the products of transports along closed walks, fix
// the eigenvector.
const fixedTol = 1e-9

// Fixed returns dim H⁰, the dimension of the space of global sections, for the sheaf of
// the transports on a graph of n nodes. It is −1 if an edge has no transport.
//
// In each component, a spanning tree and one further edge determine a closed walk from
// the root. These walks generate all closed walks from the root. A vector at the root
// extends to a global section exactly if the holonomies of these walks fix it.
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
	// Each node that no earlier search has reached is the root of a component.
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

// rootSearch is a breadth-first search that transports vectors from the root of a
// component to all nodes of the component.
type rootSearch struct {
	*Transports
	adj      *graph.Adjacency
	fromRoot []float64 // for each node, the transport from the root of the component, D×D
	queue    []int32   // nodes of the component in the order of the search
	seen     []bool    // nodes that a search has reached
	inTree   []bool    // edges of the spanning forest
}

// component visits the component of root and returns Σ (I − H)ᵀ(I − H), D×D. Each edge
// outside the spanning tree determines a closed walk, and H is the holonomy of this
// walk. Every edge must have a transport, so that Carry succeeds.
func (s *rootSearch) component(root int) (defect [MaxDim * MaxDim]float64) {
	d, dd := s.D, s.D*s.D
	for k := range d { // the transport from the root to the root is the identity
		s.fromRoot[root*dd+k*d+k] = 1
	}
	s.seen[root] = true
	s.queue = append(s.queue[:0], int32(root))
	for next := 0; next < len(s.queue); next++ {
		i := s.queue[next]
		atI := s.fromRoot[int(i)*dd : (int(i)+1)*dd]
		for p := s.adj.Ptr[i]; p < s.adj.Ptr[i+1]; p++ {
			j, e := s.adj.Nbr[p], int(s.adj.EdgeID[p])
			atJ := s.fromRoot[int(j)*dd : (int(j)+1)*dd]
			if !s.seen[j] { // e is the tree edge of j; Back means from the larger node to the smaller
				s.seen[j], s.inTree[e] = true, true
				s.queue = append(s.queue, j)
				s.Carry(atJ, atI, d, []graph.Crossing{{Edge: e, Back: i > j}})
				continue
			}
			// An edge outside the tree counts once, from its smaller node.
			if s.inTree[e] || i > j {
				continue
			}
			// The walk leads from the root to i, across e to j and back to the root.
			var acrossEdge, difference [MaxDim * MaxDim]float64
			s.Carry(acrossEdge[:dd], atI, d, []graph.Crossing{{Edge: e}})
			small.AddTMul(d, -1, atJ, acrossEdge[:dd], difference[:dd]) // −H
			for k := range d {
				difference[k*d+k]++ // I − H
			}
			small.AddTMul(d, 1, difference[:dd], difference[:dd], defect[:dd])
		}
	}
	return defect
}
