package explain

// This file chooses the method of an attribution and completes its list of terms.

import (
	"errors"
	"fmt"
	"slices"
	"sort"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/sgpc"
)

// errNoScore is the error before the first evaluation.
var errNoScore = errors.New("there is no score to explain before the first epoch; train one")

// Limits of the lists in [Parts]. Longer lists keep the largest contributions.
const (
	MaxWords     = 200  // largest number of words, Feature −1 included and Feature −2 not
	shownSources = 1000 // largest number of terms of sources without an edge to the explained node
)

// Node returns the attribution of the score of a node. Between two epochs it explains
// the last evaluation. Within an epoch it explains an evaluation of the present
// parameters. The run stays unchanged. Node fails for a node out of range. It also
// fails before the end of the first epoch, unless the initial parameters were given.
func Node(r *sgpc.Run, node int) (*Parts, error) {
	if err := checkNode(r, node); err != nil {
		return nil, err
	}
	f := r.Fork()
	cfg, evaluation := r.Config(), f.Evaluate("") // "" keeps the maps of the network
	x := newParts(evaluation, f.Graph().Classes, node)
	x.Model = cfg.Model
	if isExact(&cfg, evaluation) {
		splitExactly(f, &cfg, evaluation, x)
	} else {
		splitAlongPath(f, x)
	}
	appendGap(x)
	return x, nil
}

// checkNode fails before the end of the first epoch, unless the initial parameters were
// given. It also fails for a node out of range.
func checkNode(r *sgpc.Run, node int) error {
	switch {
	case r.Epoch() == 0 && !r.Given():
		return errNoScore
	case node < 0 || node >= r.Graph.N:
		return fmt.Errorf("there is no node %d; the graph has nodes 0 to %d", node, r.Graph.N-1)
	}
	return nil
}

// newParts returns an attribution without terms. It has the score of the node, the
// softmax of the score and the final class probabilities. Words and Ways are empty and not
// nil, so that JSON has empty lists.
func newParts(eval *sgpc.Evaluation, classes, node int) *Parts {
	row := func(v []float64) []float64 { return slices.Clone(v[node*classes : (node+1)*classes]) }
	return &Parts{Node: node, Score: row(eval.Logits.Data), Prob: row(eval.Prob.Data),
		Called: row(eval.Predicted), Words: []Word{}, Ways: []Way{}}
}

// appendGap appends a last term, the score minus the sum of all other terms. All terms
// then sum to the score.
func appendGap(x *Parts) {
	gap := slices.Clone(x.Score)
	for _, t := range x.Terms {
		linalg.Axpy(-1, t.Contribution, gap)
	}
	x.Terms = append(x.Terms, Term{Neighbour: -1, Edge: -1, Through: ThroughGap, Contribution: gap})
}

// largestTerms returns the limit terms with the largest spans of their contributions,
// followed by the sums of all other terms: one sum for each value of Through. A list of at
// most limit terms stays as it is. largestTerms sorts a longer list in place.
func largestTerms(terms []Term, limit int) []Term {
	if len(terms) <= limit {
		return terms
	}
	sort.SliceStable(terms, func(i, j int) bool { return span(terms[i].Contribution) > span(terms[j].Contribution) })
	var sums []Term
	listed := terms[:limit:limit] // the capacity makes append copy the terms, so that sums do not overwrite the rest
	for _, t := range terms[limit:] {
		k := slices.IndexFunc(sums, func(sum Term) bool { return sum.Through == t.Through })
		if k < 0 {
			k = len(sums)
			sums = append(sums, Term{Neighbour: -1, Edge: -1, Through: t.Through, Contribution: make([]float64, len(t.Contribution))})
		}
		linalg.Axpy(1, t.Contribution, sums[k].Contribution)
	}
	return append(listed, sums...)
}

// span returns the difference between the largest and the smallest entry.
func span(v []float64) float64 { return slices.Max(v) - slices.Min(v) }

// neighbours maps each neighbour of a node to the index of the edge between them.
func neighbours(g *graph.Graph, node int) map[int]int {
	edges, adj := map[int]int{}, g.Adjacency()
	for p := adj.Ptr[node]; p < adj.Ptr[node+1]; p++ {
		edges[int(adj.Nbr[p])] = int(adj.EdgeID[p])
	}
	return edges
}
