package autodiff_test

import (
	"math"
	"testing"

	"sheafscope/core/autodiff"
	"sheafscope/core/linalg"
	"sheafscope/core/rng"
)

// The types tape and vr are short names for the tests of this package.
type (
	tape = autodiff.Tape
	vr   = autodiff.Var
)

// fill returns a random matrix whose elements have absolute values of 0.05 or more, so that
// no step of a difference crosses the kink of ReLU.
func fill(s *rng.Stream, rows, cols int) *linalg.Dense {
	a := linalg.NewDense(rows, cols)
	for i := range a.Data {
		v := s.Norm()
		a.Data[i] = v + math.Copysign(0.05, v)
	}
	return a
}

// testCSR returns a random n×m sparse matrix whose row 1 is empty.
func testCSR(s *rng.Stream, n, m int) *linalg.CSR {
	var e []linalg.Triplet
	for i := range n {
		for j := range m {
			if s.Intn(3) == 0 && i != 1 {
				e = append(e, linalg.Triplet{Row: i, Col: j, Val: s.Norm()})
			}
		}
	}
	return linalg.NewCSR(n, m, e)
}

// ops has the operations under test: name, shapes of the inputs, and the function that adds the operation to a tape.
var ops = []struct {
	name   string
	shapes [][2]int
	build  func(t *tape, x []*vr) *vr
}{
	{"MatMul", [][2]int{{5, 4}, {4, 3}}, func(t *tape, x []*vr) *vr { return autodiff.MatMul(t, x[0], x[1]) }},
	{"MatMulTN", [][2]int{{4, 5}, {4, 3}}, func(t *tape, x []*vr) *vr {
		return autodiff.MatMulT(t, x[0], x[1], linalg.Trans, linalg.NoTrans)
	}},
	{"MatMulNT", [][2]int{{5, 4}, {3, 4}}, func(t *tape, x []*vr) *vr {
		return autodiff.MatMulT(t, x[0], x[1], linalg.NoTrans, linalg.Trans)
	}},
	{"MatMulTT", [][2]int{{4, 5}, {3, 4}}, func(t *tape, x []*vr) *vr { return autodiff.MatMulT(t, x[0], x[1], linalg.Trans, linalg.Trans) }},
	{"Gram", [][2]int{{5, 4}}, func(t *tape, x []*vr) *vr { return autodiff.MatMulT(t, x[0], x[0], linalg.Trans, linalg.NoTrans) }},
	{"SpMM", [][2]int{{7, 3}}, func(t *tape, x []*vr) *vr { return autodiff.SpMM(t, testCSR(rng.New(9, "csr"), 6, 7), x[0]) }},
	{"Add", [][2]int{{5, 4}, {5, 4}}, func(t *tape, x []*vr) *vr { return autodiff.Add(t, x[0], x[1]) }},
	{"Sub", [][2]int{{5, 4}, {5, 4}}, func(t *tape, x []*vr) *vr { return autodiff.Sub(t, x[0], x[1]) }},
	{"Scale", [][2]int{{5, 4}}, func(t *tape, x []*vr) *vr { return autodiff.Scale(t, -1.7, x[0]) }},
	{"AddBias", [][2]int{{5, 4}, {1, 4}}, func(t *tape, x []*vr) *vr { return autodiff.AddBias(t, x[0], x[1]) }},
	{"ReLU", [][2]int{{5, 4}}, func(t *tape, x []*vr) *vr { return autodiff.ReLU(t, x[0]) }},
	{"LeakyReLU", [][2]int{{5, 4}}, func(t *tape, x []*vr) *vr { return autodiff.LeakyReLU(t, x[0], 0.2) }},
	{"ELU", [][2]int{{5, 4}}, func(t *tape, x []*vr) *vr { return autodiff.ELU(t, x[0]) }},
	{"Tanh", [][2]int{{5, 4}}, func(t *tape, x []*vr) *vr { return autodiff.Tanh(t, x[0]) }},
	// Scale copies the input, which SigmoidInPlace would overwrite.
	{"Sigmoid", [][2]int{{5, 4}}, func(t *tape, x []*vr) *vr { return autodiff.SigmoidInPlace(t, autodiff.Scale(t, 1, x[0])) }},
	{"LayerNorm", [][2]int{{5, 4}, {1, 4}, {1, 4}}, func(t *tape, x []*vr) *vr { return autodiff.LayerNorm(t, x[0], x[1], x[2]) }},
	{"Dropout", [][2]int{{5, 4}}, func(t *tape, x []*vr) *vr { return autodiff.Dropout(t, x[0], 0.4, "d") }},
	{"SoftmaxRows", [][2]int{{5, 4}}, func(t *tape, x []*vr) *vr { return autodiff.SoftmaxRows(t, x[0]) }},
	// The loss has the rows 4, 0 and 1. Row 3 has no label.
	{"CrossEntropy", [][2]int{{5, 4}}, func(t *tape, x []*vr) *vr {
		return autodiff.CrossEntropy(t, x[0], []int{0, 3, 1, -1, 2}, []int{4, 0, 1})
	}},
	// Reshape and SliceRows append no operation, so that other operations use their results.
	{"Reshape", [][2]int{{6, 4}}, func(t *tape, x []*vr) *vr {
		return autodiff.Tanh(t, autodiff.Reshape(t, sigmoid(t, x[0]), 3, 8))
	}},
	{"SliceRows", [][2]int{{6, 4}}, func(t *tape, x []*vr) *vr { return autodiff.Tanh(t, autodiff.SliceRows(t, x[0], 2, 5)) }},
	{"SliceCols", [][2]int{{6, 4}}, func(t *tape, x []*vr) *vr { return autodiff.SliceCols(t, x[0], 1, 3) }},
	{"ConcatCols", [][2]int{{5, 4}, {5, 1}, {5, 2}}, func(t *tape, x []*vr) *vr { return autodiff.ConcatCols(t, x...) }},
	{"GatherRows", [][2]int{{5, 4}}, func(t *tape, x []*vr) *vr { return autodiff.GatherRows(t, x[0], []int32{4, 1, 1, 0}) }},
	{"ScatterAddRows", [][2]int{{5, 4}}, func(t *tape, x []*vr) *vr {
		return autodiff.ScatterAddRows(t, x[0], []int32{2, 0, 2, 1, 0}, 4)
	}},
	{"MulColumn", [][2]int{{5, 1}, {5, 4}}, func(t *tape, x []*vr) *vr { return autodiff.MulColumn(t, x[0], x[1]) }},
	{"SumSquares", [][2]int{{5, 4}}, func(t *tape, x []*vr) *vr { return autodiff.SumSquares(t, x[0]) }},
	{"MulScalar", [][2]int{{1, 1}, {3, 2}}, func(t *tape, x []*vr) *vr { return autodiff.MulScalar(t, x[0], x[1]) }},
	{"WeightedSpMM", [][2]int{{5, 2}, {4, 6}}, func(t *tape, x []*vr) *vr {
		return autodiff.WeightedSpMM(t, []int32{0, 2, 2, 5}, []int32{0, 3, 1, 2, 3}, x[0], x[1])
	}},
	{"SegmentSoftmax", [][2]int{{7, 2}}, func(t *tape, x []*vr) *vr {
		return autodiff.SegmentSoftmax(t, []int32{0, 3, 3, 4, 7}, x[0])
	}},
	{"CustomOp", [][2]int{{2, 2}}, func(t *tape, x []*vr) *vr {
		out := t.Result(2, 2, x[0])
		return autodiff.CustomOp(t, "cube", out, func() {
			for i, v := range x[0].Value.Data {
				out.Value.Data[i] = v * v * v
			}
		}, func() {
			for i, v := range x[0].Value.Data {
				x[0].Grad.Data[i] += 3 * v * v * out.Grad.Data[i]
			}
		})
	}},
}

// build returns a tape with operation k on random inputs and the loss Σ c∘y + Σ y² of
// its output y, for random c. Input i has a gradient if bit i of grads is set.
func build(k int, grads uint) (t *tape, in []*vr, y, loss *vr) {
	op := ops[k]
	s := rng.New(11, op.name)
	t = &tape{Training: true, Epoch: 3, Seed: 5}
	for i, z := range op.shapes {
		a := fill(s, z[0], z[1])
		if grads>>i&1 == 1 {
			p := t.NewParam("p", a)
			p.Decay = true
			in = append(in, p.Var)
		} else {
			in = append(in, t.Const(a))
		}
	}
	y = op.build(t, in)
	c := t.Const(fill(s, y.Rows(), y.Cols()))
	loss = t.Result(1, 1, y)
	return t, in, y, autodiff.CustomOp(t, "quadratic", loss, func() {
		loss.Value.Data[0] = linalg.Dot(y.Value.Data, c.Value.Data) + linalg.Dot(y.Value.Data, y.Value.Data)
	}, func() {
		linalg.Axpy(loss.Grad.Data[0], c.Value.Data, y.Grad.Data)
		linalg.Axpy(2*loss.Grad.Data[0], y.Value.Data, y.Grad.Data)
	})
}

// TestGradientsEqualDifferences compares the gradient of every operation with central differences, up to a relative error of 1e-8.
// Every nonempty subset of the inputs has gradients in turn. The result of constants has no gradient, and Backward does not panic.
func TestGradientsEqualDifferences(t *testing.T) {
	for k, op := range ops {
		allInputs := uint(1)<<len(op.shapes) - 1 // one bit for each input
		for grads := uint(1); grads <= allInputs; grads++ {
			tp, in, _, loss := build(k, grads)
			var vars []*vr
			for _, v := range in {
				if v.Grad != nil {
					vars = append(vars, v)
				}
			}
			if e := autodiff.CheckGrad(tp, loss, vars...); !(e < 1e-8) {
				t.Errorf("%s, bits of the inputs with a gradient %b: the relative error is %g, want less than 1e-8", op.name, grads, e)
			}
		}
		tp, _, y, _ := build(k, 0)
		if y.Grad != nil {
			t.Errorf("the result of %s of constants has a gradient, want none", op.name)
		}
		tp.Forward()
		for _, o := range tp.Ops {
			o.Backward() // must not panic
		}
	}
}

// TestNoAllocation checks that an epoch allocates no memory, for a tape with any of the operations.
func TestNoAllocation(t *testing.T) {
	for k, op := range ops {
		tp, _, _, loss := build(k, 1<<len(op.shapes)-1)
		adam := autodiff.NewAdam(tp, 1e-3, 1e-4)
		if n := testing.AllocsPerRun(3, func() {
			tp.Forward()
			tp.ZeroGrad()
			tp.Backward(loss)
			adam.Step(tp, nil)
		}); n != 0 {
			t.Errorf("%s allocates %v times per epoch, want 0", op.name, n)
		}
	}
}

// TestShapesAreChecked checks that seven operations panic on shapes that do not fit, and CrossEntropy on the label 3 of 3 classes.
func TestShapesAreChecked(t *testing.T) {
	tp := &tape{}
	v := func(r, c int) *vr { return tp.NewVar(r, c, true) }
	for name, f := range map[string]func(){
		"MatMul":       func() { autodiff.MatMul(tp, v(2, 3), v(2, 3)) },
		"Add":          func() { autodiff.Add(tp, v(2, 3), v(3, 2)) },
		"AddBias":      func() { autodiff.AddBias(tp, v(2, 3), v(1, 2)) },
		"Reshape":      func() { autodiff.Reshape(tp, v(2, 3), 2, 2) },
		"SliceCols":    func() { autodiff.SliceCols(tp, v(2, 3), 2, 4) },
		"CrossEntropy": func() { autodiff.CrossEntropy(tp, v(2, 3), []int{0, 3}, []int{1}) },
		"SpMM":         func() { autodiff.SpMM(tp, linalg.NewCSR(2, 2, nil), v(3, 1)) },
		"MulScalar":    func() { autodiff.MulScalar(tp, v(1, 2), v(1, 1)) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s does not panic, want a panic on its arguments", name)
				}
			}()
			f()
		}()
	}
}
