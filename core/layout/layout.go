// Package layout places the nodes of a graph in the plane for a picture: by springs between neighbours (layout.go), which begin at slow
// modes of the random walk (start.go) and push by a quadtree (tree.go), or by communities side by side (apart.go). The same graph gets
// the same places each time, with the same bits on every machine: a formula makes features of them.
package layout

import (
	"math"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/rng"
)

const (
	opening = 1.2 // the angle up to which a group of nodes pushes as one: coarse is good enough for a picture
	// middle is the pull to the middle, as of a spring.
	middle = 0.3
	work   = 1e5 // node visits spent on a layout
	// A layout has at most mostRounds rounds and at least leastRounds, of a graph of
	// many nodes and more, which is drawn in part, fewRounds.
	mostRounds, leastRounds, many, fewRounds = 300, 10, 40_000, 3
	// From places that were good before, moreRounds of small steps are enough, and keep the picture; what the
	// sliders change a great deal, as classes that no longer hold together, still finds its new places.
	moreRounds, moreShare = 60, 0.04
)

// Series places graphs one after the other. The next graph of the same
// generator begins at the places of the last one, so that it is recognised; every other one is laid out
// from the same start, so that it looks the same again. The zero value has no graph yet.
type Series struct {
	generator string
	at        map[int][2]float64 // by the nodes' ids
}

// Place returns 2N coordinates within [-1, 1] of the nodes of g, which the specification spec names. The ids are those of
// an edited graph's nodes; nil where nothing was edited: then a node's id is its number.
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
	least := leastRounds
	if g.N >= many {
		least = fewRounds
	}
	rounds := min(mostRounds, max(least, int(work/float64(g.N))))
	var x, y []float64
	if generator != "" && generator == p.generator {
		x, y = p.carried(g, id)
		if ids == nil { // what is edited stays where it is
			force(g, x, y, min(moreRounds, rounds), moreShare)
		}
	} else {
		x, y = start(g, rng.New(1, "layout"), math.Sqrt(float64(g.N)))
		force(g, x, y, rounds, 0.1)
	}
	if p.generator = generator; generator != "" {
		p.at = make(map[int][2]float64, len(x))
		for i := range x {
			p.at[id(i)] = [2]float64{x[i], y[i]}
		}
	}
	return scaled(x, y)
}

// Alone returns the places of a graph that no other comes before, as [Series.Place] does.
func Alone(g *graph.Graph) []float64 { return new(Series).Place("", g, nil) }

// carried puts every node where it was, and a new one beside a neighbour.
func (p *Series) carried(g *graph.Graph, id func(int) int) (x, y []float64) {
	x, y = make([]float64, g.N), make([]float64, g.N)
	beside := make([]int, g.N)
	for i := range beside {
		beside[i] = id(i)
	}
	for _, e := range g.Edges {
		for _, ends := range [2][2]int32{{e.I, e.J}, {e.J, e.I}} {
			if _, known := p.at[beside[ends[0]]]; !known {
				beside[ends[0]] = id(int(ends[1]))
			}
		}
	}
	for i, at := range beside {
		x[i], y[i] = p.at[at][0], p.at[at][1]
		if at != id(i) {
			sin, cos := linalg.Sincos(float64(i))
			x[i], y[i] = x[i]+cos, y[i]+sin
		}
	}
	return x, y
}

// force moves the nodes in rounds, at most by a share of the side of the drawing
// that gets smaller: edges pull like springs of length 1, all pairs push with
// 1/distance (Fruchterman and Reingold 1991), and a weak pull to the middle keeps
// components together.
func force(g *graph.Graph, x, y []float64, rounds int, share float64) {
	side := math.Sqrt(float64(g.N))
	degree := g.Degrees()
	mx, my := make([]float64, g.N), make([]float64, g.N)
	var t tree
	for round := range rounds {
		t.build(x, y)
		for i := range x {
			mx[i], my[i] = t.push(x[i], y[i], opening)
			mx[i] -= float64(middle * x[i])
			my[i] -= float64(middle * y[i])
		}
		for _, e := range g.Edges {
			dx, dy := x[e.J]-x[e.I], y[e.J]-y[e.I]
			// A hub's springs share its strength, or it would collapse with its leaves.
			pull := 1 / math.Sqrt(float64(max(degree[e.I], degree[e.J])))
			dx, dy = float64(pull*dx), float64(pull*dy)
			mx[e.I], my[e.I] = mx[e.I]+dx, my[e.I]+dy
			mx[e.J], my[e.J] = mx[e.J]-dx, my[e.J]-dy
		}
		step := share * side * (1 - float64(round)/float64(rounds))
		for i := range x {
			if n := math.Sqrt(float64(mx[i]*mx[i]) + float64(my[i]*my[i])); n > 0 {
				k := math.Min(step, n) / n
				x[i], y[i] = x[i]+float64(k*mx[i]), y[i]+float64(k*my[i])
			}
		}
	}
}

// scaled brings the coordinates into [-1, 1] and joins them, a pair per node.
func scaled(x, y []float64) []float64 {
	far := 1e-9
	for i := range x {
		far = math.Max(far, math.Max(math.Abs(x[i]), math.Abs(y[i])))
	}
	xy := make([]float64, 0, 2*len(x))
	for i := range x {
		xy = append(xy, x[i]/far, y[i]/far)
	}
	return xy
}
