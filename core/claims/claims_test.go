package claims

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/pacbayes"
	"sheafscope/core/rng"
	"sheafscope/core/sheaf"
	"sheafscope/core/spectral"
)

// about reports whether two numbers differ by at most tol.
func about(got, want, tol float64) bool { return math.Abs(got-want) <= tol }

// TestVerdictsEqualTheTable reproduces every number of the table of verdicts.
func TestVerdictsEqualTheTable(t *testing.T) {
	list, err := Counterexamples()
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][][2]float64{ // by claim: LHS and RHS of each counterexample
		"thm1":         {{0.41, 0.10}},
		"thm1-error":   {{0.5, 0.1312}},
		"resolvent":    {{1, 1.0 / 3}},
		"distance":     {{4.714, 1}},
		"thm2-formula": {{2, 1}}, "thm2-iterations": {{2, 1}},
		"thm3":       {{0.11381, 0.125}},
		"lemma1":     {{0.02469, 0.02222}},
		"lemma1-60":  {{1.83, 0.6}},
		"lemma1-23":  {{1.83, 0.6667}},
		"kl-var":     {{3.0749, 0.000313}},
		"thm4":       {{0.1322, 4.884e-5}},
		"lemma2":     {{2.2448, 1.1579}},
		"thm5":       {{0.5, 0.0090}},
		"appendix-a": {{2001000 * 1703 * 1703, 2001000 + 2001*1703*1703}},
	}
	digits := map[string]float64{"thm1": 0.01, "thm1-error": 0.005, "thm3": 5e-6,
		"lemma1-60": 0.004, "lemma1-23": 0.004, "thm5": 0.005, "kl-var": 5e-5, "distance": 5e-4,
		"lemma1": 5e-6, "lemma2": 5e-5, "thm4": 5e-5}
	for _, c := range list {
		w := want[c.Claim]
		if len(w) == 0 {
			t.Fatalf("unexpected %+v", c)
		}
		tol := digits[c.Claim]
		if tol == 0 {
			tol = 1e-8
		}
		right := tol
		if c.Claim == "appendix-a" {
			right = 1e-8 * w[0][1]
		}
		if c.Holds || !about(c.LHS, w[0][0], tol) || !about(c.RHS, w[0][1], right) {
			t.Errorf("%s, %s: %.6g %s %.6g (holds %v), want %v", c.Claim, c.Title, c.LHS, c.Relation, c.RHS, c.Holds, w[0])
		}
		if c.Graph != "" {
			if _, err := graph.Builtin(c.Graph); err != nil {
				t.Error(err)
			}
		}
		want[c.Claim] = w[1:]
	}
	for id, rest := range want {
		if len(rest) > 0 {
			t.Errorf("%s: counterexample missing", id)
		}
	}
}

// TestCorrectForms checks what the table puts in the place of the false claims.
func TestCorrectForms(t *testing.T) {
	if p := ViolationExact(87, 0.1, 0.1); !about(p, 0.41, 0.006) || !about(p, ViolationShare(87, 0.1, 0.1, 40000, 3), 0.01) {
		t.Errorf("violated in %.4f of draws", p)
	}
	// With λ_KL = 1 the bound for one fixed predictor does hold.
	if p := ViolationExact(87, 0.1, 1); p > 0.1 {
		t.Errorf("λ_KL = 1 violated in %.4f", p)
	}
	for trial := range 200 {
		src := rng.New(1, "claims", uint64(trial))
		a, b, n := 1+5*src.Float64(), 1+5*src.Float64(), 1+src.Intn(30)
		g := a + b
		if r := ExpectedRatio(a, b, n); !about(r, g/(g+float64(n)), 1e-10) {
			t.Fatalf("E[Var_post]/Var_prior = %.12g, want %.12g", r, g/(g+float64(n)))
		}
		k := float64(src.Intn(n + 1))
		v := pacbayes.BetaVariance(a+k, b+float64(n)-k)
		if v > 1/(4*(g+float64(n)+1)) {
			t.Fatal("Var above 1/(4(γ+n+1))")
		}
		if float64(n) <= 3*g && v > varianceBound(g, float64(n)) {
			t.Fatalf("lemma 1 fails at n = %d ≤ 3γ = %g", n, 3*g)
		}
	}
	if r := ExpectedRatio(1, 9, 5); !about(r, 2.0/3, 1e-12) {
		t.Error(r)
	}
	last := 0.0
	for k := 2.0; k < 1e5; k *= 3 {
		kl := pacbayes.BetaKL(k, k, 1, 1)
		if kl <= last {
			t.Fatal("KL of Beta(k,k) against the uniform does not grow")
		}
		last = kl
	}
}

// drawn is the draw that keeps every edge.
func drawn(op linalg.Operator, s *spectral.Spectrum, edges int) *Drawn {
	d := &Drawn{Operator: op, Positive: s.Values[s.KernelDim], High: s.Values[len(s.Values)-1], Kept: edges, Edges: edges}
	if s.KernelDim == 0 {
		d.Low = d.Positive
	}
	return d
}

// input returns a run-like input on a graph with the constant or a random sheaf.
func input(t *testing.T, g *graph.Graph, d int, random bool) *Input {
	t.Helper()
	s := sheaf.Constant(g.N, d, g.Edges)
	src := rng.New(5, "claims")
	if random {
		for i := range s.R {
			s.R[i] += 0.5 * src.Norm()
		}
	}
	l := sheaf.NewLaplacian(g.N, d, g.Edges)
	l.Assemble(s)
	full, err := spectral.Full(l.Operator(), 0, spectral.WithVectors)
	if err != nil {
		t.Fatal(err)
	}
	l2, l3, _, _ := full.Lambda2(spectral.Preliminaries, d, 1)
	top := full.Values[len(full.Values)-1]
	in := &Input{N: g.N, M: len(g.Edges), D: d, Features: 10, Dt: 1 / top, Spectrum: full,
		Lambda2: l2, Lambda3: l3, LambdaMax: top, Channels: 2, CGTol: 1e-8, Armijo: 0.5, A0: 1, B0: 1,
		Empirical: 0.3, KLSum: 2, CHet: 0.5, Delta: 0.1, LambdaKL: 1, LambdaSpec: 0.1, Labeled: 20, HasTest: true, TestError: 0.2, TestLoss: 0.4,
		Epsilon: 0.5, Guaranteed: drawn(l.Operator(), full, len(g.Edges)), Training: drawn(l.Operator(), full, len(g.Edges)),
		BoundHistory: []float64{3, 2, 1.9}, Lambda2History: []float64{l2, l2 * 1.1}, OutputChange: 0.1, HasOutputChange: true}
	for range g.N * d * 2 {
		in.H = append(in.H, src.Norm())
	}
	for range g.Edges {
		k := 5 * src.Float64()
		in.Alpha, in.Beta = append(in.Alpha, 1+k), append(in.Beta, 6-k)
	}
	return in
}

// find returns the claim with an ID.
func find(list []Claim, id string) Claim {
	for _, c := range list {
		if c.ID == id {
			return c
		}
	}
	return Claim{}
}

// TestKarateEvaluatesAllClaims: on the karate club all claims are evaluated, some with known verdicts; on an empty input none is.
func TestKarateEvaluatesAllClaims(t *testing.T) {
	var ids []string
	for _, r := range rows() {
		ids = append(ids, r.ID)
	}
	for _, random := range []bool{false, true} {
		for d := 1; d <= 3; d++ {
			list := Check(input(t, graph.Karate(), d, random))
			var got []string
			for _, c := range list {
				got = append(got, c.ID)
				if !c.Evaluated || c.Note == "" || c.Statement == "" || math.IsNaN(c.LHS) || math.IsInf(c.LHS, 0) || math.IsNaN(c.RHS) ||
					math.IsInf(c.RHS, 0) {
					t.Errorf("%+v", c)
				}
			}
			if !slices.Equal(got, ids) {
				t.Fatalf("checked are %v, the rows are %v", got, ids)
			}
			if c := find(list, "thm2"); !c.Holds || !c.AssumptionsMet {
				t.Errorf("%+v", c)
			}
			// The resolvent identity is true for the constant sheaf of a connected graph.
			if c := find(list, "resolvent"); !random && !c.Holds {
				t.Errorf("%+v", c)
			}
			if c := find(list, "resolvent"); random && c.Holds {
				t.Errorf("d = %d: a random sheaf has no constants in its kernel, %+v", d, c)
			}
			if c := find(list, "thm3"); d > 1 && !random && c.Holds || c.Holds != (c.LHS >= 0.125) {
				t.Errorf("%+v", c)
			}
		}
	}
	if b, err := json.Marshal(Check(&Input{})); err != nil || strings.Contains(string(b), `"evaluated":true`) {
		t.Fatalf("empty input: %s, %v", b, err)
	}
}

// TestDistanceEqualsDirectSolves: both sides equal direct solves.
func TestDistanceEqualsDirectSolves(t *testing.T) {
	in := input(t, graph.Ring(7), 2, false)
	got, away := distances(in.Spectrum, in.H, in.Channels)
	// H⋆ is the mean over the nodes; (I+L)⁻¹H by a dense solve.
	a := spectral.Materialize(in.Guaranteed.Operator)
	b := linalg.NewDense(14, 2)
	copy(b.Data, in.H)
	for i := range 14 {
		a.Data[i*14+i]++
	}
	var solved mat.Dense
	if err := solved.Solve(mat.NewDense(14, 14, a.Data), mat.NewDense(14, 2, b.Data)); err != nil {
		t.Fatal(err)
	}
	z := &linalg.Dense{Rows: 14, Cols: 2, Data: solved.RawMatrix().Data}
	want, wantAway := 0.0, 0.0
	for k := range 2 {
		for c := range 2 {
			mean := 0.0
			for i := range 7 {
				mean += in.H[(i*2+k)*2+c] / 7
			}
			for i := range 7 {
				want += (z.At(i*2+k, c) - mean) * (z.At(i*2+k, c) - mean)
				wantAway += (in.H[(i*2+k)*2+c] - mean) * (in.H[(i*2+k)*2+c] - mean)
			}
		}
	}
	if !about(got, math.Sqrt(want), 1e-10) || !about(away, math.Sqrt(wantAway), 1e-10) {
		t.Fatalf("%g, %g; want %g, %g", got, away, math.Sqrt(want), math.Sqrt(wantAway))
	}
	if bound := away / (1 + in.Lambda2); got > bound {
		t.Fatalf("the true inequality fails: %g > %g", got, bound)
	}
}

// TestIterationsKeepTheBound: plainCG needs at most one iteration more than the usual bound ⌈(√κ/2)·log(2√κ/ε)⌉.
func TestIterationsKeepTheBound(t *testing.T) {
	in := input(t, graph.Karate(), 3, true)
	d := in.Guaranteed
	k, b := d.kappa(in.Dt), in.H[:d.Operator.Dim()]
	n := plainCG(d.Operator, in.Dt, append([]float64(nil), b...), 1e-8*linalg.Nrm2(b))
	if limit := math.Ceil(math.Sqrt(k)/2*math.Log(2*math.Sqrt(k)*1e8)) + 1; float64(n) > limit {
		t.Fatalf("%d iterations, bound %g", n, limit)
	}
}

// TestRowsAreWhole: every row has a statement, the names of both sides, a true statement, and a possible answer of the authors.
func TestRowsAreWhole(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range rows() {
		if r.Answer == "" || r.Reply == "" {
			t.Errorf("%s has no answer of its authors, or no reply", r.ID)
		}
		if r.Title == "" || r.Statement == "" || r.sides[0] == "" || r.sides[1] == "" || r.Relation == "" || seen[r.ID] || r.Note == "" &&
			r.ID != "thm4" { // that of theorem 4 has numbers of the run throughout
			t.Errorf("%+v", r)
		}
		seen[r.ID] = true
	}
}
