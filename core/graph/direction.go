package graph

import "slices"

// Direction reports in which of its two orders a file lists an edge (I, J).
type Direction uint8

// The directions of an edge; Both is Forward and Backward together.
const (
	Forward  Direction = 1 // from I to J
	Backward Direction = 2 // from J to I
	Both     Direction = 3
)

// Direction returns the direction of edge e: Both unless the graph was given
// with directions and lists this edge in one order only.
func (g *Graph) Direction(e int) Direction {
	if g.Directions == nil {
		return Both
	}
	return g.Directions[e]
}

// Entries counts the directed entries of the graph: an edge with Both has two.
func (g *Graph) Entries() int {
	n := 2 * len(g.Edges)
	for _, d := range g.Directions {
		if d != Both {
			n--
		}
	}
	return n
}

// Entry returns the ends of an edge in the order in which a file lists it
// first; two reports whether the other order is listed as well.
func (g *Graph) Entry(e int) (from, to int32, two bool) {
	q := g.Edges[e]
	d := g.Direction(e)
	if d == Backward {
		return q.J, q.I, false
	}
	return q.I, q.J, d == Both
}

// Orient records the directions of the edges as they were given: edge k from I
// to J, and also from J to I unless oneWay is nil or oneWay[k]. Pairs that are
// not edges of g, such as self-loops, are passed over. Directions stays nil
// when every edge has both.
func (g *Graph) Orient(given []Edge, oneWay []bool) {
	dir := make([]Direction, len(g.Edges))
	for k, e := range given {
		d := Forward
		if e.I > e.J {
			e, d = Edge{e.J, e.I}, Backward
		}
		at, ok := slices.BinarySearchFunc(g.Edges, e, compareEdges)
		if !ok {
			continue
		}
		if oneWay != nil && !oneWay[k] {
			d = Both
		}
		dir[at] |= d
	}
	g.Directions = nil
	for k, d := range dir {
		if d == 0 { // not among the given ones
			dir[k] = Both
		}
		if d == Forward || d == Backward {
			g.Directions = dir
		}
	}
}

func compareEdges(a, b Edge) int {
	if a.I != b.I {
		return int(a.I) - int(b.I)
	}
	return int(a.J) - int(b.J)
}
