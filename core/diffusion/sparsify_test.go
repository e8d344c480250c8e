package diffusion

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"sheafscope/core/rng"
	"sheafscope/core/sheaf"
)

// TestLeverageAgainstPseudoInverse compares the leverage scores with tr(B_e L⁺ B_eᵀ),
// where L⁺ is the pseudo-inverse of L + ridge·I by gonum's SVD. Without a ridge the scores add
// up to the rank of L. LeverageEstimate with 400 probes is within 6 standard errors. A
// negative ridge and a dimension above 1000 are errors.
func TestLeverageAgainstPseudoInverse(t *testing.T) {
	const n, d = 12, 2
	s, l := randomSheaf(n, d, 0.5, 1)
	for _, ridge := range []float64{0, 0.7} {
		tau, err := Leverage(s, l, ridge)
		if err != nil {
			t.Fatal(err)
		}
		// The pseudo-inverse.
		a := l.Dense()
		for k := range n * d {
			a.Data[k*n*d+k] += ridge
		}
		var svd mat.SVD
		svd.Factorize(mat.NewDense(n*d, n*d, a.Data), mat.SVDFull)
		var u, v mat.Dense
		svd.UTo(&u)
		svd.VTo(&v)
		sum, rank := 0.0, 0
		pinv := mat.NewDense(n*d, n*d, nil)
		for k, sv := range svd.Values(nil) {
			if sv > 1e-9 {
				rank++
				var o mat.Dense
				o.Outer(1/sv, v.ColView(k), u.ColView(k))
				pinv.Add(pinv, &o)
			}
		}
		// The scores.
		x := make([]float64, n*d)
		b := make([]float64, len(s.Edges)*d)
		for e := range tau {
			want := 0.0
			for r := range d {
				clear(b)
				b[e*d+r] = 1
				s.CoboundaryT(x, b, 1) // row r of B_e
				var y mat.VecDense
				y.MulVec(pinv, mat.NewVecDense(n*d, x))
				want += mat.Dot(mat.NewVecDense(n*d, x), &y)
			}
			sum += tau[e]
			if math.Abs(tau[e]-want) > 1e-10 {
				t.Fatalf("ridge %v: leverage of edge %d is %g, want %g", ridge, e, tau[e], want)
			}
		}
		if ridge == 0 && math.Abs(sum-float64(rank)) > 1e-9 {
			t.Errorf("scores add up to %g, rank %d", sum, rank)
		}
		// The estimate.
		est, err := LeverageEstimate(s, l, ridge, 400, 1e-8, rng.New(1, "probes"))
		if err != nil {
			t.Fatal(err)
		}
		for e := range tau {
			// The standard error with 400 probes is at most √(2/400)·τ.
			if math.Abs(est[e]-tau[e]) > 6*math.Sqrt(2.0/400)*tau[e] {
				t.Errorf("ridge %v: edge %d has the estimate %g, want about %g", ridge, e, est[e], tau[e])
			}
		}
	}
	if _, err := Leverage(s, l, -1); err == nil {
		t.Error("negative ridge accepted")
	}
	if _, err := Leverage(s, sheaf.NewLaplacian(1001, 1, nil), 0); err == nil {
		t.Error("no error above the dense limit")
	}
}

// TestSparsifierSamplesAsExpected checks the two choices of the oversampling κ. The
// guaranteed one keeps the whole spectrum within ε = 0.9, by dense eigenvalues, and drops edges.
// There random vectors show no larger ε. The typical one keeps the quadratic form of random
// vectors within ε = 0.2 in at least 17 of 20 samples, with at most half of the edges on average.
// A sample of all edges has the given maps. Probabilities for 300 expected edges add up to 300,
// or at most 2 % more.
func TestSparsifierSamplesAsExpected(t *testing.T) {
	const n, d = 60, 2
	s, l := randomSheaf(n, d, 0.9, 3)
	tau, err := Leverage(s, l, 1)
	if err != nil {
		t.Fatal(err)
	}
	// Guaranteed: the whole spectrum within ε.
	const eps = 0.9
	kappa := OversamplingGuaranteed(eps, n*d, 0.1) // 0.1 bounds the probability of a failure
	for draw := range uint64(5) {
		p := Draw(Probabilities(tau, kappa), rng.New(draw, "draw"))
		sub := p.Sheaf(s)
		ls := sheaf.NewLaplacian(n, d, sub.Edges)
		ls.Assemble(sub)
		low, high, err := ExactEpsilon(l, ls, 1)
		if err != nil {
			t.Fatal(err)
		}
		exact := max(1-low, high-1)
		onRandom := MeasuredEpsilon(s, sub, 1, 50, rng.New(draw, "vectors"))
		if exact > eps || onRandom > exact+1e-12 {
			t.Errorf("%d of %d edges: ε = %g exactly, %g on random vectors, want ≤ %g", len(p.Kept), len(s.Edges), exact, onRandom, eps)
		}
		if len(p.Kept) == len(s.Edges) {
			t.Errorf("the sample keeps all %d edges", len(s.Edges))
		}
	}
	// Typical: within ε on random vectors, with far fewer edges.
	kappa = OversamplingTypical(s, tau, 0.2)
	outside, kept := 0, 0
	for draw := range uint64(20) {
		p := Draw(Probabilities(tau, kappa), rng.New(draw, "typical"))
		kept += len(p.Kept)
		if MeasuredEpsilon(s, p.Sheaf(s), 0, 1, rng.New(draw, "vector")) > 0.2 {
			outside++
		}
	}
	if outside > 3 || kept/20 > len(s.Edges)/2 {
		t.Errorf("typical: %d of 20 samples outside ε, want at most 3; %d of %d edges kept", outside, kept/20, len(s.Edges))
	}
	// A sample of all edges, and the expected number of edges.
	complete := Draw(Probabilities(tau, oversamplingCount(tau, float64(len(tau)))), rng.New(1, "all"))
	if len(complete.Kept) != len(tau) || maxDiff(complete.Sheaf(s).R, s.R) != 0 {
		t.Errorf("%d of %d edges kept, want all with their maps", len(complete.Kept), len(tau))
	}
	sum := 0.0
	for _, v := range Probabilities(tau, oversamplingCount(tau, 300)) {
		sum += v
	}
	if sum < 300 || sum > 306 {
		t.Errorf("expected number of edges %g, want 300 to 306", sum)
	}
}

// TestSparsifierUnbiased checks E[⟨x, L̃ x⟩] = ⟨x, L x⟩ for a random x: the mean over 4000
// samples lies within 4 standard errors.
func TestSparsifierUnbiased(t *testing.T) {
	const n, d, draws = 14, 2, 4000
	s, l := randomSheaf(n, d, 0.8, 3)
	tau, _ := Leverage(s, l, 0)
	prob := Probabilities(tau, oversamplingCount(tau, 0.5*float64(len(tau))))
	x := randoms(n*d, 1)
	want, sum, squares := s.Dirichlet(nil, nil, x, 1), 0.0, 0.0
	for k := range uint64(draws) {
		v := Draw(prob, rng.New(k, "unbiased")).Sheaf(s).Dirichlet(nil, nil, x, 1)
		sum += v
		squares += v * v
	}
	mean := sum / draws
	standardError := math.Sqrt((squares/draws - mean*mean) / draws)
	if math.Abs(mean-want) > 4*standardError {
		t.Errorf("mean %g ± %g, want %g", mean, standardError, want)
	}
}

// TestAnchorReducesVariance checks that an anchor reduces variance and error of sparsified
// solves to 5 % or less, over 30 samples, when maps and features have changed a little since
// the anchor. At the anchor the result is exact. The variance of one sample is an error.
func TestAnchorReducesVariance(t *testing.T) {
	const n, d, c, dt = 30, 3, 4, 1.0
	s, l := randomSheaf(n, d, 0.5, 6)
	h := randoms(n*d*c, 1)
	a := NewAnchor(s, dt, h, c, 1e-11, 300)
	// Maps and features change after the anchor.
	src := rng.New(2, "move")
	for k := range s.R {
		s.R[k] += 0.02 * src.Norm()
	}
	for k := range h {
		h[k] += 0.05 * src.Norm()
	}
	l.Assemble(s)
	tau, _ := Leverage(s, l, 1/dt)
	prob := Probabilities(tau, oversamplingCount(tau, 0.5*float64(len(tau))))
	var ps []*Pattern
	for k := range uint64(30) {
		ps = append(ps, Draw(prob, rng.New(k, "anchor")))
	}
	v, err := MeasureVariance(ps, s, dt, h, a)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%+v", v)
	reduced := v.Anchored <= 0.05*v.Plain && v.AnchoredError <= 0.05*v.PlainError
	if !reduced || v.Plain == 0 {
		t.Errorf("variance %g with the anchor, %g without; errors %g and %g", v.Anchored, v.Plain, v.AnchoredError, v.PlainError)
	}
	if _, err := MeasureVariance(ps[:1], s, dt, h, a); err == nil {
		t.Error("MeasureVariance accepts one sample")
	}
	// With an anchor at the present maps and features.
	present := NewAnchor(s, dt, h, c, 1e-12, 300)
	corrected := NewSparse(ps[0], s, c, 1e-12, 300, present)
	if e := maxDiff(corrected.Forward(dt, h), present.x); e > 1e-9 {
		t.Errorf("at the anchor the result differs by %g, want 0", e)
	}
}

// TestSparseGradients compares the gradients of sparsified diffusion with an anchor, by
// maps, features and Δt, with central differences.
func TestSparseGradients(t *testing.T) {
	const n, d, c = 10, 2, 2
	s, l := randomSheaf(n, d, 0.7, 6)
	h, g := randoms(n*d*c, 1), randoms(n*d*c, 2)
	a := NewAnchor(s, 1, h, c, 1e-13, 300)
	tau, _ := Leverage(s, l, 1)
	p := Draw(Probabilities(tau, oversamplingCount(tau, 0.6*float64(len(tau)))), rng.New(1, "p"))
	o := NewSparse(p, s, c, 1e-14, 300, a)
	dt := []float64{0.9}
	value := func() float64 { return dot(g, o.Forward(dt[0], h)) }
	value()
	gh, gr := make([]float64, len(h)), make([]float64, len(s.R))
	o.Backward(g, gh, gr)
	gdt := o.TimeGradient()
	checkGrad(t, "R", s.R, gr, value)
	checkGrad(t, "H", h, gh, value)
	checkGrad(t, "Δt", dt, []float64{gdt}, value)
}

// oversamplingCount returns the smallest oversampling κ, to 1 %, for which the expected
// number of sampled edges is at least count.
func oversamplingCount(tau []float64, count float64) float64 {
	return bisect(tau, func(kappa float64) bool {
		sum := 0.0
		for _, v := range tau {
			sum += min(1, kappa*v)
		}
		return sum >= count
	})
}
