package autodiff_test

import (
	"math"
	"testing"

	"sheafscope/core/autodiff"
	"sheafscope/core/linalg"
	"sheafscope/core/rng"
)

// sigmoid adds the logistic function of a to the tape, with memory of its own for the result. Package autodiff has only SigmoidInPlace.
func sigmoid(t *tape, a *vr) *vr {
	out := t.Result(a.Rows(), a.Cols(), a)
	return autodiff.CustomOp(t, "Sigmoid", out, func() { linalg.Sigmoid(out.Value.Data, a.Value.Data) }, func() {
		for i, y := range out.Value.Data {
			a.Grad.Data[i] += out.Grad.Data[i] * (y * (1 - y))
		}
	})
}

// operations has one form of the operations of a small network: with memory for each result, or in place.
type operations struct {
	add     func(t *tape, a, b *vr) *vr
	bias    func(t *tape, x, b *vr) *vr
	norm    func(t *tape, x, g, b *vr) *vr
	act     func(t *tape, x *vr) *vr
	dropout func(t *tape, x *vr, rows *autodiff.Rows, p float64, name string) *vr
}

// hashOfSteps makes a network of the given operations and takes three steps. It returns a hash of the bits of all losses and,
// in training, of all gradients. A training step ends with gradient descent at the rate 0.1. seedName seeds the random numbers.
func hashOfSteps(op operations, seedName string, training bool) (hash uint64) {
	s := rng.New(5, seedName)
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
	addBits := func(v float64) { hash = hash*1099511628211 ^ math.Float64bits(v) } // with the prime of the hash FNV-1
	// Values of a step must not change the next step.
	for tp.Epoch = range 3 {
		tp.Forward()
		addBits(loss.Scalar())
		if !training {
			continue
		}
		tp.ZeroGrad()
		tp.Backward(loss)
		for _, p := range tp.Params {
			for i, g := range p.Grad.Data {
				addBits(g)
				p.Value.Data[i] -= 0.1 * g
			}
		}
	}
	return hash
}

// TestInPlace checks that a network of operations in place gives the same bits as the network with memory for each result: of the loss
// and, in training, of all gradients, over three steps. The bits are compared by a hash.
func TestInPlace(t *testing.T) {
	for name, act := range map[string][2]func(t *tape, x *vr) *vr{
		"elu":     {autodiff.ELU, autodiff.ELUInPlace},
		"relu":    {autodiff.ReLU, autodiff.ReLUInPlace},
		"sigmoid": {sigmoid, autodiff.SigmoidInPlace},
	} {
		withMemory := operations{autodiff.Add, autodiff.AddBias, autodiff.LayerNorm, act[0], autodiff.DropoutOf}
		inPlace := operations{autodiff.AddInPlace, autodiff.AddBiasInPlace, autodiff.LayerNormInPlace, act[1], autodiff.DropoutInPlace}
		for _, training := range []bool{true, false} {
			got, want := hashOfSteps(inPlace, name, training), hashOfSteps(withMemory, name, training)
			if got != want {
				t.Errorf("%s, training %v: operations in place give the hash %#x, want %#x", name, training, got, want)
			}
		}
	}
}

// TestELUInPlaceAtItsEdges compares ELU in place with ELU, bit for bit. For the value y of ELU at v, the slope must be min(1, y + 1):
// 1 for positive v, and e^v otherwise. The inputs are both zeros, and subnormal, tiny, moderate, large and infinite numbers of both signs.
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
	tp.Ops[1].Backward() // Ops[0] is ELU, and Ops[1] is ELU in place
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
