// This file defines changes of basis of the stalks, which the tests of sections and transports use.

package sheaf

import (
	"fmt"
	"math"

	"sheafscope/core/small"
)

// Gauge is a change of basis in the stalk of every node, x'_i = G_i x_i with G_i
// invertible. The maps follow as R'_ij = R_ij G_i^{-1}, so that B'x' = B x:
// energies and the dimension of H⁰ do not depend on the gauge, and with orthogonal
// G_i the spectrum does not either.
type Gauge struct {
	N, D int
	// G and Inv hold G_i and its inverse, D×D each.
	G, Inv []float64
}

// NewGauge returns the gauge with the given matrices (n·d² numbers). If a matrix is
// singular, its error names the node.
func NewGauge(n, d int, g []float64) (*Gauge, error) {
	if len(g) != n*d*d || d < 1 || d > MaxDim {
		return nil, fmt.Errorf("sheaf: gauge of %d numbers for n=%d, d=%d", len(g), n, d)
	}
	out := &Gauge{N: n, D: d, G: append([]float64(nil), g...), Inv: make([]float64, len(g))}
	for i := range n {
		if !invert(d, out.Inv[i*d*d:(i+1)*d*d], g[i*d*d:(i+1)*d*d]) {
			return nil, fmt.Errorf("sheaf: the change of basis at node %d is singular", i)
		}
	}
	return out, nil
}

// RandomGauge returns a gauge of n independent orthogonal d×d matrices, uniformly
// distributed; norm draws standard normal numbers.
func RandomGauge(n, d int, norm func() float64) *Gauge {
	g := &Gauge{N: n, D: d, G: make([]float64, n*d*d), Inv: make([]float64, n*d*d)}
	for i := range n {
		q := g.G[i*d*d : (i+1)*d*d]
		for !orthonormal(d, q, norm) { // draws q again if its rows are dependent
		}
		for r := range d { // the inverse of an orthogonal matrix is its transpose
			for k := range d {
				g.Inv[i*d*d+k*d+r] = q[r*d+k]
			}
		}
	}
	return g
}

// orthonormal fills the d×d matrix q with normal numbers and makes its rows orthonormal by two passes
// of Gram–Schmidt. It returns false if a row is linearly dependent.
func orthonormal(d int, q []float64, norm func() float64) bool {
	for k := range d * d {
		q[k] = norm()
	}
	for r := range d {
		row := q[r*d : (r+1)*d]
		for range 2 { // the second pass removes what rounding left of the first
			for p := range r {
				dot := 0.0
				for k := range d {
					dot += row[k] * q[p*d+k]
				}
				for k := range d {
					row[k] -= dot * q[p*d+k]
				}
			}
		}
		sum := 0.0
		for _, v := range row {
			sum += v * v
		}
		if sum < 1e-20 { // only rounding is left of the row
			return false
		}
		for k := range row {
			row[k] /= math.Sqrt(sum)
		}
	}
	return true
}

// Transform writes R'_ij = R_ij G_i^{-1} into out, a sheaf on the same graph (out
// may be s).
func (g *Gauge) Transform(s, out *Sheaf) {
	d, dd := s.D, s.D*s.D
	var product [MaxDim * MaxDim]float64 // apart, as out may be s
	for e, edge := range s.Edges {
		for side, i := range [2]int{int(edge.I), int(edge.J)} {
			clear(product[:dd])
			small.AddMul(d, 1, s.Map(e, side), g.Inv[i*dd:(i+1)*dd], product[:dd])
			copy(out.Map(e, side), product[:dd])
		}
	}
}

// Features sets dst ← G x, block by block; both are (N·D)×c and must not overlap.
func (g *Gauge) Features(dst, x []float64, c int) {
	d, dd, w := g.D, g.D*g.D, g.D*c
	clear(dst)
	for i := range g.N {
		mulAdd(1, dst[i*w:], c, g.G[i*dd:(i+1)*dd], d, 1, x[i*w:], c, d, c)
	}
}

// GaugeError returns ‖B'G x − B x‖_F / ‖B x‖_F, without the division if B x = 0. B is
// the coboundary of s, B' of t, and x is (N·D)×c. Up to rounding the result is 0 if t
// is the transform of s.
func (g *Gauge) GaugeError(s, t *Sheaf, x []float64, c int) float64 {
	y := make([]float64, len(x))
	g.Features(y, x, c)
	a, b := make([]float64, len(s.Edges)*s.D*c), make([]float64, len(s.Edges)*s.D*c)
	s.Coboundary(a, x, c)
	t.Coboundary(b, y, c)
	difference, norm := 0.0, 0.0 // both squared
	for k, v := range a {
		difference += (b[k] - v) * (b[k] - v)
		norm += v * v
	}
	if norm > 0 {
		difference /= norm
	}
	return math.Sqrt(difference)
}

// invert sets inv ← a^{-1} by Gauss–Jordan elimination with row pivoting. It returns
// false if a is singular to working precision.
func invert(d int, inv, a []float64) bool {
	var buf [MaxDim * MaxDim]float64
	w := buf[:d*d]
	copy(w, a)
	scale := 0.0
	for _, v := range w {
		scale = max(scale, math.Abs(v))
	}
	clear(inv)
	for k := range d {
		inv[k*d+k] = 1
	}
	for k := range d {
		// The pivot is the largest entry of column k from row k on.
		p := k
		for r := k + 1; r < d; r++ {
			if math.Abs(w[r*d+k]) > math.Abs(w[p*d+k]) {
				p = r
			}
		}
		if !(math.Abs(w[p*d+k]) > 1e-14*scale) {
			return false
		}
		for q := range d {
			w[k*d+q], w[p*d+q] = w[p*d+q], w[k*d+q]
			inv[k*d+q], inv[p*d+q] = inv[p*d+q], inv[k*d+q]
		}
		// Row k is scaled to a pivot of 1, and column k is eliminated from the other rows.
		f := 1 / w[k*d+k]
		for q := range d {
			w[k*d+q] *= f
			inv[k*d+q] *= f
		}
		for r := range d {
			if f := w[r*d+k]; r != k && f != 0 {
				for q := range d {
					w[r*d+q] -= f * w[k*d+q]
					inv[r*d+q] -= f * inv[k*d+q]
				}
			}
		}
	}
	return true
}
