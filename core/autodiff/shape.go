// This file has operations that select, join, sum or scale rows and columns, and views of a matrix with another shape.
// With a single input, Backward needs no test for nil: if the input has no gradient, [CustomOp] omits Backward.

package autodiff

import "sheafscope/core/linalg"

// Reshape returns a rows×cols variable with the elements of x in row-major order. Values and gradients share the memory of x.
// Reshape appends no operation.
func Reshape(t *Tape, x *Var, rows, cols int) *Var {
	mustFit(rows*cols == x.Rows()*x.Cols(), "Reshape", x)
	return &Var{Value: view(x.Value, rows, cols), Grad: view(x.Grad, rows, cols)}
}

// SliceRows returns the rows lo … hi−1 of x as a variable. Values and gradients share the memory of x.
// SliceRows appends no operation.
func SliceRows(t *Tape, x *Var, lo, hi int) *Var {
	mustFit(0 <= lo && lo <= hi && hi <= x.Rows(), "SliceRows", x)
	cut := func(a *linalg.Dense) *linalg.Dense {
		if a == nil {
			return nil
		}
		return &linalg.Dense{Rows: hi - lo, Cols: a.Cols, Data: a.Data[lo*a.Cols : hi*a.Cols : hi*a.Cols]}
	}
	return &Var{Value: cut(x.Value), Grad: cut(x.Grad)}
}

// SliceCols returns columns lo … hi−1 of x.
func SliceCols(t *Tape, x *Var, lo, hi int) *Var {
	mustFit(0 <= lo && lo <= hi && hi <= x.Cols(), "SliceCols", x)
	out := t.Result(x.Rows(), hi-lo, x)
	return CustomOp(t, "SliceCols", out, func() {
		for i := range x.Rows() {
			copy(out.Value.Row(i), x.Value.Row(i)[lo:hi])
		}
	}, func() {
		for i := range x.Rows() {
			linalg.Axpy(1, out.Grad.Row(i), x.Grad.Row(i)[lo:hi])
		}
	})
}

// ConcatCols returns [X₁ X₂ …], the columns of the inputs one after another. There is at least one input.
func ConcatCols(t *Tape, xs ...*Var) *Var {
	cols := 0
	for _, x := range xs {
		mustFit(x.Rows() == xs[0].Rows(), "ConcatCols", xs...)
		cols += x.Cols()
	}
	xs = append([]*Var(nil), xs...) // the caller may change its slice
	out := t.Result(xs[0].Rows(), cols, xs...)
	// In Forward and Backward, a slice (o or g) advances along a row, past the columns of one input after another.
	return CustomOp(t, "ConcatCols", out, func() {
		for i := range out.Rows() {
			o := out.Value.Row(i)
			for _, x := range xs {
				copied := copy(o, x.Value.Row(i))
				o = o[copied:]
			}
		}
	}, func() {
		for i := range out.Rows() {
			g := out.Grad.Row(i)
			for _, x := range xs {
				c := x.Cols()
				if x.Grad != nil {
					linalg.Axpy(1, g[:c], x.Grad.Row(i))
				}
				g = g[c:]
			}
		}
	})
}

// GatherRows returns the matrix whose row k is row idx[k] of x.
// Each run reads idx. Therefore the caller may change the elements of idx between runs.
func GatherRows(t *Tape, x *Var, idx []int32) *Var {
	out := t.Result(len(idx), x.Cols(), x)
	return CustomOp(t, "GatherRows", out, func() { copyRows(out, x, idx) }, func() { addRowGrads(out, x, idx) })
}

// copyRows copies the rows idx of x to out.
func copyRows(out, x *Var, idx []int32) {
	for k, i := range idx {
		copy(out.Value.Row(k), x.Value.Row(int(i)))
	}
}

// addRowGrads adds the gradient of out to the gradients of the rows idx of x.
func addRowGrads(out, x *Var, idx []int32) {
	for k, i := range idx {
		linalg.Axpy(1, out.Grad.Row(k), x.Grad.Row(int(i)))
	}
}

// ScatterAddRows returns the rows×c matrix whose row i is the sum of the rows k of x with idx[k] = i, in ascending order of k.
// Each run reads idx. Therefore the caller may change the elements of idx between runs.
func ScatterAddRows(t *Tape, x *Var, idx []int32, rows int) *Var {
	mustFit(len(idx) == x.Rows(), "ScatterAddRows", x)
	out := t.Result(rows, x.Cols(), x)
	return CustomOp(t, "ScatterAddRows", out, func() {
		out.Value.Zero()
		for k, i := range idx {
			linalg.Axpy(1, x.Value.Row(k), out.Value.Row(int(i)))
		}
	}, func() {
		for k, i := range idx {
			linalg.Axpy(1, out.Grad.Row(int(i)), x.Grad.Row(k))
		}
	})
}

// MulColumn returns row i of x (n×c) times element i of the column s (n×1): y_ij = s_i·x_ij.
func MulColumn(t *Tape, s, x *Var) *Var {
	mustFit(s.Rows() == x.Rows() && s.Cols() == 1, "MulColumn", s, x)
	out := t.Result(x.Rows(), x.Cols(), s, x)
	return CustomOp(t, "MulColumn", out, func() {
		for i, f := range s.Value.Data {
			o := out.Value.Row(i)
			for j, v := range x.Value.Row(i) {
				o[j] = f * v
			}
		}
	}, func() {
		// For the gradient G of the result: dX_i += s_i·G_i and ds_i += ⟨G_i, X_i⟩.
		for i, f := range s.Value.Data {
			g := out.Grad.Row(i)
			if x.Grad != nil {
				linalg.Axpy(f, g, x.Grad.Row(i))
			}
			if s.Grad != nil {
				s.Grad.Data[i] += linalg.Dot(g, x.Value.Row(i))
			}
		}
	})
}
