package sgpc

import (
	"math"
	"slices"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/method"
)

// This file compares the kernels of package linalg: Go, SIMD and AVX2.

// TestKernelsAgree trains for 50 epochs with each kernel of package linalg. The histories
// of cross-entropy, λ2 and validation accuracy, and the last loss, have the same bits. A
// build without the companion has one kernel: the test then ends at once.
func TestKernelsAgree(t *testing.T) {
	defer linalg.UseKernel(linalg.Kernel()) // the present kernel is used again after the test
	if !linalg.UseKernel("simd") {
		return
	}
	g, err := graph.Builtin("karate")
	if err != nil {
		t.Fatal(err)
	}
	s, err := graph.ParseSplit(g, method.DefaultSplit, 0)
	if err != nil {
		t.Fatal(err)
	}
	cfg, err := method.Configure(g, s, "sgpc", "paper", 0)
	if err != nil {
		t.Fatal(err)
	}
	cfg.Epochs, cfg.Patience = 50, 0
	// A machine without AVX2 has two kernels.
	var histories [][]float64 // one for each kernel, first for Go
	for _, name := range []string{"go", "simd", "avx2"} {
		if !linalg.UseKernel(name) {
			continue
		}
		r, err := New(g, s, cfg)
		if err != nil {
			t.Fatal(err)
		}
		for !r.Done() {
			r.StepEpoch()
		}
		f := Frame(r, frame.Focus{})
		histories = append(histories, slices.Concat(f.History.CE, f.History.Lambda2, f.History.Val, []float64{f.Loss.Total}))
	}
	for _, other := range histories[1:] {
		for i, v := range histories[0] {
			if math.Float64bits(v) != math.Float64bits(other[i]) {
				t.Fatalf("number %d of the history is %v, in Go %v", i, other[i], v)
			}
		}
	}
}
