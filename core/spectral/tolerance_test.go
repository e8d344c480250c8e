package spectral

import (
	"math"
	"testing"

	"sheafscope/core/rng"
	"sheafscope/core/sheaf"
)

// TestCrowdEqualsKernelAtVariedTolerances: the two dimensions are those of Kernel
// at a tolerance ten times smaller and larger.
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
		if from != small || to != large || dim < from || dim > to {
			t.Fatalf("%v at %g: %d to %d, want %d to %d around %d", values, tol, from, to, small, large, dim)
		}
	}
	if from, to := Crowd(nil, 1e-8); from != 0 || to != 0 {
		t.Error(from, to)
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

// TestLiteralLambda2IsNoRoundedZero: with one singular map at both ends of every
// edge the kernel is larger than the constants and λ_{d+1} is 0. The rounded value
// of that 0, of either sign, is not reported as λ2.
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
		if ok != (l2 > full.Threshold) || !ok && (l2 != 0 || l3 != 0) || ok != (full.KernelDim == d) {
			t.Errorf("seed %d: λ2 %g, λ3 %g, %v with kernel %d at %g", seed, l2, l3, ok, full.KernelDim, full.Threshold)
		}
		per, err := componentLambda2(lap.Operator(), d, make([]int, n), 1)
		if err != nil || per[0] < 0 || per[0] != 0 && per[0] <= full.Threshold {
			t.Errorf("seed %d: λ2 of the component %v, %v", seed, per, err)
		}
	}
	if rounding < 20 {
		t.Fatalf("only %d of the operators have a rounded λ_{d+1}", rounding)
	}
}

// TestIterationExcludesTheKernel: without a factorisation too, a Ritz value up to
// the tolerance is not λ2, and Vector(0) is the eigenvector of λ2.
func TestIterationExcludesTheKernel(t *testing.T) {
	n, d := 40, 1
	edges := ringEdges(n)
	s := sheaf.Constant(n, d, edges)
	for e := range edges { // two weak edges: one eigenvalue of some 1e-8, the others of order 1
		if ed := edges[e]; ed.I == 0 || ed.I == 19 && ed.J == 20 {
			s.Map(e, 0)[0], s.Map(e, 1)[0] = 7e-5, 7e-5
		}
	}
	tr := NewTracker(n, d, edges, TrackerOptions{MaxPairs: 1, MaxIter: 400})
	var est Estimate
	for range 20 {
		est = tr.Update(s)
	}
	full, err := Full(tr.Operator(), 0, ValuesOnly)
	if err != nil {
		t.Fatal(err)
	}
	want, _, _, _ := full.Lambda2(Preliminaries, d, 1)
	if tr.Direct() || full.KernelDim < 2 {
		t.Fatalf("kernel %d, values %v", full.KernelDim, full.Values[:4])
	}
	if !near(est.Lambda2, want, 1e-6) || est.Residual > 1e-6 {
		t.Fatalf("λ2 %g with residual %g, want %g; values %v", est.Lambda2, est.Residual, want, full.Values[:5])
	}
}
