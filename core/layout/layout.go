// Package layout computes coordinates of a graph's nodes for a drawing in the plane.
//
//   - force.go moves the nodes by springs between neighbours and a repulsion between all nodes.
//   - initial.go computes their first coordinates, from slow modes of the random walk.
//   - quadtree.go approximates the repulsion.
//   - communities.go places the communities side by side.
//
// A graph always gets the same coordinates, bit for bit on every machine, because formulas compute features from them.
package layout

import (
	"math"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/rng"
)

// A layout has as many rounds of force as nodeVisits allows, within the limits minRounds and maxRounds.
const (
	nodeVisits = 1e5 // number of nodes times number of rounds
	maxRounds  = 300
	minRounds  = 10
)

// largeGraph is the number of nodes from which a graph is drawn only in part; its layout may have minRoundsLarge rounds.
const (
	largeGraph     = 40_000
	minRoundsLarge = 3
)

// Step sizes of force: the largest first step as a share of the side of the drawing.
const (
	coldStep = 0.1
	// A layout that continues another has at most warmRounds rounds with small steps, which keep the drawing recognisable.
	// A large change of a slider, such as classes that no longer cluster, still moves the nodes to suitable places.
	warmStep   = 0.04
	warmRounds = 60
)

// Series lays out a sequence of graphs.
// Successive graphs of one generator begin at the coordinates of their predecessor, so that the user recognises the drawing.
// Any other graph gets the same coordinates as at the first time. The zero value is ready for use.
type Series struct {
	generator string             // generator of the last graph, or "" if it was not generated
	last      map[int][2]float64 // coordinates of the last graph, before scaling, by the ids of the nodes
}

// Place returns 2N coordinates in [−1, 1] of the nodes of g, the graph of the specification spec.
// The ids identify the nodes of an edited graph; nil means that the graph is not edited and the id of node i is i.
// An edited graph keeps the coordinates of its old nodes.
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
	// The coordinates continue those of the last graph, or are computed from scratch.
	var x, y []float64
	if generator != "" && generator == p.generator {
		x, y = p.carryOver(g, id)
		if ids == nil {
			force(g, x, y, min(warmRounds, rounds), warmStep)
		}
	} else {
		x, y = initial(g, rng.New(1, "layout"), math.Sqrt(float64(g.N)))
		force(g, x, y, rounds, coldStep)
	}
	if p.generator = generator; generator != "" {
		p.last = make(map[int][2]float64, len(x))
		for i := range x {
			p.last[id(i)] = [2]float64{x[i], y[i]}
		}
	}
	return scaled(x, y)
}

// Alone returns the coordinates that [Series.Place] returns for the first graph of a series.
func Alone(g *graph.Graph) []float64 { return new(Series).Place("", g, nil) }

// carryOver returns the last coordinates of the nodes. A new node gets a place at distance 1 from an old neighbour.
func (p *Series) carryOver(g *graph.Graph, id func(int) int) (x, y []float64) {
	x, y = make([]float64, g.N), make([]float64, g.N)
	// source[i] is the id whose coordinates node i starts from: its own, or that of its last neighbour if it is new.
	source := make([]int, g.N)
	for i := range source {
		source[i] = id(i)
	}
	for _, e := range g.Edges {
		for _, ends := range [2][2]int32{{e.I, e.J}, {e.J, e.I}} {
			if _, old := p.last[source[ends[0]]]; !old {
				source[ends[0]] = id(int(ends[1]))
			}
		}
	}
	for i, from := range source {
		x[i], y[i] = p.last[from][0], p.last[from][1]
		if from != id(i) {
			// The number of the node as an angle separates new nodes with a common neighbour.
			sin, cos := linalg.Sincos(float64(i))
			x[i], y[i] = x[i]+cos, y[i]+sin
		}
	}
	return x, y
}

// scaled returns the pairs of coordinates in one list, divided by the largest absolute value.
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
