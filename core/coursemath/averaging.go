// Averaging over neighbours: how features and class means change with each layer of a GCN without weights.

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

// Averaging describes layers 0 to layers; layer 0 has the features themselves.
// A layer is that of a GCN without weights, H ← ÂH with Â = (D+I)^{-1/2}(A+I)(D+I)^{-1/2} (Kipf and Welling).
// Nodes without a class do not count in the means.
func Averaging(g *graph.Graph, layers int) []Layer {
	out := make([]Layer, layers+1)
	propagate(g, g.X.Dense(), func(k int, h, next []float64) (proceed bool) {
		means, count := classMeans(g, h)
		out[k] = Layer{Distance: largestDistance(means, count), Accuracy: nearestMeanAccuracy(g, h, means, count)}
		out[k].Energy = linalg.Dot(h, h) - linalg.Dot(h, next) // tr(Hᵀ(I − Â)H)
		return k < layers
	})
	for k := len(out) - 1; k >= 0; k-- { // layer 0 last, since it is the divisor
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
// It overwrites x. The next call overwrites h, so visit may keep h only if it returns false.
func propagate(g *graph.Graph, x *linalg.Dense, visit func(k int, h, next []float64) (proceed bool)) {
	f := x.Cols
	h, next := x.Data, make([]float64, g.N*f)
	// root holds (degree + 1)^{-1/2}, where the 1 is the self-loop of A + I.
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
			for q := range f { // rows are too short for linalg.Axpy to be faster
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

// positiveOrOne returns v if it is positive, and 1 otherwise, so that the result can be a divisor.
func positiveOrOne(v float64) float64 {
	if v > 0 {
		return v
	}
	return 1
}

// meanDistances returns the field Distance of [Averaging] for layers 0 to layers.
// Â is symmetric, so the class means of ÂᵏX are (ÂᵏP)ᵀX, where column y of P is 1/n_y at the n_y nodes of class y.
// This propagates one column for each class in place of one for each feature.
func meanDistances(g *graph.Graph, layers int) []float64 {
	// P.
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
	// The class means of each layer, from the nonzero features of each node.
	propagate(g, p, func(k int, h, _ []float64) (proceed bool) {
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
	for k := layers; k >= 0; k-- { // layer 0 last, since it is the divisor
		out[k] /= positiveOrOne(out[0])
	}
	return out
}

// classMeans returns the mean features of each class, as a matrix of classes × features, and the number of nodes of each class.
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

// largestDistance returns the largest distance between the means of two classes. Classes without nodes do not count.
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

// nearestMeanAccuracy returns the share of nodes, in per cent, that are nearer to the mean of their own class than to every other mean.
// Nodes without a class do not count.
func nearestMeanAccuracy(g *graph.Graph, h, means, count []float64) float64 {
	f := len(h) / g.N
	right, labelled := 0.0, 0.0
	for i, y := range g.Labels {
		if y < 0 {
			continue
		}
		labelled++
		own, isNearest := euclidean(h[i*f:(i+1)*f], means[y*f:(y+1)*f]), true
		for z := range count {
			if z != y && count[z] > 0 && euclidean(h[i*f:(i+1)*f], means[z*f:(z+1)*f]) <= own {
				isNearest = false
			}
		}
		if isNearest {
			right++
		}
	}
	return 100 * right / positiveOrOne(labelled)
}
