// This file has operations with a 1×1 variable: the sum of squares as a result, and a variable factor.

package autodiff

import "sheafscope/core/linalg"

// SumSquares returns ‖A‖² = Σ a_ij², 1×1. The gradient of A is 2A times the gradient of the result.
func SumSquares(t *Tape, a *Var) *Var {
	out := t.Result(1, 1, a)
	return CustomOp(t, "SumSquares", out, func() {
		out.Value.Data[0] = linalg.Dot(a.Value.Data, a.Value.Data)
	}, func() {
		linalg.Axpy(2*out.Grad.Data[0], a.Value.Data, a.Grad.Data)
	})
}

// MulScalar returns s·A for a 1×1 variable s.
func MulScalar(t *Tape, s, a *Var) *Var {
	mustFit(isScalar(s), "MulScalar", s, a)
	out := t.Result(a.Rows(), a.Cols(), s, a)
	return CustomOp(t, "MulScalar", out, func() {
		f, o := s.Value.Data[0], out.Value.Data
		for i, v := range a.Value.Data {
			o[i] = f * v
		}
	}, func() {
		if a.Grad != nil {
			linalg.Axpy(s.Value.Data[0], out.Grad.Data, a.Grad.Data)
		}
		if s.Grad != nil {
			s.Grad.Data[0] += linalg.Dot(out.Grad.Data, a.Value.Data)
		}
	})
}
