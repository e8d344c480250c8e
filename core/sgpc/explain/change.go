// Package explain explains one prediction of a run: by the attribution of its score
// to neighbours and features, by its value on a changed graph, and by the smallest
// changes that flip its class.
package explain

import (
	"errors"
	"fmt"
	"slices"
	"sort"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/sgpc/settings"
)

// Change is a change of the graph for one prediction: removed and added edges, each
// by its ends; hidden features, each as node and feature; other labels of training
// nodes, each as node and class. Maps, unless empty or "learned", replaces every
// restriction map by the identity or 0.
type Change struct {
	RemoveEdges  [][2]int `json:"removeEdges"`
	AddEdges     [][2]int `json:"addEdges"`
	HideFeatures [][2]int `json:"hideFeatures"`
	Labels       [][2]int `json:"labels"`
	Maps         string   `json:"maps"`
}

// Empty reports whether the change has no part.
func (c Change) Empty() bool {
	return len(c.RemoveEdges)+len(c.AddEdges)+len(c.HideFeatures)+len(c.Labels) == 0 && c.Taken() == ""
}

// Equal reports whether two changes have equal lists in equal order.
func (c Change) Equal(b Change) bool {
	return slices.Equal(c.RemoveEdges, b.RemoveEdges) && slices.Equal(c.AddEdges, b.AddEdges) &&
		slices.Equal(c.HideFeatures, b.HideFeatures) && slices.Equal(c.Labels, b.Labels) && c.Taken() == b.Taken()
}

// Taken returns Maps as the argument of [sgpc.Fork.Evaluate].
func (c Change) Taken() string {
	if c.Maps == settings.MapsLearned {
		return ""
	}
	return c.Maps
}

// Trained is [Change.On] for a training from the start. It fails for replaced maps,
// which require a trained network.
func (c Change) Trained(g *graph.Graph, s graph.Split) (*graph.Graph, error) {
	if c.Taken() != "" {
		return nil, errors.New("maps are replaced in a trained network only; put the learned ones back to train")
	}
	g, _, err := c.On(g, s)
	return g, err
}

// On returns a changed copy of g, without the change of the maps, and for each of
// its edges the former index, −1 for an added edge. The indices are nil when no
// edge changes. Features that were computed from the edges keep their values. On
// fails for edges, nodes or features that do not exist, and for labels of nodes
// outside the training set.
func (c Change) On(g *graph.Graph, s graph.Split) (*graph.Graph, []int, error) {
	out := *g
	from, err := c.rewire(&out)
	if err != nil {
		return nil, nil, err
	}
	if len(c.HideFeatures) > 0 {
		x := *g.X
		x.Val = slices.Clone(x.Val)
		for _, h := range c.HideFeatures {
			at := indexOfFeature(&x, h[0], h[1])
			if at < 0 {
				return nil, nil, fmt.Errorf("node %d has no feature %d to hide", h[0], h[1])
			}
			x.Val[at] = 0
		}
		out.X = &x
	}
	if len(c.Labels) > 0 {
		out.Labels = slices.Clone(g.Labels)
	}
	for _, q := range c.Labels {
		if !slices.Contains(s.Train, q[0]) || q[1] < 0 || q[1] >= g.Classes {
			return nil, nil, fmt.Errorf("node %d cannot be labelled %d: what is read are labels of training nodes, 0 to %d", q[0], q[1], g.Classes-1)
		}
		out.Labels[q[0]] = q[1]
	}
	return &out, from, nil
}

// rewire removes and adds edges in g, a copy, and returns the former indices. Added
// edges have both directions.
func (c Change) rewire(g *graph.Graph) (from []int, err error) {
	if len(c.RemoveEdges)+len(c.AddEdges) == 0 {
		return nil, nil
	}
	gone := make([]bool, len(g.Edges))
	for _, q := range c.RemoveEdges {
		at, _, there := indexOfEdge(g, q)
		if !there {
			return nil, fmt.Errorf("there is no edge between %d and %d to remove", q[0], q[1])
		}
		gone[at] = true
	}
	var join []graph.Edge
	for _, q := range c.AddEdges {
		at, e, there := indexOfEdge(g, q)
		if at < 0 || there && !gone[at] || slices.Contains(join, e) {
			return nil, fmt.Errorf("no edge can be added between %d and %d: it joins two different nodes of 0 to %d that have none", q[0], q[1],
				g.N-1)
		}
		join = append(join, e)
	}
	sort.SliceStable(join, func(i, j int) bool { return less(join[i], join[j]) })
	old := *g
	g.Edges, g.Directions, from = nil, nil, []int{}
	put := func(e graph.Edge, at int) {
		g.Edges, from = append(g.Edges, e), append(from, at)
		switch {
		case old.Directions == nil:
		case at < 0:
			g.Directions = append(g.Directions, graph.Both)
		default:
			g.Directions = append(g.Directions, old.Directions[at])
		}
	}
	for k, e := range old.Edges {
		for ; len(join) > 0 && less(join[0], e); join = join[1:] {
			put(join[0], -1)
		}
		if !gone[k] {
			put(e, k)
		}
	}
	for _, e := range join {
		put(e, -1)
	}
	return from, nil
}

// less reports whether a precedes b in the sorted list of edges.
func less(a, b graph.Edge) bool { return a.I < b.I || a.I == b.I && a.J < b.J }

// indexOfEdge returns the edge with the given ends and its index in the sorted
// list; there reports whether the graph has it. The index is −1 for ends out of
// range or equal.
func indexOfEdge(g *graph.Graph, ends [2]int) (at int, e graph.Edge, there bool) {
	i, j := min(ends[0], ends[1]), max(ends[0], ends[1])
	if i < 0 || i == j || j >= g.N {
		return -1, e, false
	}
	e = graph.Edge{I: int32(i), J: int32(j)}
	at = sort.Search(len(g.Edges), func(k int) bool { return !less(g.Edges[k], e) })
	return at, e, at < len(g.Edges) && g.Edges[at] == e
}

// indexOfFeature returns the index in x.Val of a non-zero feature of a node, −1
// when there is none.
func indexOfFeature(x *linalg.CSR, node, feature int) int {
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

// Prediction is the output of the trained network on a changed graph: the final
// class probabilities, n×C, and the class of each node.
type Prediction struct {
	Prob []float64 `json:"prob"`
	Pred []int     `json:"pred"`
}
