package spectral

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"sheafscope/core/linalg"
	"sheafscope/core/rng"
	"sheafscope/core/sheaf"
)

// sheafOf returns the sheaf of the unknowns u in the parametrisation of s: the maps
// themselves or, tied, u_e·M_i and u_e·M_j with the roots M.
func (s *Reassembler) sheafOf(u []float64) *sheaf.Sheaf {
	out := sheaf.New(s.n, s.d, s.edges)
	copy(out.R, s.mapsOf(u))
	return out
}

// TestNearestGradientEqualsDifferences compares the gradient of the objective ‖L(R) − L'‖_F²
// with central differences along a random direction dir. The objective is computed by gonum
// from whole dense matrices; residual and outside² add up to it. The gradient is 2JᵀX. X has the
// blocks of L(R) − L' on the graph, and J is their derivative by the unknowns u. J dir equals
// differences of the dense L in the blocks of the edges. Maps are free, tied, or tied with
// roots.
func TestNearestGradientEqualsDifferences(t *testing.T) {
	for trial := range 16 {
		src := rng.New(31, "nearest", uint64(trial))
		n, d := 7, 1+trial%4
		edges := randomEdges(src, n, 1, 5)
		s := NewReassembler(n, d, edges, NearestOptions{Tied: trial%8 >= 4})
		if trial >= 8 && s.opt.Tied {
			// The roots are a random symmetric matrix for each node.
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
		// objective returns ‖L(R) − L'‖_F² at the unknowns u, by gonum.
		const eta = 0.7
		goal := denseOf(base)
		goal.SymRankOne(goal, eta, mat.NewVecDense(n*d, v))
		objective := func(u []float64) float64 {
			var diff mat.Dense
			diff.Sub(denseOf(s.sheafOf(u)), goal)
			f := mat.Norm(&diff, 2)
			return f * f
		}
		copy(s.cur.R, base.R) // the goal L' starts from the base
		s.setGoal(v, eta)
		copy(s.cur.R, s.sheafOf(u).R)
		onGraph := s.residual(s.cur)
		if outside := s.outside(v, eta); !near(onGraph+outside*outside, objective(u), 1e-10) {
			t.Fatalf("trial %d: %.12g on the graph and %.12g outside, dense %.12g", trial, onGraph, outside*outside, objective(u))
		}
		// g = JᵀX is half of the gradient of the objective.
		s.jacobianT(g, s.x, s.cur)
		const h = 1e-5
		objectiveAlong := func(t float64) float64 {
			w := append([]float64(nil), u...)
			linalg.Axpy(t, dir, w)
			return objective(w)
		}
		want, got := (objectiveAlong(h)-objectiveAlong(-h))/(2*h), 2*linalg.Dot(g, dir)
		if math.Abs(got-want) > 1e-6*(math.Abs(want)+linalg.Nrm2(g)) {
			t.Fatalf("trial %d: derivative %.10g, differences %.10g", trial, got, want)
		}
		// J dir against differences of the Laplacian.
		s.jacobian(&s.y, dir)
		w := append([]float64(nil), u...)
		linalg.Axpy(h, dir, w)
		plus := denseOf(s.sheafOf(w))
		linalg.Axpy(-2*h, dir, w)
		minus := denseOf(s.sheafOf(w))
		for e, ed := range edges {
			for r := range d {
				for c := range d {
					i, j := int(ed.I)*d+r, int(ed.J)*d+c
					want := (plus.At(i, j) - minus.At(i, j)) / (2 * h)
					if got := s.y.off[(e*d+r)*d+c]; !near(got, want, 1e-6) {
						t.Fatalf("trial %d: J dir at edge %d is %g, differences %g", trial, e, got, want)
					}
				}
			}
		}
	}
}

// TestGramSolvesItsEquation puts the solution y of (JJᵀ + μI) y = −x back into the
// equation, with J and Jᵀ applied by jacobian and jacobianT. The stalk dimension is 1 to 5,
// and μ lies between 1e-5 and 1.
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
		linalg.Scal(1.1, s.cur.R) // away from the base
		s.residual(s.cur)         // sets s.x
		mu := math.Pow(10, float64(-trial%6))
		y := newPattern(n, len(edges), d)
		if !s.direct.factor(s.cur, mu) {
			t.Fatalf("trial %d: JJᵀ + μI is not positive definite", trial)
		}
		s.direct.solve(&y, s.x)
		// s.y = JJᵀ y
		s.jacobianT(s.step, y, s.cur)
		s.jacobian(&s.y, s.step)
		for _, p := range []struct{ product, y, x []float64 }{{s.y.diag, y.diag, s.x.diag}, {s.y.off, y.off, s.x.off}} {
			for k := range p.product {
				if r := p.product[k] + mu*p.y[k] + p.x[k]; math.Abs(r) > 1e-9*math.Sqrt(s.x.dot(s.x)) {
					t.Fatalf("trial %d (d %d, μ %g): JJᵀy + μy + x is %g at entry %d, want 0", trial, d, mu, r, k)
				}
			}
		}
	}
}

// TestNearestSolversAgree checks that the factorisation lowers the residual to a thousandth or
// less, and conjugate gradients to two thousandths. Their maps differ by at most 0.01. MaxWork
// 1 excludes the factorisation.
func TestNearestSolversAgree(t *testing.T) {
	src := rng.New(33, "solvers")
	n, d := 12, 3
	edges := randomEdges(src, n, 1, 10)
	base := randomSheaf(src, n, d, edges, false)
	tr := NewTracker(n, d, edges, TrackerOptions{})
	tr.Update(base)
	v := append([]float64(nil), tr.Vector(0)...)
	direct, iterative := NewReassembler(n, d, edges, NearestOptions{}), NewReassembler(n, d, edges, NearestOptions{MaxWork: 1})
	if direct.direct == nil || iterative.direct != nil {
		t.Fatal("MaxWork does not choose the solver")
	}
	byFactor, byCG := direct.Solve(base, v, 0.5, nil), iterative.Solve(base, v, 0.5, nil)
	if !near(byFactor.Before, byCG.Before, 1e-12) {
		t.Fatalf("first residuals: %g by the factor, %g by conjugate gradients", byFactor.Before, byCG.Before)
	}
	if byFactor.Residual > 1e-3*byFactor.Before || byCG.Residual > 2e-3*byCG.Before {
		t.Fatalf("by the factor %+v, by conjugate gradients %+v, want residuals of 0.001 and 0.002 of the first", byFactor, byCG)
	}
	for k, x := range direct.Maps().R {
		if math.Abs(x-iterative.Maps().R[k]) > 1e-2 {
			t.Fatalf("map entry %d: %g by the factor, %g by conjugate gradients", k, x, iterative.Maps().R[k])
		}
	}
}

// TestTiedMapsKeepConstantSections checks that the nearest sheaf with one map for both
// ends of an edge keeps the kernel of dimension d, raises λ2 and lowers the residual. The
// operators are L and L̂; for L̂ the roots come from the normaliser.
func TestTiedMapsKeepConstantSections(t *testing.T) {
	src := rng.New(34, "tied")
	n, d := 10, 3
	edges := randomEdges(src, n, 1, 6)
	base := randomSheaf(src, n, d, edges, false)
	tie(base)
	for _, normal := range []bool{false, true} {
		// For L̂, the roots M of the normaliser: its maps are R M_i and R M_j.
		op, roots := base, []float64(nil)
		if normal {
			z := sheaf.NewNormalizer(n, d, edges)
			op = sheaf.New(n, d, edges)
			z.Forward(base, 1, op)
			for i := range n {
				roots = append(roots, z.Root(i)...)
			}
		}
		// The nearest sheaf to a step of three times λ3 − λ2.
		l2, l3, kernel := reference(t, op)
		tr := NewTracker(n, d, edges, TrackerOptions{Rule: Literal})
		tr.Update(op)
		s := NewReassembler(n, d, edges, NearestOptions{Tied: true})
		res := s.Solve(op, append([]float64(nil), tr.Vector(0)...), 3*(l3-l2), roots)
		l2After, _, kernelAfter := reference(t, s.Maps())
		if kernel != d || kernelAfter != d {
			t.Fatalf("normalised %v: kernel of dimension %d, then %d, want %d", normal, kernel, kernelAfter, d)
		}
		if l2After <= l2 || res.Residual >= res.Before {
			t.Fatalf("normalised %v: λ2 %g, then %g; %+v", normal, l2, l2After, res)
		}
	}
}

// TestNearestOfZeroStepIsBase checks that with η = 0 the nearest sheaf is the base, bit
// for bit, without an iteration. A vector of a wrong length is an error.
func TestNearestOfZeroStepIsBase(t *testing.T) {
	src := rng.New(35, "nothing")
	edges := randomEdges(src, 6, 1, 3)
	base := randomSheaf(src, 6, 2, edges, false)
	out, res, err := ReassembleFrom(base, make([]float64, 12), 0)
	if err != nil || res.Iterations != 0 {
		t.Fatalf("with η = 0: %+v, error %v, want no iteration", res, err)
	}
	for k, x := range out.R {
		if x != base.R[k] {
			t.Fatalf("with η = 0: map entry %d is %g, want %g", k, x, base.R[k])
		}
	}
	if _, _, err := ReassembleFrom(sheaf.New(3, 2, nil), make([]float64, 5), 1); err == nil {
		t.Fatal("a vector of 5 numbers accepted, want an error: n·d is 6")
	}
}
