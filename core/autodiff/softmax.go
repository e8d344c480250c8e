package autodiff

import "sheafscope/core/linalg"

// SoftmaxRows returns the softmax of every row, s_ij = e^{x_ij}/Σ_k e^{x_ik}.
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
				d[j] += float64(v * (g[j] - dot))
			}
		}
	})
}

// LogSoftmaxRows returns x_ij − ln Σ_k e^{x_ik}. dx_ij += g_ij − s_ij·Σ_k g_ik.
func LogSoftmaxRows(t *Tape, x *Var) *Var {
	out := t.Result(x.Rows(), x.Cols(), x)
	var prob *linalg.Dense
	if x.Grad != nil {
		prob = linalg.NewDense(x.Rows(), x.Cols())
	}
	return CustomOp(t, "LogSoftmaxRows", out, func() {
		linalg.LogSoftmaxRows(out.Value, prob, x.Value)
	}, func() {
		for i := range out.Rows() {
			g, s, d := out.Grad.Row(i), prob.Row(i), x.Grad.Row(i)
			sum := 0.0
			for _, v := range g {
				sum += v
			}
			for j, v := range s {
				d[j] += g[j] - float64(v*sum)
			}
		}
	})
}

// CrossEntropy returns −mean over i in rows of ln softmax(logits_i)[labels[i]],
// 1×1. labels has one entry per row of logits; rows and labels are kept, not
// copied. rows must not be empty.
func CrossEntropy(t *Tape, logits *Var, labels, rows []int) *Var {
	checkLabels("CrossEntropy", logits, labels, rows)
	c := logits.Cols()
	out := t.Result(1, 1, logits)
	logp, prob := linalg.NewDense(1, c), linalg.NewDense(len(rows), c)
	// Row headers made here keep the run free of allocation.
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
		f := out.Grad.Data[0] * inv
		for k, i := range rows {
			d := logits.Grad.Row(i)
			linalg.Axpy(f, prob.Row(k), d)
			d[labels[i]] -= f
		}
	})
}

// ProbFloor is the least probability of which [NLLFromProb] takes the logarithm.
const ProbFloor = 1e-12

// NLLFromProb returns −mean over i in rows of ln max(prob_i[labels[i]], [ProbFloor]),
// 1×1. labels and rows are as for [CrossEntropy]. Below the floor the derivative
// of the floor's logarithm is used, so that a certain mistake still has one.
func NLLFromProb(t *Tape, prob *Var, labels, rows []int) *Var {
	checkLabels("NLLFromProb", prob, labels, rows)
	out := t.Result(1, 1, prob)
	inv := 1 / float64(len(rows))
	return CustomOp(t, "NLLFromProb", out, func() {
		sum := 0.0
		for _, i := range rows {
			sum -= linalg.Log(max(prob.Value.At(i, labels[i]), ProbFloor))
		}
		out.Value.Data[0] = sum * inv
	}, func() {
		f := out.Grad.Data[0] * inv
		for _, i := range rows {
			prob.Grad.Row(i)[labels[i]] -= f / max(prob.Value.At(i, labels[i]), ProbFloor)
		}
	})
}

func checkLabels(op string, x *Var, labels, rows []int) {
	need(len(labels) == x.Rows() && len(rows) > 0, op, x)
	for _, i := range rows {
		need(i >= 0 && i < len(labels) && labels[i] >= 0 && labels[i] < x.Cols(), op+" with a row or label out of range", x)
	}
}
