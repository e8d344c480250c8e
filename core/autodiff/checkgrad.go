// This file compares gradients with differences of the loss, for the tests of the operations and of the models.

package autodiff

import "math"

// CheckGrad compares the gradient of loss (1×1) with central differences, and returns the largest relativeError over vars.
// Each variable must have a gradient. On return the tape has run forward and backward, with the original values of the variables.
//
// If f(s) is the loss after one element has grown by s, its derivative is about (8(f(h)−f(−h)) − (f(2h)−f(−2h)))/12h (five-point rule).
// With h = 2·10⁻⁴ the error is about 10⁻¹¹ for a smooth loss of order 1.
// The change of an element by up to 2h must not reach a kink of the loss, such as the kink of [ReLU] at 0.
func CheckGrad(t *Tape, loss *Var, vars ...*Var) (maxRelErr float64) {
	return CheckGradStep(t, loss, 2e-4, vars...)
}

// CheckGradStep is [CheckGrad] with step h.
// A smaller step suits a loss whose second derivative jumps (ELU), but the rounding errors of the differences are about 10⁻¹⁶/h.
func CheckGradStep(t *Tape, loss *Var, h float64, vars ...*Var) (maxRelErr float64) {
	differences := make([][]float64, len(vars))
	for k, v := range vars {
		differences[k] = make([]float64, len(v.Value.Data))
		for i, x := range v.Value.Data {
			// lossAt returns the loss with y in place of the element.
			lossAt := func(y float64) float64 {
				v.Value.Data[i] = y
				t.Forward()
				return loss.Value.Data[0]
			}
			overOneStep := lossAt(x+h) - lossAt(x-h)
			overTwoSteps := lossAt(x+2*h) - lossAt(x-2*h)
			differences[k][i] = (float64(8*overOneStep) - overTwoSteps) / (12 * h)
			v.Value.Data[i] = x
		}
	}

	t.Forward()
	t.ZeroGrad()
	t.Backward(loss)
	for k, v := range vars {
		maxRelErr = max(maxRelErr, relativeError(v.Grad.Data, differences[k]))
	}
	return maxRelErr
}

// relativeError returns max|got − want|, divided by the largest absolute element of both slices unless this element is below 1e-8.
// It returns NaN if an element is NaN.
func relativeError(got, want []float64) float64 {
	scale, worst := 0.0, 0.0
	for i, g := range got {
		scale = max(scale, math.Abs(g), math.Abs(want[i]))
		worst = max(worst, math.Abs(g-want[i]))
	}
	if scale < 1e-8 { // the elements are mostly rounding errors
		scale = 1
	}
	return worst / scale
}
