package autodiff

import "sheafscope/core/linalg"

// The operations of this file overwrite an input, which saves memory and therefore time on large graphs.
// Each computes the same bits as the operation of the same name without InPlace.
//
// Two conditions must hold for the overwritten input.
// No other operation reads it. The operation that computes it does not read its output in Backward:
// this is true of products, sums, LayerNorm and ConcatCols.
//
// Forward and Backward of the whole tape must run; a second Forward of a single operation would transform its own result.

// AddInPlace is [Add] with the result in a, which it returns; the gradients of a and b share memory.
func AddInPlace(t *Tape, a, b *Var) *Var {
	mustFit(sameShape(a, b), "Add", a, b)
	if (a.Grad == nil) != (b.Grad == nil) {
		return Add(t, a, b)
	}
	b.Grad = a.Grad // both gradients equal that of the sum
	return CustomOp(t, "Add", a, func() {
		linalg.Axpy(1, b.Value.Data, a.Value.Data)
	}, nil)
}

// AddBiasInPlace is [AddBias] with the result in x, which it returns.
// If only b has a gradient, x could not receive that of the sum; the result is then a new variable.
func AddBiasInPlace(t *Tape, x, b *Var) *Var {
	mustFit(b.Rows() == 1 && b.Cols() == x.Cols(), "AddBias", x, b)
	if x.Grad == nil && b.Grad != nil {
		return AddBias(t, x, b)
	}
	return CustomOp(t, "AddBias", x, func() {
		for i := range x.Rows() {
			linalg.Axpy(1, b.Value.Data, x.Value.Row(i))
		}
	}, func() { addColumns(b, x.Grad) })
}

// LayerNormInPlace is [LayerNorm] with the memory of x.
// If no input has a gradient, x receives and is the result.
// Otherwise x receives the normalised x̂, which Backward needs, and the result is a new variable.
func LayerNormInPlace(t *Tape, x, gamma, beta *Var) *Var {
	if x.Grad == nil && gamma.Grad == nil && beta.Grad == nil {
		return layerNorm(t, x, x, x.Value, gamma, beta)
	}
	return layerNorm(t, t.Result(x.Rows(), x.Cols(), x, gamma, beta), x, x.Value, gamma, beta)
}

// ReLUInPlace is [ReLU] with the result in a, which it returns.
func ReLUInPlace(t *Tape, a *Var) *Var {
	return CustomOp(t, "ReLU", a, func() { linalg.LeakyReLU(a.Value.Data, a.Value.Data, 0) },
		func() { linalg.ReLUGrad(a.Grad.Data, a.Value.Data) })
}

// ELUInPlace is [ELU] with the result in a, which it returns.
func ELUInPlace(t *Tape, a *Var) *Var {
	work := make([]float64, linalg.ELUWork)
	return CustomOp(t, "ELU", a, func() { linalg.ELU(a.Value.Data, work) },
		func() { linalg.ELUGrad(a.Grad.Data, a.Value.Data) })
}

// SigmoidInPlace replaces a by 1/(1+e^{−a}) elementwise and returns it.
func SigmoidInPlace(t *Tape, a *Var) *Var {
	return CustomOp(t, "Sigmoid", a, func() { linalg.Sigmoid(a.Value.Data, a.Value.Data) }, func() {
		d := a.Grad.Data
		for i, y := range a.Value.Data {
			d[i] *= y * (1 - y)
		}
	})
}

// DropoutInPlace is [DropoutOf] with the result in x, which it returns.
func DropoutInPlace(t *Tape, x *Var, rows *Rows, p float64, name string) *Var {
	return dropout(t, x, x, rows, &p, name)
}
