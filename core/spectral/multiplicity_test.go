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

// multiples returns graphs with multiple eigenvalues, by symmetry or as copies of a
// graph, by name. They have at most maxNodes nodes.
func multiples(t *testing.T, maxNodes int) map[string]*graph.Graph {
	t.Helper()
	out := map[string]*graph.Graph{}
	add := func(name string, g *graph.Graph) {
		if g.N <= maxNodes {
			out[name] = g
		}
	}
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

// weighted returns the sheaf with maps w[e]·I on edge e. Its Laplacian is that of
// the weighted graph ⊗ I_d: every eigenvalue has a multiplicity of d or more.
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

// jacobi returns the eigenvalues of a symmetric matrix, ascending, by plain cyclic
// rotations.
func jacobi(a [][]float64) []float64 {
	n := len(a)
	for range 60 {
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

// graphEigenvalues returns the eigenvalues of the Laplacian of a weighted graph,
// ascending, or those of L̂ if shift ≥ 0.
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
		root := make([]float64, n)
		for i := range root {
			if size := a[i][i] + shift; size > 0 {
				root[i] = 1 / math.Sqrt(size)
			}
		}
		for i := range a {
			for j := range a {
				a[i][j] *= root[i] * root[j]
			}
		}
	}
	return jacobi(a)
}

// copies returns every value d times.
func copies(values []float64, d int) []float64 {
	var out []float64
	for _, v := range values {
		out = append(out, slices.Repeat([]float64{v}, d)...)
	}
	return out
}

// lowest2 returns λ₂, λ₃ and the dimension of the kernel of ascending values.
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

// sizes returns the largest n·d to test: usual, a third of it in WebAssembly, long
// with LONG=1.
func sizes(usual, long int) int {
	switch {
	case os.Getenv("LONG") != "":
		return long
	case runtime.GOARCH == "wasm":
		return usual / 3
	}
	return usual
}

// TestTrackerEqualsDenseAtMultiplicities: λ₂, λ₃ and the kernel equal those of
// dense spectra when every eigenvalue has a multiplicity of d or more, while the
// weights change. n·d is up to 150, with LONG=1 up to 400.
func TestTrackerEqualsDenseAtMultiplicities(t *testing.T) {
	most := sizes(150, 400)
	for name, g := range multiples(t, most) {
		for d := 1; d <= 8 && g.N*d <= most; d++ {
			for _, shift := range []float64{-1, 0, 1} {
				src := rng.New(21, name, uint64(d))
				tr := NewTracker(g.N, d, g.Edges, TrackerOptions{})
				for step := range 4 {
					w := make([]float64, len(g.Edges))
					for e := range w {
						if w[e] = 1; step%2 == 1 {
							w[e] = linalg.Exp(0.3 * src.Norm())
						}
					}
					s := weighted(g.N, d, g.Edges, w)
					if shift >= 0 {
						s = normalized(s, shift)
					}
					l2, l3, kernel := lowest2(copies(graphEigenvalues(g.N, g.Edges, w, shift), d))
					got := tr.Update(s)
					if !near(got.Lambda2, l2, 1e-9) || !near(got.Lambda3, l3, 1e-9) || got.KernelDim != kernel || !got.Certified {
						t.Errorf("%s, d = %d, shift %g, step %d: %+v; want λ2 %.12g, λ3 %.12g, kernel %d", name, d, shift, step, got, l2, l3, kernel)
					}
				}
			}
		}
	}
}

// TestAscentEqualsDenseAtMultiplicities: λ₂ and λ₃ at every point of an ascent
// equal those of dense spectra when every eigenvalue is d-fold at the start. n·d is
// up to 48, with LONG=1 up to 150.
func TestAscentEqualsDenseAtMultiplicities(t *testing.T) {
	most := sizes(48, 150)
	for name, g := range multiples(t, most) {
		for d := 1; d <= 8 && g.N*d <= most; d++ {
			for k := range 4 {
				src := rng.New(22, name, uint64(d), uint64(k))
				w := make([]float64, len(g.Edges))
				for e := range w {
					if w[e] = 1; k%2 == 1 {
						w[e] = linalg.Exp(0.3 * src.Norm())
					}
				}
				base := weighted(g.N, d, g.Edges, w)
				opt := AscentOptions{Normalized: k < 2, Shift: 1, Rho: 0.5}
				asc := NewAscent(g.N, d, g.Edges, TrackerOptions{})
				a := IdentityMetric(len(g.Edges), d)
				asc.Start(base, a, opt)
				check := func(which string, i int) {
					t.Helper()
					s := sheaf.New(g.N, d, g.Edges)
					asc.metric.maps(s, base, a)
					if opt.Normalized {
						s = normalized(s, 1)
					}
					l2, l3, _ := lowest2(eigenvalues(t, denseOf(s)))
					tol2, tol3 := 1e-7, 1e-4 // trials are rough
					if i == 0 || asc.Done() {
						tol2, tol3 = 1e-9, 1e-9
					}
					if !near(asc.Trail()[i], l2, tol2) || !near(asc.Lambda3()[i], l3, tol3) {
						t.Errorf("%s, d = %d, case %d, %s: %.12g and %.12g, dense %.12g and %.12g", name, d, k, which, asc.Trail()[i], asc.Lambda3()[i], l2,
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

// TestProjectionsEqualDenseAtMultiplicities: λ₂ of L + η v vᵀ, of the nearest sheaf
// and of the crude projection equal those of dense spectra. n·d is up to 48, with
// LONG=1 up to 150. K2 has fewer eigenvectors than a tracker carries.
func TestProjectionsEqualDenseAtMultiplicities(t *testing.T) {
	most := sizes(48, 150)
	for name, g := range multiples(t, most) {
		for d := 1; d <= 8 && g.N*d <= most; d++ {
			for k := range 3 {
				src := rng.New(23, name, uint64(d), uint64(k))
				w := make([]float64, len(g.Edges))
				for e := range w {
					if w[e] = 1; k > 0 {
						w[e] = linalg.Exp(0.3 * src.Norm())
					}
				}
				s := weighted(g.N, d, g.Edges, w)
				if k == 2 && len(g.Edges) < 40 { // of single eigenvalues
					s = randomSheaf(src, g.N, d, g.Edges, false)
				}
				tr := NewTracker(g.N, d, g.Edges, TrackerOptions{})
				if est := tr.Update(s); est.Lambda2 == 0 {
					continue
				}
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
				nearest, _, err := ReassembleFrom(s, vectors[0], res.Eta)
				if err != nil {
					t.Fatal(err)
				}
				crude, err := CrudeProjection(s, vectors[0], res.Eta)
				if err != nil {
					t.Fatal(err)
				}
				for back, sheaf := range map[string]*sheaf.Sheaf{"nearest": nearest, "crude": crude} {
					values := eigenvalues(t, denseOf(sheaf))
					threshold, _ := Kernel(values, 0)
					if from, to := Crowd(values, threshold); from != to {
						continue // the choice of the tolerance decides λ₂
					}
					l2, l3, kernel := lowest2(values)
					got := NewTracker(g.N, d, g.Edges, TrackerOptions{}).Update(sheaf)
					if !near(got.Lambda2, l2, 1e-9) || !near(got.Lambda3, l3, 1e-9) || got.KernelDim != kernel {
						t.Errorf("%s, d = %d, case %d, %s: %+v; want λ2 %.12g, λ3 %.12g, kernel %d", name, d, k, back, got, l2, l3, kernel)
					}
				}
			}
		}
	}
}
