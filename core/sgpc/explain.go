package sgpc

import (
	"fmt"
	"slices"
	"sort"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/sgpc/explain"
	"sheafscope/core/sgpc/stage"
)

// Ways that a term can come through.
const (
	ThroughDiffusion = "diffusion" // (I + Δt·L̂)^{-1}
	ThroughMixing    = "mixing"    // Σ α_q T_q(I − L̂)
	ThroughFeatures  = "features"  // all ways at once
	ThroughBias      = "bias"      // the score at zero
	ThroughGap       = "gap"       // what the others leave of the score
)

// shownWords bounds the features of a node, shownSources its sources without an
// edge to it, that are listed one by one: the largest.
const (
	shownWords   = 200
	shownSources = 1000
)

// Explain takes the score of a node apart, in the evaluation on show; in the
// middle of an epoch, in one with the present parameters. It fails before the
// first epoch ends. The run itself is not changed.
func (r *Run) Explain(node int) (*explain.Parts, error) {
	if err := r.explains(node); err != nil {
		return nil, err
	}
	q := r.fork()
	n := q.evaluation("")
	x := n.answer(q, node)
	if n.unrolls(q) {
		q.explainSheaf(n, x)
	} else {
		q.explainPath(x)
	}
	closeTerms(x)
	return x, nil
}

// explains checks that there is something to explain.
func (r *Run) explains(node int) error {
	switch {
	case r.epoch == 0:
		return errNoScore
	case node < 0 || node >= r.Graph.N:
		return fmt.Errorf("there is no node %d; the graph has nodes 0 to %d", node, r.Graph.N-1)
	}
	return nil
}

// fork returns a run with the parameters of the evaluation on show as its own. It
// holds no network and does not train: networks are built on it.
func (r *Run) fork() *Run {
	q := *r
	q.store = r.store.Clone()
	if len(r.shown) > 0 && r.betweenEpochs() {
		q.store.Restore(r.shown)
	}
	q.detach()
	q.cfg.LambdaSpec = 0 // λ₂ is not asked for
	q.kept = r.keptNow()
	q.gap = &gapState{mode: "off"}
	return &q
}

// keptNow is a copy of what the gap ascent keeps in the evaluation on show; in an epoch that has not come to its maps, what they will have
// then, of the present parameters.
func (r *Run) keptNow() []float64 {
	n := r.eval
	if n.mapping == nil {
		return nil
	}
	if r.gap.mode != "off" && !r.betweenEpochs() && r.epochOf(stage.Maps) <= r.epoch {
		q := *r
		q.detach()
		q.gap = newGapState(r.Graph, r.cfg)
		q.gap.restoreKept(r.gap.kept())
		n = buildNet(&q, false)
		n.evaluate()
	}
	return slices.Clone(n.mapping.kept)
}

// evaluation builds the network of a fork and evaluates it; maps is [explain.Change.Maps].
func (r *Run) evaluation(maps string) *net {
	n := buildNet(r, false)
	r.hold(n)
	if n.mapping != nil && maps != "" {
		n.mapping.taken = maps
	}
	n.evaluate()
	return n
}

// hold gives a network of a fork what the gap ascent keeps.
func (r *Run) hold(n *net) { n.hold(r.kept) }

// hold puts what a gap ascent keeps into a network beside the run's own.
func (n *net) hold(kept []float64) {
	m := n.mapping
	if m == nil {
		return
	}
	m.settle, m.metric, m.delta = nil, nil, nil
	switch d := m.sheaf.D; len(kept) {
	case 0:
	case len(m.sheaf.Edges) * d * d:
		m.metric = kept
	default:
		m.delta = kept
	}
}

// answer starts an explanation from an evaluated network.
func (n *net) answer(r *Run, node int) *explain.Parts {
	c := r.Graph.Classes
	row := func(v []float64) []float64 { return slices.Clone(v[node*c : (node+1)*c]) }
	return &explain.Parts{Node: node, Model: r.cfg.Model, Score: row(n.logits.Value.Data), Prob: row(n.prob.Value.Data),
		Called: row(n.predicted()), Words: []explain.Word{}, Ways: []explain.Way{}}
}

// closeTerms adds what the terms leave of the score.
func closeTerms(x *explain.Parts) {
	rest := slices.Clone(x.Score)
	for _, t := range x.Terms {
		linalg.Axpy(-1, t.Contribution, rest)
	}
	x.Terms = append(x.Terms, explain.Term{Neighbour: -1, Edge: -1, Through: ThroughGap, Contribution: rest})
}

// few keeps the far terms that are largest and adds the others up, for each way.
func few(far []explain.Term, most int) []explain.Term {
	if len(far) <= most {
		return far
	}
	sort.SliceStable(far, func(i, j int) bool { return span(far[i].Contribution) > span(far[j].Contribution) })
	kept := far[:most:most]
	for _, t := range far[most:] {
		at := slices.IndexFunc(kept[most:], func(u explain.Term) bool { return u.Through == t.Through })
		if at < 0 {
			kept = append(kept, explain.Term{Neighbour: -1, Edge: -1, Through: t.Through, Contribution: make([]float64, len(t.Contribution))})
			at = len(kept) - 1 - most
		}
		linalg.Axpy(1, t.Contribution, kept[most+at].Contribution)
	}
	return kept
}

// span is the difference of the largest and the least.
func span(v []float64) float64 { return slices.Max(v) - slices.Min(v) }

// neighbours maps the neighbours of a node to the edges between.
func neighbours(g *graph.Graph, node int) map[int]int {
	out, adj := map[int]int{}, g.Adjacency()
	for p := adj.Ptr[node]; p < adj.Ptr[node+1]; p++ {
		out[int(adj.Nbr[p])] = int(adj.EdgeID[p])
	}
	return out
}
