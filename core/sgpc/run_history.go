package sgpc

import "sheafscope/core/sgpc/frame"

// maxFirst is the largest output of a first epoch that is kept for the claims and
// the trace, in floats.
const maxFirst = 1 << 22

// epochRow is what the history holds of an epoch: the loss and the accuracies of
// its evaluation, λ₂ after its ascent (−1 without one), the norm of the gradient of
// its training pass, and the position of its end.
type epochRow struct {
	loss     frame.Loss
	accuracy frame.Accuracy
	lambda2  float64
	gradient float64
	position int
	halves   [2]halfRow
}

// history holds a row per finished epoch.
type history struct {
	rows []epochRow
	// theory is B_t of the paper's contraction theorem (all weights 1) and gaps
	// λ₂ at the start of the ascent, while λ₂ is known.
	theory, gaps []float64
	// first is the diffused output of the first epoch, nil when it is over maxFirst.
	first []float64
	// now is the epoch under way, filled at the end of stage 9.
	now epochRow
}

// evaluate records the evaluation of the epoch under way and keeps the
// parameters when validation says that it is the best so far. With no
// validation nodes every epoch is the best, so that the last one counts.
func (h *history) evaluate(r *Run) {
	h.now.loss, h.now.accuracy = r.eval.loss.view(), r.Accuracies(r.eval.predicted())
	h.now.halves = r.lookAtHalves()
	if r.epoch == 0 {
		h.keepFirst(r)
	}
	r.evaluated = r.epoch + 1
	if r.epoch > 0 { // the start has not been trained yet
		r.rate.Observe(h.now.accuracy.Val)
	}
	if r.choose() {
		r.bestParams = r.gap.snapshotKept(r.store.Snapshot(r.bestParams[:0]))
	}
}

// keepFirst keeps the output of the evaluation as that of the first epoch.
func (h *history) keepFirst(r *Run) {
	if len(r.eval.diffuse) > 0 && len(r.eval.diffuse[0].out.Value.Data) <= maxFirst {
		h.first = append([]float64(nil), r.eval.diffuse[0].out.Value.Data...)
	}
}

// close appends the epoch.
func (h *history) close(r *Run) {
	h.now.lambda2, h.now.position = r.gap.lambda2(), r.position
	h.rows = append(h.rows, h.now)
	if start, ok := r.gap.start(); ok {
		h.gaps = append(h.gaps, start)
		h.theory = append(h.theory, r.eval.loss.ce+r.eval.loss.kl+r.eval.post.cHet()/r.divisor(start))
	}
}

// divisor is what divides c_het for a given λ₂.
func (r *Run) divisor(lambda2 float64) float64 {
	if r.cfg.Reading == "code" {
		return codeDivisor(lambda2)
	}
	return lambda2
}

// truncate forgets the epochs after the first n.
func (h *history) truncate(n int) {
	h.rows = h.rows[:n]
	h.gaps, h.theory = h.gaps[:min(n, len(h.gaps))], h.theory[:min(n, len(h.theory))]
}

// column returns a quantity of the epochs from epoch from on.
func column[T any](h *history, from int, of func(q *epochRow) T) []T {
	out := make([]T, 0, len(h.rows)-from)
	for k := range h.rows[from:] {
		out = append(out, of(&h.rows[from+k]))
	}
	return out
}

// view copies the entries from epoch from on.
func (h *history) view(from int, r *Run) frame.History {
	from = max(0, min(from, len(h.rows)))
	col := func(of func(q *epochRow) float64) []float64 { return column(h, from, of) }
	return frame.History{From: from,
		CE:       col(func(q *epochRow) float64 { return q.loss.CE }),
		KL:       col(func(q *epochRow) float64 { return q.loss.KL }),
		Spec:     col(func(q *epochRow) float64 { return q.loss.Spec }),
		Train:    col(func(q *epochRow) float64 { return q.accuracy.Train }),
		Val:      col(func(q *epochRow) float64 { return q.accuracy.Val }),
		Test:     col(func(q *epochRow) float64 { return q.accuracy.Test }),
		Bound:    col(func(q *epochRow) float64 { return q.loss.Total }),
		Lambda2:  col(func(q *epochRow) float64 { return q.lambda2 }),
		Position: column(h, from, func(q *epochRow) int { return q.position }), BestEpoch: r.best.Epoch, ChoiceEpoch: r.choice.Epoch}
}

// History is a run's epochs, of which the last fields hold those that the claims about whole runs read.
type History struct {
	frame.History
	// Theory is B_t of the paper's contraction theorem (all weights 1) and Gaps λ₂ at the start of the ascent, while λ₂ is known.
	Theory, Gaps []float64
	// Gradients are the norms of the gradients of the training passes.
	Gradients []float64
	// First is the diffused output of the first epoch, nil when it is too large to be kept.
	First []float64
}

// History describes the epochs from epoch from, from 0, on.
func (r *Run) History(from int) *History {
	h := &r.hist
	v := &History{History: h.view(from, r), Theory: h.theory, Gaps: h.gaps, First: h.first}
	v.Gradients = column(h, v.From, func(q *epochRow) float64 { return q.gradient })
	return v
}
