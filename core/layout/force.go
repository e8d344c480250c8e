package layout

import (
	"math"

	"sheafscope/core/graph"
)

// Constants of the function force.
const (
	// A cell of the quadtree repels a node as one point if the width of the cell is less than openingAngle times the distance of the node
	// from the mean of the cell's points.
	// The value is large, and so the approximation is coarse, which suffices for a drawing.
	openingAngle = 1.2
	// centering is the spring constant of the pull towards the origin.
	centering = 0.3
)

// force moves the nodes at (x[i], y[i]) in a number of rounds (Fruchterman and Reingold 1991). There are three forces:
//
//   - an edge pulls its ends together, in proportion to its length, and less at nodes with many edges;
//   - any two nodes at different places repel each other with about 1/distance;
//   - a weak pull towards the origin keeps the components together.
//
// In the first round a node moves by at most maxStep times √N, the side of the drawing. This limit falls linearly to 0.
func force(g *graph.Graph, x, y []float64, rounds int, maxStep float64) {
	side := math.Sqrt(float64(g.N))
	degree := g.Degrees()
	forceX, forceY := make([]float64, g.N), make([]float64, g.N)
	var tree quadtree
	for round := range rounds {
		tree.build(x, y)
		for i := range x {
			forceX[i], forceY[i] = tree.repulsion(x[i], y[i], openingAngle)
			forceX[i] -= float64(centering * x[i]) // float64 forbids a fused multiply-add
			forceY[i] -= float64(centering * y[i])
		}
		for _, e := range g.Edges {
			// The edges of a hub pull less, because with full strength the leaves of the hub would collapse into it.
			strength := 1 / math.Sqrt(float64(max(degree[e.I], degree[e.J])))
			pullX := float64(strength * (x[e.J] - x[e.I]))
			pullY := float64(strength * (y[e.J] - y[e.I]))
			forceX[e.I] += pullX
			forceY[e.I] += pullY
			forceX[e.J] -= pullX
			forceY[e.J] -= pullY
		}
		// Each node moves by its force, but at most by step.
		step := maxStep * side * (1 - float64(round)/float64(rounds))
		for i := range x {
			norm := math.Sqrt(float64(forceX[i]*forceX[i]) + float64(forceY[i]*forceY[i]))
			if norm > 0 {
				k := math.Min(step, norm) / norm
				x[i] += float64(k * forceX[i])
				y[i] += float64(k * forceY[i])
			}
		}
	}
}
