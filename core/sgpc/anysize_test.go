package sgpc_test

import (
	"bytes"
	"math"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/json"
	"sheafscope/core/peer"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/trace"
	"sheafscope/core/sgpc/view"
)

// TestFeaturesOfAnySize trains with features at the limit of their size, and with
// the smallest numbers, for every model, method and reading. Every number of the
// run must be finite: the written JSON has null only where a run with common
// features has null.
func TestFeaturesOfAnySize(t *testing.T) {
	type setting struct {
		model, reading string
		method         method.Method
	}
	settings := []setting{{"sgpc", "paper", method.Paper}, {"sgpc", "paper", method.Validation}, {"sgpc", "code", method.Validation}}
	for _, m := range peer.Names() {
		settings = append(settings, setting{m, "paper", method.Validation})
	}
	for _, s := range settings {
		common := nullsOfRun(t, s.model, s.reading, s.method, 1)
		for _, size := range []float64{graph.MaxFeature, 1e77, 1e-300, math.SmallestNonzeroFloat64} {
			if got := nullsOfRun(t, s.model, s.reading, s.method, size); got > common {
				t.Errorf("%v with features of size %g: %d numbers are not finite, %d with common ones", s, size, got, common)
			}
		}
	}
}

// nullsOfRun trains four epochs on the karate club whose features, of both signs,
// have a size, and counts the numbers that are not finite.
func nullsOfRun(t *testing.T, model, reading string, chosen method.Method, size float64) int {
	t.Helper()
	g := graph.Karate()
	g = graph.FillMissing(g)
	x := *g.X
	x.Val = append([]float64(nil), g.X.Val...)
	for k := range x.Val {
		x.Val[k] = []float64{size, -size, size / 3, 1}[k%4]
	}
	g.X = &x
	split, err := graph.ParseSplit(g, method.DefaultSplit, 0)
	if err != nil {
		t.Fatal(err)
	}
	c, err := chosen.Configure(g, split, model, reading, 0)
	if err != nil {
		t.Fatal(err)
	}
	r, err := sgpc.New(g, split, c)
	if err != nil {
		t.Fatal(err)
	}
	for range 4 {
		r.StepEpoch()
	}
	nulls := 0
	look, err := json.Marshal(view.Frame(r, frame.Focus{Edge: 4, Node: 6, Spectrum: true, Eigenvector: 3}, frame.Once{Claims: true, Maps: true,
		Features: true}))
	if err != nil {
		t.Fatal(err)
	}
	trace, err := trace.Text(r, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range [][]byte{look, trace} {
		nulls += bytes.Count(text, []byte("null"))
	}
	for _, p := range r.Parameters() {
		for _, v := range p.Data {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				nulls++
			}
		}
	}
	return nulls
}
