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

// Values of Term.Through.
const (
	ThroughDiffusion = "diffusion" // (I + Δt·L̂)^{-1}
	ThroughMixing    = "mixing"    // Σ α_q T_q(I − L̂)
	ThroughFeatures  = "features"  // all paths together
	ThroughBias      = "bias"      // the score at zero
	ThroughGap       = "gap"       // the score minus all other terms
)

// shownWords bounds the listed features of the node, shownSources the listed
// sources without an edge to it; the largest contributions are listed.
const (
	shownWords   = 200
	shownSources = 1000
)

// Node returns the attribution of the score of a node in the last finished
// evaluation; within an epoch, in an evaluation of the present parameters. The run
// stays unchanged. It fails before the end of the first epoch and for other nodes.
func Node(r *sgpc.Run, node int) (*Parts, error) {
	if err := checkNode(r, node); err != nil {
		return nil, err
	}
	f := r.Fork()
	cfg, n := r.Config(), f.Evaluate("")
	x := newParts(n, f.Graph().Classes, node)
	x.Model = cfg.Model
	if isExact(&cfg, n) {
		splitExactly(f, &cfg, n, x)
	} else {
		splitAlongPath(f, x)
	}
	appendGap(x)
	return x, nil
}

// checkNode fails before the end of the first epoch and for a node out of range.
func checkNode(r *sgpc.Run, node int) error {
	switch {
	case r.Epoch() == 0 && !r.Given():
		return errNoScore
	case node < 0 || node >= r.Graph.N:
		return fmt.Errorf("there is no node %d; the graph has nodes 0 to %d", node, r.Graph.N-1)
	}
	return nil
}

// newParts returns an attribution without terms, with the scores of an evaluation
// of c classes.
func newParts(n *sgpc.Evaluation, c, node int) *Parts {
	row := func(v []float64) []float64 { return slices.Clone(v[node*c : (node+1)*c]) }
	return &Parts{Node: node, Score: row(n.Logits.Data), Prob: row(n.Prob.Data),
		Called: row(n.Predicted), Words: []Word{}, Ways: []Way{}}
}

// appendGap appends the difference between the score and the sum of the terms.
func appendGap(x *Parts) {
	rest := slices.Clone(x.Score)
	for _, t := range x.Terms {
		linalg.Axpy(-1, t.Contribution, rest)
	}
	x.Terms = append(x.Terms, Term{Neighbour: -1, Edge: -1, Through: ThroughGap, Contribution: rest})
}

// largestTerms returns the most largest terms, and for each Through one term with
// the sum of the others.
func largestTerms(far []Term, most int) []Term {
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

// span returns the difference between the largest and the smallest entry.
func span(v []float64) float64 { return slices.Max(v) - slices.Min(v) }

// neighbours returns the edge to each neighbour of a node.
func neighbours(g *graph.Graph, node int) map[int]int {
	out, adj := map[int]int{}, g.Adjacency()
	for p := adj.Ptr[node]; p < adj.Ptr[node+1]; p++ {
		out[int(adj.Nbr[p])] = int(adj.EdgeID[p])
	}
	return out
}
