package trace

import "sheafscope/core/sgpc"

// This file traces the directed entries of the reading "code", and the posterior.

// entriesOf calls visit with the row and the column of each directed entry of edge e. An
// edge has two entries, or one if the graph's file lists one direction only.
func (r *tracer) entriesOf(e int, visit func(row, col int32)) {
	row, col, hasBoth := r.Graph.Entry(e)
	visit(row, col)
	if hasBoth {
		visit(col, row)
	}
}

// traceEntries returns the lift of every directed entry of the edges with the given
// indices. It ignores indices out of range.
func (r *tracer) traceEntries(edges []int) []Lift {
	lifts, code := []Lift{}, r.eval.Code
	for _, e := range edges {
		if e < 0 || e >= len(r.Graph.Edges) {
			continue
		}
		r.entriesOf(e, func(row, col int32) {
			lifts = append(lifts, Lift{Entry: &Entry{Edge: [2]int{int(row), int(col)},
				Cost: code.Cost[e], P0: code.P0[e], P: code.P[e], Weight: code.Weight(e, row)}})
		})
	}
	return lifts
}

// tracePosterior returns the posterior of every edge. In the reading "code" it returns
// the posterior of every directed entry. Both entries of an edge have the same posterior.
func (r *tracer) tracePosterior() []Posterior {
	posteriors := []Posterior{}
	for e, ends := range r.Graph.Edges {
		alpha, beta, kappa, kl := r.eval.Posterior.Edge(e)
		add := func(row, col int32) {
			posteriors = append(posteriors, Posterior{Edge: [2]int{int(row), int(col)},
				Alpha0: r.cfg.A0, Beta0: r.cfg.B0, Alpha: alpha, Beta: beta, Kappa: kappa, KL: kl})
		}
		if r.eval.Code == nil {
			add(ends.I, ends.J)
		} else {
			r.entriesOf(e, add)
		}
	}
	return posteriors
}

// traceCode sets the fields that exist only in the reading "code", and replaces KLSum of
// the bound. It must follow traceBound. In the reading "paper" it does nothing.
func (r *tracer) traceCode(t *Trace) {
	if r.eval.Code == nil {
		return
	}
	t.HW, t.InputShift = nestDense(r.eval.Code.Hidden), sgpc.CodeInput(r.Graph)
	// traceBound has set KLSum to the mean divergence. A trace has sum and mean.
	klMean, divisor := r.eval.Loss.Evidence(), r.Divisor(tracedLambda2(t))
	t.Bound.KLSum, t.Bound.KLMean, t.Bound.Divisor = r.eval.Posterior.KLSum(), &klMean, &divisor
}
