package coursemath

import (
	"math"
	"slices"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
)

// Layer is what averaging has left of the features after some layers.
type Layer struct {
	// Energy is tr(HᵀL̂H) with L̂ = I − Â, as a share of that of layer 0.
	Energy float64 `json:"energy"`
	// Distance is the distance of the two farthest class means, as a share of that of layer 0.
	Distance float64 `json:"distance"`
	// Accuracy is the share of nodes, in per cent, whose nearest class mean is that of
	// their own class.
	Accuracy float64 `json:"accuracy"`
}

// Averaging repeats the step of a GCN without weights, H ← ÂH with Â = (D+I)^{-1/2}(A+I)(D+I)^{-1/2},
// and describes each layer, the features themselves first. Nodes without a class are left out of the means.
func Averaging(g *graph.Graph, layers int) []Layer {
	out := make([]Layer, layers+1)
	average(g, g.X.Dense(), func(k int, h, next []float64) bool {
		means, count := classMeans(g, h)
		out[k] = Layer{Distance: farthest(means, count), Accuracy: nearest(g, h, means, count)}
		out[k].Energy = linalg.Dot(h, h) - linalg.Dot(h, next)
		return k < layers
	})
	for k := len(out) - 1; k >= 0; k-- {
		out[k].Energy /= positive(out[0].Energy)
		out[k].Distance /= positive(out[0].Distance)
	}
	return out
}

// Averaged returns what so many layers of [Averaging] make of the features, n×f.
func Averaged(g *graph.Graph, layers int) (features []float64) {
	average(g, g.X.Dense(), func(k int, h, _ []float64) bool {
		features = h
		return k < layers
	})
	return features
}

// average calls visit with what each layer makes of x, from layer 0, and what the next does, as long as it says so.
func average(g *graph.Graph, x *linalg.Dense, visit func(k int, h, next []float64) bool) {
	f := x.Cols
	h, next := x.Data, make([]float64, g.N*f)
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
			for q := range f { // few numbers, mostly
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

// positive is v, or 1 where there is nothing to take a share of.
func positive(v float64) float64 {
	if v > 0 {
		return v
	}
	return 1
}

// distances are those of [Averaging] alone. Â is symmetric, so the class means of ÂᵏX are (ÂᵏP)ᵀX, where column y of P has
// 1/n_y at the nodes of class y: as many columns are averaged as there are classes, not features.
func distances(g *graph.Graph, layers int) []float64 {
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
	average(g, p, func(k int, h, _ []float64) bool {
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
		out[k] = farthest(means, count)
		return k < layers
	})
	for k := layers; k >= 0; k-- {
		out[k] /= positive(out[0])
	}
	return out
}

// classMeans returns the mean features of each class, one after another, and how many nodes it has.
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
		linalg.Scal(1/positive(count[y]), means[y*f:(y+1)*f])
	}
	return means, count
}

func between(a, b []float64) float64 {
	sum := 0.0
	for q := range a {
		sum += (a[q] - b[q]) * (a[q] - b[q])
	}
	return math.Sqrt(sum)
}

// farthest returns the distance of the two farthest means.
func farthest(means, count []float64) (distance float64) {
	f := len(means) / max(1, len(count))
	for y := range count {
		for z := range y {
			if count[y] > 0 && count[z] > 0 {
				distance = max(distance, between(means[y*f:(y+1)*f], means[z*f:(z+1)*f]))
			}
		}
	}
	return distance
}

// nearest returns the share of the nodes, in per cent, whose nearest mean is that of their class.
func nearest(g *graph.Graph, h, means, count []float64) float64 {
	f := len(h) / g.N
	right, known := 0.0, 0.0
	for i, y := range g.Labels {
		if y < 0 {
			continue
		}
		known++
		own, best := between(h[i*f:(i+1)*f], means[y*f:(y+1)*f]), true
		for z := range count {
			if z != y && count[z] > 0 && between(h[i*f:(i+1)*f], means[z*f:(z+1)*f]) <= own {
				best = false
			}
		}
		if best {
			right++
		}
	}
	return 100 * right / positive(known)
}
