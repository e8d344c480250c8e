// Package layout computes coordinates of a graph's nodes for a drawing in the plane.
//
//   - force.go moves the nodes by springs between neighbours and a repulsion between all nodes.
//   - initial.go computes their first coordinates, from slow modes of the random walk.
//   - quadtree.go approximates the repulsion.
//   - communities.go places the communities side by side.
//
// Equal inputs give equal coordinates, bit for bit on every machine, because package formula computes features from them.
package layout

import (
	"math"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/rng"
)

// The number of rounds of force is nodeVisits divided by the number of nodes, but at least minRounds and at most maxRounds.
const (
	nodeVisits = 1e5 // number of nodes times number of rounds
	maxRounds  = 300
	minRounds  = 10
)

// A graph of at least largeGraph nodes is drawn only in part. Its layout has at least minRoundsLarge rounds in place of minRounds.
const (
	largeGraph     = 40_000
	minRoundsLarge = 3
)

// Step sizes of force: the largest movement of a node in the first round, as a share of the side of the drawing.
const (
	coldStep = 0.1 // for a new layout
	// A layout that continues another has at most warmRounds rounds with small steps, which keep the drawing recognisable.
	// A large change of a slider, such as classes that no longer cluster, still moves the nodes to suitable places.
	warmStep   = 0.04
	warmRounds = 60
)

// Series lays out a sequence of graphs.
// If two successive graphs have the same generator, the layout of the second begins at the coordinates of the first. The user then
// recognises the drawing. The layout of any other graph does not depend on the graph before. The zero value is ready for use.
type Series struct {
	generator string             // generator of the last graph, "" if no generator made it
	last      map[int][2]float64 // coordinates of the last generated graph, before scaling, by the ids of the nodes
}

// Place returns 2N coordinates in [−1, 1] of the nodes of g, the graph of the specification spec.
// ids are the ids of the nodes of an edited graph. If ids is nil, the graph is not edited, and the id of node i is i.
// If the last graph has the same generator, the layout begins at the coordinates of the last graph. The old nodes of an edited graph keep
// these coordinates, up to a common factor.
func (p *Series) Place(spec string, g *graph.Graph, ids []int) []float64 {
	id := func(i int) int {
		if ids == nil {
			return i
		}
		return ids[i]
	}
	generator := ""
	if gen, _, err := graph.ParseSpec(spec); err == nil {
		generator = gen.Name
	}
	least := minRounds
	if g.N >= largeGraph {
		least = minRoundsLarge
	}
	rounds := min(maxRounds, max(least, int(nodeVisits/float64(g.N))))
	// Continue the last layout if the graph has the same generator, else begin a new layout.
	var x, y []float64
	if generator != "" && generator == p.generator {
		x, y = p.carryOver(g, id)
		// The nodes of an edited graph are not moved: each keeps its place of carryOver.
		if ids == nil {
			force(g, x, y, min(warmRounds, rounds), warmStep)
		}
	} else {
		// The side √N gives each node an area of 1. The seed is fixed, so that equal graphs have equal layouts.
		x, y = initial(g, rng.New(1, "layout"), math.Sqrt(float64(g.N)))
		force(g, x, y, rounds, coldStep)
	}
	// Only a graph with a generator can be continued by the next graph.
	p.generator = generator
	if generator != "" {
		p.last = make(map[int][2]float64, len(x))
		for i := range x {
			p.last[id(i)] = [2]float64{x[i], y[i]}
		}
	}
	return scaled(x, y)
}

// Alone returns the coordinates that [Series.Place] returns for the first graph of a series.
func Alone(g *graph.Graph) []float64 { return new(Series).Place("", g, nil) }

// carryOver returns the last coordinates of the nodes. A new node gets a place at distance 1 from an old neighbour. With only new
// neighbours, its place is at distance 1 from the origin. Without a neighbour, its place is the origin.
func (p *Series) carryOver(g *graph.Graph, id func(int) int) (x, y []float64) {
	x, y = make([]float64, g.N), make([]float64, g.N)
	// Node i starts at the coordinates of the node with the id source[i]. For an old node, source[i] is its own id.
	// For a new node, source[i] is the id of a neighbour: an old neighbour if the node has one, else the last neighbour in g.Edges.
	source := make([]int, g.N)
	for i := range source {
		source[i] = id(i)
	}
	for _, e := range g.Edges {
		for _, ends := range [2][2]int32{{e.I, e.J}, {e.J, e.I}} {
			node, neighbour := ends[0], ends[1]
			// hasPlace reports that the node is old, or that an old neighbour is its source already.
			_, hasPlace := p.last[source[node]]
			if !hasPlace {
				source[node] = id(int(neighbour))
			}
		}
	}
	for i, sourceID := range source {
		x[i], y[i] = p.last[sourceID][0], p.last[sourceID][1] // (0, 0) if the source is a new node, too
		if sourceID != id(i) {
			// The direction is the angle i in radians, so that new nodes with a common neighbour have different places.
			sin, cos := linalg.Sincos(float64(i))
			x[i] += cos
			y[i] += sin
		}
	}
	return x, y
}

// scaled returns the coordinates as one list x_0, y_0, x_1, y_1, …, divided by the largest absolute value.
func scaled(x, y []float64) []float64 {
	const leastExtent = 1e-9 // avoids a division by 0 for a single node in the origin
	extent := leastExtent
	for i := range x {
		extent = math.Max(extent, math.Max(math.Abs(x[i]), math.Abs(y[i])))
	}
	xy := make([]float64, 0, 2*len(x))
	for i := range x {
		xy = append(xy, x[i]/extent, y[i]/extent)
	}
	return xy
}
