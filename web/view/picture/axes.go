package picture

// This file has the layout by stalk, in which nodes with similar features are near each other. A stalk is the vector space of a node: it
// has a vector of the node's features for each channel.

import (
	"math"

	"sheafscope/web/state"
)

// principal returns a unit right singular vector of the largest singular value of the n × d matrix v, which is row-major. If the start of
// its power iteration is orthogonal to all rows, as for v = 0, principal returns this start, which is not normalised.
func principal(v []float64, n, d int) []float64 {
	u, next := make([]float64, d), make([]float64, d)
	for k := range u {
		u[k] = 1 + 0.01*float64(k) // orthogonal to the singular vector only by accident
	}
	const iterations = 60 // accurate enough for a picture
	for range iterations {
		// next = vᵀ(v·u), then u = next/‖next‖.
		for k := range next {
			next[k] = 0
		}
		for i := range n {
			dot := 0.0
			for k := range d {
				dot += u[k] * v[i*d+k]
			}
			for k := range d {
				next[k] += dot * v[i*d+k]
			}
		}
		norm := 0.0
		for _, x := range next {
			norm += x * x
		}
		if norm == 0 { // v·u is 0: u is orthogonal to all rows
			break
		}
		norm = math.Sqrt(norm)
		for k := range u {
			u[k] = next[k] / norm
		}
	}
	return u
}

// StalkCoords returns x and y of each node in the layout by stalk. The stalk vector of a node is its mean vector over the channels. These
// vectors are projected onto their first two principal axes. For stalks of one dimension y is about 0. StalkCoords returns nil before the
// stalks are computed, for stalks of another graph, or without nodes.
func StalkCoords(s *state.State) []float32 {
	g, f := s.Graph, s.Frame
	if f == nil || g.N == 0 {
		return nil
	}
	if len(f.Stalk) == 0 || len(f.Stalk)%g.N != 0 {
		return nil // no stalks, or the stalks of another graph
	}

	// Subtract the mean of all nodes, so that the first axis is the direction of largest variance.
	d := len(f.Stalk) / g.N
	v := append([]float64(nil), f.Stalk...)
	mean := make([]float64, d)
	for i := range g.N {
		for k := range d {
			mean[k] += v[i*d+k] / float64(g.N)
		}
	}
	for i := range v {
		v[i] -= mean[i%d]
	}

	// The part along the first axis is subtracted, so that the second axis is the principal axis of the rest.
	out := make([]float32, 2*g.N)
	for axis := range 2 {
		u := principal(v, g.N, d)
		for i := range g.N {
			dot := 0.0
			for k := range d {
				dot += u[k] * v[i*d+k]
			}
			out[2*i+axis] = float32(dot)
			for k := range d {
				v[i*d+k] -= dot * u[k]
			}
		}
	}
	return out
}
