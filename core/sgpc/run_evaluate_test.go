package sgpc

import (
	"math"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/method"
)

// TestEvaluateAs evaluates the parameters of a run under given settings. EvaluateAs fails
// before the first epoch. Under the settings of the run it gives the accuracies of the best
// epoch on validation and test nodes. Another coupling is accepted, another width is refused.
// The cosine similarity of neighbours is between −1 and 1.
func TestEvaluateAs(t *testing.T) {
	g := graph.Karate()
	split, err := graph.PerClass(g, 4, 0)
	if err != nil {
		t.Fatal(err)
	}
	cfg := method.DefaultFor(g, split)
	cfg.Epochs = 15
	r, err := New(g, split, cfg)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.EvaluateAs(cfg); err == nil {
		t.Error("EvaluateAs succeeds before the first epoch")
	}
	for !r.Done() {
		r.StepEpoch()
	}
	f := Frame(r, frame.Focus{})
	same, err := r.EvaluateAs(cfg)
	if err != nil {
		t.Fatal(err)
	}
	if b := f.History.BestEpoch - 1; same.Val != f.History.Val[b] || same.Test != f.History.Test[b] {
		t.Errorf("the same settings give %v, epoch %d had %g and %g", same, b+1, f.History.Val[b], f.History.Test[b])
	}
	// A setting without parameters of its own may differ, a width may not.
	other := cfg
	other.Lift = "independent"
	if _, err := r.EvaluateAs(other); err != nil {
		t.Error(err)
	}
	other.Hidden++
	if _, err := r.EvaluateAs(other); err == nil {
		t.Error("another width is accepted")
	}
	if s, ok := r.NeighbourSimilarity(); !ok || math.Abs(s) > 1+1e-12 {
		t.Errorf("the cosine similarity of neighbours is %g, known: %v; want between -1 and 1", s, ok)
	}
}

// TestSimilarityEqualsPairwise computes PairSimilarity and NeighbourSimilarity pair by
// pair: the mean cosine of the diffused features of all pairs of nodes, and of the ends of
// all edges.
func TestSimilarityEqualsPairwise(t *testing.T) {
	r := karateRun(t, nil)
	r.StepEpoch()
	x := r.eval.diffuse[0].out.Value.Data
	n := r.Graph.N
	w := len(x) / n
	cosine := func(i, j int) float64 {
		ab, aa, bb := 0.0, 0.0, 0.0
		for k := range w {
			a, b := x[i*w+k], x[j*w+k]
			ab, aa, bb = ab+a*b, aa+a*a, bb+b*b
		}
		return ab / math.Sqrt(aa*bb)
	}
	// Means over all pairs of nodes, and over the edges.
	pairs, edges := 0.0, 0.0
	for i := range n {
		for j := range i {
			pairs += cosine(i, j) / float64(n*(n-1)/2)
		}
	}
	for _, e := range r.Graph.Edges {
		edges += cosine(int(e.I), int(e.J)) / float64(len(r.Graph.Edges))
	}
	if s, ok := r.PairSimilarity(); !ok || math.Abs(s-pairs) > 1e-12 {
		t.Errorf("pair similarity %g, want %g", s, pairs)
	}
	if s, ok := r.NeighbourSimilarity(); !ok || math.Abs(s-edges) > 1e-12 {
		t.Errorf("neighbourhood similarity %g, want %g", s, edges)
	}
}
