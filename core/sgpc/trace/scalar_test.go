package trace_test

import (
	"math"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/sample"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/trace"
)

// TestTraceNeedsSheaf checks that trace.Of fails before the end of the first epoch, and for a
// model without a sheaf (mlp) after it.
func TestTraceNeedsSheaf(t *testing.T) {
	early := sample.Karate(t, sgpc.New, nil)
	if _, err := trace.Of(early, nil); err == nil {
		t.Error("trace.Of succeeds before the first epoch")
	}
	early.StepStage() // within the first epoch
	if _, err := trace.Of(early, nil); err == nil || !strings.Contains(err.Error(), "before the first epoch ends") {
		t.Errorf("trace.Of within the first epoch: %v, want an error about the end of the first epoch", err)
	}
	g, _ := graph.Builtin("karate")
	split, _ := graph.ParseSplit(g, method.DefaultSplit, 0)
	c, err := method.Configure(g, split, "mlp", "paper", 0)
	if err != nil {
		t.Fatal(err)
	}
	r, err := sgpc.New(g, split, c)
	if err != nil {
		t.Fatal(err)
	}
	r.StepEpoch()
	if _, err := trace.Of(r, nil); err == nil {
		t.Error("trace.Of succeeds for a model without a sheaf")
	}
}

// TestScalarLift checks the lift with one weight w for each edge. Each entry of the sheaf
// Laplacian in the trace is that of a weighted graph Laplacian on every coordinate: Σ w² at
// a node, and −σ w² between the ends of an edge, for the signs σ = ±1. w is the mean of
// P_pp/√(μ_p ν_p) over the diagonal of the plan P in the trace. Entries agree to 1e-12.
func TestScalarLift(t *testing.T) {
	for _, sign := range []float64{1, -1} {
		r := sample.Karate(t, sgpc.New, func(c *settings.Config) { c.Lift, c.GapMode, c.Sign, c.Operator = "scalar", "off", sign, "laplacian" })
		r.StepEpoch()
		tr, err := trace.Of(r, nil)
		if err != nil {
			t.Fatal(err)
		}
		// want is the weighted graph Laplacian, n×n.
		n, d := r.Graph.N, r.Config().D
		want := make([]float64, n*n)
		for _, l := range tr.Lift {
			w := 0.0
			for p := range d {
				w += l.P[p][p] / math.Sqrt(l.Mu[p]*l.Nu[p]) / float64(d)
			}
			i, j := l.Edge[0], l.Edge[1]
			want[i*n+i] += w * w
			want[j*n+j] += w * w
			want[i*n+j] -= sign * w * w
			want[j*n+i] -= sign * w * w
		}
		for k, v := range tr.Laplacian.Vals {
			i, j := tr.Laplacian.Rows[k], tr.Laplacian.Cols[k]
			x := 0.0 // different coordinates are not coupled
			if i%d == j%d {
				x = want[i/d*n+j/d]
			}
			if math.Abs(v-x) > 1e-12 {
				t.Fatalf("σ=%g: L[%d][%d] = %g, want %g", sign, i, j, v, x)
			}
		}
	}
}
