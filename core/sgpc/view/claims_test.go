package view

import (
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"sheafscope/core/claims"
	"sheafscope/core/diffusion"
	"sheafscope/core/graph"
	"sheafscope/core/rng"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/sample"
	"sheafscope/core/spectral"
)

// openCase trains the run of a case as the page does.
func openCase(t *testing.T, c claims.Case) *sgpc.Run {
	t.Helper()
	r, _, err := TrainCase(c)
	if err != nil {
		t.Fatal(err)
	}
	if r.Epoch() != c.Epochs {
		t.Fatalf("%s: the run ended after %d of %d epochs", c.Claim, r.Epoch(), c.Epochs)
	}
	return r
}

// TestCasesFail trains every case of the page. Its claim must fail although the
// assumptions are met. Every claim has a case, except the two of Theorem 2 and those
// with an O(·).
func TestCasesFail(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range claims.Cases() {
		if seen[c.Claim] || c.Shows == "" || c.Title == "" {
			t.Errorf("%+v", c)
		}
		seen[c.Claim] = true
		found := false
		for _, v := range Claims(openCase(t, c)) {
			if v.ID != c.Claim {
				continue
			}
			found = true
			t.Logf("%-16s %-34s %.5g %s %.5g", v.ID, c.Title, v.LHS, v.Relation, v.RHS)
			if !v.Evaluated || !v.AssumptionsMet || v.Holds {
				t.Errorf("%s does not fail in its case: %+v", c.Claim, v)
			}
		}
		if !found {
			t.Errorf("no claim is called %s", c.Claim)
		}
	}
	for _, v := range claims.Check(&claims.Input{}) {
		// Theorem 2 is true but for its count at κ near 3, which no setting
		// reaches. An O(·) is not refuted by a run.
		if want := !slices.Contains([]string{"thm2", "thm2-iterations", "thm5", "appendix-a"}, v.ID); seen[v.ID] != want {
			t.Errorf("%s has a case: %v", v.ID, seen[v.ID])
		}
	}
}

// caseOf returns the case of a claim.
func caseOf(t *testing.T, id string) claims.Case {
	t.Helper()
	c, ok := claims.CaseOf(id)
	if !ok {
		t.Fatalf("no run refutes %s", id)
	}
	return c
}

// TestTheorem1OnTwelveGraphs trains on graphs with random classes. With both weights 1
// the bound of Theorem 1 holds, since its spectral term exceeds every loss. With
// λ_KL = 1, λ_spec = 0 and KL = 0 the bound on errors fails. The bound on cross-entropy
// then fails, too, if it is below 1; a node without an edge raises it. The flag -v
// prints the counts. LONG=1 takes all twelve graphs of CLAIMS.md in place of two.
func TestTheorem1OnTwelveGraphs(t *testing.T) {
	graphs := 2
	if os.Getenv("LONG") != "" {
		graphs = 12
	}
	unit, failErrors, failLosses, small := 0, 0, 0, 0
	least, most := math.Inf(1), 0.0
	for seed := range graphs {
		run := func(id string, more ...string) claims.Claim {
			c := caseOf(t, id)
			c.Graph += fmt.Sprintf(",seed=%d", seed)
			c.Settings = maps.Clone(c.Settings)
			for k := 0; k < len(more); k += 2 {
				c.Settings[more[k]] = more[k+1]
			}
			_, v, err := TrainCase(c)
			if err != nil {
				t.Fatal(err)
			}
			return v
		}
		v := run("thm1", "lambda_spec", "1", "t", "5", "a0", "1", "b0", "1")
		if v.Holds {
			unit++
		}
		least, most = min(least, v.RHS), max(most, v.LHS)
		if v := run("thm1-error"); v.AssumptionsMet && !v.Holds {
			failErrors++
		}
		if v := run("thm1"); v.AssumptionsMet {
			small++
			if !v.Holds {
				failLosses++
			}
		}
	}
	t.Logf("weights 1 and 1: the bound holds on %d of %d graphs; it is at least %.1f, and the test loss at most %.2f. λ_KL = 1, λ_spec = 0, "+
		"KL = 0: the bound on errors fails on %d of %d, that on a cross-entropy in [0,1] on %d of %d.", unit, graphs, least, most, failErrors,
		graphs, failLosses, small)
	if unit != graphs || failErrors != graphs || 2*failLosses < small || least < 6.5-0.05 || most >= 1 {
		t.Error("what is said of theorem 1 is wrong")
	}
	for id, said := range map[string]string{"thm1": "on 12 of 12 graphs of random classes: it is 6.5 or more there, and every test loss " +
		"below 1",
		"thm1-error": "on 12 of 12 graphs"} {
		if row := rowOf(t, id); !strings.Contains(row.Reply, said) {
			t.Errorf("%s: %s", id, row.Reply)
		}
	}
}

// rowOf returns a claim that was evaluated without a run.
func rowOf(t *testing.T, id string) claims.Claim {
	t.Helper()
	all := claims.Check(&claims.Input{})
	k := slices.IndexFunc(all, func(c claims.Claim) bool { return c.ID == id })
	if k < 0 {
		t.Fatalf("no claim is called %s", id)
	}
	return all[k]
}

// TestResolventByReading evaluates the claim about the resolvent. Both sides are equal
// for equation 7 without normalisation. They differ for the sheaf of the preliminaries
// and for the normalised operator. The norm is recomputed from the inverse.
func TestResolventByReading(t *testing.T) {
	for _, c := range []struct {
		convention, operator string
		equal                bool
	}{{"literal", "laplacian", true}, {"literal", "normalized", false}, {"preliminaries", "laplacian", false},
		{"preliminaries", "normalized", false}} {
		r, v, err := TrainCase(claims.Case{Claim: "resolvent", Graph: "karate", Epochs: 1,
			Settings: map[string]string{"dt": "5", "convention": c.convention, "operator": c.operator}})
		if err != nil {
			t.Fatal(err)
		}
		l := spectral.Materialize(r.Evaluation().Lap.Operator())
		a := mat.NewDense(l.Rows, l.Rows, slices.Clone(l.Data))
		a.Scale(5, a)
		for i := range l.Rows {
			a.Set(i, i, a.At(i, i)+1)
		}
		var inverse mat.Dense
		if err := inverse.Inverse(a); err != nil {
			t.Fatal(err)
		}
		d := r.Evaluation().Raw.D
		for i := range l.Rows {
			for j := i % d; j < l.Rows; j += d {
				inverse.Set(i, j, inverse.At(i, j)-1/float64(r.Graph.N))
			}
		}
		var svd mat.SVD
		svd.Factorize(&inverse, mat.SVDNone)
		if norm := svd.Values(nil)[0]; math.Abs(norm-v.LHS) > 1e-7 || v.Holds != c.equal || !v.AssumptionsMet {
			t.Errorf("%s, %s: %.9g and %.9g (%v), by inversion %.9g", c.convention, c.operator, v.LHS, v.RHS, v.Holds, norm)
		}
		if said := fmt.Sprintf("both are %.6g on the karate club with Δt = 5", v.LHS); c.equal && !strings.Contains(v.Reply, said) {
			t.Errorf("the reply does not say %q: %s", said, v.Reply)
		}
	}
}

// TestDrawsOfTheorem2 counts over 50 draws how often the assumptions and the statement of
// Theorem 2 hold, at the largest diffusion time that it allows and at the time of the
// run. The draws have as many edges as the matrix Chernoff bound requires, and as many as
// a training pass samples.
func TestDrawsOfTheorem2(t *testing.T) {
	linked, err := strconv.ParseFloat(caseOf(t, "thm2-draw").Settings["dt"], 64)
	if err != nil {
		t.Fatal(err)
	}
	largestTime, bad := drawsOfTheorem2(t, 0)
	at, none := drawsOfTheorem2(t, linked)
	if bad == 0 || none != 0 || at != linked {
		t.Error("the training draws satisfy the theorem, or those of the link do not: CLAIMS.md is wrong")
	}
	sample.Documented(t, "At Δt = 1/λmax = %.3g, %d of them have κ > 2.5; at Δt = %g, that of the link, %d ",
		largestTime, bad, linked, none)
}

// drawsOfTheorem2 draws sparsifiers at the diffusion time dt, or for dt = 0 at 1/λ_max. It
// returns the time, and the number of training draws with κ above 2 + ε.
func drawsOfTheorem2(t *testing.T, dt float64) (at float64, bad int) {
	g := graph.Karate()
	split, err := graph.ParseSplit(g, method.DefaultSplit, 0)
	if err != nil {
		t.Fatal(err)
	}
	cfg := method.DefaultFor(g, split)
	cfg.SVR, cfg.SVREpsilon, cfg.GapMode = "sparsified", 0.5, "off"
	r, err := sgpc.New(g, split, cfg)
	if err != nil {
		t.Fatal(err)
	}
	r.StepEpoch()
	full, _ := newViewer(r).sparseDraws()
	if dt == 0 {
		dt = 1 / full.Drawn.High
	}
	v, n := newViewer(r), r.Evaluation()
	v.eval.Diffused[0].Dt = dt
	prob, err := v.samplingOf(n.Hat, n.Lap)
	if err != nil {
		t.Fatal(err)
	}
	tau, err := diffusion.Leverage(n.Hat, n.Lap, 0)
	if err != nil {
		t.Fatal(err)
	}
	enough := diffusion.Probabilities(tau, diffusion.OversamplingGuaranteed(cfg.SVREpsilon, n.Lap.Dim(), sparsifierRisk))
	const draws = 50
	for name, p := range map[string][]float64{"guaranteed": enough, "training": prob} {
		missed, above, worst, kept := 0, 0, 0.0, 0
		for k := range uint64(draws) {
			d := v.newDraw(p, rng.New(k, "test draw")).Drawn
			kappa := (1 + dt*d.High) / (1 + dt*d.Low)
			worst, kept = max(worst, kappa), kept+d.Kept
			if d.Error > cfg.SVREpsilon {
				missed++
			}
			if kappa > 2+cfg.SVREpsilon {
				above++
			}
		}
		t.Logf("Δt = %.3g, %s: %.0f of %d edges; no (1±%g) sparsifier in %d of %d draws, κ > %g in %d, worst κ %.2f", dt, name,
			float64(kept)/draws, len(p), cfg.SVREpsilon, missed, draws, 2+cfg.SVREpsilon, above, worst)
		if name == "guaranteed" {
			if missed > 0 || above > 0 {
				t.Error("a draw with enough edges misses the theorem")
			}
			sample.Documented(t, "The guarantee needs all %d edges of the karate club.", kept/draws)
			continue
		}
		bad = above
		if missed < draws {
			t.Error("a training draw is a sparsifier: the note of claim thm2-draw is wrong")
		}
		sample.Documented(t, "draws some %.0f: these miss ε = 0.5 in %d of %d draws.", float64(kept)/draws, missed, draws)
	}
	return dt, bad
}
