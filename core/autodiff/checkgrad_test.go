package autodiff_test

import (
	"math"
	"testing"

	"sheafscope/core/autodiff"
)

// TestCheckGradReportsNaN checks that CheckGrad returns NaN if any one of the four elements of two gradients is NaN.
// The finite errors of later elements must not hide it. The loss is the sum of all elements, with the gradient 1.
func TestCheckGradReportsNaN(t *testing.T) {
	for wrong := range 4 {
		tape := &autodiff.Tape{}
		vars := []*autodiff.Var{tape.NewVar(1, 2, true), tape.NewVar(1, 2, true)}
		loss := tape.Result(1, 1, vars...)
		autodiff.CustomOp(tape, "sum", loss, func() {
			a, b := vars[0].Value.Data, vars[1].Value.Data
			loss.Value.Data[0] = a[0] + a[1] + b[0] + b[1]
		}, func() {
			for k := range 4 {
				g := 1.0
				if k == wrong {
					g = math.NaN()
				}
				vars[k/2].Grad.Data[k%2] += g
			}
		})
		if e := autodiff.CheckGrad(tape, loss, vars...); !math.IsNaN(e) {
			t.Errorf("a gradient whose element %d is NaN has the error %g, want NaN", wrong, e)
		}
	}
}
