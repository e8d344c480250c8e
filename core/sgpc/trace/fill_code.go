package trace

import "sheafscope/core/sgpc"

// entriesOf calls f with row and column of each directed entry of an edge.
func (r *tracer) entriesOf(e int, f func(row, col int32)) {
	from, to, two := r.Graph.Entry(e)
	if f(from, to); two {
		f(to, from)
	}
}

// traceEntries returns the lift of every directed entry of the given edges.
func (r *tracer) traceEntries(edges []int) []Lift {
	out := []Lift{}
	for _, e := range edges {
		if e < 0 || e >= len(r.Graph.Edges) {
			continue
		}
		r.entriesOf(e, func(row, col int32) {
			o := r.n.Code
			out = append(out, Lift{Entry: &Entry{Edge: [2]int{int(row), int(col)},
				Cost: o.Cost[e], P0: o.P0[e], P: o.P[e], Weight: o.Weight(e, row)}})
		})
	}
	return out
}

// tracePosterior returns the posterior by edge, in the reading "code" by directed
// entry.
func (r *tracer) tracePosterior() []Posterior {
	out := []Posterior{}
	for e, g := range r.Graph.Edges {
		a, b, k, kl := r.n.Posterior.Edge(e)
		add := func(row, col int32) {
			out = append(out, Posterior{Edge: [2]int{int(row), int(col)}, Alpha0: r.cfg.A0, Beta0: r.cfg.B0, Alpha: a, Beta: b, Kappa: k,
				KL: kl})
		}
		if r.n.Code == nil {
			add(g.I, g.J)
		} else {
			r.entriesOf(e, add)
		}
	}
	return out
}

// traceCode sets the fields of the reading "code".
func (r *tracer) traceCode(t *Trace) {
	if r.n.Code == nil {
		return
	}
	t.HW, t.InputShift = nestDense(r.n.Code.Hidden), sgpc.CodeInput(r.Graph)
	mean := r.n.Loss.Evidence()
	lambda2 := 0.0
	if l := t.Spectrum.Lambda2; l != nil {
		lambda2 = *l
	}
	divisor := r.Divisor(lambda2)
	t.Bound.KLSum, t.Bound.KLMean, t.Bound.Divisor = r.n.Posterior.KLSum(), &mean, &divisor
}
