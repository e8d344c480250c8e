package train

import (
	"sheafscope/core/graph"
	"sheafscope/core/linalg"
)

// Arcs selects the arcs of a layer that sums over neighbours, and the slope of the scores of attention.
// An arc leads from a source node to the node whose sum contains the source.
type Arcs struct {
	Alone    bool    // omits self-loops
	Directed bool    // keeps only the arcs in the directions that the graph's file lists, if it lists any
	Slope    float64 // slope of LeakyReLU for negative scores; 0 means attentionSlope, 0.2
}

// Of returns the sources of the arcs into every node: the arcs into node i come from the nodes src[p] with ptr[i] ≤ p < ptr[i+1], in
// ascending order. Without Alone, i is one of them. An edge has two arcs, unless Directed is set and the file lists one direction only.
func (arcs Arcs) Of(g *graph.Graph) (ptr, src []int32) {
	hasDirections := arcs.Directed && g.Directions != nil
	if arcs.Alone || hasDirections {
		return arcs.filtered(g)
	}
	a := g.Adjacency()
	ptr = make([]int32, g.N+1)
	src = make([]int32, 0, len(a.Nbr)+g.N)
	for i := range g.N {
		// The self-loop of node i is inserted before the first neighbour with a larger number.
		hasLoop := false
		for _, j := range a.Neighbors(i) {
			if !hasLoop && int(j) > i {
				src = append(src, int32(i))
				hasLoop = true
			}
			src = append(src, j)
		}
		if !hasLoop {
			src = append(src, int32(i))
		}
		ptr[i+1] = int32(len(src))
	}
	return ptr, src
}

// filtered returns the result of Of, also for Alone and Directed. ptr and src are the pattern of a sparse matrix in the format CSR, whose
// entry (i, j) is the arc from node j to node i.
func (arcs Arcs) filtered(g *graph.Graph) (ptr, src []int32) {
	var list []linalg.Triplet
	add := func(target, source int32) {
		list = append(list, linalg.Triplet{Row: int(target), Col: int(source), Val: 1}) // only the pattern is used, not the value
	}
	for k, e := range g.Edges {
		direction := g.Direction(k)
		isForward := !arcs.Directed || direction&graph.Forward != 0
		isBackward := !arcs.Directed || direction&graph.Backward != 0
		if isForward {
			add(e.J, e.I)
		}
		if isBackward {
			add(e.I, e.J)
		}
	}
	if !arcs.Alone {
		for i := range int32(g.N) {
			add(i, i)
		}
	}
	m := linalg.NewCSR(g.N, g.N, list)
	return m.Ptr, m.Col
}
