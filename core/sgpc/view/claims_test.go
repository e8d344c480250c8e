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

// trainedCase returns the run of a case after its epochs, as the page trains it.
func trainedCase(t *testing.T, c claims.Case) *sgpc.Run {
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

// TestCasesFail trains every case of the page. Its claim is evaluated and fails although the
// assumptions are met. Each case has texts. A claim has at most one case. The claims without a
// case are two of Theorem 2 and the two with an O(·), thm5 and appendix-a.
func TestCasesFail(t *testing.T) {
	hasCase := map[string]bool{} // by the ID of the claim
	for _, c := range claims.Cases() {
		if hasCase[c.Claim] || c.Shows == "" || c.Title == "" {
			t.Errorf("the case repeats a claim, or has no text: %+v", c)
		}
		hasCase[c.Claim] = true
		found := false
		for _, v := range Claims(trainedCase(t, c)) {
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
		// Theorem 2 is true, except for its count of iterations at κ near 3, which no setting
		// reaches. A run does not refute an O(·).
		want := !slices.Contains([]string{"thm2", "thm2-iterations", "thm5", "appendix-a"}, v.ID)
		if hasCase[v.ID] != want {
			t.Errorf("%s has a case: %v, want %v", v.ID, hasCase[v.ID], want)
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

// TestTheorem1OnTwelveGraphs trains on graphs with random classes. With λ_KL = λ_spec = 1 the
// bound of Theorem 1 holds on every graph: it is at least 6.5, and the test loss below 1.
// With λ_KL = 1, λ_spec = 0 and KL = 0 the bound on errors fails on every graph. The bound
// on cross-entropy fails on at least half of the graphs where its assumptions are met. The
// replies of the claims have these numbers. The flag -v prints the counts. LONG=1 trains on
// all twelve graphs of CLAIMS.md in place of two.
func TestTheorem1OnTwelveGraphs(t *testing.T) {
	graphs := 2
	if os.Getenv("LONG") != "" {
		graphs = 12
	}
	// Numbers of graphs: on holding the bound with weights 1 holds, on errorFails the bound on
	// errors fails. On bounded the cross-entropy meets the assumptions, on lossFails its bound
	// also fails.
	holding, errorFails, lossFails, bounded := 0, 0, 0, 0
	smallestBound, largestLoss := math.Inf(1), 0.0
	for seed := range graphs {
		// evaluate trains the case of a claim on the graph of this seed, with changed settings
		// (name, value, name, value …). It returns the evaluated claim.
		evaluate := func(id string, changes ...string) claims.Claim {
			c := caseOf(t, id)
			c.Graph += fmt.Sprintf(",seed=%d", seed)
			c.Settings = maps.Clone(c.Settings)
			for k := 0; k < len(changes); k += 2 {
				c.Settings[changes[k]] = changes[k+1]
			}
			_, v, err := TrainCase(c)
			if err != nil {
				t.Fatal(err)
			}
			return v
		}
		v := evaluate("thm1", "lambda_spec", "1", "t", "5", "a0", "1", "b0", "1")
		if v.Holds {
			holding++
		}
		smallestBound, largestLoss = min(smallestBound, v.RHS), max(largestLoss, v.LHS)
		if v := evaluate("thm1-error"); v.AssumptionsMet && !v.Holds {
			errorFails++
		}
		if v := evaluate("thm1"); v.AssumptionsMet {
			bounded++
			if !v.Holds {
				lossFails++
			}
		}
	}
	t.Logf("weights 1 and 1: the bound holds on %d of %d graphs; it is at least %.1f, and the test loss at most %.2f. λ_KL = 1, λ_spec = 0, "+
		"KL = 0: the bound on errors fails on %d of %d, that on a cross-entropy in [0,1] on %d of %d.", holding, graphs, smallestBound,
		largestLoss, errorFails, graphs, lossFails, bounded)
	if holding != graphs || smallestBound < 6.5-0.05 || largestLoss >= 1 { // 6.5 has one digit after the point
		t.Errorf("weights 1 and 1: the bound holds on %d of %d graphs, is at least %g, want 6.5, and the test loss at most %g, want below 1",
			holding, graphs, smallestBound, largestLoss)
	}
	if errorFails != graphs || 2*lossFails < bounded {
		t.Errorf("the bound on errors fails on %d of %d graphs, that on cross-entropy on %d of %d, want all and at least half",
			errorFails, graphs, lossFails, bounded)
	}
	for id, sentence := range map[string]string{"thm1": "on 12 of 12 graphs of random classes: it is 6.5 or more there, and every test loss " +
		"below 1",
		"thm1-error": "on 12 of 12 graphs"} {
		if claim := claimWithoutRun(t, id); !strings.Contains(claim.Reply, sentence) {
			t.Errorf("the reply of %s does not contain %q: %s", id, sentence, claim.Reply)
		}
	}
}

// claimWithoutRun returns a claim with its texts, without numbers of a run.
func claimWithoutRun(t *testing.T, id string) claims.Claim {
	t.Helper()
	all := claims.Check(&claims.Input{})
	k := slices.IndexFunc(all, func(c claims.Claim) bool { return c.ID == id })
	if k < 0 {
		t.Fatalf("no claim is called %s", id)
	}
	return all[k]
}

// TestResolventByReading evaluates the claim about the resolvent (I + Δt L)^{-1} on the karate
// club with Δt = 5. Both sides are equal for equation 7 (convention "literal") without
// normalisation, and the reply of the claim has their value. They differ for the sheaf of the
// preliminaries and for the normalised operator. The left side is the largest singular value
// of the resolvent minus the mean over all nodes, recomputed from the inverse.
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
		// The resolvent minus the projection to the mean of each coordinate over all nodes.
		d := r.Evaluation().Raw.D
		for i := range l.Rows {
			for j := i % d; j < l.Rows; j += d {
				inverse.Set(i, j, inverse.At(i, j)-1/float64(r.Graph.N))
			}
		}
		var svd mat.SVD
		svd.Factorize(&inverse, mat.SVDNone)
		if norm := svd.Values(nil)[0]; math.Abs(norm-v.LHS) > 1e-7 || v.Holds != c.equal || !v.AssumptionsMet {
			t.Errorf("%s, %s: %.9g and %.9g (equal: %v, want %v; assumptions met: %v), by inversion %.9g", c.convention, c.operator, v.LHS,
				v.RHS, v.Holds, c.equal, v.AssumptionsMet, norm)
		}
		sentence := fmt.Sprintf("both are %.6g on the karate club with Δt = 5", v.LHS)
		if c.equal && !strings.Contains(v.Reply, sentence) {
			t.Errorf("the reply does not contain %q: %s", sentence, v.Reply)
		}
	}
}

// TestDrawsOfTheorem2 draws 50 sparsifiers with as many edges as the matrix Chernoff bound
// requires, and 50 with as many as a training pass samples. At the largest diffusion time of
// Theorem 2, 1/λ_max, some training draws have κ above 2 + ε. At the time of the case in the
// page none has. CLAIMS.md has the counts. drawsOfTheorem2 checks the other properties.
func TestDrawsOfTheorem2(t *testing.T) {
	timeOfCase, err := strconv.ParseFloat(caseOf(t, "thm2-draw").Settings["dt"], 64)
	if err != nil {
		t.Fatal(err)
	}
	largestTime, aboveAtLargest := drawsOfTheorem2(t, 0)
	time, aboveAtCase := drawsOfTheorem2(t, timeOfCase)
	if aboveAtLargest == 0 || aboveAtCase != 0 || time != timeOfCase {
		t.Errorf("κ is above 2 + ε in %d draws at the largest time, in %d at Δt = %g; CLAIMS.md states some, and none", aboveAtLargest,
			aboveAtCase, time)
	}
	sample.Documented(t, "At Δt = 1/λmax = %.3g, %d of them have κ > 2.5; at Δt = %g, that of the link, %d ",
		largestTime, aboveAtLargest, timeOfCase, aboveAtCase)
}

// drawsOfTheorem2 draws sparsifiers at the diffusion time dt, or for dt = 0 at 1/λ_max. It
// returns the time, and the number of training draws with κ above 2 + ε. Every draw with the
// guaranteed number of edges is a (1±ε) sparsifier with κ of at most 2 + ε. No training draw
// is a (1±ε) sparsifier. CLAIMS.md has the mean numbers of edges.
func drawsOfTheorem2(t *testing.T, dt float64) (time float64, trainingAbove int) {
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
		dt = 1 / full.Drawn.High // this draw has all edges, so that High is λ_max
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
	guaranteed := diffusion.Probabilities(tau, diffusion.OversamplingGuaranteed(cfg.SVREpsilon, n.Lap.Dim(), sparsifierRisk))
	const draws = 50
	for name, p := range map[string][]float64{"guaranteed": guaranteed, "training": prob} {
		// missed counts the draws that are no (1±ε) sparsifier, above the draws with κ > 2 + ε. kept
		// is the sum of the numbers of edges.
		missed, above, worst, kept := 0, 0, 0.0, 0
		for k := range uint64(draws) {
			d := v.newDraw(p, rng.New(k, "test draw")).Drawn
			kappa := (1 + dt*d.High) / (1 + dt*d.Low) // condition number of I + Δt L̃ for the drawn L̃
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
				t.Errorf("of %d guaranteed draws %d miss ε, and %d have κ above 2 + ε", draws, missed, above)
			}
			sample.Documented(t, "The guarantee needs all %d edges of the karate club.", kept/draws)
			continue
		}
		trainingAbove = above
		if missed < draws {
			t.Errorf("only %d of %d training draws miss ε; the note of claim thm2-draw states all", missed, draws)
		}
		sample.Documented(t, "draws some %.0f: these miss ε = 0.5 in %d of %d draws.", float64(kept)/draws, missed, draws)
	}
	return dt, trainingAbove
}
