package autodiff_test

import (
	"slices"
	"testing"

	"sheafscope/core/autodiff"
	"sheafscope/core/linalg"
	"sheafscope/core/rng"
)

// TestMatMulSparse compares the gradients of both factors of MatMulSparse with the gradients of MatMul, bit for bit.
// In the gradient of the product, no, some, most or all rows are zero. Below 16 columns MatMulSparse does not skip these rows.
// The gradients are added to random previous values. A product of constants has no gradient.
func TestMatMulSparse(t *testing.T) {
	for _, cols := range []int{5, 16, 37} {
		for _, period := range []int{1, 2, 5, 1000} { // one row of each period is not 0
			var grads [2][]float64
			for k, product := range []func(*tape, *vr, *vr) *vr{autodiff.MatMul, autodiff.MatMulSparse} {
				s := rng.New(3, "rows")
				tp := &tape{}
				param := func(r, c int) *vr { return tp.NewParam("w", fill(s, r, c)).Var }
				a, b := param(40, 9), param(9, cols)
				out := product(tp, a, b)
				s.FillNorm(a.Grad.Data, 1)
				s.FillNorm(b.Grad.Data, 1)
				for i := range 40 {
					if i%period == period-1 {
						s.FillNorm(out.Grad.Row(i), 1)
					}
				}
				tp.Ops[0].Backward()
				grads[k] = slices.Concat(a.Grad.Data, b.Grad.Data)
			}
			if !slices.Equal(grads[0], grads[1]) {
				t.Errorf("%d columns, one nonzero row in %d: MatMulSparse gives other gradients than MatMul", cols, period)
			}
		}
	}
	tp := &tape{}
	product := autodiff.MatMulSparse(tp, tp.Const(linalg.NewDense(2, 3)), tp.Const(linalg.NewDense(3, 4)))
	if product.Grad != nil || len(tp.Ops) != 1 {
		t.Errorf("a product of constants has a gradient: %v; the tape has %d operations, want 1", product.Grad != nil, len(tp.Ops))
	}
}
