package autodiff

import "math"

// CheckGrad returns the largest error of the gradient of loss (1×1) against central differences, over the given variables.
// The error is relative to the largest element of the gradient of the variable, and absolute where that is below 10⁻⁸.
// It perturbs and restores every element of every variable, so they should be small.
// Afterwards the tape has run forward and backward once at the original point.
//
// The five-point rule (8(f(h)−f(−h)) − (f(2h)−f(−2h)))/12h with h = 2·10⁻⁴ has an error of about 10⁻¹¹ for a smooth loss of order 1.
// The point must be further than 2h from kinks, such as [ReLU] at 0.
func CheckGrad(t *Tape, loss *Var, vars ...*Var) (maxRelErr float64) {
	return CheckGradStep(t, loss, 2e-4, vars...)
}

// CheckGradStep is [CheckGrad] with step h.
// A smaller step suits a loss with many kinks of the second derivative (ELU), at the price of rounding errors of 10⁻¹⁶/h.
func CheckGradStep(t *Tape, loss *Var, h float64, vars ...*Var) (maxRelErr float64) {
	want := make([][]float64, len(vars))
	for k, v := range vars {
		want[k] = make([]float64, len(v.Value.Data))
		for i, x := range v.Value.Data {
			at := func(y float64) float64 {
				v.Value.Data[i] = y
				t.Forward()
				return loss.Value.Data[0]
			}
			near := at(x+h) - at(x-h)
			far := at(x+2*h) - at(x-2*h)
			want[k][i] = (8*near - far) / (12 * h)
			v.Value.Data[i] = x
		}
	}
	t.Forward()
	t.ZeroGrad()
	t.Backward(loss)
	for k, v := range vars {
		scale, worst := 0.0, 0.0
		for i, g := range v.Grad.Data {
			scale = max(scale, math.Abs(g), math.Abs(want[k][i]))
			e := math.Abs(g - want[k][i])
			if !(e <= worst) { // also catches NaN
				worst = e
			}
		}
		if scale < 1e-8 {
			scale = 1
		}
		if e := worst / scale; !(e <= maxRelErr) {
			maxRelErr = e
		}
	}
	return maxRelErr
}
