package explain

import (
	"errors"
	"fmt"
	"slices"
	"sort"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/sgpc"
)

var errNoScore = errors.New("there is no score to explain before the first epoch; train one")

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

// Node takes the score z_i of a node of a run apart, in the evaluation on show; in the
// middle of an epoch, in one with the present parameters. It fails before the
// first epoch ends. The run itself is not changed.
func Node(r *sgpc.Run, node int) (*Parts, error) {
	if err := explains(r, node); err != nil {
		return nil, err
	}
	f := r.Fork()
	cfg, n := r.Config(), f.Evaluate("")
	x := answer(n, f.Graph().Classes, node)
	x.Model = cfg.Model
	if unrolls(&cfg, n) {
		unroll(f, &cfg, n, x)
	} else {
		followPath(f, x)
	}
	closeTerms(x)
	return x, nil
}

// explains checks that there is something to explain.
func explains(r *sgpc.Run, node int) error {
	switch {
	case r.Epoch() == 0 && !r.Given():
		return errNoScore
	case node < 0 || node >= r.Graph.N:
		return fmt.Errorf("there is no node %d; the graph has nodes 0 to %d", node, r.Graph.N-1)
	}
	return nil
}

// answer starts an explanation from an evaluated network.
func answer(n *sgpc.Evaluation, c, node int) *Parts {
	row := func(v []float64) []float64 { return slices.Clone(v[node*c : (node+1)*c]) }
	return &Parts{Node: node, Score: row(n.Logits.Data), Prob: row(n.Prob.Data),
		Called: row(n.Predicted), Words: []Word{}, Ways: []Way{}}
}

// closeTerms adds what the terms leave of the score.
func closeTerms(x *Parts) {
	rest := slices.Clone(x.Score)
	for _, t := range x.Terms {
		linalg.Axpy(-1, t.Contribution, rest)
	}
	x.Terms = append(x.Terms, Term{Neighbour: -1, Edge: -1, Through: ThroughGap, Contribution: rest})
}

// few keeps the far terms that are largest and adds the others up, for each way.
func few(far []Term, most int) []Term {
	if len(far) <= most {
		return far
	}
	sort.SliceStable(far, func(i, j int) bool { return span(far[i].Contribution) > span(far[j].Contribution) })
	kept := far[:most:most]
	for _, t := range far[most:] {
		at := slices.IndexFunc(kept[most:], func(u Term) bool { return u.Through == t.Through })
		if at < 0 {
			kept = append(kept, Term{Neighbour: -1, Edge: -1, Through: t.Through, Contribution: make([]float64, len(t.Contribution))})
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
