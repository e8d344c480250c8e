package sgpc

import "sheafscope/core/sgpc/trace"

// entriesOf calls f with row and column of the directed entries of an edge.
func (r *Run) entriesOf(e int, f func(row, col int32)) {
	from, to, two := r.Graph.Entry(e)
	if f(from, to); two {
		f(to, from)
	}
}

// traceEntries lists the lift of the entries of the given edges.
func (r *Run) traceEntries(n *net, edges []int) []trace.Lift {
	out := []trace.Lift{}
	for _, e := range edges {
		if e < 0 || e >= len(r.Graph.Edges) {
			continue
		}
		r.entriesOf(e, func(row, col int32) {
			o := n.scalar
			out = append(out, trace.Lift{Entry: &trace.Entry{Edge: [2]int{int(row), int(col)},
				Cost: o.cost[e], P0: o.first[e], P: o.last[e], Weight: o.weight(e, row)}})
		})
	}
	return out
}

// tracePosterior lists the posterior by edge, in the reading "code" by entry.
func (r *Run) tracePosterior(n *net) []trace.Posterior {
	out := []trace.Posterior{}
	for e, g := range r.Graph.Edges {
		a, b, k, kl := n.post.edge(e)
		add := func(row, col int32) {
			out = append(out, trace.Posterior{Edge: [2]int{int(row), int(col)}, Alpha0: r.cfg.A0, Beta0: r.cfg.B0, Alpha: a, Beta: b, Kappa: k,
				KL: kl})
		}
		if n.scalar == nil {
			add(g.I, g.J)
		} else {
			r.entriesOf(e, add)
		}
	}
	return out
}

// traceCode fills what only the reading "code" has.
func (r *Run) traceCode(t *trace.Trace, n *net) {
	if n.scalar == nil {
		return
	}
	t.HW, t.InputShift = nestDense(n.hidden.Value), codeInput(r.Graph)
	mean, _ := n.loss.evidence()
	lambda2 := 0.0
	if l := t.Spectrum.Lambda2; l != nil && connected(r.Graph) {
		lambda2 = *l
	}
	divisor := codeDivisor(lambda2)
	t.Bound.KLSum, t.Bound.KLMean, t.Bound.Divisor = n.post.klSum(), &mean, &divisor
}
