package spectral

import (
	"math"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/rng"
	"sheafscope/core/sheaf"
)

// TestTrackerAgainstDense follows random sheaves, rank-deficient and disconnected
// ones among them, through random changes.
func TestTrackerAgainstDense(t *testing.T) {
	for trial := range 40 {
		src := rng.New(7, "tracker", uint64(trial))
		d := 1 + trial%5
		n := 6 + src.Intn(20)
		edges := randomEdges(src, n, 1+trial%3, src.Intn(n))
		s := randomSheaf(src, n, d, edges, trial%2 == 1 && d > 1)
		tr := NewTracker(n, d, edges, TrackerOptions{})
		if !tr.Direct() {
			t.Fatal("small graph without factor")
		}
		for step := range 4 {
			op := s
			if trial%4 >= 2 {
				op = normalized(s, 1)
			}
			got := tr.Update(op)
			l2, l3, kernel := reference(t, op)
			if got.KernelDim != kernel || !near(got.Lambda2, l2, 1e-10) || !near(got.Lambda3, l3, 1e-7) || !got.Certified {
				t.Fatalf("trial %d step %d (n %d, d %d): got %+v, want λ2 %.12g λ3 %.12g kernel %d", trial, step, n, d, got, l2, l3, kernel)
			}
			if l2 > 0 && (got.Residual > 1e-6*max(1, got.Threshold/DefaultTol) || math.Abs(linalg.Nrm2(tr.Vector(0))-1) > 1e-9) {
				t.Fatalf("trial %d step %d: residual %g, norm %g", trial, step, got.Residual, linalg.Nrm2(tr.Vector(0)))
			}
			// Scaling every map of an edge by a factor keeps the kernel.
			dd := d * d
			for e := range edges {
				linalg.Scal(1+0.2*src.Norm(), s.R[2*e*dd:(2*e+2)*dd])
			}
		}
	}
}

// TestClusterIsMultiplicity checks the cluster of a multiple λ₂.
func TestClusterIsMultiplicity(t *testing.T) {
	// With R = I the eigenvalues are those of the graph, each d times: the ring has
	// λ2 = 2 − 2cos(2π/n) 2d times.
	for _, d := range []int{1, 2, 4} {
		edges := ringEdges(12)
		tr := NewTracker(12, d, edges, TrackerOptions{})
		got := tr.Update(sheaf.Constant(12, d, edges))
		want := 2 - 2*math.Cos(2*math.Pi/12)
		if !near(got.Lambda2, want, 1e-11) || got.KernelDim != d || got.Cluster != 2*d || !got.Certified {
			t.Fatalf("d = %d: %+v, want λ2 %g", d, got, want)
		}
	}
}

// TestTrackerOfZeroSheafAndLiteral checks a sheaf of zero maps, an update after it, and the literal rule.
func TestTrackerOfZeroSheafAndLiteral(t *testing.T) {
	edges := randomEdges(rng.New(1, "t"), 8, 2, 5)
	zero := sheaf.New(8, 2, edges)
	tr := NewTracker(8, 2, edges, TrackerOptions{})
	if got := tr.Update(zero); got.Lambda2 != 0 || got.KernelDim != 16 {
		t.Fatalf("zero sheaf: %+v", got)
	}
	s := randomSheaf(rng.New(2, "t"), 8, 2, edges, false)
	tie(s)
	if got := tr.Update(s); got.KernelDim != 4 || got.Lambda2 <= 0 {
		t.Fatalf("after the zero sheaf: %+v", got)
	}
	lit := NewTracker(8, 2, edges, TrackerOptions{Rule: Literal})
	got := lit.Update(s)
	full, err := Full(lit.Operator(), 0, ValuesOnly)
	if err != nil {
		t.Fatal(err)
	}
	want, _, _, _ := full.Lambda2(Literal, 2, 2)
	if !near(got.Lambda2, want, 1e-10) {
		t.Fatalf("literal λ2 %g, want %g", got.Lambda2, want)
	}
	// A singular common map enlarges the kernel: λ_{d+1} is 0.
	for e := range edges {
		copy(s.Map(e, 0)[2:], []float64{0, 0})
	}
	tie(s)
	if got := lit.Update(s); got.Lambda2 != 0 || got.KernelDim <= 4 {
		t.Fatalf("literal with singular maps: %+v", got)
	}
}

// TestRestoredTrackerEqualsFirst checks that an update from a restored state has the bits of the first, with and without a factor.
func TestRestoredTrackerEqualsFirst(t *testing.T) {
	src := rng.New(3, "t")
	edges := randomEdges(src, 20, 1, 15)
	for _, pairs := range []int{0, 1} {
		tr := NewTracker(20, 3, edges, TrackerOptions{MaxPairs: pairs})
		a, b := randomSheaf(src, 20, 3, edges, true), randomSheaf(src, 20, 3, edges, true)
		tr.Update(a)
		state := tr.Snapshot(nil)
		want := tr.Update(b)
		wantVec := append([]float64(nil), tr.Vector(0)...)
		other := NewTracker(20, 3, edges, TrackerOptions{MaxPairs: pairs})
		if rest, err := other.Restore(state); err != nil || len(rest) != 0 {
			t.Fatal(err, len(rest))
		}
		if got := other.Update(b); got != want {
			t.Fatalf("after Restore %+v, want %+v", got, want)
		}
		for i, v := range other.Vector(0) {
			if v != wantVec[i] {
				t.Fatal("eigenvector differs after Restore")
			}
		}
		if _, err := other.Restore(state[:5]); err == nil {
			t.Fatal("short state accepted")
		}
	}
}

// TestIterationBoundsLambda2: without a factor λ₂ is an upper bound, and it
// converges over repeated calls.
func TestIterationBoundsLambda2(t *testing.T) {
	for trial := range 8 {
		src := rng.New(5, "iter", uint64(trial))
		n, d := 30, 3
		edges := randomEdges(src, n, 1+trial%2, 60)
		s := randomSheaf(src, n, d, edges, trial%2 == 0)
		tr := NewTracker(n, d, edges, TrackerOptions{MaxPairs: 1, MaxIter: 200})
		if tr.Direct() {
			t.Fatal("factor in spite of the limit")
		}
		l2, _, _ := reference(t, s)
		var got Estimate
		for range 3 {
			got = tr.Update(s)
			if got.Lambda2 < l2*(1-1e-6) {
				t.Fatalf("trial %d: %g below λ2 = %g", trial, got.Lambda2, l2)
			}
		}
		if !near(got.Lambda2, l2, 1e-8) || got.Certified {
			t.Fatalf("trial %d: %+v, want λ2 %.10g", trial, got, l2)
		}
	}
}

// TestTrackerAtSingularPivots: on graphs with integer and multiple eigenvalues
// shifts hit singular pivots.
func TestTrackerAtSingularPivots(t *testing.T) {
	for _, name := range graph.BuiltinNames() {
		g, err := graph.Builtin(name)
		if err != nil {
			t.Fatal(err)
		}
		for d := 1; d <= 3; d++ {
			for _, norm := range []bool{false, true} {
				s := sheaf.Constant(g.N, d, g.Edges)
				if norm {
					s = normalized(s, 0)
				}
				got := NewTracker(g.N, d, g.Edges, TrackerOptions{}).Update(s)
				v := eigenvalues(t, denseOf(s))
				_, kernel := Kernel(v, 0)
				size := 0
				for kernel+size < len(v) && v[kernel+size] <= v[kernel]*(1+1e-8) {
					size++
				}
				if got.KernelDim != kernel || !near(got.Lambda2, v[kernel], 1e-10) || got.Cluster != min(size, maxBlock) || !got.Certified {
					t.Errorf("%s, d = %d, normalised %v: %+v; want λ2 %.12g ×%d, kernel %d", name, d, norm, got, v[kernel], size, kernel)
				}
			}
		}
	}
}

// tie makes the map of side 1 a copy of that of side 0, as in the literal
// convention.
func tie(s *sheaf.Sheaf) {
	for e := range s.Edges {
		copy(s.Map(e, 1), s.Map(e, 0))
	}
}

// TestTrackerFollowsLambda2BelowThreshold: with a given kernel dimension λ2 is the
// next eigenvalue, even below the tolerance.
func TestTrackerFollowsLambda2BelowThreshold(t *testing.T) {
	n, edges := 12, ringEdges(12)
	s := sheaf.Constant(n, 1, edges)
	tr := NewTracker(n, 1, edges, TrackerOptions{})
	if first := tr.Update(s); first.KernelDim != 1 {
		t.Fatal(first)
	}
	for _, weight := range []float64{1e-3, 5e-5, 1e-5} { // two edges whose loss would make two components
		for _, e := range []int{2, 7} {
			s.Map(e, 0)[0], s.Map(e, 1)[0] = weight, weight
		}
		got, want := tr.update(s, target{kernel: 1}), eigenvalues(t, denseOf(s))[1]
		if !near(got.Lambda2, want, 1e-5) {
			t.Errorf("weight %g: λ2 %g, want %g (threshold %g)", weight, got.Lambda2, want, got.Threshold)
		}
	}
}
