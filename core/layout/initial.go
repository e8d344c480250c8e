package layout

import (
	"cmp"
	"math"
	"slices"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/order"
	"sheafscope/core/rng"
)

// averagings is the number of averaging steps of slowMode. A start for force needs no exact eigenvector.
const averagings = 60

// initial returns the coordinates from which force starts. The graph has at least one node.
// side is the side of the drawing, a square whose centre is the origin.
//
// In the largest component, the coordinates of a node are its ranks in two slow modes of the random walk. Nodes of one cluster then
// start close to each other; from random places, the few rounds of force would not bring them together. Ranks fill the square evenly.
// The nodes of other components start at random places on a circle, or in a disc if the graph is large.
func initial(g *graph.Graph, r *rng.Stream, side float64) (x, y []float64) {
	x, y = make([]float64, g.N), make([]float64, g.N)
	for i := range x {
		sin, cos := linalg.Sincos(2 * math.Pi * r.Float64())
		x[i], y[i] = 0.6*side*cos, 0.6*side*sin // a circle whose radius is a little more than half the side
	}
	if g.N >= largeGraph { // a large graph has too few rounds to draw the nodes from the circle inwards
		for i := range x {
			radius := math.Sqrt(r.Float64()) // as a share of the radius of the circle, uniform in the disc
			x[i], y[i] = radius*x[i], radius*y[i]
		}
	}
	// inside becomes the nodes of the largest component.
	component, count := g.Components()
	size := make([]int, count)
	for _, c := range component {
		size[c]++
	}
	largest := slices.Index(size, slices.Max(size))
	var inside []int
	for i, c := range component {
		if c == largest {
			inside = append(inside, i)
		}
	}
	degree := g.Degrees()
	modeX := slowMode(g, inside, degree, r, nil)
	modeY := slowMode(g, inside, degree, r, modeX) // orthogonal to modeX
	rankX, rankY := ranks(inside, modeX), ranks(inside, modeY)
	for k, i := range inside {
		x[i], y[i] = side*(rankX[k]-0.5), side*(rankY[k]-0.5)
	}
	return x, y
}

// slowMode returns an approximate eigenvector of the lazy random walk ½(I + D⁻¹A): the one with the largest eigenvalue among the vectors
// orthogonal to the constant vector and to other. inside are the nodes of a component. The vector has an element for each node of the
// graph, 0 outside of inside. It is 0 everywhere if the component has one or two nodes.
// It begins with random numbers and applies the walk averagings times. Each step subtracts the projections on the constant vector and,
// unless other is nil, on other. The inner product of the projections weights nodes by their degrees.
func slowMode(g *graph.Graph, inside, degree []int, r *rng.Stream, other []float64) []float64 {
	x, sum := make([]float64, g.N), make([]float64, g.N)
	for _, i := range inside {
		x[i] = r.Float64() - 0.5
	}
	for range averagings {
		clear(sum)
		for _, e := range g.Edges {
			sum[e.I] += x[e.J]
			sum[e.J] += x[e.I]
		}
		// A step of the walk, and the inner products ⟨x, 1⟩, ⟨1, 1⟩, ⟨x, other⟩ and ⟨other, other⟩ of the new x.
		var withOnes, onesNorm, withOther, otherNorm float64
		square := 0.0 // Σ x² after the subtraction
		for _, i := range inside {
			d := float64(max(1, degree[i]))                  // a node without neighbours counts, too
			x[i] = float64(0.5*x[i]) + float64(0.5*sum[i])/d // float64 forbids a fused multiply-add
			withOnes += float64(d * x[i])
			onesNorm += d
			if other != nil {
				withOther += float64(d * x[i] * other[i])
				otherNorm += float64(d * other[i] * other[i])
			}
		}
		for _, i := range inside {
			x[i] -= withOnes / onesNorm
			if otherNorm > 0 { // false if other is nil or 0
				x[i] -= float64(withOther / otherNorm * other[i])
			}
			square += float64(x[i] * x[i])
		}
		if square == 0 { // the component has no further mode
			break
		}
		// The root mean square becomes 1, so that the numbers do not vanish over many steps.
		rootMeanSquare := math.Sqrt(square / float64(len(inside)))
		for _, i := range inside {
			x[i] /= rootMeanSquare
		}
	}
	return x
}

// ranks returns for each of the nodes i the rank of x[i] among the nodes, scaled to (0, 1).
func ranks(nodes []int, x []float64) []float64 {
	ascending := make([]int, len(nodes))
	for k := range ascending {
		ascending[k] = k
	}
	order.By(ascending, func(a, b int) bool { return cmp.Less(x[nodes[a]], x[nodes[b]]) })
	out := make([]float64, len(nodes))
	for rank, k := range ascending {
		out[k] = (float64(rank) + 0.5) / float64(len(nodes))
	}
	return out
}
