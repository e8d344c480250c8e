package sgpc

import (
	"math"
	"testing"

	"sheafscope/core/graph"
)

func TestEvaluateAs(t *testing.T) {
	g := graph.Karate()
	split, err := graph.PerClass(g, 4, 0)
	if err != nil {
		t.Fatal(err)
	}
	cfg := DefaultFor(g, split)
	cfg.Epochs = 15
	r, err := New(g, split, cfg)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.EvaluateAs(cfg); err == nil {
		t.Error("a run without an epoch has nothing to evaluate")
	}
	for !r.Done() {
		r.StepEpoch()
	}
	f := r.Frame(Focus{Edge: -1, Node: -1, Eigenvector: -1})
	same, err := r.EvaluateAs(cfg)
	if err != nil {
		t.Fatal(err)
	}
	if b := f.History.BestEpoch - 1; same.Val != f.History.Val[b] || same.Test != f.History.Test[b] {
		t.Errorf("the same settings give %v, epoch %d had %g and %g", same, b+1, f.History.Val[b], f.History.Test[b])
	}
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
		t.Errorf("neighbourhood similarity %g, %v", s, ok)
	}
}
