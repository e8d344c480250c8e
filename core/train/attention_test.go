package train

import (
	"math"
	"testing"

	"sheafscope/core/autodiff"
	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/rng"
)

// attentionGraph returns a triangle with a tail, nodes 0 to 3, and the isolated node 4.
func attentionGraph() *graph.Graph {
	return &graph.Graph{N: 5, Edges: []graph.Edge{{I: 0, J: 1}, {I: 0, J: 2}, {I: 1, J: 2}, {I: 2, J: 3}}, Classes: 2}
}

// TestAttentionAgainstFormula compares attention with its formula over all pairs of nodes. The weight of j at i is the softmax, over i and
// its neighbours, of LeakyReLU with slope 0.2 of own·h_i + neighbour·h_j, where h = xW. Row i of the output is the weighted sum of the h_j.
func TestAttentionAgainstFormula(t *testing.T) {
	g := attentionGraph()
	tape := &autodiff.Tape{}
	b := &Builder{Tape: tape, Store: NewStore(7), Graph: g}
	x := linalg.NewDense(5, 3)
	rng.New(1, "x").FillNorm(x.Data, 1)
	out := Attention(b, tape.Const(x), "gat")
	tape.Forward()

	w, own, neighbour := b.Store.Value("gat.weight"), b.Store.Value("gat.self"), b.Store.Value("gat.neighbour")
	h := linalg.NewDense(5, 3)
	linalg.Gemm(linalg.NoTrans, linalg.NoTrans, 1, x, w, 0, h)
	// attends reports whether j is i or a neighbour of i.
	attends := func(i, j int) bool {
		if i == j {
			return true
		}
		first, second := int32(min(i, j)), int32(max(i, j))
		for _, e := range g.Edges {
			if e.I == first && e.J == second {
				return true
			}
		}
		return false
	}
	for i := range 5 {
		want, sum := make([]float64, 3), 0.0 // want is divided by sum, the sum of the weights, at the end
		for j := range 5 {
			if !attends(i, j) {
				continue
			}
			score := 0.0
			for k := range 3 {
				score += own.Data[k]*h.At(i, k) + neighbour.Data[k]*h.At(j, k)
			}
			if score < 0 {
				score *= 0.2
			}
			weight := math.Exp(score)
			sum += weight
			for k := range 3 {
				want[k] += weight * h.At(j, k)
			}
		}
		for k := range 3 {
			if v := out.Value.At(i, k); math.Abs(v-want[k]/sum) > 1e-14 {
				t.Errorf("out(%d, %d) = %g, want %g", i, k, v, want[k]/sum)
			}
		}
	}
}

// TestAttendGradient compares the gradients of input and parameters of an attention of three heads with central differences, to a relative
// 1e-7. It does so without dropout, and with dropout of half of the attention weights.
func TestAttendGradient(t *testing.T) {
	for _, drop := range []float64{0, 0.5} {
		tape := &autodiff.Tape{Training: true, Epoch: 3, Seed: 1}
		b := &Builder{Tape: tape, Store: NewStore(7), Graph: attentionGraph(), Train: true}
		x := b.Param("x", 5, 6, Glorot, Undecayed)
		out := MultiHeadAttention(b, x, "gat", 3, drop)
		loss := autodiff.SumSquares(tape, autodiff.Tanh(tape, out))
		for _, p := range tape.Params {
			if e := autodiff.CheckGrad(tape, loss, p.Var); e > 1e-7 {
				t.Errorf("dropout %g: the gradient of %s has the relative error %g, want at most 1e-7", drop, p.Name, e)
			}
		}
	}
}
