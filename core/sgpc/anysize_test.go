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

// TestFeaturesOfAnySize trains with features of four sizes, from graph.MaxFeature to the
// smallest positive number. It trains every peer, and SGPC with three choices of reading and
// method. No run has more numbers that are not finite than the run with features of size 1.
func TestFeaturesOfAnySize(t *testing.T) {
	type kind struct {
		model, reading string
		method         method.Method
	}
	kinds := []kind{{"sgpc", "paper", method.Paper}, {"sgpc", "paper", method.Validation}, {"sgpc", "code", method.Validation}}
	for _, m := range peer.Names() {
		kinds = append(kinds, kind{m, "paper", method.Validation})
	}
	for _, k := range kinds {
		ofSizeOne := countNotFinite(t, k.model, k.reading, k.method, 1)
		for _, size := range []float64{graph.MaxFeature, 1e77, 1e-300, math.SmallestNonzeroFloat64} {
			if got := countNotFinite(t, k.model, k.reading, k.method, size); got > ofSizeOne {
				t.Errorf("%v with features of size %g: %d numbers are not finite, with size 1 %d", k, size, got, ofSizeOne)
			}
		}
	}
}

// countNotFinite trains four epochs on the karate club with features size, −size, size/3
// and 1. It returns how many numbers are not finite: each null in the JSON of frame and
// trace, and each NaN or ±Inf among the parameters.
func countNotFinite(t *testing.T, model, reading string, chosen method.Method, size float64) int {
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
	count := 0
	frameText, err := json.Marshal(view.Frame(r, frame.Focus{Edge: 4, Node: 6, Spectrum: true, Eigenvector: 3},
		frame.Once{Claims: true, Maps: true, Features: true}))
	if err != nil {
		t.Fatal(err)
	}
	traceText, err := trace.Text(r, nil)
	if err != nil {
		t.Fatal(err)
	}
	// Package json writes a number that is not finite as null.
	for _, text := range [][]byte{frameText, traceText} {
		count += bytes.Count(text, []byte("null"))
	}
	for _, p := range r.Parameters() {
		for _, v := range p.Data {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				count++
			}
		}
	}
	return count
}
