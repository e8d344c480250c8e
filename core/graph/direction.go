// This file keeps the directions that the source of a graph gives to its edges, beside the undirected edges.

package graph

import "slices"

// Direction is the set of the orders in which the source of a graph lists an edge of [Graph.Edges], where I < J.
type Direction uint8

// The directions of an edge. They are bits: Both is Forward | Backward.
const (
	Forward  Direction = 1 // from I to J
	Backward Direction = 2 // from J to I
	Both     Direction = 3
)

// Direction returns the direction of edge e. It is Both if g.Directions is nil.
func (g *Graph) Direction(e int) Direction {
	if g.Directions == nil {
		return Both
	}
	return g.Directions[e]
}

// Entries returns the number of directed entries: one for an edge with Forward or Backward, and two for an edge with Both.
func (g *Graph) Entries() int {
	n := 2 * len(g.Edges) // two for each edge if Directions is nil
	for _, d := range g.Directions {
		if d != Both {
			n--
		}
	}
	return n
}

// Entry returns the ends of edge e in the order of a directed entry. This order is J to I for Backward, and I to J for Forward and Both.
// both reports whether the reverse order is an entry, too.
func (g *Graph) Entry(e int) (from, to int32, both bool) {
	edge := g.Edges[e]
	d := g.Direction(e)
	if d == Backward {
		return edge.J, edge.I, false
	}
	return edge.I, edge.J, d == Both
}

// Orient sets the directions of the edges of g from directed pairs.
// Pair k adds the direction from its I to its J. If oneWay is not nil and oneWay[k] is false, pair k also adds the reverse direction.
// An edge without a pair gets both directions.
// Orient ignores pairs that are no edges of g, such as self-loops. If every edge has both directions, g.Directions is nil.
func (g *Graph) Orient(pairs []Edge, oneWay []bool) {
	directions := make([]Direction, len(g.Edges))
	for k, pair := range pairs {
		// Edges of g have the smaller node first.
		edge, d := pair, Forward
		if pair.I > pair.J {
			edge, d = Edge{pair.J, pair.I}, Backward
		}
		e, isEdge := slices.BinarySearchFunc(g.Edges, edge, compareEdges)
		if !isEdge {
			continue
		}
		if oneWay != nil && !oneWay[k] {
			d = Both
		}
		directions[e] |= d // Forward | Backward is Both
	}
	g.Directions = nil
	for e, d := range directions {
		switch d {
		case 0: // no pair
			directions[e] = Both
		case Forward, Backward:
			g.Directions = directions // shares memory, so the changes of later elements count
		}
	}
}

// compareEdges compares edges by (I, J). It is negative if a precedes b, and 0 for equal edges.
func compareEdges(a, b Edge) int {
	if a.I != b.I {
		return int(a.I) - int(b.I)
	}
	return int(a.J) - int(b.J)
}
