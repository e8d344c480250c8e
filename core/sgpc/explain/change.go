// Package explain holds explanations of one prediction: a score taken apart, a change of the graph and its
// answer, the changes that flip a class.
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

// Change is a change of the graph for one prediction: edges that go and
// edges that come, each by its ends; features of nodes that are hidden, each as node and
// feature; training nodes with another label, each as node and class; the sheaf, whose maps
// become identities or 0.
type Change struct {
	RemoveEdges  [][2]int `json:"removeEdges"`
	AddEdges     [][2]int `json:"addEdges"`
	HideFeatures [][2]int `json:"hideFeatures"`
	Labels       [][2]int `json:"labels"`
	Maps         string   `json:"maps"`
}

// Empty reports whether nothing is changed.
func (c Change) Empty() bool {
	return len(c.RemoveEdges)+len(c.AddEdges)+len(c.HideFeatures)+len(c.Labels) == 0 && c.Taken() == ""
}

// Equal reports whether two changes are written alike.
func (c Change) Equal(b Change) bool {
	return slices.Equal(c.RemoveEdges, b.RemoveEdges) && slices.Equal(c.AddEdges, b.AddEdges) &&
		slices.Equal(c.HideFeatures, b.HideFeatures) && slices.Equal(c.Labels, b.Labels) && c.Taken() == b.Taken()
}

// Taken are the maps as [sgpc.Fork.Evaluate] takes them.
func (c Change) Taken() string {
	if c.Maps == settings.MapsLearned {
		return ""
	}
	return c.Maps
}

// Trained is On for a run from the start. It fails for other maps, which only a trained network takes.
func (c Change) Trained(g *graph.Graph, s graph.Split) (*graph.Graph, error) {
	if c.Taken() != "" {
		return nil, errors.New("maps are replaced in a trained network only; put the learned ones back to train")
	}
	g, _, err := c.On(g, s)
	return g, err
}

// On returns a graph with the change, but for its maps, and of each of its edges the number that it had, −1 for an
// added one; nil when the edges are as they were. Features that were computed from the edges stay as well.
// g is not changed. It fails on what is not there, and on a label that no training reads.
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
			at := entryOf(&x, h[0], h[1])
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

// rewire takes edges out of g, a copy, and puts others in, in both directions.
func (c Change) rewire(g *graph.Graph) (from []int, err error) {
	if len(c.RemoveEdges)+len(c.AddEdges) == 0 {
		return nil, nil
	}
	gone := make([]bool, len(g.Edges))
	for _, q := range c.RemoveEdges {
		at, _, there := placeOf(g, q)
		if !there {
			return nil, fmt.Errorf("there is no edge between %d and %d to remove", q[0], q[1])
		}
		gone[at] = true
	}
	var join []graph.Edge
	for _, q := range c.AddEdges {
		at, e, there := placeOf(g, q)
		if at < 0 || there && !gone[at] || slices.Contains(join, e) {
			return nil, fmt.Errorf("no edge can be added between %d and %d: it joins two different nodes of 0 to %d that have none", q[0], q[1],
				g.N-1)
		}
		join = append(join, e)
	}
	sort.SliceStable(join, func(i, j int) bool { return before(join[i], join[j]) })
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
		for ; len(join) > 0 && before(join[0], e); join = join[1:] {
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

// before reports whether an edge stands before another in the list of a graph.
func before(a, b graph.Edge) bool { return a.I < b.I || a.I == b.I && a.J < b.J }

// placeOf returns where an edge, given by its ends, stands in the list or belongs there, −1 for what is no edge of such a
// graph, and whether it is there.
func placeOf(g *graph.Graph, ends [2]int) (at int, e graph.Edge, there bool) {
	i, j := min(ends[0], ends[1]), max(ends[0], ends[1])
	if i < 0 || i == j || j >= g.N {
		return -1, e, false
	}
	e = graph.Edge{I: int32(i), J: int32(j)}
	at = sort.Search(len(g.Edges), func(k int) bool { return !before(g.Edges[k], e) })
	return at, e, at < len(g.Edges) && g.Edges[at] == e
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

// Prediction is what the trained network says of a changed graph: probabilities
// n×C that count (calibrated where that is on), and the class of each node.
type Prediction struct {
	Prob []float64 `json:"prob"`
	Pred []int     `json:"pred"`
}
