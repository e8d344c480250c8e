// This file has a softmax over the edges of each node, and a product with a sparse matrix whose values are variables.
// The models of package peer use both.

package autodiff

import "sheafscope/core/linalg"

// SegmentSoftmax returns, for each segment of rows of e, the softmax of each column over the segment.
// Segment i has the rows ptr[i] … ptr[i+1]−1 and may be empty. ptr[0] is 0, and the last element of ptr is the number of rows.
// In graph attention e (nnz×h) has the scores of nnz edges in the order of a CSR pattern, for h heads.
// The softmax then normalises the scores of each head over the edges of each node: Veličković et al., 2018, equation (2).
func SegmentSoftmax(t *Tape, ptr []int32, e *Var) *Var {
	coversRows := len(ptr) > 0 && int(ptr[len(ptr)-1]) == e.Rows()
	mustFit(coversRows, "SegmentSoftmax", e)
	h := e.Cols()
	out := t.Result(e.Rows(), h, e)
	// The matrices are row-major, so segment i has the numbers lo … hi−1.
	forward := func() {
		x, y := e.Value.Data, out.Value.Data
		for i := range len(ptr) - 1 {
			lo, hi := int(ptr[i])*h, int(ptr[i+1])*h
			softmaxColumns(y[lo:hi], x[lo:hi], h)
		}
	}
	backward := func() {
		d, g, y := e.Grad.Data, out.Grad.Data, out.Value.Data
		for i := range len(ptr) - 1 {
			lo, hi := int(ptr[i])*h, int(ptr[i+1])*h
			addSoftmaxColumnsGrad(d[lo:hi], g[lo:hi], y[lo:hi], h)
		}
	}
	return CustomOp(t, "SegmentSoftmax", out, forward, backward)
}

// softmaxColumns sets y to the softmax of each column of x. x and y are row-major with h columns, and may be empty.
func softmaxColumns(y, x []float64, h int) {
	for k := range min(h, len(x)) { // no column if x is empty
		largest := x[k]
		for q := k; q < len(x); q += h {
			largest = max(largest, x[q])
		}
		for q := k; q < len(x); q += h {
			y[q] = x[q] - largest // the largest exponent is then 0, and no exponential overflows
		}
	}
	linalg.ExpSlice(y, y)
	for k := range min(h, len(y)) {
		sum := 0.0
		for q := k; q < len(y); q += h {
			sum += y[q]
		}
		for q := k; q < len(y); q += h {
			y[q] /= sum
		}
	}
}

// addSoftmaxColumnsGrad adds y∘(g − Σ g∘y) to d for each column. y is the result of softmaxColumns, g is the gradient of y, and d is the
// gradient of the argument x. The slices may be empty.
func addSoftmaxColumnsGrad(d, g, y []float64, h int) {
	for k := range min(h, len(y)) {
		dot := 0.0
		for q := k; q < len(y); q += h {
			dot += float64(g[q] * y[q]) // float64 forbids a fused multiply-add
		}
		for q := k; q < len(y); q += h {
			d[q] += float64(y[q] * (g[q] - dot))
		}
	}
}

// WeightedSpMM returns A(w)·X for a sparse matrix A with the constant CSR pattern (ptr, col) and the variable values w.
// With h heads of f features each, w is nnz×h and X is n×(h·f). Column k of w multiplies the columns k·f … (k+1)·f−1 of X.
// For each head, with the gradient G of the result Y and the entries p = ptr[i] … ptr[i+1]−1 of row i:
//
//	Y_i = Σ_p w_p·X_{col p},  dw_p += ⟨G_i, X_{col p}⟩,  dX_{col p} += w_p·G_i
func WeightedSpMM(t *Tape, ptr, col []int32, w, x *Var) *Var {
	h := w.Cols()
	fitsWeights := len(col) == w.Rows() && int(ptr[len(ptr)-1]) == len(col)
	fitsHeads := h > 0 && x.Cols()%h == 0
	mustFit(fitsWeights && fitsHeads, "WeightedSpMM", w, x)
	f := x.Cols() / h
	out := t.Result(len(ptr)-1, x.Cols(), w, x)
	forward := func() {
		out.Value.Zero()
		for i := range len(ptr) - 1 {
			y := out.Value.Row(i)
			for p := ptr[i]; p < ptr[i+1]; p++ {
				v := x.Value.Row(int(col[p]))
				for k, weight := range w.Value.Row(int(p)) {
					linalg.Axpy(weight, v[k*f:k*f+f], y[k*f:k*f+f])
				}
			}
		}
	}
	// Several entries p can have the same column j. They all add to row j of the gradient of X.
	backward := func() {
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
					for k, weight := range w.Value.Row(p) {
						linalg.Axpy(weight, g[k*f:k*f+f], d[k*f:k*f+f])
					}
				}
			}
		}
	}
	return CustomOp(t, "WeightedSpMM", out, forward, backward)
}
