package coursemath

import (
	"math"
	"slices"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
)

// Layer describes the features after a number of averaging layers.
type Layer struct {
	// Energy is tr(HᵀL̂H) with L̂ = I − Â, as a share of the energy of layer 0.
	Energy float64 `json:"energy"`
	// Distance is the largest distance of two class means, as a share of that of layer 0.
	Distance float64 `json:"distance"`
	// Accuracy is the share of nodes, in per cent, whose nearest class mean is the mean of their own class.
	Accuracy float64 `json:"accuracy"`
}

// Averaging returns a description of each layer from 0, the features themselves, to layers.
// A layer is that of a GCN without weights, H ← ÂH with Â = (D+I)^{-1/2}(A+I)(D+I)^{-1/2} (Kipf and Welling).
// Nodes without a class do not count in the means.
func Averaging(g *graph.Graph, layers int) []Layer {
	out := make([]Layer, layers+1)
	propagate(g, g.X.Dense(), func(k int, h, next []float64) bool {
		means, count := classMeans(g, h)
		out[k] = Layer{Distance: largestDistance(means, count), Accuracy: nearestMeanAccuracy(g, h, means, count)}
		out[k].Energy = linalg.Dot(h, h) - linalg.Dot(h, next)
		return k < layers
	})
	for k := len(out) - 1; k >= 0; k-- { // downwards, since layer 0 is the divisor
		out[k].Energy /= positiveOrOne(out[0].Energy)
		out[k].Distance /= positiveOrOne(out[0].Distance)
	}
	return out
}

// AveragedFeatures returns the features after a number of layers of [Averaging], n×f row by row.
func AveragedFeatures(g *graph.Graph, layers int) (features []float64) {
	propagate(g, g.X.Dense(), func(k int, h, _ []float64) bool {
		features = h
		return k < layers
	})
	return features
}

// propagate calls visit for k = 0, 1, … with h = Âᵏx and next = Âᵏ⁺¹x, until visit returns false.
// It overwrites x, and h is valid only during the call, except for the last.
func propagate(g *graph.Graph, x *linalg.Dense, visit func(k int, h, next []float64) bool) {
	f := x.Cols
	h, next := x.Data, make([]float64, g.N*f)
	// root becomes (degree + 1)^{-1/2}; the 1 is the self-loop of A + I.
	root := slices.Repeat([]float64{1}, g.N)
	for _, e := range g.Edges {
		root[e.I]++
		root[e.J]++
	}
	for i := range root {
		root[i] = 1 / math.Sqrt(root[i])
	}
	for k := 0; ; k++ {
		for i := range g.N {
			for q := range f {
				next[i*f+q] = root[i] * root[i] * h[i*f+q]
			}
		}
		for _, e := range g.Edges {
			i, j, w := int(e.I)*f, int(e.J)*f, root[e.I]*root[e.J]
			for q := range f { // a plain loop: rows are too short for a call of linalg.Axpy to pay
				next[i+q] += float64(w * h[j+q])
				next[j+q] += float64(w * h[i+q])
			}
		}
		if !visit(k, h, next) {
			return
		}
		h, next = next, h
	}
}

// positiveOrOne returns v if it is positive, else 1: it makes a divisor of v.
func positiveOrOne(v float64) float64 {
	if v > 0 {
		return v
	}
	return 1
}

// meanDistances returns the field Distance of [Averaging] for every layer.
// Â is symmetric, so the class means of ÂᵏX are (ÂᵏP)ᵀX, where column y of P is 1/n_y at the nodes of class y.
// So only one column a class is propagated, not one a feature.
func meanDistances(g *graph.Graph, layers int) []float64 {
	p, count := linalg.NewDense(g.N, g.Classes), make([]float64, g.Classes)
	for _, y := range g.Labels {
		if y >= 0 {
			count[y]++
		}
	}
	for i, y := range g.Labels {
		if y >= 0 {
			p.Set(i, y, 1/count[y])
		}
	}
	f := g.X.Cols
	out, means := make([]float64, layers+1), make([]float64, g.Classes*f)
	propagate(g, p, func(k int, h, _ []float64) bool {
		clear(means)
		for i := range g.N {
			from, to := g.X.Ptr[i], g.X.Ptr[i+1]
			for y := range count {
				share, mean := h[i*g.Classes+y], means[y*f:(y+1)*f]
				for q, c := range g.X.Col[from:to] {
					mean[c] += share * g.X.Val[int(from)+q]
				}
			}
		}
		out[k] = largestDistance(means, count)
		return k < layers
	})
	for k := layers; k >= 0; k-- {
		out[k] /= positiveOrOne(out[0])
	}
	return out
}

// classMeans returns the mean features of each class, one class after another, and the number of nodes of each class.
func classMeans(g *graph.Graph, h []float64) (means, count []float64) {
	f := len(h) / g.N
	means, count = make([]float64, g.Classes*f), make([]float64, g.Classes)
	for i, y := range g.Labels {
		if y >= 0 {
			linalg.Axpy(1, h[i*f:(i+1)*f], means[y*f:(y+1)*f])
			count[y]++
		}
	}
	for y := range count {
		linalg.Scal(1/positiveOrOne(count[y]), means[y*f:(y+1)*f])
	}
	return means, count
}

// euclidean returns ‖a − b‖.
func euclidean(a, b []float64) float64 {
	sum := 0.0
	for q := range a {
		sum += (a[q] - b[q]) * (a[q] - b[q])
	}
	return math.Sqrt(sum)
}

// largestDistance returns the largest distance of two means of classes that have nodes.
func largestDistance(means, count []float64) (distance float64) {
	f := len(means) / max(1, len(count))
	for y := range count {
		for z := range y {
			if count[y] > 0 && count[z] > 0 {
				distance = max(distance, euclidean(means[y*f:(y+1)*f], means[z*f:(z+1)*f]))
			}
		}
	}
	return distance
}

// nearestMeanAccuracy returns the share of the classified nodes, in per cent, that are nearer to the mean of their class than to any other.
func nearestMeanAccuracy(g *graph.Graph, h, means, count []float64) float64 {
	f := len(h) / g.N
	right, known := 0.0, 0.0
	for i, y := range g.Labels {
		if y < 0 {
			continue
		}
		known++
		own, best := euclidean(h[i*f:(i+1)*f], means[y*f:(y+1)*f]), true
		for z := range count {
			if z != y && count[z] > 0 && euclidean(h[i*f:(i+1)*f], means[z*f:(z+1)*f]) <= own {
				best = false
			}
		}
		if best {
			right++
		}
	}
	return 100 * right / positiveOrOne(known)
}
