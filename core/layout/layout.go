// Package layout computes coordinates of a graph's nodes for a drawing in the plane. A [Series] starts a new layout at slow modes
// of the random walk, and moves the nodes by springs between neighbours and a repulsion between all nodes. [Apart] separates the
// communities.
//
// Equal series of graphs have equal layouts, bit for bit on every machine, because package formula computes features from [Alone].
package layout

import (
	"math"
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/rng"
)

// A new layout has nodeVisits/N rounds of force for N nodes, but at least minRounds and at most maxRounds rounds.
const (
	nodeVisits = 1e5
	maxRounds  = 300
	minRounds  = 10
)

// A graph of at least largeGraph nodes is drawn only in part. For its layout, minRoundsLarge replaces minRounds.
const (
	largeGraph     = 40_000
	minRoundsLarge = 3
)

// Parameters of force. The steps are values of maxStep.
const (
	coldStep = 0.1 // for a new layout
	// A layout that continues another has at most warmRounds rounds, and no more than a new layout. The small steps keep the drawing
	// recognisable.
	warmStep   = 0.04
	warmRounds = 60
)

// Series lays out a sequence of graphs. The zero value is ready for use.
// If two successive graphs have the same generator, the layout of the second graph begins at the coordinates of the first graph, so that
// the user recognises the drawing. The layout of any other graph does not depend on the graph before it.
type Series struct {
	generator string             // name of the last graph's generator, "" if no generator made the graph
	base      string             // specification of the last graph, without its formula
	last      map[int][2]float64 // coordinates of the last generated graph, not scaled, by the ids of the nodes
}

// Place returns 2N coordinates in [−1, 1] of the nodes of g, as x_0, y_0, x_1, y_1, …. spec is the specification of the graph,
// and possibly "|" and a formula.
// ids are the ids of the nodes of an edited graph. If ids is nil, the graph is not edited, and the id of node i is i.
// If the graph is edited and the last graph has the same specification, old nodes keep their coordinates up to a common factor.
func (p *Series) Place(spec string, g *graph.Graph, ids []int) []float64 {
	id := func(i int) int {
		if ids == nil {
			return i
		}
		return ids[i]
	}
	base, _, _ := strings.Cut(spec, "|") // a formula changes no edges
	generator := ""
	if gen, _, err := graph.ParseSpec(base); err == nil {
		generator = gen.Name
	}
	least := minRounds
	if g.N >= largeGraph {
		least = minRoundsLarge
	}
	rounds := min(maxRounds, max(least, int(nodeVisits/float64(g.N))))
	var x, y []float64
	if generator != "" && generator == p.generator {
		x, y = p.carryOver(g, id)
		if ids == nil || base != p.base { // after an edit of the last graph, the nodes keep their places of carryOver
			force(g, x, y, min(warmRounds, rounds), warmStep)
		}
	} else {
		// The side √N gives each node an area of 1. The seed is fixed, so that equal graphs have equal layouts.
		x, y = initial(g, rng.New(1, "layout"), math.Sqrt(float64(g.N)))
		force(g, x, y, rounds, coldStep)
	}
	// The next graph can continue only a graph with a generator.
	p.generator, p.base = generator, base
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

// carryOver returns coordinates for g, not scaled. An old node, which the last graph has too, keeps its place. A new node gets a place at
// distance 1 from an old neighbour, or from the origin if it has no old neighbour.
func (p *Series) carryOver(g *graph.Graph, id func(int) int) (x, y []float64) {
	x, y = make([]float64, g.N), make([]float64, g.N)
	// Node i gets its place from the node with the id source[i]. An old node has its own id as source. A new node has the id of its first
	// old neighbour in g.Edges; without an old neighbour, the id of its last neighbour; and without any neighbour, its own id.
	source := make([]int, g.N)
	for i := range source {
		source[i] = id(i)
	}
	for _, e := range g.Edges {
		for _, ends := range [2][2]int32{{e.I, e.J}, {e.J, e.I}} {
			node, neighbour := ends[0], ends[1]
			_, hasPlace := p.last[source[node]]
			if !hasPlace { // the source is a new node
				source[node] = id(int(neighbour))
			}
		}
	}
	for i, sourceID := range source {
		x[i], y[i] = p.last[sourceID][0], p.last[sourceID][1] // (0, 0) if the source is a new node, too
		_, isOld := p.last[id(i)]
		if !isOld {
			// The direction is the angle i in radians. New nodes at one place would feel equal forces, and stay together.
			sin, cos := linalg.Sincos(float64(i))
			x[i] += cos
			y[i] += sin
		}
	}
	return x, y
}

// scaled returns the coordinates as one list x_0, y_0, x_1, y_1, …, divided by the largest absolute value.
func scaled(x, y []float64) []float64 {
	const leastExtent = 1e-9 // avoids a division by 0 if all nodes are at the origin
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
