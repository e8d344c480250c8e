package sgpc

import "sheafscope/core/json"

// TraceEntry is the lift of a directed entry (row, col) in the reading "code":
// cost, P0, P⋆ and weight of scalarOp.
type TraceEntry struct {
	Edge   [2]int  `json:"edge"`
	Cost   float64 `json:"cost"`
	P0     float64 `json:"P0"`
	P      float64 `json:"P"`
	Weight float64 `json:"weight"`
}

// MarshalJSON writes the entry alone when there is one.
func (t TraceLift) MarshalJSON() ([]byte, error) {
	if t.Entry != nil {
		return json.Marshal(*t.Entry)
	}
	type plain TraceLift
	return json.Marshal(plain(t))
}

// entriesOf calls f with row and column of the directed entries of an edge.
func (r *Run) entriesOf(e int, f func(row, col int32)) {
	from, to, two := r.Graph.Entry(e)
	if f(from, to); two {
		f(to, from)
	}
}

// traceEntries lists the lift of the entries of the given edges.
func (r *Run) traceEntries(n *net, edges []int) []TraceLift {
	out := []TraceLift{}
	for _, e := range edges {
		if e < 0 || e >= len(r.Graph.Edges) {
			continue
		}
		r.entriesOf(e, func(row, col int32) {
			o := n.scalar
			out = append(out, TraceLift{Entry: &TraceEntry{Edge: [2]int{int(row), int(col)},
				Cost: o.cost[e], P0: o.first[e], P: o.last[e], Weight: o.weight(e, row)}})
		})
	}
	return out
}

// tracePosterior lists the posterior by edge, in the reading "code" by entry.
func (r *Run) tracePosterior(n *net) []TracePosterior {
	out := []TracePosterior{}
	for e, g := range r.Graph.Edges {
		a, b, k, kl := n.post.edge(e)
		add := func(row, col int32) {
			out = append(out, TracePosterior{[2]int{int(row), int(col)}, r.cfg.A0, r.cfg.B0, a, b, k, kl})
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
func (r *Run) traceCode(t *Trace, n *net) {
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
