// This file has the products of matrices, dense and sparse, and the sum with a row vector: the parts of a linear layer.

package autodiff

import "sheafscope/core/linalg"

// MatMul returns A·B. For the gradient G of the product, the gradients are dA += G·Bᵀ and dB += Aᵀ·G.
func MatMul(t *Tape, a, b *Var) *Var { return MatMulT(t, a, b, linalg.NoTrans, linalg.NoTrans) }

// MatMulT returns op(A)·op(B). transA and transB select the matrix or its transpose.
// For the gradient G of the product, the gradient of op(A) is G·op(B)ᵀ, and the gradient of op(B) is op(A)ᵀ·G.
// If op transposes A or B, the gradient of this matrix is the transpose: op(B)·Gᵀ for A, and Gᵀ·op(A) for B.
func MatMulT(t *Tape, a, b *Var, transA, transB linalg.Transpose) *Var {
	rowsOfA, colsOfA := a.Rows(), a.Cols() // the size of op(A)
	if transA {
		rowsOfA, colsOfA = colsOfA, rowsOfA
	}
	rowsOfB, colsOfB := b.Rows(), b.Cols() // the size of op(B)
	if transB {
		rowsOfB, colsOfB = colsOfB, rowsOfB
	}
	mustFit(colsOfA == rowsOfB, "MatMul", a, b)
	// The factors of Gemm are 1 for the product, and 0 or 1 for the previous content: values are set, and gradients are added.
	out := t.Result(rowsOfA, colsOfB, a, b)
	forward := func() {
		linalg.Gemm(transA, transB, 1, a.Value, b.Value, 0, out.Value)
	}
	// !transA and !transB select the transposes of op(A) and op(B).
	backward := func() {
		g := out.Grad
		if a.Grad != nil {
			if transA {
				linalg.Gemm(transB, linalg.Trans, 1, b.Value, g, 1, a.Grad)
			} else {
				linalg.Gemm(linalg.NoTrans, !transB, 1, g, b.Value, 1, a.Grad)
			}
		}
		if b.Grad != nil {
			if transB {
				linalg.Gemm(linalg.Trans, transA, 1, g, a.Value, 1, b.Grad)
			} else {
				linalg.Gemm(!transA, linalg.NoTrans, 1, a.Value, g, 1, b.Grad)
			}
		}
	}
	return CustomOp(t, "MatMul", out, forward, backward)
}

// SpMM returns A·X for a constant sparse A, with the gradient dX += Aᵀ·G. If X has a gradient, SpMM computes Aᵀ once, when it is called.
func SpMM(t *Tape, a *linalg.CSR, x *Var) *Var {
	if a.Cols != x.Rows() {
		panic("autodiff: SpMM of matrices that do not fit")
	}
	out := t.Result(a.Rows, x.Cols(), x)
	var transposed *linalg.CSR // Aᵀ
	if x.Grad != nil {
		transposed = a.T()
	}
	// The numbers are the factors of the previous content: 0 sets the value, and 1 adds to the gradient.
	return CustomOp(t, "SpMM", out, func() {
		linalg.SpMM(a, x.Value, 0, out.Value)
	}, func() {
		linalg.SpMM(transposed, out.Grad, 1, x.Grad)
	})
}

// AddBias returns the matrix whose row i is the sum of row i of X (n×c) and the row vector b (1×c).
func AddBias(t *Tape, x, b *Var) *Var {
	mustFit(b.Rows() == 1 && b.Cols() == x.Cols(), "AddBias", x, b)
	out := t.Result(x.Rows(), x.Cols(), x, b)
	return CustomOp(t, "AddBias", out, func() {
		copy(out.Value.Data, x.Value.Data)
		for i := range x.Rows() {
			linalg.Axpy(1, b.Value.Data, out.Value.Row(i))
		}
	}, func() {
		addTo(x, out.Grad.Data)
		addColumns(b, out.Grad)
	})
}

// addColumns adds the column sums of g to the gradient of the row vector b. If b has no gradient, it does nothing.
func addColumns(b *Var, g *linalg.Dense) {
	if b.Grad == nil {
		return
	}
	for i := range g.Rows {
		linalg.Axpy(1, g.Row(i), b.Grad.Data)
	}
}

// addTo adds g to the gradient of v. If v has no gradient, it does nothing.
func addTo(v *Var, g []float64) {
	if v.Grad == nil {
		return
	}
	linalg.Axpy(1, g, v.Grad.Data)
}
