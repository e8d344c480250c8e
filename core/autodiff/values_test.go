package autodiff_test

import (
	"math"
	"slices"
	"testing"

	"sheafscope/core/autodiff"
	"sheafscope/core/linalg"
	"sheafscope/core/rng"
)

// checkNear reports an error unless |got − want| ≤ 1e-13·(1 + |want|).
func checkNear(t *testing.T, what string, got, want float64) {
	t.Helper()
	if !(math.Abs(got-want) <= 1e-13*(1+math.Abs(want))) {
		t.Errorf("%s = %v, want %v", what, got, want)
	}
}

// TestValuesEqualDefinitions compares softmax, layer norm, ELU and cross entropy of a random matrix with their definitions, computed here
// by package math. Layer norm has the scale 1 and the shift 0. The cross entropy is the mean over rows 5, 2 and 3.
func TestValuesEqualDefinitions(t *testing.T) {
	s := rng.New(2, "values")
	tp := &tape{}
	x := tp.Const(fill(s, 6, 5))
	soft := autodiff.SoftmaxRows(tp, x)
	labels, rows := []int{0, 1, 2, 3, 4, 0}, []int{5, 2, 3}
	crossEntropy := autodiff.CrossEntropy(tp, x, labels, rows)
	gamma, beta := tp.Const(&linalg.Dense{Rows: 1, Cols: 5, Data: []float64{1, 1, 1, 1, 1}}), tp.Const(linalg.NewDense(1, 5))
	layerNorm := autodiff.LayerNorm(tp, x, gamma, beta)
	elu := autodiff.ELU(tp, x)
	tp.Forward()
	want := 0.0
	for i := range 6 {
		// The sum of the exponentials, and the moments of the row.
		sum, mean, variance := 0.0, 0.0, 0.0
		for _, v := range x.Value.Row(i) {
			sum += math.Exp(v)
			mean += v / 5
		}
		for _, v := range x.Value.Row(i) {
			variance += (v - mean) * (v - mean) / 5
		}
		for j, v := range x.Value.Row(i) {
			checkNear(t, "softmax", soft.Value.At(i, j), math.Exp(v)/sum)
			checkNear(t, "layer norm", layerNorm.Value.At(i, j), (v-mean)/math.Sqrt(variance+autodiff.LayerNormEps))
			checkNear(t, "ELU", elu.Value.At(i, j), max(v, math.Expm1(min(v, 0))))
		}
		if slices.Contains(rows, i) {
			want -= math.Log(math.Exp(x.Value.At(i, labels[i]))/sum) / 3
		}
	}
	checkNear(t, "cross entropy", crossEntropy.Scalar(), want)
}

// TestSoftmaxOfLargeNumbers checks that the softmax of 1e4, 1e4 and −1e4 begins with ½ and ends with 0: no exponential overflows.
func TestSoftmaxOfLargeNumbers(t *testing.T) {
	tp := &tape{}
	x := tp.Const(&linalg.Dense{Rows: 1, Cols: 3, Data: []float64{1e4, 1e4, -1e4}})
	s := autodiff.SoftmaxRows(tp, x)
	tp.Forward()
	checkNear(t, "softmax", s.Value.Data[0], 0.5)
	checkNear(t, "softmax", s.Value.Data[2], 0)
}

// TestDropoutOfRows checks that DropoutOf and DropoutInPlace give selected rows the mask that they have in the whole matrix.
// Some elements are dropped and some are kept. The gradient agrees with central differences up to 1e-8.
func TestDropoutOfRows(t *testing.T) {
	for _, inPlace := range []bool{false, true} {
		tp := &tape{Training: true, Seed: 3, Epoch: 2}
		x := tp.NewVar(9, 5, true)
		for i := range x.Value.Data {
			x.Value.Data[i] = float64(i + 1)
		}
		index := []int32{0, 3, 4, 8}
		selected := &autodiff.Rows{Index: index, Of: 9}
		whole := autodiff.Dropout(tp, x, 0.4, "rows")
		part := autodiff.GatherRows(tp, x, index)
		if inPlace {
			part = autodiff.DropoutInPlace(tp, part, selected, 0.4, "rows")
		} else {
			part = autodiff.DropoutOf(tp, part, selected, 0.4, "rows")
		}
		tp.Forward()
		// Row k of part is row i of the whole matrix.
		zeros := 0
		for k, i := range index {
			for j, v := range part.Value.Row(k) {
				if v != whole.Value.At(int(i), j) {
					t.Fatalf("row %d, column %d is %v, in the whole matrix %v", i, j, v, whole.Value.At(int(i), j))
				}
				if v == 0 {
					zeros++
				}
			}
		}
		if zeros == 0 || zeros == 20 {
			t.Fatalf("%d of 20 elements are dropped, want some but not all", zeros)
		}
		e := autodiff.CheckGrad(tp, autodiff.SumSquares(tp, part), x)
		if e > 1e-8 {
			t.Errorf("in place %t: the gradient has the relative error %g, want at most 1e-8", inPlace, e)
		}
	}
}

// TestDropoutDependsOnNameAndEpoch checks dropout of 10000 ones with p = 0.3. About 30 % are dropped, and the others are 1/(1 − p).
// Masks of two names agree in about as many elements as independent masks, and masks of two epochs differ in 3000 elements at least.
// An epoch that comes again has its mask again. With p = 1 element 7 is dropped. Outside training elements 0 and 7 are kept.
// The bounds on shares are four or more standard deviations.
func TestDropoutDependsOnNameAndEpoch(t *testing.T) {
	tp := &tape{Training: true, Seed: 1}
	ones := linalg.NewDense(200, 50)
	for i := range ones.Data {
		ones.Data[i] = 1
	}
	p := 0.3
	x := tp.NewVar(200, 50, true)
	x.Value = ones
	y := autodiff.DropoutBy(tp, x, &p, "a")
	z := autodiff.DropoutBy(tp, x, &p, "b")
	tp.Forward()
	// The share of dropped elements, the value of kept elements, and the masks of two names.
	zeros, same := 0, 0
	for i, v := range y.Value.Data {
		if v == 0 {
			zeros++
		} else if v != 1/(1-p) {
			t.Fatalf("a kept element is %v, want %v", v, 1/(1-p))
		}
		if v == z.Value.Data[i] {
			same++
		}
	}
	if share := float64(zeros) / 1e4; math.Abs(share-p) > 0.02 {
		t.Errorf("the share %v of the elements is dropped, want %v", share, p)
	}
	if share := float64(same) / 1e4; math.Abs(share-(0.7*0.7+0.3*0.3)) > 0.03 {
		t.Errorf("masks of two names agree in the share %v of the elements, want 0.58", share)
	}
	// Another epoch, and the first one again.
	first := y.Value.Clone()
	tp.Epoch = 1
	tp.Forward()
	differ := 0
	for i, v := range y.Value.Data {
		if v != first.Data[i] {
			differ++
		}
	}
	if differ < 3000 { // independent masks differ in 4200 elements
		t.Errorf("%d elements differ in the next epoch, want 3000 or more", differ)
	}
	tp.Epoch = 0
	tp.Forward()
	for i, v := range y.Value.Data {
		if v != first.Data[i] {
			t.Fatal("the same epoch gives another mask")
		}
	}
	// p = 1, and no training.
	p = 1
	tp.Forward()
	if y.Value.Data[7] != 0 {
		t.Errorf("with p = 1 an element is %v, want 0", y.Value.Data[7])
	}
	tp.Training = false
	tp.Forward()
	if y.Value.Data[0] != 1 || y.Value.Data[7] != 1 {
		t.Errorf("outside training elements are %v and %v, want 1", y.Value.Data[0], y.Value.Data[7])
	}
}

// TestAdamStepsAndRestores checks Adam on ‖W + b‖². A step returns the norm of the gradient and clears the gradients. Two runs of 7 steps
// from one restored state have the same bits. 800 more steps bring the loss to 1e-3 or less.
// A step without gradient returns the norm 0 and the old parameters. It moves W by the learning rate toward 0, and leaves b, which has no
// decay.
func TestAdamStepsAndRestores(t *testing.T) {
	newTape := func() (*tape, *vr) {
		tp := &tape{}
		p := tp.NewParam("w", fill(rng.New(4, "adam"), 3, 2))
		p.Decay = true
		q := tp.NewParam("b", fill(rng.New(4, "bias"), 1, 2))
		return tp, autodiff.SumSquares(tp, autodiff.AddBias(tp, p.Var, q.Var))
	}
	run := func(tp *tape, a *autodiff.Adam, loss *vr, steps int) {
		for range steps {
			tp.Forward()
			tp.ZeroGrad()
			tp.Backward(loss)
			a.Step(tp, nil)
		}
	}
	tp, loss := newTape()
	a := autodiff.NewAdam(tp, 0.05, 0.01)
	run(tp, a, loss, 10)
	values, state := valuesOf(tp), a.Snapshot()
	// The norm and the cleared gradients.
	tp.Forward()
	tp.Backward(loss)
	square := 0.0
	for _, p := range tp.Params {
		square += linalg.Dot(p.Grad.Data, p.Grad.Data)
	}
	if norm := a.Step(tp, nil); norm != math.Sqrt(square) || square == 0 {
		t.Errorf("the norm of the gradient is %v, want %v", norm, math.Sqrt(square))
	}
	for _, p := range tp.Params {
		if linalg.Nrm2(p.Grad.Data) != 0 {
			t.Errorf("the gradient of %s is not 0 after a step", p.Name)
		}
	}
	// Two runs from the same state.
	for k, p := range tp.Params {
		copy(p.Value.Data, values[k])
	}
	a.Restore(state)
	run(tp, a, loss, 7)
	after := valuesOf(tp)
	for k, p := range tp.Params {
		copy(p.Value.Data, values[k])
	}
	a.Restore(state)
	run(tp, a, loss, 7)
	for k, v := range valuesOf(tp) {
		for i := range v {
			if v[i] != after[k][i] {
				t.Fatalf("after Restore number %d of parameter %d is %v, want %v", i, k, v[i], after[k][i])
			}
		}
	}
	run(tp, a, loss, 800)
	if loss.Scalar() > 1e-3 {
		t.Errorf("after 800 steps the loss is %v, want at most 1e-3", loss.Scalar())
	}
	// Without gradient only the decay acts. The first step of Adam has the length of the learning rate.
	tp, _ = newTape()
	a = &autodiff.Adam{LR: 0.1, Beta1: 0.9, Beta2: 0.999, Eps: 1e-18, WeightDecay: 0.5}
	before := valuesOf(tp)
	allValues := slices.Concat(before...)
	old := make([]float64, len(allValues))
	if norm := a.Step(tp, old); norm != 0 || !slices.Equal(old, allValues) {
		t.Errorf("a step without gradient returns the norm %v, want 0, and the old parameters %v, want %v", norm, old, allValues)
	}
	for i, v := range tp.Params[0].Value.Data {
		checkNear(t, "decayed weight", v, before[0][i]-0.1*math.Copysign(1, before[0][i]))
	}
	for i, v := range tp.Params[1].Value.Data {
		checkNear(t, "weight without decay", v, before[1][i])
	}
}

// BenchmarkGCNEpoch measures one epoch of a two-layer graph convolution at the size of Cora: 2708 nodes, 13264 random entries of the
// propagation matrix, and 49216 random entries of the features X.
func BenchmarkGCNEpoch(b *testing.B) {
	s := rng.New(1, "bench")
	random := func(rows, cols, nnz int) *linalg.CSR {
		var e []linalg.Triplet
		for range nnz {
			e = append(e, linalg.Triplet{Row: s.Intn(rows), Col: s.Intn(cols), Val: s.Float64()})
		}
		return linalg.NewCSR(rows, cols, e)
	}
	adj, x := random(2708, 2708, 13264), random(2708, 1433, 49216)
	tp := &tape{Training: true}
	param := func(r, c int) *vr {
		a := linalg.NewDense(r, c)
		s.FillNorm(a.Data, 0.1)
		p := tp.NewParam("w", a)
		p.Decay = true
		return p.Var
	}
	// Two layers, of width 64 and 7, and 140 labels.
	h := autodiff.SpMM(tp, adj, autodiff.SpMM(tp, x, param(1433, 64)))
	h = autodiff.Dropout(tp, autodiff.ReLU(tp, h), 0.5, "h")
	h = autodiff.SpMM(tp, adj, autodiff.MatMul(tp, h, param(64, 7)))
	labels, rows := make([]int, 2708), s.Perm(2708)[:140]
	loss := autodiff.CrossEntropy(tp, h, labels, rows)
	a := autodiff.NewAdam(tp, 0.01, 5e-4)
	b.ReportAllocs()
	for b.Loop() {
		tp.Forward()
		tp.ZeroGrad()
		tp.Backward(loss)
		a.Step(tp, nil)
		tp.Epoch++
	}
}

// valuesOf returns a copy of the values of all parameters.
func valuesOf(t *autodiff.Tape) [][]float64 {
	c := make([][]float64, len(t.Params))
	for k, p := range t.Params {
		c[k] = slices.Clone(p.Value.Data)
	}
	return c
}
