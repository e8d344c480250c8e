package spectral

import (
	"math"
	"testing"

	"sheafscope/core/rng"
	"sheafscope/core/sheaf"
)

// TestCrowdEqualsKernelAtVariedTolerances checks that Crowd returns two dimensions of Kernel:
// at a tolerance ten times smaller, and at one ten times larger. The dimension at the tolerance
// itself lies between them. The 200 spectra have random values from 1e-12 to 1, and one of
// −1e-17. Without values, Crowd returns 0 and 0.
func TestCrowdEqualsKernelAtVariedTolerances(t *testing.T) {
	src := rng.New(5, "crowd")
	for range 200 {
		values := make([]float64, 1+src.Intn(30))
		for i := range values {
			values[i] = math.Pow(10, -12+12*src.Float64())
		}
		values[0] = -1e-17
		sortAscending(values)
		tol := math.Pow(10, -9+3*src.Float64())
		threshold, dim := Kernel(values, tol)
		from, to := Crowd(values, threshold)
		_, small := Kernel(values, tol/CrowdFactor)
		_, large := Kernel(values, tol*CrowdFactor)
		if from != small || to != large {
			t.Fatalf("values %v, tolerance %g: dimensions %d to %d, want %d to %d", values, tol, from, to, small, large)
		}
		if dim < from || dim > to {
			t.Fatalf("values %v, tolerance %g: dimension %d, want %d to %d", values, tol, dim, from, to)
		}
	}
	if from, to := Crowd(nil, 1e-8); from != 0 || to != 0 {
		t.Errorf("without values: dimensions %d to %d, want 0 to 0", from, to)
	}
}

// sortAscending sorts x by insertion.
func sortAscending(x []float64) {
	for i := range x {
		for k := i; k > 0 && x[k] < x[k-1]; k-- {
			x[k], x[k-1] = x[k-1], x[k]
		}
	}
}

// TestLiteralLambda2IsNoRoundedZero checks sheaves with one singular map at both ends of
// every edge. If the kernel has more than d dimensions, λ_{d+1} is 0 up to rounding of either
// sign. Then λ2 is not known, and λ2 and λ3 are 0. Else λ2 lies above the threshold. At
// least 20 of the 40 sheaves have a λ_{d+1} that is rounding but not 0.
func TestLiteralLambda2IsNoRoundedZero(t *testing.T) {
	rounding := 0
	for seed := range 40 {
		src := rng.New(uint64(seed), "literal")
		n, d := 12, 2+seed%3
		edges := randomEdges(src, n, 1, 9)
		s := randomSheaf(src, n, d, edges, true)
		tie(s)
		lap := sheaf.NewLaplacian(n, d, edges)
		lap.Assemble(s)
		full, err := Full(lap.Operator(), 0, ValuesOnly)
		if err != nil {
			t.Fatal(err)
		}
		if full.Values[d] != 0 && math.Abs(full.Values[d]) <= full.Threshold {
			rounding++
		}
		l2, l3, _, ok := full.Lambda2(Literal, d, 1)
		if constantsOnly := full.KernelDim == d; ok != constantsOnly {
			t.Errorf("seed %d: λ2 known: %v with a kernel of dimension %d, d = %d", seed, ok, full.KernelDim, d)
		}
		if aboveThreshold := l2 > full.Threshold; ok != aboveThreshold {
			t.Errorf("seed %d: λ2 %g known: %v, threshold %g", seed, l2, ok, full.Threshold)
		}
		if !ok && (l2 != 0 || l3 != 0) {
			t.Errorf("seed %d: λ2 %g and λ3 %g are not known, want 0 and 0", seed, l2, l3)
		}
		// The rule Literal by a dense solve of the component.
		per, err := componentLambda2(lap.Operator(), d, make([]int, n), 1)
		if err != nil {
			t.Fatal(err)
		}
		if positive := per[0] > full.Threshold; per[0] != 0 && !positive {
			t.Errorf("seed %d: λ2 of the component is %g, want 0 or above %g", seed, per[0], full.Threshold)
		}
	}
	if rounding < 20 {
		t.Fatalf("only %d of the operators have a rounded λ_{d+1}, want 20 or more", rounding)
	}
}

// TestIterationExcludesTheKernel checks that a Tracker without a factor does not report a
// Ritz value up to the kernel tolerance as λ2. λ2 equals that of a dense solve, and its
// vector has a residual of at most 1e-6. The tracker runs 20 updates.
func TestIterationExcludesTheKernel(t *testing.T) {
	n, d := 40, 1
	edges := ringEdges(n)
	s := sheaf.Constant(n, d, edges)
	// Three weak edges nearly cut the ring into three parts: both edges of node 0, and (19, 20).
	// Two eigenvalues are positive, of about 1e-8 and less, and below the kernel tolerance of
	// 4e-8.
	for e, edge := range edges {
		atNode0, between19and20 := edge.I == 0, edge.I == 19 && edge.J == 20
		if atNode0 || between19and20 {
			s.Map(e, 0)[0], s.Map(e, 1)[0] = 7e-5, 7e-5
		}
	}
	tr := NewTracker(n, d, edges, TrackerOptions{MaxPairs: 1, MaxIter: 400})
	var est Estimate
	for range 20 { // the iteration converges over repeated updates
		est = tr.Update(s)
	}
	full, err := Full(tr.Operator(), 0, ValuesOnly)
	if err != nil {
		t.Fatal(err)
	}
	want, _, _, _ := full.Lambda2(Preliminaries, d, 1)
	if tr.Direct() || full.KernelDim < 2 {
		t.Fatalf("factor: %v, want none; kernel of dimension %d, want 2 or more; values %v", tr.Direct(), full.KernelDim, full.Values[:4])
	}
	if !near(est.Lambda2, want, 1e-6) || est.Residual > 1e-6 {
		t.Fatalf("λ2 %g with residual %g, want %g; values %v", est.Lambda2, est.Residual, want, full.Values[:5])
	}
}
