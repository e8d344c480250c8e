// This file lists the neighbours of all nodes.

package graph

// Adjacency lists the neighbours of every node in compressed form.
// The neighbours of node i are Nbr[p] for Ptr[i] ≤ p < Ptr[i+1], in ascending order.
// EdgeID[p] is the index in Graph.Edges of the edge between i and Nbr[p]. Each edge occurs twice, once at each end.
type Adjacency struct{ Ptr, Nbr, EdgeID []int32 }

// Adjacency builds the neighbour lists, in O(n + m) for n nodes and m edges.
func (g *Graph) Adjacency() *Adjacency {
	a := &Adjacency{
		Ptr:    make([]int32, g.N+1),
		Nbr:    make([]int32, 2*len(g.Edges)),
		EdgeID: make([]int32, 2*len(g.Edges)),
	}
	for _, e := range g.Edges {
		a.Ptr[e.I+1]++
		a.Ptr[e.J+1]++
	}
	// So far Ptr[i+1] is the degree of node i. Running sums of the degrees are the ends of the lists.
	for i := range g.N {
		a.Ptr[i+1] += a.Ptr[i]
	}
	// next[i] is the first free place in the list of node i.
	next := append([]int32(nil), a.Ptr[:g.N]...)
	put := func(i, neighbour int32, edge int) {
		p := next[i]
		next[i]++
		a.Nbr[p], a.EdgeID[p] = neighbour, int32(edge)
	}
	// Edges ascend by (I, J). The first loop puts the smaller neighbours of each node, the second loop the larger ones. So every list ascends.
	for k, e := range g.Edges {
		put(e.J, e.I, k)
	}
	for k, e := range g.Edges {
		put(e.I, e.J, k)
	}
	return a
}

// Neighbors returns the neighbours of node i in ascending order. The slice shares memory with a.
func (a *Adjacency) Neighbors(i int) []int32 { return a.Nbr[a.Ptr[i]:a.Ptr[i+1]] }

// Degree returns the number of neighbours of node i.
func (a *Adjacency) Degree(i int) int { return int(a.Ptr[i+1] - a.Ptr[i]) }
