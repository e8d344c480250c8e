package spectral

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/rng"
	"sheafscope/core/sheaf"
)

// TestLambda2OfRankOneStepIsMinimum checks λ2(L + ηvvᵀ) = min(λ2 + η, λ3) by a dense solve,
// for each η that MatrixAscent tries on 200 random graphs. Graphs without λ2 or λ3 are skipped.
// Armijo holds exactly if the minimum is at least λ2 + η/2, and Curvature exactly if
// η > λ3 − λ2. An accepted η < 1 satisfies both conditions, unless λ2 is multiple. No gain
// exceeds λ3 − λ2.
func TestLambda2OfRankOneStepIsMinimum(t *testing.T) {
	for trial := range 200 {
		src := rng.New(21, "matrix", uint64(trial))
		n, d := 4+src.Intn(9), 1+trial%2
		edges := randomEdges(src, n, 1, src.Intn(n))
		s := sheaf.Constant(n, d, edges)
		if d > 1 {
			s = randomSheaf(src, n, d, edges, trial%4 == 1)
		}
		lap := sheaf.NewLaplacian(n, d, edges)
		lap.Assemble(s)
		full, err := Full(lap.Operator(), 0, WithVectors)
		if err != nil {
			t.Fatal(err)
		}
		l2, l3, k, ok := full.Lambda2(Preliminaries, d, 1)
		if !ok || k+1 == len(full.Values) {
			continue // no λ2, or no λ3 above it
		}
		vecs := columns(full.Vectors, k, min(4, len(full.Values)-k))
		r, err := MatrixAscent(lap.Operator(), vecs, MatrixOptions{Armijo: 0.5})
		if err != nil {
			t.Fatal(err)
		}
		for _, tr := range r.Trials {
			dense := denseOf(s)
			v := mat.NewVecDense(n*d, vecs[0])
			dense.SymRankOne(dense, tr.Eta, v)
			got := eigenvalues(t, dense)[k]
			want := min(l2+tr.Eta, l3)
			if math.Abs(got-want) > 1e-9 || math.Abs(tr.Lambda2-want) > 1e-9 {
				t.Fatalf("trial %d: dense %.12g, reported %.12g, want %.12g", trial, got, tr.Lambda2, want)
			}
			// A condition is not checked near its bound, where rounding decides.
			excess := want - l2 - 0.5*tr.Eta
			armijo := want >= l2+0.5*tr.Eta
			if math.Abs(excess) > 1e-9 && tr.Armijo != armijo {
				t.Fatalf("trial %d: Armijo %v at η %g, want %v", trial, tr.Armijo, tr.Eta, armijo)
			}
			curvature := tr.Eta > l3-l2 // λ2 stays at λ3: slope 0
			if math.Abs(tr.Eta-(l3-l2)) > 1e-6 && tr.Curvature != curvature {
				t.Fatalf("trial %d: curvature %v at η %g, λ3−λ2 = %g", trial, tr.Curvature, tr.Eta, l3-l2)
			}
		}
		// The first trial has η = 1. A smaller accepted η lies above λ3 − λ2 (curvature), and is
		// at most (λ3 − λ2)/c_w (Armijo), with c_w = 0.5.
		room := l3 - l2
		if room > 1e-6 && r.Eta < 1 {
			if !r.Wolfe || r.Eta <= room || r.Eta > room/0.5+1e-9 {
				t.Fatalf("trial %d: η %g with λ3 − λ2 = %g, both conditions %v", trial, r.Eta, room, r.Wolfe)
			}
		}
		if r.Gain > room+1e-9 {
			t.Fatalf("trial %d: gain %g above λ3 − λ2 = %g", trial, r.Gain, room)
		}
	}
}

// columns returns count columns of a, from column from (base 0) on.
func columns(a *linalg.Dense, from, count int) [][]float64 {
	out := make([][]float64, count)
	for q := range out {
		for i := range a.Rows {
			out[q] = append(out[q], a.At(i, from+q))
		}
	}
	return out
}

// TestMultipleLambda2GainsNothing checks that the matrix ascent gains nothing on three
// graphs with a multiple λ2, since λ3 = λ2.
func TestMultipleLambda2GainsNothing(t *testing.T) {
	for _, g := range []*graph.Graph{graph.Ring(6), graph.Complete(4), graph.Star(5)} {
		lap := sheaf.NewLaplacian(g.N, 1, g.Edges)
		lap.Assemble(sheaf.Constant(g.N, 1, g.Edges))
		full, err := Full(lap.Operator(), 0, WithVectors)
		if err != nil {
			t.Fatal(err)
		}
		r, err := MatrixAscent(lap.Operator(), columns(full.Vectors, 1, g.N-1), MatrixOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if r.Gain > 1e-9 {
			t.Fatalf("%s: gain %g, want 0", g.Name, r.Gain)
		}
	}
}

// TestCrudeProjection checks that a step of length 0 keeps L. For d = 1, a step of length 0.1
// gives the entries off the diagonal of a rank-one projection by gonum. UpdateWithKernel then
// finds the eigenvalue with index 1 of a dense solve. A vector of a wrong length is an error.
func TestCrudeProjection(t *testing.T) {
	for trial := range 20 {
		src := rng.New(22, "reassemble", uint64(trial))
		d, n := 1+trial%4, 10
		edges := randomEdges(src, n, 1, 8)
		s := randomSheaf(src, n, d, edges, false)
		v := make([]float64, n*d)
		for i := range v {
			v[i] = src.Norm()
		}
		same, err := CrudeProjection(s, v, 0)
		if err != nil {
			t.Fatal(err)
		}
		if a, b := denseOf(same), denseOf(s); !mat.EqualApprox(a, b, 1e-9*mat.Norm(b, 2)) {
			t.Fatalf("trial %d: a step of length 0 changes L", trial)
		}
		// For d = 1 the nearest edge matrix of rank one is unique.
		if d == 1 {
			out, err := CrudeProjection(s, v, 0.1)
			if err != nil {
				t.Fatal(err)
			}
			want := eigenvalues(t, denseOf(out))[1]
			if got := NewTracker(n, d, edges, TrackerOptions{}).UpdateWithKernel(out, 1); !near(got.Lambda2, want, 1e-10) {
				t.Fatalf("after the step λ at index 1 is %g, dense %g", got.Lambda2, want)
			}
			// The edges at a node share the change of its diagonal entry equally.
			deg := make([]float64, n)
			for _, e := range edges {
				deg[e.I]++
				deg[e.J]++
			}
			for e, ed := range edges {
				p, q, x, y := s.R[2*e], s.R[2*e+1], v[ed.I], v[ed.J]
				m := mat.NewSymDense(2, []float64{p*p + 0.1*x*x/deg[ed.I], -p*q + 0.1*x*y, 0, q*q + 0.1*y*y/deg[ed.J]})
				// Of m, the projection keeps the larger eigenvalue and its vector.
				var eig mat.EigenSym
				eig.Factorize(m, true)
				var u mat.Dense
				eig.VectorsTo(&u)
				largest := eig.Values(nil)[1]
				got := -out.R[2*e] * out.R[2*e+1]
				if want := largest * u.At(0, 1) * u.At(1, 1); !near(got, want, 1e-10) {
					t.Fatalf("edge %d: off-diagonal %g, want %g", e, got, want)
				}
			}
		}
	}
	if _, err := CrudeProjection(sheaf.New(3, 2, nil), make([]float64, 5), 1); err == nil {
		t.Fatal("a vector of 5 numbers accepted, want an error: n·d is 6")
	}
}
