package spectral

import (
	"fmt"
	"math"
	"os"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/rng"
	"sheafscope/core/sheaf"
)

// This file tests the lowest eigenvalues of sheaves with multiple eigenvalues.

// graphsWithMultiples returns a map from names to graphs of at most maxNodes nodes. Most have
// multiple eigenvalues, by symmetry or as several copies of one graph.
func graphsWithMultiples(t *testing.T, maxNodes int) map[string]*graph.Graph {
	t.Helper()
	out := map[string]*graph.Graph{}
	add := func(name string, g *graph.Graph) {
		if g.N <= maxNodes {
			out[name] = g
		}
	}
	// Built-in graphs, symmetric graphs, and copies of graphs.
	for _, name := range graph.BuiltinNames() {
		g, err := graph.Builtin(name)
		if err != nil {
			t.Fatal(err)
		}
		add(name, g)
	}
	for _, n := range []int{2, 3, 5, 9, 24} {
		add(fmt.Sprintf("K%d", n), graph.Complete(n))
		add(fmt.Sprintf("star %d", n), graph.Star(n))
		if n > 2 {
			add(fmt.Sprintf("ring %d", n), graph.Ring(n))
		}
	}
	add("two rings", disjoint(graph.Ring(7), graph.Ring(7)))
	add("rings and nodes", disjoint(graph.Ring(5), graph.New("", 3, nil), graph.Ring(6)))
	add("three K4", disjoint(graph.Complete(4), graph.Complete(4), graph.Complete(4)))
	add("stars and paths", disjoint(graph.Star(6), graph.Path(6), graph.Star(6), graph.Path(5)))
	add("five K2", disjoint(graph.Complete(2), graph.Complete(2), graph.Complete(2), graph.Complete(2), graph.Complete(2)))
	return out
}

// disjoint returns the disjoint union of the graphs.
func disjoint(parts ...*graph.Graph) *graph.Graph {
	n, edges := 0, []graph.Edge(nil)
	for _, g := range parts {
		for _, e := range g.Edges {
			edges = append(edges, graph.Edge{I: e.I + int32(n), J: e.J + int32(n)})
		}
		n += g.N
	}
	return graph.New("union", n, edges)
}

// weighted returns the sheaf with maps w[e]·I on edge e. Its Laplacian is L ⊗ I_d with the
// Laplacian L of the graph with weights w²: every eigenvalue has a multiplicity of d or more.
func weighted(n, d int, edges []graph.Edge, w []float64) *sheaf.Sheaf {
	s := sheaf.New(n, d, edges)
	for e := range edges {
		for side := range 2 {
			for k := range d {
				s.Map(e, side)[k*d+k] = w[e]
			}
		}
	}
	return s
}

// edgeWeights returns m weights: 1 each or, if random is true, exp(0.3 x) with normal x.
func edgeWeights(src *rng.Stream, m int, random bool) []float64 {
	w := make([]float64, m)
	for e := range w {
		w[e] = 1
		if random {
			w[e] = linalg.Exp(0.3 * src.Norm())
		}
	}
	return w
}

// jacobi returns the eigenvalues of a symmetric matrix, ascending, by Jacobi's method with
// cyclic rotations. It overwrites a.
func jacobi(a [][]float64) []float64 {
	n := len(a)
	for range 60 {
		// The sweeps end when the entries off the diagonal are rounding errors.
		off, total := 0.0, 0.0
		for i := range n {
			for j := range n {
				total += a[i][j] * a[i][j]
				if i != j {
					off += a[i][j] * a[i][j]
				}
			}
		}
		if off <= 1e-32*total {
			break
		}
		for p := range n {
			for q := p + 1; q < n; q++ {
				if a[p][q] == 0 {
					continue
				}
				// The rotation in the plane (p, q) that makes a[p][q] zero.
				tau := (a[q][q] - a[p][p]) / (2 * a[p][q])
				tan := math.Copysign(1/(math.Abs(tau)+math.Hypot(1, tau)), tau)
				cos := 1 / math.Hypot(1, tan)
				sin := tan * cos
				for k := range n {
					x, y := a[k][p], a[k][q]
					a[k][p], a[k][q] = cos*x-sin*y, sin*x+cos*y
				}
				for k := range n {
					x, y := a[p][k], a[q][k]
					a[p][k], a[q][k] = cos*x-sin*y, sin*x+cos*y
				}
			}
		}
	}
	values := make([]float64, n)
	for i := range values {
		values[i] = a[i][i]
	}
	slices.Sort(values)
	return values
}

// graphEigenvalues returns the eigenvalues of the Laplacian of a graph with weights w²,
// ascending. If shift ≥ 0, they are those of L̂ with this shift of the diagonal.
func graphEigenvalues(n int, edges []graph.Edge, w []float64, shift float64) []float64 {
	a := make([][]float64, n)
	for i := range a {
		a[i] = make([]float64, n)
	}
	for e, ed := range edges {
		q := w[e] * w[e]
		a[ed.I][ed.I] += q
		a[ed.J][ed.J] += q
		a[ed.I][ed.J] -= q
		a[ed.J][ed.I] -= q
	}
	if shift >= 0 {
		inverseRoot := make([]float64, n) // D^{-1/2}, 0 where D is 0
		for i := range inverseRoot {
			if diagonal := a[i][i] + shift; diagonal > 0 {
				inverseRoot[i] = 1 / math.Sqrt(diagonal)
			}
		}
		for i := range a {
			for j := range a {
				a[i][j] *= inverseRoot[i] * inverseRoot[j]
			}
		}
	}
	return jacobi(a)
}

// repeated returns every value d times.
func repeated(values []float64, d int) []float64 {
	var out []float64
	for _, v := range values {
		out = append(out, slices.Repeat([]float64{v}, d)...)
	}
	return out
}

// lowest2 returns λ₂, λ₃ and the dimension of the kernel of ascending values. λ₃ is λ₂ if
// λ₂ is the last value; both are 0 if all values belong to the kernel.
func lowest2(values []float64) (l2, l3 float64, kernel int) {
	_, kernel = Kernel(values, 0)
	switch len(values) - kernel {
	case 0:
		return 0, 0, kernel
	case 1:
		return values[kernel], values[kernel], kernel
	}
	return values[kernel], values[kernel+1], kernel
}

// maxDimension returns the largest n·d to test: long with LONG=1, else usual, or a third
// of usual in WebAssembly.
func maxDimension(usual, long int) int {
	switch {
	case os.Getenv("LONG") != "":
		return long
	case runtime.GOARCH == "wasm":
		return usual / 3
	}
	return usual
}

// TestTrackerEqualsDenseAtMultiplicities checks that λ₂, λ₃ and the kernel dimension of a
// Tracker equal those of a dense solve and are certified. Every eigenvalue has a
// multiplicity of d or more. The dense solve is Jacobi's method on the graph. The weights
// change from step to step: 1, random, 1, random. The operators are L (shift −1) and L̂. n·d is
// up to 96, in WebAssembly 32, with LONG=1 400.
func TestTrackerEqualsDenseAtMultiplicities(t *testing.T) {
	maxDim := maxDimension(96, 400)
	for name, g := range graphsWithMultiples(t, maxDim) {
		for d := 1; d <= 8 && g.N*d <= maxDim; d++ {
			for _, shift := range []float64{-1, 0, 1} {
				src := rng.New(21, name, uint64(d))
				tr := NewTracker(g.N, d, g.Edges, TrackerOptions{})
				for step := range 4 {
					w := edgeWeights(src, len(g.Edges), step%2 == 1)
					s := weighted(g.N, d, g.Edges, w)
					if shift >= 0 {
						s = normalized(s, shift)
					}
					l2, l3, kernel := lowest2(repeated(graphEigenvalues(g.N, g.Edges, w, shift), d))
					got := tr.Update(s)
					equal := near(got.Lambda2, l2, 1e-9) && near(got.Lambda3, l3, 1e-9) && got.KernelDim == kernel
					if !equal || !got.Certified {
						t.Errorf("%s, d = %d, shift %g, step %d: %+v; want λ2 %.12g, λ3 %.12g, kernel %d", name, d, shift, step, got, l2, l3, kernel)
					}
				}
			}
		}
	}
}

// TestAscentEqualsDenseAtMultiplicities checks that λ₂ and λ₃ at every point of an ascent
// equal those of gonum's dense spectrum. Every eigenvalue is d-fold at the start. Cases 0
// and 1 ascend λ₂ of L̂, 2 and 3 of L; 1 and 3 have random weights. n·d is up to 48, in
// WebAssembly 16, with LONG=1 150.
func TestAscentEqualsDenseAtMultiplicities(t *testing.T) {
	maxDim := maxDimension(48, 150)
	for name, g := range graphsWithMultiples(t, maxDim) {
		for d := 1; d <= 8 && g.N*d <= maxDim; d++ {
			for k := range 4 {
				src := rng.New(22, name, uint64(d), uint64(k))
				w := edgeWeights(src, len(g.Edges), k%2 == 1)
				base := weighted(g.N, d, g.Edges, w)
				opt := AscentOptions{Normalized: k < 2, Shift: 1, Rho: 0.5}
				asc := NewAscent(g.N, d, g.Edges, TrackerOptions{})
				a := IdentityMetric(len(g.Edges), d)
				asc.Start(base, a, opt)
				// check compares point i of the trail; kind stands in the message.
				check := func(kind string, i int) {
					t.Helper()
					s := sheaf.New(g.N, d, g.Edges)
					asc.metric.maps(s, base, a)
					if opt.Normalized {
						s = normalized(s, 1)
					}
					l2, l3, _ := lowest2(eigenvalues(t, denseOf(s)))
					tol2, tol3 := 1e-7, 1e-4 // a line search needs λ₂ only roughly (UpdateRoughly)
					if i == 0 || asc.Done() {
						tol2, tol3 = 1e-9, 1e-9
					}
					if !near(asc.Trail()[i], l2, tol2) || !near(asc.Lambda3()[i], l3, tol3) {
						t.Errorf("%s, d = %d, case %d, %s: %.12g and %.12g, dense %.12g and %.12g", name, d, k, kind, asc.Trail()[i], asc.Lambda3()[i], l2,
							l3)
					}
				}
				check("start", 0)
				for !asc.Done() {
					asc.Step()
					check("step", len(asc.Trail())-1)
				}
			}
		}
	}
}

// TestProjectionsEqualDenseAtMultiplicities compares λ₂ of L + η v vᵀ with gonum's dense
// spectrum. For the nearest sheaf and the crude projection it compares λ₂, λ₃ and the kernel of
// a new Tracker. Case 0 has weights of 1, case 1 random weights, and case 2 random maps on
// graphs of fewer than 40 edges. n·d is up to 48, in WebAssembly 16, with LONG=1 150; the
// projections of cases 1 and 2 are compared up to 40.
func TestProjectionsEqualDenseAtMultiplicities(t *testing.T) {
	maxDim := maxDimension(48, 150)
	for name, g := range graphsWithMultiples(t, maxDim) {
		for d := 1; d <= 8 && g.N*d <= maxDim; d++ {
			for k := range 3 {
				src := rng.New(23, name, uint64(d), uint64(k))
				s := weighted(g.N, d, g.Edges, edgeWeights(src, len(g.Edges), k > 0))
				if k == 2 && len(g.Edges) < 40 { // with simple eigenvalues
					s = randomSheaf(src, g.N, d, g.Edges, false)
				}
				tr := NewTracker(g.N, d, g.Edges, TrackerOptions{})
				est := tr.Update(s)
				if est.Lambda2 == 0 {
					continue // there is no λ₂ to raise
				}
				// The step on the operator.
				var vectors [][]float64
				for i := range tr.Found() {
					vectors = append(vectors, tr.Vector(i))
				}
				res, err := MatrixAscent(tr.Operator(), vectors, MatrixOptions{Eta: 0.5})
				if err != nil {
					t.Fatal(err)
				}
				up := denseOf(s)
				v := mat.NewVecDense(len(vectors[0]), vectors[0])
				up.SymRankOne(up, res.Eta, v)
				values := eigenvalues(t, up)
				if want := values[tr.Estimate().KernelDim]; !near(res.After, want, 1e-9) {
					t.Errorf("%s, d = %d, case %d: λ2(L') %.12g, dense %.12g", name, d, k, res.After, want)
				}
				if k > 0 && g.N*d > 40 { // the least squares take most of the time
					continue
				}
				// Its two projections on sheaves.
				nearest, _, err := ReassembleFrom(s, vectors[0], res.Eta)
				if err != nil {
					t.Fatal(err)
				}
				crude, err := CrudeProjection(s, vectors[0], res.Eta)
				if err != nil {
					t.Fatal(err)
				}
				for projection, projected := range map[string]*sheaf.Sheaf{"nearest": nearest, "crude": crude} {
					values := eigenvalues(t, denseOf(projected))
					threshold, _ := Kernel(values, 0)
					if from, to := Crowd(values, threshold); from != to {
						continue // λ₂ depends on the choice of the tolerance
					}
					l2, l3, kernel := lowest2(values)
					got := NewTracker(g.N, d, g.Edges, TrackerOptions{}).Update(projected)
					equal := near(got.Lambda2, l2, 1e-9) && near(got.Lambda3, l3, 1e-9) && got.KernelDim == kernel
					if !equal {
						t.Errorf("%s, d = %d, case %d, %s: %+v; want λ2 %.12g, λ3 %.12g, kernel %d", name, d, k, projection, got, l2, l3, kernel)
					}
				}
			}
		}
	}
}
