package view

import (
	"math"
	"testing"

	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/sample"

	"gonum.org/v1/gonum/mat"
)

// TestEvolutionView compares the heat flow e^{−tL}x of the encoded features x with a dense
// eigendecomposition: the energy at each time, and coordinate 1 of channel 2 at node 9. The
// energy of the implicit step to Δt is the energy of the solution of the run. The first time is
// 0, and Δt is one of the times.
func TestEvolutionView(t *testing.T) {
	r := sample.Karate(t, sgpc.New, nil)
	for range 5 {
		r.StepEpoch()
	}
	// Node 10, counted from 1, has the index 9.
	v := Frame(r, frame.Focus{Node: 10}, frame.Once{Flow: true}).Flow.Evolution
	o := r.Evaluation().Diffused[0]
	n, c, d := r.Evaluation().Lap.Dim(), o.In.Cols, r.Config().D
	if v.Node != 9 || v.D != d || v.Channels != c || len(v.Value) != len(v.Time)*d*c {
		t.Fatalf("node %d with %d×%d numbers, %d values at %d times", v.Node, v.D, v.Channels, len(v.Value), len(v.Time))
	}
	if v.Time[0] != 0 || v.Time[v.At] != o.Dt {
		t.Fatalf("the times are %v, want 0 at first and Δt = %v at index %d", v.Time, o.Dt, v.At)
	}
	if want := r.Evaluation().Hat.Dirichlet(nil, nil, o.Out.Data, c); math.Abs(v.Step[v.At]-want) > 1e-6*want {
		t.Errorf("the implicit step to Δt has the energy %v, the run's solution %v", v.Step[v.At], want)
	}
	// The flow in the eigenbasis: coef has the coefficients of the input, a row for each eigenvector.
	var e mat.EigenSym
	e.Factorize(mat.NewSymDense(n, r.Evaluation().Lap.Dense().Data), true)
	var vec, coef mat.Dense
	e.VectorsTo(&vec)
	coef.Mul(vec.T(), mat.NewDense(n, c, o.In.Data))
	for k, time := range v.Time {
		want, entry := 0.0, 0.0 // the energy Σ λ (e^{−tλ} coef)², and the entry
		for i, x := range e.Values(nil) {
			g := math.Exp(-time * x)
			for j := range c {
				want += x * g * g * coef.At(i, j) * coef.At(i, j)
			}
			entry += vec.At(9*d+1, i) * g * coef.At(i, 2)
		}
		if math.Abs(v.Flow[k]-want) > 1e-9*v.Flow[0] {
			t.Errorf("t = %v: energy %v, want %v", time, v.Flow[k], want)
		}
		if got := float64(v.Value[(k*d+1)*c+2]); math.Abs(got-entry) > 1e-6 {
			t.Errorf("t = %v: entry %v, want %v", time, got, entry)
		}
	}
}
