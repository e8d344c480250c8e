package autodiff

import (
	"math"

	"sheafscope/core/linalg"
)

// Sum returns the sum of all elements of a, 1×1.
func Sum(t *Tape, a *Var) *Var { return total(t, "Sum", a, 1) }

// Mean returns the mean of all elements of a, 1×1.
func Mean(t *Tape, a *Var) *Var { return total(t, "Mean", a, 1/float64(len(a.Value.Data))) }

func total(t *Tape, name string, a *Var, f float64) *Var {
	out := t.Result(1, 1, a)
	return CustomOp(t, name, out, func() {
		s := 0.0
		for _, v := range a.Value.Data {
			s += v
		}
		out.Value.Data[0] = s * f
	}, func() {
		g := out.Grad.Data[0] * f
		d := a.Grad.Data
		for i := range d {
			d[i] += g
		}
	})
}

// SumSquares returns ‖A‖² = Σ a_ij², 1×1.
func SumSquares(t *Tape, a *Var) *Var {
	out := t.Result(1, 1, a)
	return CustomOp(t, "SumSquares", out, func() {
		out.Value.Data[0] = linalg.Dot(a.Value.Data, a.Value.Data)
	}, func() {
		linalg.Axpy(2*out.Grad.Data[0], a.Value.Data, a.Grad.Data)
	})
}

// SqrtScalar returns √a elementwise (usually 1×1), a ≥ 0. Where a = 0, whose
// derivative is infinite, no gradient flows.
func SqrtScalar(t *Tape, a *Var) *Var {
	return unary(t, "Sqrt", a, math.Sqrt, func(_, y float64) float64 {
		if y == 0 {
			return 0
		}
		return 0.5 / y
	})
}

// DivScalar returns a/b for 1×1 variables, b ≠ 0.
func DivScalar(t *Tape, a, b *Var) *Var {
	need(isScalar(a) && isScalar(b), "DivScalar", a, b)
	out := t.Result(1, 1, a, b)
	return CustomOp(t, "DivScalar", out, func() {
		out.Value.Data[0] = a.Value.Data[0] / b.Value.Data[0]
	}, func() {
		g := out.Grad.Data[0] / b.Value.Data[0]
		if a.Grad != nil {
			a.Grad.Data[0] += g
		}
		if b.Grad != nil {
			b.Grad.Data[0] -= float64(g * out.Value.Data[0])
		}
	})
}

// MulScalar returns s·A for a 1×1 variable s.
func MulScalar(t *Tape, s, a *Var) *Var {
	need(isScalar(s), "MulScalar", s, a)
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

// WeightedSum returns Σ_k weights[k]·terms[k] for 1×1 terms, added in order.
// weights is kept, not copied: the caller may change it between runs.
func WeightedSum(t *Tape, weights []float64, terms ...*Var) *Var {
	need(len(weights) == len(terms), "WeightedSum", terms...)
	for _, v := range terms {
		need(isScalar(v), "WeightedSum", terms...)
	}
	terms = append([]*Var(nil), terms...)
	out := t.Result(1, 1, terms...)
	return CustomOp(t, "WeightedSum", out, func() {
		s := 0.0
		for k, v := range terms {
			s += float64(weights[k] * v.Value.Data[0])
		}
		out.Value.Data[0] = s
	}, func() {
		for k, v := range terms {
			if v.Grad != nil {
				v.Grad.Data[0] += float64(weights[k] * out.Grad.Data[0])
			}
		}
	})
}
