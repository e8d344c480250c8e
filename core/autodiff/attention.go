package autodiff

import "sheafscope/core/linalg"

// SegmentSoftmax returns the softmax of the rows ptr[i] … ptr[i+1]−1 of e for every segment i, column by column.
// With e, nnz×h, the scores of the edges of a CSR pattern, it normalises row i of the pattern for each of h heads.
// Source: Veličković et al., 2018, equation (2). A segment may be empty.
func SegmentSoftmax(t *Tape, ptr []int32, e *Var) *Var {
	mustFit(len(ptr) > 0 && int(ptr[len(ptr)-1]) == e.Rows(), "SegmentSoftmax", e)
	h := e.Cols()
	out := t.Result(e.Rows(), h, e)
	return CustomOp(t, "SegmentSoftmax", out, func() {
		x, y := e.Value.Data, out.Value.Data
		for i := range len(ptr) - 1 {
			lo, hi := int(ptr[i])*h, int(ptr[i+1])*h
			for k := range min(h, hi-lo) {
				top := x[lo+k]
				for q := lo + k; q < hi; q += h {
					top = max(top, x[q])
				}
				for q := lo + k; q < hi; q += h {
					y[q] = x[q] - top // the largest exponent is 0, so nothing overflows
				}
			}
			linalg.ExpSlice(y[lo:hi], y[lo:hi])
			for k := range min(h, hi-lo) {
				sum := 0.0
				for q := lo + k; q < hi; q += h {
					sum += y[q]
				}
				for q := lo + k; q < hi; q += h {
					y[q] /= sum
				}
			}
		}
	}, func() {
		d, g, y := e.Grad.Data, out.Grad.Data, out.Value.Data
		for i := range len(ptr) - 1 {
			lo, hi := int(ptr[i])*h, int(ptr[i+1])*h
			for k := range min(h, hi-lo) {
				dot := 0.0
				for q := lo + k; q < hi; q += h {
					dot += float64(g[q] * y[q])
				}
				for q := lo + k; q < hi; q += h {
					d[q] += float64(y[q] * (g[q] - dot))
				}
			}
		}
	})
}

// WeightedSpMM returns A(w)·X, where A has the pattern ptr, col and the variable w as values.
// With h heads w is nnz×h and X is n×(h·f); head k acts on columns k·f … (k+1)·f−1:
//
//	Y_i = Σ_p w_p·X_{col p},  dw_p += ⟨G_i, X_{col p}⟩,  dX_{col p} += w_p·G_i
func WeightedSpMM(t *Tape, ptr, col []int32, w, x *Var) *Var {
	h := w.Cols()
	mustFit(len(col) == w.Rows() && h > 0 && x.Cols()%h == 0 && int(ptr[len(ptr)-1]) == len(col), "WeightedSpMM", w, x)
	f := x.Cols() / h
	out := t.Result(len(ptr)-1, x.Cols(), w, x)
	return CustomOp(t, "WeightedSpMM", out, func() {
		out.Value.Zero()
		for i := range len(ptr) - 1 {
			y := out.Value.Row(i)
			for p := ptr[i]; p < ptr[i+1]; p++ {
				v := x.Value.Row(int(col[p]))
				for k, a := range w.Value.Row(int(p)) {
					linalg.Axpy(a, v[k*f:k*f+f], y[k*f:k*f+f])
				}
			}
		}
	}, func() {
		for i := range len(ptr) - 1 {
			g := out.Grad.Row(i)
			for p := int(ptr[i]); p < int(ptr[i+1]); p++ {
				j := int(col[p])
				if w.Grad != nil {
					v := x.Value.Row(j)
					for k := range h {
						w.Grad.Data[p*h+k] += linalg.Dot(g[k*f:k*f+f], v[k*f:k*f+f])
					}
				}
				if x.Grad != nil {
					d := x.Grad.Row(j)
					for k, a := range w.Value.Row(p) {
						linalg.Axpy(a, g[k*f:k*f+f], d[k*f:k*f+f])
					}
				}
			}
		}
	})
}
