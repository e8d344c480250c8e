package train

import (
	"math"
	"testing"

	"sheafscope/core/autodiff"
	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/rng"
)

// attentionGraph returns the graph of the attention tests.
func attentionGraph() *graph.Graph {
	return &graph.Graph{N: 5, Edges: []graph.Edge{{I: 0, J: 1}, {I: 0, J: 2}, {I: 1, J: 2}, {I: 2, J: 3}}, Classes: 2}
}

// TestAttentionAgainstFormula: attention equals its formula, evaluated over all pairs of nodes.
func TestAttentionAgainstFormula(t *testing.T) {
	g := attentionGraph()
	tape := &autodiff.Tape{}
	b := &Builder{Tape: tape, Store: NewStore(7), Graph: g}
	x := linalg.NewDense(5, 3)
	rng.New(1, "x").FillNorm(x.Data, 1)
	out := Attention(b, tape.Const(x), "gat")
	tape.Forward()

	w, own, far := b.Store.Value("gat.weight"), b.Store.Value("gat.self"), b.Store.Value("gat.neighbour")
	h := linalg.NewDense(5, 3)
	linalg.Gemm(linalg.NoTrans, linalg.NoTrans, 1, x, w, 0, h)
	joined := func(i, j int) bool {
		if i == j {
			return true
		}
		for _, e := range g.Edges {
			if int(e.I) == i && int(e.J) == j || int(e.J) == i && int(e.I) == j {
				return true
			}
		}
		return false
	}
	for i := range 5 {
		want, sum := make([]float64, 3), 0.0
		for j := range 5 {
			if !joined(i, j) {
				continue
			}
			e := 0.0
			for k := range 3 {
				e += own.Data[k]*h.At(i, k) + far.Data[k]*h.At(j, k)
			}
			if e < 0 {
				e *= 0.2
			}
			e = math.Exp(e)
			sum += e
			for k := range 3 {
				want[k] += e * h.At(j, k)
			}
		}
		for k := range 3 {
			if v := out.Value.At(i, k); math.Abs(v-want[k]/sum) > 1e-14 {
				t.Errorf("out(%d, %d) = %g, want %g", i, k, v, want[k]/sum)
			}
		}
	}
}

// TestAttendGradient: the gradients of attention equal central differences.
func TestAttendGradient(t *testing.T) {
	for _, drop := range []float64{0, 0.5} {
		tape := &autodiff.Tape{Training: true, Epoch: 3, Seed: 1}
		b := &Builder{Tape: tape, Store: NewStore(7), Graph: attentionGraph(), Train: true}
		x := b.Param("x", 5, 6, Glorot, Undecayed)
		out := MultiHeadAttention(b, x, "gat", 3, drop)
		loss := autodiff.SumSquares(tape, autodiff.Tanh(tape, out))
		for _, p := range tape.Params {
			if e := autodiff.CheckGrad(tape, loss, p.Var); e > 1e-7 {
				t.Errorf("drop %g: gradient of %s off by %g", drop, p.Name, e)
			}
		}
	}
}
