package autodiff_test

import (
	"fmt"

	"sheafscope/core/autodiff"
	"sheafscope/core/linalg"
)

// Adam finds the slope and the shift of the line through (1, 3), (2, 5) and (3, 7).
func ExampleAdam() {
	t := &autodiff.Tape{Training: true}
	x := t.Const(&linalg.Dense{Rows: 3, Cols: 1, Data: []float64{1, 2, 3}})
	y := t.Const(&linalg.Dense{Rows: 3, Cols: 1, Data: []float64{3, 5, 7}})
	slope := t.NewParam("slope", linalg.NewDense(1, 1))
	shift := t.NewParam("shift", linalg.NewDense(1, 1))
	fit := autodiff.AddBias(t, autodiff.MatMul(t, x, slope.Var), shift.Var)
	loss := autodiff.SumSquares(t, autodiff.Sub(t, fit, y))

	adam := autodiff.NewAdam(t, 0.1, 0)
	for range 800 {
		t.Forward()
		t.ZeroGrad()
		t.Backward(loss)
		adam.Step(t, nil)
	}
	fmt.Printf("%.3f %.3f\n", slope.Scalar(), shift.Scalar())
	// Output: 2.000 1.000
}

// The gradient of a sum of squares agrees with central differences.
func ExampleCheckGrad() {
	t := new(autodiff.Tape)
	w := t.NewParam("w", &linalg.Dense{Rows: 1, Cols: 3, Data: []float64{0.3, -1, 2}})
	loss := autodiff.SumSquares(t, autodiff.Tanh(t, w.Var))
	fmt.Println(autodiff.CheckGrad(t, loss, w.Var) < 1e-8)
	// Output: true
}
