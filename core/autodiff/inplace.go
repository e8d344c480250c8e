package autodiff

import "sheafscope/core/linalg"

// The operations of this file overwrite an input.
// That input must be the output of an operation that no other operation reads and whose Backward does not need its value.
// A product, a sum, LayerNorm and ConcatCols are such operations.
// The result has the same bits as that of the operation of the same name; less memory makes it faster on large graphs.
// Forward and Backward of a tape must run in full: a second Forward of one operation would act on its own result.

// AddInPlace is [Add] and returns a; the gradients of a and b share memory.
func AddInPlace(t *Tape, a, b *Var) *Var {
	mustFit(sameShape(a, b), "Add", a, b)
	if (a.Grad == nil) != (b.Grad == nil) {
		return Add(t, a, b)
	}
	b.Grad = a.Grad // ∂ℓ/∂a = ∂ℓ/∂b
	return CustomOp(t, "Add", a, func() {
		linalg.Axpy(1, b.Value.Data, a.Value.Data)
	}, nil)
}

// AddBiasInPlace is [AddBias]; it returns x.
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

// LayerNormInPlace is [LayerNorm]; the value of x becomes x̂ or, without gradients, the result.
func LayerNormInPlace(t *Tape, x, gamma, beta *Var) *Var {
	if x.Grad == nil && gamma.Grad == nil && beta.Grad == nil {
		return layerNorm(t, x, x, x.Value, gamma, beta)
	}
	return layerNorm(t, t.Result(x.Rows(), x.Cols(), x, gamma, beta), x, x.Value, gamma, beta)
}

// ReLUInPlace is [ReLU]; it returns a.
func ReLUInPlace(t *Tape, a *Var) *Var {
	return CustomOp(t, "ReLU", a, func() { linalg.LeakyReLU(a.Value.Data, a.Value.Data, 0) },
		func() { linalg.ReLUGrad(a.Grad.Data, a.Value.Data) })
}

// ELUInPlace is [ELU]; it returns a.
func ELUInPlace(t *Tape, a *Var) *Var {
	part := make([]float64, linalg.ELUWork)
	return CustomOp(t, "ELU", a, func() { linalg.ELU(a.Value.Data, part) }, func() { linalg.ELUGrad(a.Grad.Data, a.Value.Data) })
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

// DropoutInPlace is [DropoutOf]; it returns x.
func DropoutInPlace(t *Tape, x *Var, rows *Rows, p float64, name string) *Var {
	return dropout(t, x, x, rows, &p, name)
}
