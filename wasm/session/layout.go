package session

import (
	"math"

	"sheafscope/core/graph"
	"sheafscope/core/rng"
)

const (
	layoutTheta = 1.2 // opening angle: coarse is good enough to look at
	layoutWork  = 1e5 // node visits spent on a layout
	// A layout has at least layoutRounds rounds, of a graph of layoutMany nodes and
	// more, which is drawn in part, fewRounds.
	layoutRounds, layoutMany, fewRounds = 10, 40_000, 3
)

// layout places the nodes in the plane by force: edges pull like springs of
// length 1, all pairs push with 1/distance (Fruchterman and Reingold 1991),
// and a weak pull to the middle keeps components together. It returns 2N
// coordinates within about [-1, 1].
func layout(g *graph.Graph) []float64 {
	r := rng.New(1, "layout")
	side := math.Sqrt(float64(g.N))
	x, y := startLayout(g, r, side)
	degree := g.Degrees()
	mx, my := make([]float64, g.N), make([]float64, g.N)
	var t tree
	least := layoutRounds
	if g.N >= layoutMany {
		least = fewRounds
	}
	rounds := min(60, max(least, int(layoutWork/float64(g.N))))
	for round := range rounds {
		t.build(x, y)
		for i := range x {
			mx[i], my[i] = t.push(x[i], y[i], layoutTheta)
			mx[i] -= 0.02 * x[i]
			my[i] -= 0.02 * y[i]
		}
		for _, e := range g.Edges {
			dx, dy := x[e.J]-x[e.I], y[e.J]-y[e.I]
			// A hub's springs share its strength, or it would collapse with its leaves.
			share := 1 / math.Sqrt(float64(max(degree[e.I], degree[e.J])))
			mx[e.I], my[e.I] = mx[e.I]+share*dx, my[e.I]+share*dy
			mx[e.J], my[e.J] = mx[e.J]-share*dx, my[e.J]-share*dy
		}
		step := 0.1 * side * (1 - float64(round)/float64(rounds))
		for i := range x {
			if n := math.Sqrt(mx[i]*mx[i] + my[i]*my[i]); n > 0 {
				k := math.Min(step, n) / n
				x[i], y[i] = x[i]+k*mx[i], y[i]+k*my[i]
			}
		}
	}
	return scaled(x, y)
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
