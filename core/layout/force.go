package layout

import (
	"math"

	"sheafscope/core/graph"
)

const (
	// openingAngle is the ratio of width and distance below which a cell of the quadtree repels as one point.
	// The value is coarse, which suffices for a drawing.
	openingAngle = 1.2
	// centering is the spring constant of the pull towards the origin.
	centering = 0.3
)

// force moves the nodes in place (Fruchterman and Reingold 1991).
//
// Edges pull with a force proportional to their length, all pairs of nodes repel each other with 1/distance, and a weak pull towards
// the origin keeps the components together. The longest step of a round falls linearly, from maxStep times the side of the drawing.
func force(g *graph.Graph, x, y []float64, rounds int, maxStep float64) {
	side := math.Sqrt(float64(g.N))
	degree := g.Degrees()
	forceX, forceY := make([]float64, g.N), make([]float64, g.N)
	var tree quadtree
	for round := range rounds {
		tree.build(x, y)
		for i := range x {
			forceX[i], forceY[i] = tree.repulsion(x[i], y[i], openingAngle)
			forceX[i] -= float64(centering * x[i])
			forceY[i] -= float64(centering * y[i])
		}
		for _, e := range g.Edges {
			dx, dy := x[e.J]-x[e.I], y[e.J]-y[e.I]
			// The springs of a hub are weaker, because otherwise its leaves collapse into it.
			pull := 1 / math.Sqrt(float64(max(degree[e.I], degree[e.J])))
			dx, dy = float64(pull*dx), float64(pull*dy)
			forceX[e.I], forceY[e.I] = forceX[e.I]+dx, forceY[e.I]+dy
			forceX[e.J], forceY[e.J] = forceX[e.J]-dx, forceY[e.J]-dy
		}
		// Each node moves along its force, at most by step.
		step := maxStep * side * (1 - float64(round)/float64(rounds))
		for i := range x {
			if norm := math.Sqrt(float64(forceX[i]*forceX[i]) + float64(forceY[i]*forceY[i])); norm > 0 {
				k := math.Min(step, norm) / norm
				x[i], y[i] = x[i]+float64(k*forceX[i]), y[i]+float64(k*forceY[i])
			}
		}
	}
}
