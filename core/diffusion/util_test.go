// This file contains random graphs and sheaves, dense solves and differences for the tests
// of the package.

package diffusion

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"sheafscope/core/graph"
	"sheafscope/core/rng"
	"sheafscope/core/sheaf"
)

// fill sets x to standard normal numbers and returns it.
func fill(x []float64, src *rng.Stream) []float64 {
	for k := range x {
		x[k] = src.Norm()
	}
	return x
}

// randoms returns n standard normal numbers.
func randoms(n int, seed uint64) []float64 { return fill(make([]float64, n), rng.New(seed, "x")) }

// randomGraph returns about p·n²/2 random edges between n nodes; the last node is isolated.
func randomGraph(n int, p float64, seed uint64) []graph.Edge {
	src := rng.New(seed, "graph")
	var e []graph.Edge
	for i := range n - 1 {
		for j := i + 1; j < n-1; j++ {
			if src.Float64() < p {
				e = append(e, graph.Edge{I: int32(i), J: int32(j)})
			}
		}
	}
	return e
}

// randomSheaf returns a normalised sheaf (spectrum in [0, 2)) and its Laplacian.
func randomSheaf(n, d int, p float64, seed uint64) (*sheaf.Sheaf, *sheaf.Laplacian) {
	edges := randomGraph(n, p, seed)
	s := sheaf.New(n, d, edges)
	fill(s.R, rng.New(seed, "maps"))
	out := sheaf.New(n, d, edges)
	sheaf.NewNormalizer(n, d, edges).Forward(s, 0.5, out)
	l := sheaf.NewLaplacian(n, d, edges)
	l.Assemble(out)
	return out, l
}

// maxDiff returns the largest |a[k] − b[k]|.
func maxDiff(a, b []float64) float64 {
	w := 0.0
	for k := range a {
		w = max(w, math.Abs(a[k]-b[k]))
	}
	return w
}

// dot returns the inner product of a and b.
func dot(a, b []float64) float64 {
	s := 0.0
	for k := range a {
		s += a[k] * b[k]
	}
	return s
}

// denseSolve returns the solution X of (I + Δt·L) X = H with c channels, by gonum.
func denseSolve(l *sheaf.Laplacian, dt float64, h []float64, c int) []float64 {
	n := l.Dim()
	a := mat.NewDense(n, n, l.Dense().Data)
	a.Scale(dt, a)
	for i := range n {
		a.Set(i, i, a.At(i, i)+1)
	}
	var x mat.Dense
	if err := x.Solve(a, mat.NewDense(n, c, h)); err != nil {
		panic(err)
	}
	return x.RawMatrix().Data
}

// checkGrad compares grad, the gradient of f by the elements of r, with central differences
// of f, for at most about 60 elements of r. The tolerance is relative; for small components it
// is relative to a twentieth of the largest one. A zero gradient fails.
func checkGrad(t *testing.T, name string, r, grad []float64, f func() float64) {
	t.Helper()
	scale := 0.0
	for _, g := range grad {
		scale = max(scale, math.Abs(g))
	}
	const h = 1e-4
	// valueAt returns f with r[k] changed by the given step.
	valueAt := func(k int, step float64) float64 {
		old := r[k]
		r[k] = old + step
		y := f()
		r[k] = old
		return y
	}
	for k := 0; k < len(r); k += 1 + len(r)/60 {
		// Five-point central difference: error O(h⁴).
		numeric := (8*(valueAt(k, h)-valueAt(k, -h)) - (valueAt(k, 2*h) - valueAt(k, -2*h))) / (12 * h)
		if math.Abs(numeric-grad[k]) > 1e-6*max(math.Abs(grad[k]), 0.05*scale) {
			t.Errorf("%s: component %d is %.10g, central difference %.10g", name, k, grad[k], numeric)
			return
		}
	}
	if scale == 0 {
		t.Errorf("%s: the gradient is 0", name)
	}
}

// fresh allocates the n numbers of a term of a filter.
func fresh(n int) []float64 { return make([]float64, n) }
