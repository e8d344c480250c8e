package graph

// Adjacency lists the neighbours of every node in compressed form: the
// neighbours of node i are Nbr[p] for Ptr[i] ≤ p < Ptr[i+1], ascending, and
// EdgeID[p] is the index in Graph.Edges of the edge that joins them. Each edge
// occurs twice, once at each end.
type Adjacency struct{ Ptr, Nbr, EdgeID []int32 }

// Adjacency builds the neighbour lists in O(n + m).
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
	for i := range g.N {
		a.Ptr[i+1] += a.Ptr[i]
	}
	next := append([]int32(nil), a.Ptr[:g.N]...)
	put := func(at, nbr int32, id int) {
		p := next[at]
		next[at]++
		a.Nbr[p], a.EdgeID[p] = nbr, int32(id)
	}
	// Edges ascend by (I, J). Writing all smaller neighbours before the larger
	// ones therefore leaves every list sorted without a sort.
	for k, e := range g.Edges {
		put(e.J, e.I, k)
	}
	for k, e := range g.Edges {
		put(e.I, e.J, k)
	}
	return a
}

// Neighbors returns the neighbours of node i, ascending. The slice shares
// memory with a.
func (a *Adjacency) Neighbors(i int) []int32 { return a.Nbr[a.Ptr[i]:a.Ptr[i+1]] }

// Degree returns the number of neighbours of node i.
func (a *Adjacency) Degree(i int) int { return int(a.Ptr[i+1] - a.Ptr[i]) }
