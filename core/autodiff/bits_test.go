package autodiff_test

import (
	"math"
	"testing"

	"sheafscope/core/autodiff"
	"sheafscope/core/linalg"
	"sheafscope/core/rng"
)

// TestTrainingExactBits compares the bits of the parameters after 60 epochs of training with a hash that this program recorded.
// The bits must not depend on the machine. The network has dropout, layer norm, ELU and attention, and Adam trains it.
// The loss falls by more than a fifth.
func TestTrainingExactBits(t *testing.T) {
	s := rng.New(21, "bits")
	tp := &tape{Training: true, Seed: 6}
	param := func(r, c int) *vr {
		a := linalg.NewDense(r, c)
		s.FillNorm(a.Data, 0.3)
		p := tp.NewParam("w", a)
		p.Decay = true
		return p.Var
	}
	// A dense layer with layer norm, ELU and dropout.
	adj := testCSR(s, 30, 30)
	x := tp.Const(fill(s, 30, 8))
	h := autodiff.AddBias(tp, autodiff.MatMul(tp, x, param(8, 6)), param(1, 6))
	h = autodiff.Dropout(tp, autodiff.ELU(tp, autodiff.LayerNorm(tp, h, param(1, 6), param(1, 6))), 0.3, "h")
	// Attention with two heads: weights of the entries of adj, one column per head.
	score := autodiff.LeakyReLU(tp, autodiff.GatherRows(tp, autodiff.MatMul(tp, h, param(6, 2)), adj.Col), 0.2)
	row := make([]int32, len(adj.Col))
	for i := range adj.Rows {
		for p := adj.Ptr[i]; p < adj.Ptr[i+1]; p++ {
			row[p] = int32(i)
		}
	}
	weights, ends := autodiff.SegmentSoftmax(tp, adj.Ptr, score), autodiff.GatherRows(tp, h, adj.Col)
	head1 := autodiff.MulColumn(tp, autodiff.SliceCols(tp, weights, 0, 1), autodiff.SliceCols(tp, ends, 0, 3))
	head2 := autodiff.MulColumn(tp, autodiff.SliceCols(tp, weights, 1, 2), autodiff.SliceCols(tp, ends, 3, 6))
	h = autodiff.ScatterAddRows(tp, autodiff.ConcatCols(tp, head1, head2), row, 30)
	h = autodiff.SpMM(tp, adj, autodiff.Tanh(tp, autodiff.MatMul(tp, h, param(6, 3))))
	// Training on 20 of 30 random labels.
	labels := make([]int, 30)
	for i := range labels {
		labels[i] = s.Intn(3)
	}
	loss := autodiff.CrossEntropy(tp, h, labels, s.Perm(30)[:20])
	adam := autodiff.NewAdam(tp, 0.02, 1e-3)
	first := 0.0
	for tp.Epoch = range 60 {
		tp.Forward()
		if tp.Epoch == 0 {
			first = loss.Scalar()
		}
		tp.ZeroGrad()
		tp.Backward(loss)
		adam.Step(tp, nil)
	}
	if !(loss.Scalar() < 0.8*first) {
		t.Errorf("the loss fell from %v to %v, want below 0.8 times the first", first, loss.Scalar())
	}
	// The hash is FNV-1a with numbers of 64 bits in the place of bytes, from its usual start and with its usual prime.
	hash := uint64(14695981039346656037)
	for _, v := range valuesOf(tp) {
		for _, y := range v {
			hash = (hash ^ math.Float64bits(y)) * 1099511628211
		}
	}
	if want := uint64(0x6be91589951842b1); hash != want {
		t.Errorf("hash of the trained parameters is %#x, want %#x", hash, want)
	}
}
