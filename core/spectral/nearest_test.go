package spectral

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"sheafscope/core/linalg"
	"sheafscope/core/rng"
	"sheafscope/core/sheaf"
)

// unknowns returns the sheaf of the unknowns u in the parametrisation of s: the
// maps themselves or, tied, u_e·M_i and u_e·M_j.
func (s *Reassembler) unknowns(u []float64) *sheaf.Sheaf {
	out := sheaf.New(s.n, s.d, s.edges)
	copy(out.R, s.mapsOf(u))
	return out
}

// TestNearestGradientEqualsDifferences compares the gradient with central
// differences of ‖L(R) − L'‖_F² over the whole dense matrices, free and tied, with
// and without roots.
func TestNearestGradientEqualsDifferences(t *testing.T) {
	for trial := range 16 {
		src := rng.New(31, "nearest", uint64(trial))
		n, d := 7, 1+trial%4
		edges := randomEdges(src, n, 1, 5)
		s := NewReassembler(n, d, edges, NearestOptions{Tied: trial%8 >= 4})
		if trial >= 8 && s.opt.Tied {
			s.roots = make([]float64, n*d*d)
			for i := range n {
				for r := range d {
					for c := range r + 1 {
						v := src.Norm()
						s.roots[(i*d+r)*d+c], s.roots[(i*d+c)*d+r] = v, v
					}
				}
			}
		}
		base := randomSheaf(src, n, d, edges, false)
		v, u, dir, g := make([]float64, n*d), make([]float64, len(s.step)), make([]float64, len(s.step)), make([]float64, len(s.step))
		for _, x := range [][]float64{v, u, dir} {
			for i := range x {
				x[i] = src.Norm()
			}
		}
		const eta = 0.7
		goal := denseOf(base)
		goal.SymRankOne(goal, eta, mat.NewVecDense(n*d, v))
		objective := func(u []float64) float64 {
			var diff mat.Dense
			diff.Sub(denseOf(s.unknowns(u)), goal)
			f := mat.Norm(&diff, 2)
			return f * f
		}
		copy(s.cur.R, base.R)
		s.setGoal(v, eta)
		copy(s.cur.R, s.unknowns(u).R)
		on := s.residual(s.cur)
		if off := s.outside(v, eta); !near(on+off*off, objective(u), 1e-10) {
			t.Fatalf("trial %d: %.12g on the graph and %.12g outside, dense %.12g", trial, on, off*off, objective(u))
		}
		s.jacobianT(g, s.x, s.cur)
		const h = 1e-5
		at := func(t float64) float64 {
			w := append([]float64(nil), u...)
			linalg.Axpy(t, dir, w)
			return objective(w)
		}
		want, got := (at(h)-at(-h))/(2*h), 2*linalg.Dot(g, dir)
		if math.Abs(got-want) > 1e-6*(math.Abs(want)+linalg.Nrm2(g)) {
			t.Fatalf("trial %d: derivative %.10g, differences %.10g", trial, got, want)
		}
		// J u by differences of the Laplacian.
		s.jacobian(&s.y, dir)
		w := append([]float64(nil), u...)
		linalg.Axpy(h, dir, w)
		plus := denseOf(s.unknowns(w))
		linalg.Axpy(-2*h, dir, w)
		minus := denseOf(s.unknowns(w))
		for e, ed := range edges {
			for r := range d {
				for c := range d {
					i, j := int(ed.I)*d+r, int(ed.J)*d+c
					want := (plus.At(i, j) - minus.At(i, j)) / (2 * h)
					if got := s.y.off[(e*d+r)*d+c]; !near(got, want, 1e-6) {
						t.Fatalf("trial %d: J u at edge %d is %g, differences %g", trial, e, got, want)
					}
				}
			}
		}
	}
}

// TestGramSolvesItsEquation puts the solution of (JJᵀ + μI) y = −x back into the
// equation.
func TestGramSolvesItsEquation(t *testing.T) {
	for trial := range 16 {
		src := rng.New(32, "gram", uint64(trial))
		n, d := 9, 1+trial%5
		edges := randomEdges(src, n, 1+trial%2, 8)
		s := NewReassembler(n, d, edges, NearestOptions{})
		if s.direct == nil {
			t.Fatal("no factor for a small graph")
		}
		copy(s.cur.R, randomSheaf(src, n, d, edges, trial%4 < 2).R)
		v := make([]float64, n*d)
		for i := range v {
			v[i] = src.Norm()
		}
		s.setGoal(v, 1)
		linalg.Scal(1.1, s.cur.R)
		s.residual(s.cur)
		mu := math.Pow(10, float64(-trial%6))
		y := newPattern(n, len(edges), d)
		if !s.direct.factor(s.cur, mu) {
			t.Fatalf("trial %d: not positive definite", trial)
		}
		s.direct.solve(&y, s.x)
		s.jacobianT(s.step, y, s.cur)
		s.jacobian(&s.y, s.step)
		for _, p := range [][3][]float64{{s.y.diag, y.diag, s.x.diag}, {s.y.off, y.off, s.x.off}} {
			for k := range p[0] {
				if r := p[0][k] + mu*p[1][k] + p[2][k]; math.Abs(r) > 1e-9*math.Sqrt(s.x.dot(s.x)) {
					t.Fatalf("trial %d (d %d, μ %g): entry %d misses by %g", trial, d, mu, k, r)
				}
			}
		}
	}
}

// TestNearestSolversAgree compares the results of the factorisation with those of
// conjugate gradients.
func TestNearestSolversAgree(t *testing.T) {
	src := rng.New(33, "solvers")
	n, d := 12, 3
	edges := randomEdges(src, n, 1, 10)
	base := randomSheaf(src, n, d, edges, false)
	tr := NewTracker(n, d, edges, TrackerOptions{})
	tr.Update(base)
	v := append([]float64(nil), tr.Vector(0)...)
	a, b := NewReassembler(n, d, edges, NearestOptions{}), NewReassembler(n, d, edges, NearestOptions{MaxWork: 1})
	if a.direct == nil || b.direct != nil {
		t.Fatal("MaxWork does not choose the solver")
	}
	ra, rb := a.Solve(base, v, 0.5, nil), b.Solve(base, v, 0.5, nil)
	if ra.Residual > 1e-3*ra.Before || rb.Residual > 2e-3*rb.Before || !near(ra.Before, rb.Before, 1e-12) {
		t.Fatalf("residuals %+v and %+v", ra, rb)
	}
	for k, x := range a.Maps().R {
		if math.Abs(x-b.Maps().R[k]) > 1e-2 {
			t.Fatalf("map entry %d: %g by the factor, %g by conjugate gradients", k, x, b.Maps().R[k])
		}
	}
}

// TestTiedMapsKeepConstantSections: one map for both ends of an edge keeps the
// constants as sections.
func TestTiedMapsKeepConstantSections(t *testing.T) {
	src := rng.New(34, "tied")
	n, d := 10, 3
	edges := randomEdges(src, n, 1, 6)
	base := randomSheaf(src, n, d, edges, false)
	tie(base)
	for _, normal := range []bool{false, true} {
		op, roots := base, []float64(nil)
		if normal {
			z := sheaf.NewNormalizer(n, d, edges)
			op = sheaf.New(n, d, edges)
			z.Forward(base, 1, op)
			for i := range n {
				roots = append(roots, z.Root(i)...)
			}
		}
		l2, l3, kernel := reference(t, op)
		tr := NewTracker(n, d, edges, TrackerOptions{Rule: Literal})
		tr.Update(op)
		s := NewReassembler(n, d, edges, NearestOptions{Tied: true})
		res := s.Solve(op, append([]float64(nil), tr.Vector(0)...), 3*(l3-l2), roots)
		after, _, k := reference(t, s.Maps())
		if kernel != d || k != d || after <= l2 || res.Residual >= res.Before {
			t.Fatalf("normalised %v: kernel %d, then %d; λ2 %g, then %g; %+v", normal, kernel, k, l2, after, res)
		}
	}
}

// TestNearestOfZeroStepIsBase: with η = 0 the nearest sheaf is the base, bit for
// bit.
func TestNearestOfZeroStepIsBase(t *testing.T) {
	src := rng.New(35, "nothing")
	edges := randomEdges(src, 6, 1, 3)
	base := randomSheaf(src, 6, 2, edges, false)
	out, res, err := ReassembleFrom(base, make([]float64, 12), 0)
	if err != nil || res.Iterations != 0 {
		t.Fatal(res, err)
	}
	for k, x := range out.R {
		if x != base.R[k] {
			t.Fatal("maps changed")
		}
	}
	if _, _, err := ReassembleFrom(sheaf.New(3, 2, nil), make([]float64, 5), 1); err == nil {
		t.Fatal("wrong length accepted")
	}
}
