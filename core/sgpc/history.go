package sgpc

import "sheafscope/core/train"

// maxFirst is the largest output of a first epoch that is kept for the claims and
// the trace, in floats.
const maxFirst = 1 << 22

// history holds one entry per finished epoch.
type history struct {
	ce, kl, spec        []float64
	trainAcc, val, test []float64
	bound, lambda2      []float64
	position            []int
	// theory is B_t of the paper's contraction theorem (all weights 1) and gaps
	// λ2 at the start of the ascent, while λ2 is known.
	theory, gaps []float64
	// gradient is the norm of the gradient of each training pass.
	gradient []float64
	// first is the diffused output of the first epoch, nil when it is over maxFirst.
	first []float64
	// now is the epoch under way, filled at the end of stage 9.
	now struct {
		loss             LossView
		train, val, test float64
		bound            float64
		gradient         float64
	}
}

// evaluate records the evaluation of the epoch under way and keeps the
// parameters when validation says that it is the best so far. With no
// validation nodes every epoch is the best, so that the last one counts.
func (h *history) evaluate(r *Run) {
	prob, c, y := r.eval.predicted(), r.Graph.Classes, r.Graph.Labels
	h.now.loss = r.eval.loss.view()
	h.now.train = train.Accuracy(prob, c, y, r.Split.Train)
	h.now.val = train.Accuracy(prob, c, y, r.Split.Val)
	h.now.test = train.Accuracy(prob, c, y, r.Split.Test)
	h.now.bound = h.now.loss.Total
	if r.epoch == 0 && len(r.eval.diffuse) > 0 && len(r.eval.diffuse[0].out.Value.Data) <= maxFirst {
		h.first = append([]float64(nil), r.eval.diffuse[0].out.Value.Data...)
	}
	r.evaluated = r.epoch + 1
	if r.epoch > 0 { // the start has not been trained yet
		r.rate.Observe(h.now.val)
	}
	if r.choose(prob, h.now.val, train.NegLogLik(prob, c, y, r.Split.Val)) {
		r.bestParams = r.gap.snapshotKept(r.store.Snapshot(r.bestParams[:0]))
	}
}

// close appends the epoch.
func (h *history) close(r *Run) {
	h.ce = append(h.ce, h.now.loss.CE)
	h.kl = append(h.kl, h.now.loss.KL)
	h.spec = append(h.spec, h.now.loss.Spec)
	h.trainAcc = append(h.trainAcc, h.now.train)
	h.val = append(h.val, h.now.val)
	h.test = append(h.test, h.now.test)
	h.bound = append(h.bound, h.now.bound)
	h.lambda2 = append(h.lambda2, r.gap.lambda2())
	h.position = append(h.position, r.position)
	h.gradient = append(h.gradient, h.now.gradient)
	if start, ok := r.gap.start(); ok {
		h.gaps = append(h.gaps, start)
		h.theory = append(h.theory, r.eval.loss.ce+r.eval.loss.kl+r.eval.post.cHet()/r.divisor(start))
	}
}

// divisor is what divides c_het for a given λ2.
func (r *Run) divisor(lambda2 float64) float64 {
	if r.cfg.Reading == "code" {
		return codeDivisor(lambda2)
	}
	return lambda2
}

// truncate forgets the epochs after the first n.
func (h *history) truncate(n int) {
	for _, p := range []*[]float64{&h.ce, &h.kl, &h.spec, &h.trainAcc, &h.val, &h.test, &h.bound, &h.lambda2, &h.gradient} {
		*p = (*p)[:n]
	}
	h.position = h.position[:n]
	h.gaps, h.theory = h.gaps[:min(n, len(h.gaps))], h.theory[:min(n, len(h.theory))]
}

// view copies the entries from epoch from on.
func (h *history) view(from int, r *Run) HistoryView {
	from = max(0, min(from, len(h.ce)))
	cp := func(x []float64) []float64 { return append([]float64{}, x[from:]...) }
	return HistoryView{From: from, CE: cp(h.ce), KL: cp(h.kl), Spec: cp(h.spec),
		Train: cp(h.trainAcc), Val: cp(h.val), Test: cp(h.test), Bound: cp(h.bound), Lambda2: cp(h.lambda2),
		Position: append([]int{}, h.position[from:]...), BestEpoch: r.best.Epoch, ChoiceEpoch: r.choice.Epoch}
}
