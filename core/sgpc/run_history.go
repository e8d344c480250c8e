package sgpc

import "sheafscope/core/sgpc/frame"

// This file records the epochs of a run.

// maxFirst is the largest number of entries for which the diffused output of the
// first epoch is kept, for claims and trace.
const maxFirst = 1 << 22

// epochRow is the record of one epoch.
type epochRow struct {
	loss     frame.Loss     // of the evaluation
	accuracy frame.Accuracy // of the evaluation
	lambda2  float64        // after the ascent, −1 before the first ascent
	gradient float64        // norm of the gradient of the training pass
	position int            // at the end of the epoch
	halves   [2]halfScore   // of the validation nodes
}

// history holds one row per finished epoch.
type history struct {
	rows []epochRow
	// theory is B_t of Theorem 4, the three terms with weights 1, and gaps is λ₂ at
	// the start of each ascent. Both have an entry for each epoch with an ascent.
	theory, gaps []float64
	// first is the diffused output of the first epoch. It is nil before, and if it
	// has more than maxFirst entries.
	first []float64
	// now is the row of the present epoch, filled at the end of stage 9.
	now epochRow
}

// record records the evaluation of the present epoch. It saves the parameters if the
// epoch is the best so far by validation. Without validation nodes, every epoch is
// the best so far.
func (h *history) record(r *Run) {
	h.now.loss, h.now.accuracy = r.eval.loss.view(), r.Accuracies(r.eval.predicted())
	h.now.halves = r.scoreHalves()
	if r.epoch == 0 {
		h.keepFirst(r)
	}
	r.evaluated = r.epoch + 1
	if r.epoch > 0 { // the first evaluation precedes all training
		r.rate.Observe(h.now.accuracy.Val)
	}
	if r.offerEpoch() {
		r.bestParams = r.gap.snapshotKept(r.store.Snapshot(r.bestParams[:0]))
	}
}

// keepFirst saves the diffused output of the evaluation as that of the first epoch.
func (h *history) keepFirst(r *Run) {
	if len(r.eval.diffuse) > 0 && len(r.eval.diffuse[0].out.Value.Data) <= maxFirst {
		h.first = append([]float64(nil), r.eval.diffuse[0].out.Value.Data...)
	}
}

// endEpoch appends the row of the present epoch.
func (h *history) endEpoch(r *Run) {
	h.now.lambda2, h.now.position = r.gap.lambda2(), r.position
	h.rows = append(h.rows, h.now)
	if start, ok := r.gap.firstLambda2(); ok {
		h.gaps = append(h.gaps, start)
		h.theory = append(h.theory, r.eval.loss.ce+r.eval.loss.kl+r.eval.post.cHet()/r.divisor(start))
	}
}

// divisor returns the divisor of c_het for a λ₂ of this graph.
func (r *Run) divisor(lambda2 float64) float64 {
	if r.cfg.Reading == "code" {
		return codeDivisor(lambda2)
	}
	return lambda2
}

// truncate removes the epochs after the first n.
func (h *history) truncate(n int) {
	h.rows = h.rows[:n]
	h.gaps, h.theory = h.gaps[:min(n, len(h.gaps))], h.theory[:min(n, len(h.theory))]
}

// column returns one quantity of every epoch, from the epoch with index from on.
func column[T any](h *history, from int, quantity func(q *epochRow) T) []T {
	values := make([]T, 0, len(h.rows)-from)
	for k := range h.rows[from:] {
		values = append(values, quantity(&h.rows[from+k]))
	}
	return values
}

// view returns copies of all columns, from the epoch with index from on.
func (h *history) view(from int, r *Run) frame.History {
	from = max(0, min(from, len(h.rows)))
	col := func(quantity func(q *epochRow) float64) []float64 { return column(h, from, quantity) }
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

// History is the record of the epochs of a run, with the quantities of the claims
// about whole runs.
type History struct {
	frame.History
	// Theory is B_t of Theorem 4, the three terms with weights 1. Gaps is λ₂ at the
	// start of each ascent.
	Theory, Gaps []float64
	// Gradients holds the norm of the gradient of each training pass.
	Gradients []float64
	// First is the diffused output of the first epoch, or nil if it was too large to
	// keep.
	First []float64
}

// History returns the record of the epochs, from the epoch with index from (0-based)
// on.
func (r *Run) History(from int) *History {
	h := &r.hist
	v := &History{History: h.view(from, r), Theory: h.theory, Gaps: h.gaps, First: h.first}
	v.Gradients = column(h, v.From, func(q *epochRow) float64 { return q.gradient })
	return v
}
