package autodiff

import "sheafscope/core/linalg"

// SegmentSoftmax returns the softmax of the rows ptr[i] … ptr[i+1]−1 of e for
// every segment i, column by column: with e (nnz×h) the scores of the edges of
// a CSR pattern, row i of the pattern is normalised for each of h heads
// (Velickovic et al. 2018, equation (2)). Empty segments are allowed.
func SegmentSoftmax(t *Tape, ptr []int32, e *Var) *Var {
	need(len(ptr) > 0 && int(ptr[len(ptr)-1]) == e.Rows(), "SegmentSoftmax", e)
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
					y[q] = x[q] - top
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
