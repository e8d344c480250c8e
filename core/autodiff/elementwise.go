// This file has operations on the elements of matrices: sums, constant factors, and the activations of the models.
// With a single input, Backward needs no test for nil: if the input has no gradient, [CustomOp] omits Backward.

package autodiff

import "sheafscope/core/linalg"

// Add returns A + B.
func Add(t *Tape, a, b *Var) *Var {
	mustFit(sameShape(a, b), "Add", a, b)
	out := t.Result(a.Rows(), a.Cols(), a, b)
	return CustomOp(t, "Add", out, func() {
		o, y := out.Value.Data, b.Value.Data
		for i, v := range a.Value.Data {
			o[i] = v + y[i]
		}
	}, func() {
		addTo(a, out.Grad.Data)
		addTo(b, out.Grad.Data)
	})
}

// Sub returns A − B.
func Sub(t *Tape, a, b *Var) *Var {
	mustFit(sameShape(a, b), "Sub", a, b)
	out := t.Result(a.Rows(), a.Cols(), a, b)
	return CustomOp(t, "Sub", out, func() {
		o, y := out.Value.Data, b.Value.Data
		for i, v := range a.Value.Data {
			o[i] = v - y[i]
		}
	}, func() {
		addTo(a, out.Grad.Data)
		if b.Grad != nil {
			d := b.Grad.Data
			for i, g := range out.Grad.Data {
				d[i] -= g
			}
		}
	})
}

// Scale returns s·A for a constant s.
func Scale(t *Tape, s float64, a *Var) *Var { return ScaleBy(t, &s, a) }

// ScaleBy returns *s·A. Each Forward and Backward reads *s. The caller may change *s between two runs of the whole tape.
func ScaleBy(t *Tape, s *float64, a *Var) *Var {
	out := t.Result(a.Rows(), a.Cols(), a)
	return CustomOp(t, "Scale", out, func() {
		f, o := *s, out.Value.Data
		for i, v := range a.Value.Data {
			o[i] = f * v
		}
	}, func() { linalg.Axpy(*s, out.Grad.Data, a.Grad.Data) })
}

// ReLU returns max(A, 0) elementwise; its derivative at 0 is 0.
func ReLU(t *Tape, a *Var) *Var { return LeakyReLU(t, a, 0) }

// LeakyReLU returns a for an element a > 0, and slope·a for an element a ≤ 0. Its derivative at 0 is slope.
func LeakyReLU(t *Tape, a *Var, slope float64) *Var {
	out := t.Result(a.Rows(), a.Cols(), a)
	return CustomOp(t, "ReLU", out, func() { linalg.LeakyReLU(out.Value.Data, a.Value.Data, slope) },
		func() { linalg.AddLeakyReLUGrad(a.Grad.Data, out.Grad.Data, a.Value.Data, slope) })
}

// ELU returns a for an element a > 0, and eᵃ − 1 for an element a ≤ 0 (Clevert, Unterthiner, Hochreiter, 2016, with α = 1).
// Backward computes the derivative from the result y: it is y + 1 for y < 0, and 1 for other y.
func ELU(t *Tape, a *Var) *Var {
	out := t.Result(a.Rows(), a.Cols(), a)
	work := make([]float64, linalg.ELUWork) // workspace of linalg.ELU
	return CustomOp(t, "ELU", out, func() {
		copy(out.Value.Data, a.Value.Data)
		linalg.ELU(out.Value.Data, work)
	}, func() { linalg.AddELUGrad(a.Grad.Data, out.Grad.Data, out.Value.Data) })
}

// Tanh returns the hyperbolic tangent of each element.
func Tanh(t *Tape, a *Var) *Var {
	out := t.Result(a.Rows(), a.Cols(), a)
	return CustomOp(t, "Tanh", out, func() {
		o := out.Value.Data
		for i, v := range a.Value.Data {
			o[i] = linalg.Tanh(v)
		}
	}, func() {
		d, g := a.Grad.Data, out.Grad.Data
		for i, y := range out.Value.Data {
			d[i] += float64(g[i] * (1 - float64(y*y))) // float64 forbids a fused multiply-add
		}
	})
}
