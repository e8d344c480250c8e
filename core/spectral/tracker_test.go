package spectral

import (
	"math"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/rng"
	"sheafscope/core/sheaf"
)

// TestTrackerAgainstDense follows 40 random sheaves through three random changes, and
// compares λ2, λ3 and the kernel dimension with dense spectra at each step. All are
// certified. The residual is small and the eigenvector has length 1. Sheaves with singular
// maps, disconnected graphs and L̂ are among the operators.
func TestTrackerAgainstDense(t *testing.T) {
	for trial := range 40 {
		src := rng.New(7, "tracker", uint64(trial))
		d := 1 + trial%5
		n := 6 + src.Intn(20)
		edges := randomEdges(src, n, 1+trial%3, src.Intn(n))
		s := randomSheaf(src, n, d, edges, trial%2 == 1 && d > 1)
		tr := NewTracker(n, d, edges, TrackerOptions{})
		if !tr.Direct() {
			t.Fatal("the tracker has no factor for a small graph")
		}
		for step := range 4 {
			op := s
			if trial%4 >= 2 {
				op = normalized(s, 1)
			}
			got := tr.Update(op)
			l2, l3, kernel := reference(t, op)
			equal := got.KernelDim == kernel && near(got.Lambda2, l2, 1e-10) && near(got.Lambda3, l3, 1e-7)
			if !equal || !got.Certified {
				t.Fatalf("trial %d step %d (n %d, d %d): got %+v, want λ2 %.12g λ3 %.12g kernel %d", trial, step, n, d, got, l2, l3, kernel)
			}
			if l2 > 0 {
				scale := got.Threshold / DefaultTol // max(1, λmax)
				norm := linalg.Nrm2(tr.Vector(0))
				if got.Residual > 1e-6*max(1, scale) || math.Abs(norm-1) > 1e-9 {
					t.Fatalf("trial %d step %d: residual %g, norm %g of the eigenvector", trial, step, got.Residual, norm)
				}
			}
			// Scaling every map of an edge by a factor keeps the kernel.
			dd := d * d
			for e := range edges {
				linalg.Scal(1+0.2*src.Norm(), s.R[2*e*dd:(2*e+2)*dd])
			}
		}
	}
}

// TestClusterIsMultiplicity checks that Cluster is the multiplicity of λ2. With R = I the
// eigenvalues are those of the graph, each d times: the ring has λ2 = 2 − 2cos(2π/n), 2d
// times.
func TestClusterIsMultiplicity(t *testing.T) {
	for _, d := range []int{1, 2, 4} {
		edges := ringEdges(12)
		tr := NewTracker(12, d, edges, TrackerOptions{})
		got := tr.Update(sheaf.Constant(12, d, edges))
		want := 2 - 2*math.Cos(2*math.Pi/12)
		equal := near(got.Lambda2, want, 1e-11) && got.KernelDim == d && got.Cluster == 2*d
		if !equal || !got.Certified {
			t.Fatalf("d = %d: %+v, want λ2 %g with cluster %d, kernel %d", d, got, want, 2*d, d)
		}
	}
}

// TestTrackerOfZeroSheafAndLiteral checks four updates on a graph of two components. With
// zero maps the kernel is the whole space and λ2 is 0. The next sheaf, with tied random maps,
// has the kernel of the constants, 2d. The literal λ2 equals that of a dense solve. With
// singular tied maps it is 0.
func TestTrackerOfZeroSheafAndLiteral(t *testing.T) {
	edges := randomEdges(rng.New(1, "t"), 8, 2, 5)
	zero := sheaf.New(8, 2, edges)
	tr := NewTracker(8, 2, edges, TrackerOptions{})
	if got := tr.Update(zero); got.Lambda2 != 0 || got.KernelDim != 16 {
		t.Fatalf("zero sheaf: %+v, want λ2 0 and kernel 16", got)
	}
	s := randomSheaf(rng.New(2, "t"), 8, 2, edges, false)
	tie(s)
	if got := tr.Update(s); got.KernelDim != 4 || got.Lambda2 <= 0 {
		t.Fatalf("after the zero sheaf: %+v, want a positive λ2 and kernel 4", got)
	}
	literal := NewTracker(8, 2, edges, TrackerOptions{Rule: Literal})
	got := literal.Update(s)
	full, err := Full(literal.Operator(), 0, ValuesOnly)
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
	if got := literal.Update(s); got.Lambda2 != 0 || got.KernelDim <= 4 {
		t.Fatalf("literal with singular maps: %+v, want λ2 0 and a kernel above 4", got)
	}
}

// TestRestoredTrackerEqualsFirst makes the second update twice: in the Tracker of the first
// update, and in a new Tracker with the restored state. Estimates and eigenvectors are exactly
// equal. MaxPairs 0 allows a factor, 1 excludes it. A state that is too short is an error.
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
		restored := NewTracker(20, 3, edges, TrackerOptions{MaxPairs: pairs})
		if rest, err := restored.Restore(state); err != nil || len(rest) != 0 {
			t.Fatalf("Restore leaves %d numbers of the state, error %v", len(rest), err)
		}
		if got := restored.Update(b); got != want {
			t.Fatalf("after Restore %+v, want %+v", got, want)
		}
		for i, v := range restored.Vector(0) {
			if v != wantVec[i] {
				t.Fatalf("after Restore entry %d of the eigenvector is %v, want %v", i, v, wantVec[i])
			}
		}
		if _, err := restored.Restore(state[:5]); err == nil {
			t.Fatal("Restore accepts a state of 5 numbers")
		}
	}
}

// TestIterationBoundsLambda2 checks that, without a factor, each update gives an upper
// bound of the dense λ2, up to a relative 1e-6. The third update equals λ2 up to 1e-8 and is
// not certified.
func TestIterationBoundsLambda2(t *testing.T) {
	for trial := range 8 {
		src := rng.New(5, "iter", uint64(trial))
		n, d := 30, 3
		edges := randomEdges(src, n, 1+trial%2, 60)
		s := randomSheaf(src, n, d, edges, trial%2 == 0)
		tr := NewTracker(n, d, edges, TrackerOptions{MaxPairs: 1, MaxIter: 200})
		if tr.Direct() {
			t.Fatal("the tracker has a factor with MaxPairs 1")
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

// TestTrackerAtSingularPivots compares λ2, its multiplicity and the kernel dimension with
// dense spectra on the built-in graphs with R = I, for L and L̂. These graphs have integer
// and multiple eigenvalues, so shifts hit singular pivots. Every result is certified.
func TestTrackerAtSingularPivots(t *testing.T) {
	for _, name := range graph.BuiltinNames() {
		g, err := graph.Builtin(name)
		if err != nil {
			t.Fatal(err)
		}
		for d := 1; d <= 3; d++ {
			for _, isNormalized := range []bool{false, true} {
				s := sheaf.Constant(g.N, d, g.Edges)
				if isNormalized {
					s = normalized(s, 0)
				}
				got := NewTracker(g.N, d, g.Edges, TrackerOptions{}).Update(s)
				v := eigenvalues(t, denseOf(s))
				_, kernel := Kernel(v, 0)
				multiplicity := 0
				for kernel+multiplicity < len(v) && v[kernel+multiplicity] <= v[kernel]*(1+1e-8) {
					multiplicity++
				}
				// A tracker carries at most maxBlock vectors.
				equal := got.KernelDim == kernel && near(got.Lambda2, v[kernel], 1e-10) && got.Cluster == min(multiplicity, maxBlock)
				if !equal || !got.Certified {
					t.Errorf("%s, d = %d, normalised %v: %+v; want λ2 %.12g ×%d, kernel %d", name, d, isNormalized, got, v[kernel], multiplicity, kernel)
				}
			}
		}
	}
}

// tie makes the map of side 1 of each edge a copy of that of side 0, as in the convention
// "literal".
func tie(s *sheaf.Sheaf) {
	for e := range s.Edges {
		copy(s.Map(e, 1), s.Map(e, 0))
	}
}

// TestTrackerFollowsLambda2BelowThreshold checks that, with a given kernel dimension 1, λ2
// is the dense eigenvalue with index 1, to 1e-5, even below the threshold. Two edges of a ring get
// smaller and smaller weights. Without these edges the ring would have two components.
func TestTrackerFollowsLambda2BelowThreshold(t *testing.T) {
	n, edges := 12, ringEdges(12)
	s := sheaf.Constant(n, 1, edges)
	tr := NewTracker(n, 1, edges, TrackerOptions{})
	if first := tr.Update(s); first.KernelDim != 1 {
		t.Fatalf("ring with weights 1: %+v, want kernel 1", first)
	}
	for _, weight := range []float64{1e-3, 5e-5, 1e-5} {
		for _, e := range []int{2, 7} {
			s.Map(e, 0)[0], s.Map(e, 1)[0] = weight, weight
		}
		got, want := tr.update(s, target{kernel: 1}), eigenvalues(t, denseOf(s))[1]
		if !near(got.Lambda2, want, 1e-5) {
			t.Errorf("weight %g: λ2 %g, want %g (threshold %g)", weight, got.Lambda2, want, got.Threshold)
		}
	}
}

// TestEstimateScalesWithTheMaps multiplies all maps by 2^k. λ2 and λ3 are then 4^k times as
// large, also for maps near the largest size that files may have, 1e100.
func TestEstimateScalesWithTheMaps(t *testing.T) {
	for trial := range 10 {
		src := rng.New(8, "scale", uint64(trial))
		const n = 510 // with d ≥ 2 above MaxProof, so that no full spectrum hides a fault
		d := 2 + trial%4
		edges := randomEdges(src, n, 1, []int{0, 60, 500}[trial%3])
		s := randomSheaf(src, n, d, edges, false)
		want := NewTracker(n, d, edges, TrackerOptions{}).Update(s)
		for _, k := range []int{66, 266, 332} {
			scale := math.Ldexp(1, k)
			scaled := s.Clone()
			linalg.Scal(scale, scaled.R)
			got := NewTracker(n, d, edges, TrackerOptions{}).Update(scaled)
			ratio2, ratio3 := got.Lambda2/scale/scale/want.Lambda2, got.Lambda3/scale/scale/want.Lambda3
			if !got.Certified || !near(ratio2, 1, 1e-8) || !near(ratio3, 1, 1e-8) {
				t.Errorf("trial %d, maps times 2^%d: λ2 and λ3 rise by %g and %g times 4^%d; %+v", trial, k, ratio2, ratio3, k, got)
			}
		}
	}
}

// TestZeroNeedsAKernelOfFullDimension has a strong component with 20 nodes and a weak one
// whose eigenvalues lie below the threshold. λ2 belongs to the strong component. If LOBPCG
// finds only values of the weak one, the estimate 0 is Unproven. With both components weak,
// all eigenvalues belong to the kernel, and λ2 = 0 is right.
func TestZeroNeedsAKernelOfFullDimension(t *testing.T) {
	const strong, n = 20, 1030 // n is above MaxProof
	var edges []graph.Edge
	for j := range int32(n) {
		for i := max(0, j-39); i < j; i++ {
			if (i < strong) == (j < strong) {
				edges = append(edges, graph.Edge{I: i, J: j})
			}
		}
	}
	for _, c := range []struct {
		strong, weak float64 // sizes of the maps
		isZero       bool
	}{{1, 3e-5, false}, {1, 1e-5, false}, {1e-6, 1e-6, true}} {
		src := rng.New(1, "components")
		s := sheaf.New(n, 1, edges)
		for k := range s.R { // each edge has two numbers
			size := c.strong
			if edges[k/2].I >= strong {
				size = c.weak
			}
			s.R[k] = size * (1 + 0.1*src.Norm())
		}
		tr := NewTracker(n, 1, edges, TrackerOptions{MaxPairs: 1})
		for range 3 {
			got := tr.Update(s)
			if wrongZero := got.Lambda2 == 0 && got.Unproven == c.isZero; wrongZero || c.isZero && got.Lambda2 > 0 {
				t.Errorf("maps of size %g and %g: %+v", c.strong, c.weak, got)
			}
		}
	}
}
