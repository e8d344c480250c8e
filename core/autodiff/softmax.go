// This file has the softmax of rows, and the cross-entropy, a loss of training.

package autodiff

import "sheafscope/core/linalg"

// SoftmaxRows returns the softmax of every row, s_ij = e^{x_ij}/Σ_k e^{x_ik}. For the gradient g of the result, the gradient of x is
// dx_ij += s_ij·(g_ij − Σ_k g_ik·s_ik).
func SoftmaxRows(t *Tape, x *Var) *Var {
	out := t.Result(x.Rows(), x.Cols(), x)
	return CustomOp(t, "SoftmaxRows", out, func() {
		linalg.SoftmaxRows(out.Value, x.Value)
	}, func() {
		for i := range out.Rows() {
			g, s, d := out.Grad.Row(i), out.Value.Row(i), x.Grad.Row(i)
			dot := linalg.Dot(g, s)
			for j, v := range s {
				d[j] += float64(v * (g[j] - dot)) // float64 forbids a fused multiply-add
			}
		}
	})
}

// CrossEntropy returns the mean over i in rows of −ln softmax(logits_i)[labels[i]], 1×1.
// labels has an entry for each row of logits, and rows has the numbers of at least one row. Forward and Backward read both slices.
// For i in rows, the gradient of logits_i is (softmax(logits_i) − e)/len(rows) times the gradient of the result, where e is 1 at
// the label and 0 elsewhere.
func CrossEntropy(t *Tape, logits *Var, labels, rows []int) *Var {
	checkLabels("CrossEntropy", logits, labels, rows)
	c := logits.Cols()
	out := t.Result(1, 1, logits)
	logp, prob := linalg.NewDense(1, c), linalg.NewDense(len(rows), c)
	// in is a row of logits, and p a row of prob, as matrices. Both are allocated once, so that Forward allocates nothing.
	in, p := linalg.Dense{Rows: 1, Cols: c}, linalg.Dense{Rows: 1, Cols: c}
	inv := 1 / float64(len(rows))
	return CustomOp(t, "CrossEntropy", out, func() {
		sum := 0.0
		for k, i := range rows {
			in.Data, p.Data = logits.Value.Row(i), prob.Row(k)
			linalg.LogSoftmaxRows(logp, &p, &in)
			sum -= logp.Data[labels[i]]
		}
		out.Value.Data[0] = sum * inv
	}, func() {
		f := float64(out.Grad.Data[0] * inv)
		for k, i := range rows {
			d := logits.Grad.Row(i)
			linalg.Axpy(f, prob.Row(k), d)
			d[labels[i]] -= f
		}
	})
}

// checkLabels panics unless labels has an entry for each row of x, and rows is not empty.
// It also panics unless each element of rows is the number of a row of x whose label is the number of a column of x.
func checkLabels(op string, x *Var, labels, rows []int) {
	mustFit(len(labels) == x.Rows() && len(rows) > 0, op, x)
	for _, i := range rows {
		isRow := 0 <= i && i < len(labels)
		isClass := isRow && 0 <= labels[i] && labels[i] < x.Cols()
		mustFit(isClass, op+" with a row or label out of range", x)
	}
}
