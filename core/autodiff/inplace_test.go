package autodiff_test

import (
	"math"
	"testing"

	"sheafscope/core/autodiff"
	"sheafscope/core/linalg"
	"sheafscope/core/rng"
)

// sigmoid adds the logistic function of a, with memory of its own, to the tape: SigmoidInPlace has no other counterpart.
func sigmoid(t *tape, a *vr) *vr {
	out := t.Result(a.Rows(), a.Cols(), a)
	return autodiff.CustomOp(t, "Sigmoid", out, func() { linalg.Sigmoid(out.Value.Data, a.Value.Data) }, func() {
		for i, y := range out.Value.Data {
			a.Grad.Data[i] += out.Grad.Data[i] * (y * (1 - y))
		}
	})
}

// TestInPlace checks that a network of operations in place gives the bits of the same network with memory for each result: of the loss
// and, in training, of all gradients, over three steps. Bits are compared by a hash.
func TestInPlace(t *testing.T) {
	type operations struct {
		add     func(t *tape, a, b *vr) *vr
		bias    func(t *tape, x, b *vr) *vr
		norm    func(t *tape, x, g, b *vr) *vr
		act     func(t *tape, x *vr) *vr
		dropout func(t *tape, x *vr, rows *autodiff.Rows, p float64, name string) *vr
	}
	for name, act := range map[string][2]func(t *tape, x *vr) *vr{
		"elu":     {autodiff.ELU, autodiff.ELUInPlace},
		"relu":    {autodiff.ReLU, autodiff.ReLUInPlace},
		"sigmoid": {sigmoid, autodiff.SigmoidInPlace},
	} {
		for _, training := range []bool{true, false} {
			var hash [2]uint64
			for k, op := range []operations{
				{autodiff.Add, autodiff.AddBias, autodiff.LayerNorm, act[0], autodiff.DropoutOf},
				{autodiff.AddInPlace, autodiff.AddBiasInPlace, autodiff.LayerNormInPlace, act[1], autodiff.DropoutInPlace},
			} {
				s := rng.New(5, name)
				tp := &tape{Training: training, Seed: 6}
				param := func(r, c int) *vr {
					a := linalg.NewDense(r, c)
					s.FillNorm(a.Data, 0.5)
					if training {
						p := tp.NewParam("w", a)
						p.Decay = true
						return p.Var
					}
					return tp.Const(a)
				}
				x := tp.Const(fill(s, 40, 8))
				h := op.add(tp, autodiff.MatMul(tp, x, param(8, 9)), autodiff.MatMul(tp, x, param(8, 9)))
				h = op.act(tp, op.norm(tp, op.bias(tp, h, param(1, 9)), param(1, 9), param(1, 9)))
				joined := autodiff.ConcatCols(tp, h, autodiff.Tanh(tp, h))
				h = op.bias(tp, autodiff.MatMul(tp, op.dropout(tp, joined, nil, 0.4, "two"), param(18, 3)), param(1, 3))
				labels, rows := make([]int, 40), s.Perm(40)[:20]
				for i := range labels {
					labels[i] = s.Intn(3)
				}
				loss := autodiff.CrossEntropy(tp, h, labels, rows)
				for tp.Epoch = range 3 { // values of a pass must not change the next pass
					tp.Forward()
					hash[k] = hash[k]*1099511628211 ^ math.Float64bits(loss.Scalar())
					if !training {
						continue
					}
					tp.ZeroGrad()
					tp.Backward(loss)
					for _, p := range tp.Params {
						for i, g := range p.Grad.Data {
							hash[k] = hash[k]*1099511628211 ^ math.Float64bits(g)
							p.Value.Data[i] -= 0.1 * g
						}
					}
				}
			}
			if hash[0] != hash[1] {
				t.Errorf("%s, training %v: operations in place give other bits", name, training)
			}
		}
	}
}

// TestELUInPlaceAtItsEdges compares ELU in place with ELU, bit for bit, and its slope with min(1, y + 1), which is 1 or e^v for the value
// y of ELU: at both zeros, at subnormal and at infinite numbers.
func TestELUInPlaceAtItsEdges(t *testing.T) {
	edges := []float64{0, math.Copysign(0, -1), 5e-324, -5e-324, 1e-17, -1e-17, 2, -2, 800, -800, math.Inf(1), math.Inf(-1)}
	tp := &tape{Training: true}
	x := tp.NewVar(1, len(edges), true)
	copy(x.Value.Data, edges)
	want := autodiff.ELU(tp, tp.Const(&linalg.Dense{Rows: 1, Cols: len(edges), Data: edges}))
	autodiff.ELUInPlace(tp, x)
	tp.Forward()
	for i := range edges {
		x.Grad.Data[i] = 3 // the gradient of the result, which has the memory of x
	}
	tp.Ops[1].Backward()
	for i, v := range edges {
		y := want.Value.Data[i]
		if math.Float64bits(x.Value.Data[i]) != math.Float64bits(y) {
			t.Errorf("ELU(%v) = %v in place, want %v", v, x.Value.Data[i], y)
		}
		if x.Grad.Data[i] != 3*min(1, y+1) {
			t.Errorf("ELU has the slope %v at %v, want %v", x.Grad.Data[i]/3, v, min(1, y+1))
		}
	}
}
