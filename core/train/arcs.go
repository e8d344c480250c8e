package train

import (
	"sheafscope/core/graph"
	"sheafscope/core/linalg"
)

// This file selects the pairs of nodes over which a layer with attention, or a layer that sums over neighbours, works. Such layers are in
// core/peer and in the reading "code" of core/sgpc.

// Arcs selects the arcs of an attention layer and the slope of its scores. An arc leads from a source node to the node that attends to it.
// Alone omits self-loops. Directed keeps only the arcs in the directions that the graph's file lists.
// Slope is the slope of LeakyReLU for negative scores; 0 means attentionSlope, 0.2.
type Arcs struct {
	Alone, Directed bool
	Slope           float64
}

// Of returns the sources of the arcs into every node: the arcs into node i come from the nodes src[p] with ptr[i] ≤ p < ptr[i+1], in
// ascending order. Without Alone, i is one of these nodes. An edge has two arcs, unless Directed is set and the file lists
// one direction only.
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

// filtered returns the result of Of for Alone or Directed arcs. The result is the pattern of a sparse matrix, whose entry (i, j) is the arc
// from node j to node i.
func (arcs Arcs) filtered(g *graph.Graph) (ptr, src []int32) {
	var list []linalg.Triplet
	add := func(target, source int32) {
		list = append(list, linalg.Triplet{Row: int(target), Col: int(source), Val: 1}) // the value is not read
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
