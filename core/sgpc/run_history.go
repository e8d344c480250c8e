package sgpc

import "sheafscope/core/sgpc/frame"

// This file records the epochs of a run.

// maxFirst is the largest number of entries of history.first: 32 MiB.
const maxFirst = 1 << 22

// epochRow is the record of one epoch.
type epochRow struct {
	loss     frame.Loss     // loss of the evaluation
	accuracy frame.Accuracy // accuracies of the evaluation
	lambda2  float64        // λ₂ after the ascent of the epoch, −1 before the first ascent
	gradient float64        // norm of the gradient in the training pass
	position int            // position of the run at the end of the epoch
	halves   [2]halfScore   // scores of the two halves of the validation nodes
}

// history holds one row per finished epoch.
type history struct {
	rows []epochRow
	// theory and gaps are Theory and Gaps of [History].
	theory, gaps []float64
	// first is the output of the first diffusion in the first epoch, (n·d)×c. It is nil
	// for a model without diffusion, before this output exists, and if it would have more than
	// maxFirst entries.
	first []float64
	// now is the row of the present epoch. Stage 9 sets loss, accuracy and halves. The update
	// sets gradient, and the end of the epoch sets lambda2 and position.
	now epochRow
}

// record records the evaluation of the present epoch in now, and marks the epoch as
// evaluated. If the epoch is the best so far by the validation nodes, record saves the
// parameters and the state of the gap ascent. Without labelled validation nodes, every epoch
// is the best so far.
func (h *history) record(r *Run) {
	h.now.loss, h.now.accuracy = r.eval.loss.view(), r.Accuracies(r.eval.predicted())
	h.now.halves = r.scoreHalves()
	if r.epoch == 0 {
		h.keepFirst(r)
	}
	r.evaluated = r.epoch + 1
	if r.epoch > 0 { // the schedule of the rate ignores the first evaluation, which precedes all training
		r.rate.Observe(h.now.accuracy.Val)
	}
	if r.offerEpoch() {
		r.bestParams = r.gap.snapshotKept(r.store.Snapshot(r.bestParams[:0]))
	}
}

// keepFirst sets first to a copy of the output of the first diffusion of the evaluation.
func (h *history) keepFirst(r *Run) {
	if len(r.eval.diffuse) == 0 {
		return
	}
	diffused := r.eval.diffuse[0].out.Value.Data
	if len(diffused) <= maxFirst {
		h.first = append([]float64(nil), diffused...)
	}
}

// endEpoch appends the row of the present epoch and, for an epoch with an ascent, the
// entries of theory and gaps.
func (h *history) endEpoch(r *Run) {
	h.now.lambda2, h.now.position = r.gap.lambda2(), r.position
	h.rows = append(h.rows, h.now)
	lambda2, ok := r.gap.firstLambda2()
	if ok {
		h.gaps = append(h.gaps, lambda2)
		// A model with an ascent has a posterior, and the divisor λ₂: the reading "code" has no
		// ascent.
		spectralTerm := r.eval.post.cHet() / lambda2
		h.theory = append(h.theory, r.eval.loss.ce+r.eval.loss.kl+spectralTerm)
	}
}

// truncate removes all epochs after the first n epochs.
func (h *history) truncate(n int) {
	h.rows = h.rows[:n]
	// A run without ascents has no entries of gaps and theory.
	h.gaps, h.theory = h.gaps[:min(n, len(h.gaps))], h.theory[:min(n, len(h.theory))]
}

// column returns a quantity of the epochs from, from+1, … (0-based), one value per
// epoch. from must be at most the number of epochs.
func column[T any](h *history, from int, quantity func(q *epochRow) T) []T {
	values := make([]T, 0, len(h.rows)-from)
	for k := range h.rows[from:] {
		values = append(values, quantity(&h.rows[from+k]))
	}
	return values
}

// view returns copies of all columns for the epochs of [Run.History].
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
	// Theory holds B_t of Theorem 4, the sum of the three terms of the loss with
	// weights 1. It is +Inf for λ₂ = 0. Gaps holds λ₂ at the start of the ascent. Both have an
	// entry for each epoch with an ascent, from the first epoch of the run on.
	Theory, Gaps []float64
	// Gradients holds the norm of the gradient in each training pass, from epoch From on.
	Gradients []float64
	// First is the output of the first diffusion in the first epoch. It is nil for a
	// model without diffusion, before the first epoch, and if it was too large to keep.
	First []float64
}

// History returns the record of the epochs from, from+1, … (0-based). A negative from counts
// as 0, and a larger from than the number of epochs counts as this number.
func (r *Run) History(from int) *History {
	h := &r.hist
	v := &History{History: h.view(from, r), Theory: h.theory, Gaps: h.gaps, First: h.first}
	v.Gradients = column(h, v.From, func(q *epochRow) float64 { return q.gradient })
	return v
}
