package train

import (
	"sheafscope/core/graph"
	"sheafscope/core/linalg"
)

// Arcs selects the arcs of an attention layer and the slope of its scores.
// Alone omits self-loops, and Directed uses the directions of the graph's file.
// Slope is the slope of LeakyReLU for negative scores; 0 stands for the slope of the paper.
type Arcs struct {
	Alone, Directed bool
	Slope           float64
}

// Of returns the sources of the arcs into every node i, ascending: src[p] for ptr[i] ≤ p < ptr[i+1].
func (arcs Arcs) Of(g *graph.Graph) (ptr, src []int32) {
	if arcs.Alone || arcs.Directed && g.Directions != nil {
		return arcs.filtered(g)
	}
	a := g.Adjacency()
	ptr = make([]int32, g.N+1)
	src = make([]int32, 0, len(a.Nbr)+g.N)
	for i := range g.N {
		// The loop is inserted before the first larger neighbour.
		hasLoop := false
		for _, j := range a.Neighbors(i) {
			if !hasLoop && int(j) > i {
				src, hasLoop = append(src, int32(i)), true
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

// filtered returns the result of Of for Alone or Directed arcs.
func (arcs Arcs) filtered(g *graph.Graph) (ptr, src []int32) {
	var list []linalg.Triplet
	add := func(to, from int32) {
		list = append(list, linalg.Triplet{Row: int(to), Col: int(from), Val: 1})
	}
	for k, e := range g.Edges {
		d := g.Direction(k)
		if !arcs.Directed || d&graph.Forward != 0 {
			add(e.J, e.I)
		}
		if !arcs.Directed || d&graph.Backward != 0 {
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
