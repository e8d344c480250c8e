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

// smoothings is how often the start of a layout is averaged over neighbours.
const smoothings = 60

// start places the nodes of the largest component by two slow modes of
// the random walk, each coordinate replaced by its rank so that the square is
// filled: what belongs together starts together, which the few rounds of force
// could not bring about from random places. The other components start around.
func start(g *graph.Graph, r *rng.Stream, side float64) (atX, atY []float64) {
	atX, atY = make([]float64, g.N), make([]float64, g.N)
	for i := range atX {
		sin, cos := linalg.Sincos(2 * math.Pi * r.Float64())
		atX[i], atY[i] = 0.6*side*cos, 0.6*side*sin
	}
	if g.N >= many { // too many for the rounds that are left to draw them in
		for i := range atX {
			k := math.Sqrt(r.Float64())
			atX[i], atY[i] = k*atX[i], k*atY[i]
		}
	}
	id, count := g.Components()
	size := make([]int, count)
	for _, c := range id {
		size[c]++
	}
	large := slices.Index(size, slices.Max(size))
	var inside []int
	for i, c := range id {
		if c == large {
			inside = append(inside, i)
		}
	}
	degree := g.Degrees()
	x := slowMode(g, inside, degree, r, nil)
	y := slowMode(g, inside, degree, r, x)
	rx, ry := ranks(inside, x), ranks(inside, y)
	for k, i := range inside {
		atX[i], atY[i] = side*(rx[k]-0.5), side*(ry[k]-0.5)
	}
	return atX, atY
}

// slowMode averages random numbers over neighbours again and again, keeping
// them free of the constant and of the mode other, both in the metric of the degrees.
func slowMode(g *graph.Graph, inside, degree []int, r *rng.Stream, other []float64) []float64 {
	x, sum := make([]float64, g.N), make([]float64, g.N)
	for _, i := range inside {
		x[i] = r.Float64() - 0.5
	}
	for range smoothings {
		clear(sum)
		for _, e := range g.Edges {
			sum[e.I] += x[e.J]
			sum[e.J] += x[e.I]
		}
		var mean, all, along, own, norm float64
		for _, i := range inside {
			d := float64(max(1, degree[i]))
			x[i] = float64(0.5*x[i]) + float64(0.5*sum[i])/d
			mean += float64(d * x[i])
			all += d
			if other != nil {
				along += float64(d * x[i] * other[i])
				own += float64(d * other[i] * other[i])
			}
		}
		for _, i := range inside {
			x[i] -= mean / all
			if own > 0 {
				x[i] -= float64(along / own * other[i])
			}
			norm += float64(x[i] * x[i])
		}
		if norm == 0 {
			break
		}
		norm = math.Sqrt(norm / float64(len(inside)))
		for _, i := range inside {
			x[i] /= norm
		}
	}
	return x
}

// ranks gives the place of each of the nodes in the order of x, in 0..1.
func ranks(nodes []int, x []float64) []float64 {
	ranking := make([]int, len(nodes))
	for k := range ranking {
		ranking[k] = k
	}
	order.By(ranking, func(a, b int) bool { return cmp.Less(x[nodes[a]], x[nodes[b]]) })
	out := make([]float64, len(nodes))
	for place, k := range ranking {
		out[k] = (float64(place) + 0.5) / float64(len(nodes))
	}
	return out
}
