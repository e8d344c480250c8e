// The operations of this file overwrite an input. The models use them to save memory on large graphs.
// Each computes the same bits as the operation that its comment names.
//
// Two conditions must hold for the overwritten input:
//   - Only the operation that overwrites the input reads it.
//   - An operation of the tape computes the input, and does not read its own output in Backward. Products, sums, LayerNorm and ConcatCols
//     do not read it. A constant or a parameter is no such input.
//
// Only the whole tape may run forward or backward. For example, a second Forward of one operation would transform its first result.

package autodiff

import "sheafscope/core/linalg"

// AddInPlace is [Add]. It returns a with the sum, except if only one of a and b has a gradient: then the sum is a new variable.
// If both have a gradient, b gets the gradient matrix of a. Then no other operation may read b, and the operations that compute a and b
// must not change this matrix in Backward, as ReLUInPlace would.
func AddInPlace(t *Tape, a, b *Var) *Var {
	mustFit(sameShape(a, b), "Add", a, b)
	if (a.Grad == nil) != (b.Grad == nil) { // only one has a gradient, so the two cannot share memory for it
		return Add(t, a, b)
	}
	b.Grad = a.Grad // both gradients equal the gradient of the sum
	return CustomOp(t, "Add", a, func() {
		linalg.Axpy(1, b.Value.Data, a.Value.Data)
	}, nil)
}

// AddBiasInPlace is [AddBias]. It returns x with the sum, except if only b has a gradient: then the sum is a new variable.
func AddBiasInPlace(t *Tape, x, b *Var) *Var {
	mustFit(b.Rows() == 1 && b.Cols() == x.Cols(), "AddBias", x, b)
	if x.Grad == nil && b.Grad != nil { // x has no memory for the gradient of the sum
		return AddBias(t, x, b)
	}
	return CustomOp(t, "AddBias", x, func() {
		for i := range x.Rows() {
			linalg.Axpy(1, b.Value.Data, x.Value.Row(i))
		}
	}, func() { addColumns(b, x.Grad) }) // x.Grad is the gradient of the sum, and equally of the overwritten x
}

// LayerNormInPlace is [LayerNorm] in the memory of x.
// If no input has a gradient, the result is x.
// If an input has a gradient, x keeps the normalised rows x̂ for Backward, and the result is a new variable.
func LayerNormInPlace(t *Tape, x, gamma, beta *Var) *Var {
	if x.Grad == nil && gamma.Grad == nil && beta.Grad == nil {
		return layerNorm(t, x, x, x.Value, gamma, beta)
	}
	out := t.Result(x.Rows(), x.Cols(), x, gamma, beta)
	return layerNorm(t, out, x, x.Value, gamma, beta)
}

// ReLUInPlace is [ReLU] with the result in a. It returns a.
func ReLUInPlace(t *Tape, a *Var) *Var {
	return CustomOp(t, "ReLU", a, func() { linalg.LeakyReLU(a.Value.Data, a.Value.Data, 0) },
		func() { linalg.ReLUGrad(a.Grad.Data, a.Value.Data) })
}

// ELUInPlace is [ELU] with the result in a. It returns a.
func ELUInPlace(t *Tape, a *Var) *Var {
	work := make([]float64, linalg.ELUWork) // workspace of linalg.ELU
	return CustomOp(t, "ELU", a, func() { linalg.ELU(a.Value.Data, work) },
		func() { linalg.ELUGrad(a.Grad.Data, a.Value.Data) })
}

// SigmoidInPlace replaces each element a_ij of a by y_ij = 1/(1+e^{−a_ij}), with the derivative y_ij·(1 − y_ij). It returns a.
func SigmoidInPlace(t *Tape, a *Var) *Var {
	return CustomOp(t, "Sigmoid", a, func() { linalg.Sigmoid(a.Value.Data, a.Value.Data) }, func() {
		d := a.Grad.Data
		for i, y := range a.Value.Data {
			d[i] *= y * (1 - y)
		}
	})
}

// DropoutInPlace is [DropoutOf] with the result in x. It returns x.
func DropoutInPlace(t *Tape, x *Var, rows *Rows, p float64, name string) *Var {
	return dropout(t, x, x, rows, &p, name)
}
