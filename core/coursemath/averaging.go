// This file computes how averaging over neighbours changes features and class means, for chapter 1.
// An averaging is a layer of a GCN without weights, H ← ÂH with Â = (D+I)^{-1/2}(A+I)(D+I)^{-1/2} (Kipf and Welling). A is the adjacency
// matrix of the graph, and D is the diagonal matrix of the degrees.

package coursemath

import (
	"math"
	"slices"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
)

// Layer describes the features H after a number of averagings. Layer 0 has the features of the graph.
type Layer struct {
	// Energy is tr(HᵀL̂H) with L̂ = I − Â, as a share of the energy of layer 0.
	Energy float64 `json:"energy"`
	// Distance is the largest distance between two class means, as a share of the largest distance in layer 0.
	Distance float64 `json:"distance"`
	// Accuracy is the share of nodes, in per cent, whose nearest class mean is the mean of their own class.
	Accuracy float64 `json:"accuracy"`
}

// Averaging returns an element for the features after each of 0, 1, …, layers averagings. Nodes without a class do not count in the means.
// A measure that is 0 in layer 0 is not divided by its value in layer 0.
func Averaging(g *graph.Graph, layers int) []Layer {
	out := make([]Layer, layers+1)
	// Dense copies the features, since propagate overwrites them.
	propagate(g, g.X.Dense(), func(k int, h, next []float64) (proceed bool) {
		means, count := classMeans(g, h)
		out[k] = Layer{Distance: largestDistance(means, count), Accuracy: nearestMeanAccuracy(g, h, means, count)}
		out[k].Energy = linalg.Dot(h, h) - linalg.Dot(h, next) // tr(Hᵀ(I − Â)H)
		return k < layers
	})
	for k := len(out) - 1; k >= 0; k-- { // layer 0 comes last, since its measures are the divisors
		out[k].Energy /= positiveOrOne(out[0].Energy)
		out[k].Distance /= positiveOrOne(out[0].Distance)
	}
	return out
}

// AveragedFeatures returns the features after a number of averagings, as an n×f matrix row by row, for n nodes and f features.
func AveragedFeatures(g *graph.Graph, layers int) (features []float64) {
	propagate(g, g.X.Dense(), func(k int, h, _ []float64) bool {
		features = h // h of the last call stays, since nothing overwrites it
		return k < layers
	})
	return features
}

// propagate calls visit for k = 0, 1, … with h = Âᵏx and next = Âᵏ⁺¹x, until visit returns false. It overwrites x.
// After a call that returns true it overwrites h, so visit may keep h only in the call that returns false.
func propagate(g *graph.Graph, x *linalg.Dense, visit func(k int, h, next []float64) (proceed bool)) {
	f := x.Cols
	h, next := x.Data, make([]float64, g.N*f)
	// inverseRoot becomes (degree + 1)^{-1/2} for each node, where the 1 is the self-loop of A + I. At first it counts degree + 1.
	inverseRoot := slices.Repeat([]float64{1}, g.N)
	for _, e := range g.Edges {
		inverseRoot[e.I]++
		inverseRoot[e.J]++
	}
	for i := range inverseRoot {
		inverseRoot[i] = 1 / math.Sqrt(inverseRoot[i])
	}
	for k := 0; ; k++ {
		// The self-loops, which overwrite next.
		for i := range g.N {
			for q := range f {
				next[i*f+q] = inverseRoot[i] * inverseRoot[i] * h[i*f+q]
			}
		}
		// The edges. i and j are the offsets of the rows of both ends, and w is their entry of Â.
		for _, e := range g.Edges {
			i, j, w := int(e.I)*f, int(e.J)*f, inverseRoot[e.I]*inverseRoot[e.J]
			for q := range f { // rows are too short for linalg.Axpy to be faster
				next[i+q] += float64(w * h[j+q]) // float64 forbids a fused multiply-add, which would change the last bit
				next[j+q] += float64(w * h[i+q])
			}
		}
		if !visit(k, h, next) {
			return
		}
		h, next = next, h
	}
}

// positiveOrOne returns v if v is positive, and else 1. So the result can be a divisor.
func positiveOrOne(v float64) float64 {
	if v > 0 {
		return v
	}
	return 1
}

// meanDistances returns the field Distance of each element of [Averaging], up to rounding.
// Let column y of the matrix P be 1/n_y at the n_y nodes of class y, and 0 at all other nodes. Â is symmetric, so the class means of ÂᵏX
// are (ÂᵏP)ᵀX. So meanDistances propagates a column for each class. [Averaging] propagates a column for each feature, usually many more.
func meanDistances(g *graph.Graph, layers int) []float64 {
	// The matrix P, and the numbers n_y.
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
	distances, means := make([]float64, layers+1), make([]float64, g.Classes*f)
	// The class means of each layer. Node i adds its nonzero features to the mean of class y, times entry (i, y) of h = ÂᵏP.
	propagate(g, p, func(k int, h, _ []float64) (proceed bool) {
		clear(means)
		for i := range g.N {
			first, end := g.X.Ptr[i], g.X.Ptr[i+1]
			for y := range count {
				entry, mean := h[i*g.Classes+y], means[y*f:(y+1)*f]
				for q, c := range g.X.Col[first:end] {
					mean[c] += float64(entry * g.X.Val[int(first)+q])
				}
			}
		}
		distances[k] = largestDistance(means, count)
		return k < layers
	})
	for k := layers; k >= 0; k-- { // layer 0 comes last, since its distance is the divisor
		distances[k] /= positiveOrOne(distances[0])
	}
	return distances
}

// classMeans returns the mean features of each class, as a matrix of classes × features, and the number of nodes of each class.
// h has the features of all nodes, row by row. Nodes without a class do not count. The mean of a class without nodes is 0.
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
		sum += float64((a[q] - b[q]) * (a[q] - b[q]))
	}
	return math.Sqrt(sum)
}

// largestDistance returns the largest distance between the means of two classes. means and count are the results of [classMeans].
// Classes without nodes have no mean and are ignored. If fewer than two classes have nodes, the distance is 0.
func largestDistance(means, count []float64) (distance float64) {
	f := len(means) / max(1, len(count)) // max: a graph may have no classes
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
// h has the features of all nodes, row by row. means and count are the results of [classMeans].
// A node at equal distances does not count as nearer. Nodes without a class are ignored, and without labelled nodes the result is 0.
func nearestMeanAccuracy(g *graph.Graph, h, means, count []float64) float64 {
	f := len(h) / g.N
	correct, labelled := 0.0, 0.0 // numbers of nodes
	for i, y := range g.Labels {
		if y < 0 {
			continue
		}
		labelled++
		features := h[i*f : (i+1)*f]
		ownDistance := euclidean(features, means[y*f:(y+1)*f])
		isNearest := true // to the mean of class y
		for z := range count {
			isOtherClass := z != y && count[z] > 0
			if isOtherClass && euclidean(features, means[z*f:(z+1)*f]) <= ownDistance {
				isNearest = false
			}
		}
		if isNearest {
			correct++
		}
	}
	return 100 * correct / positiveOrOne(labelled)
}
