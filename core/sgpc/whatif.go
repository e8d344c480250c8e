package sgpc

import (
	"errors"
	"fmt"
	"slices"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/train"
)

// Maps that a [Change] may put in the place of those of the lift.
const (
	MapsLearned  = "learned"
	MapsIdentity = "identity"
	MapsZero     = "zero"
)

// Change is what a prediction is asked to do without: edges, each by its ends;
// features of nodes, each as node and feature; the sheaf, whose maps become
// identities or 0.
type Change struct {
	RemoveEdges  [][2]int `json:"removeEdges"`
	HideFeatures [][2]int `json:"hideFeatures"`
	Maps         string   `json:"maps"`
}

// Answer is what the trained network says of a changed graph: probabilities
// n×C that count (calibrated where that is on), and the class of each node.
type Answer struct {
	Prob []float64 `json:"prob"`
	Pred []int     `json:"pred"`
}

// WhatIf evaluates the parameters of the evaluation on show on the changed graph,
// without training. What the gap ascent keeps stays with the edges that are left.
// It fails on what is not there, and for maps of a model that has none.
func (r *Run) WhatIf(c Change) (*Answer, error) {
	if r.epoch == 0 {
		return nil, errNoScore
	}
	return r.fork().whatIf(c)
}

func (r *Run) whatIf(c Change) (*Answer, error) {
	q := *r
	if err := q.apply(c); err != nil {
		return nil, err
	}
	n := q.evaluation(c.taken())
	a := &Answer{Prob: slices.Clone(n.predicted())}
	for i := range q.Graph.N {
		a.Pred = append(a.Pred, train.ArgMax(a.Prob[i*q.Graph.Classes:(i+1)*q.Graph.Classes]))
	}
	return a, nil
}

// taken is the word of mapsOp for the maps.
func (c Change) taken() string {
	if c.Maps == MapsLearned {
		return ""
	}
	return c.Maps
}

// apply changes the graph of a fork.
func (r *Run) apply(c Change) error {
	switch c.Maps {
	case "", MapsLearned:
	case MapsIdentity, MapsZero:
		if r.eval.mapping == nil {
			return errors.New("this model has no transported maps to take away")
		}
	default:
		return fmt.Errorf("maps are %s, %s or %s, not %q", MapsLearned, MapsIdentity, MapsZero, c.Maps)
	}
	g := *r.Graph
	if err := r.cut(&g, c.RemoveEdges); err != nil {
		return err
	}
	if len(c.HideFeatures) > 0 {
		x := *g.X
		x.Val = slices.Clone(x.Val)
		for _, h := range c.HideFeatures {
			at := entryOf(&x, h[0], h[1])
			if at < 0 {
				return fmt.Errorf("node %d has no feature %d to hide", h[0], h[1])
			}
			x.Val[at] = 0
		}
		g.X = &x
	}
	r.Graph = &g
	return Check(r.Graph, r.Split, r.cfg)
}

// cut takes edges, given by their ends, out of g, a copy of the fork's graph.
func (r *Run) cut(g *graph.Graph, ends [][2]int) error {
	if len(ends) == 0 {
		return nil
	}
	gone := make([]bool, len(g.Edges))
	for _, q := range ends {
		e := slices.Index(g.Edges, graph.Edge{I: int32(min(q[0], q[1])), J: int32(max(q[0], q[1]))})
		if e < 0 {
			return fmt.Errorf("there is no edge between %d and %d to remove", q[0], q[1])
		}
		gone[e] = true
	}
	each := len(r.kept) / len(g.Edges)
	var edges []graph.Edge
	var directions []graph.Direction
	var kept []float64
	for e, q := range g.Edges {
		if gone[e] {
			continue
		}
		edges, kept = append(edges, q), append(kept, r.kept[e*each:(e+1)*each]...)
		if g.Directions != nil {
			directions = append(directions, g.Directions[e])
		}
	}
	g.Edges, g.Directions, r.kept = edges, directions, kept
	return nil
}

// entryOf returns where a feature of a node is stored, −1 where it is not.
func entryOf(x *linalg.CSR, node, feature int) int {
	if node < 0 || node >= x.Rows {
		return -1
	}
	row := x.Col[x.Ptr[node]:x.Ptr[node+1]]
	k := slices.Index(row, int32(feature))
	if k < 0 || x.Val[int(x.Ptr[node])+k] == 0 {
		return -1
	}
	return int(x.Ptr[node]) + k
}
