package graph

import "slices"

// Direction is the set of the two orders in which a file lists an edge (I, J).
type Direction uint8

// The directions of an edge; Both is Forward and Backward together.
const (
	Forward  Direction = 1 // from I to J
	Backward Direction = 2 // from J to I
	Both     Direction = 3
)

// Direction returns the direction of edge e, Both for a graph without directions.
func (g *Graph) Direction(e int) Direction {
	if g.Directions == nil {
		return Both
	}
	return g.Directions[e]
}

// Entries returns the number of directed entries. An edge with Both counts twice.
func (g *Graph) Entries() int {
	// Without directions every edge has two entries.
	n := 2 * len(g.Edges)
	for _, d := range g.Directions {
		if d != Both {
			n--
		}
	}
	return n
}

// Entry returns the ends of an edge in the order of its first entry. The result both reports whether the reverse order is also an entry.
func (g *Graph) Entry(e int) (from, to int32, both bool) {
	q := g.Edges[e]
	d := g.Direction(e)
	if d == Backward {
		return q.J, q.I, false
	}
	return q.I, q.J, d == Both
}

// Orient sets the directions of the edges of g from directed pairs.
// Pair k adds the direction from its I to its J. If oneWay is not nil and oneWay[k] is false, it also adds the reverse direction.
// Orient ignores pairs that are no edges of g, such as self-loops. It sets Directions to nil if every edge has both directions.
func (g *Graph) Orient(given []Edge, oneWay []bool) {
	dir := make([]Direction, len(g.Edges))
	for k, e := range given {
		d := Forward
		// Edges of g have the smaller node first.
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
		// Entries in both orders add up to Both.
		dir[at] |= d
	}
	g.Directions = nil
	for k, d := range dir {
		if d == 0 { // not given
			dir[k] = Both
		}
		if d == Forward || d == Backward {
			g.Directions = dir
		}
	}
}

// compareEdges orders edges by the first, then the second end.
func compareEdges(a, b Edge) int {
	if a.I != b.I {
		return int(a.I) - int(b.I)
	}
	return int(a.J) - int(b.J)
}
