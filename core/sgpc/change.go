package sgpc

import (
	"errors"
	"fmt"
	"slices"
	"sort"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
)

// Maps that a [Change] may put in the place of those of the lift.
const (
	MapsLearned  = "learned"
	MapsIdentity = "identity"
	MapsZero     = "zero"
)

// Change is what a prediction is asked to do without or with: edges that go and
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
	return len(c.RemoveEdges)+len(c.AddEdges)+len(c.HideFeatures)+len(c.Labels) == 0 && c.taken() == ""
}

// Equal reports whether two changes are written alike.
func (c Change) Equal(b Change) bool {
	return slices.Equal(c.RemoveEdges, b.RemoveEdges) && slices.Equal(c.AddEdges, b.AddEdges) &&
		slices.Equal(c.HideFeatures, b.HideFeatures) && slices.Equal(c.Labels, b.Labels) && c.taken() == b.taken()
}

// taken is the word of mapsOp for the maps.
func (c Change) taken() string {
	if c.Maps == MapsLearned {
		return ""
	}
	return c.Maps
}

// Trained is On for a run from the start. It fails for other maps, which only a trained network takes.
func (c Change) Trained(g *graph.Graph, s graph.Split) (*graph.Graph, error) {
	if c.taken() != "" {
		return nil, errors.New("maps are replaced in a trained network only; put the learned ones back to train")
	}
	g, _, err := c.on(g, s)
	return g, err
}

// on returns a graph with the change, but for its maps, and of each of its edges the number that it had, −1 for an
// added one; nil when the edges are as they were. Features that were computed from the edges stay as well.
// g is not changed. It fails on what is not there, and on a label that no training reads.
func (c Change) on(g *graph.Graph, s graph.Split) (*graph.Graph, []int, error) {
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
		switch {
		case !slices.Contains(s.Train, q[0]):
			return nil, nil, fmt.Errorf("node %d is no training node: no training reads its label", q[0])
		case q[1] < 0 || q[1] >= g.Classes:
			return nil, nil, fmt.Errorf("there is no class %d to label node %d with", q[1], q[0])
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
	from = make([]int, len(g.Edges))
	for e := range from {
		from[e] = e
	}
	outside := func(q [2]int) bool { return min(q[0], q[1]) < 0 || max(q[0], q[1]) >= g.N }
	g.Edges, g.Directions = slices.Clone(g.Edges), slices.Clone(g.Directions)
	for _, q := range c.RemoveEdges {
		at, _, there := placeOf(g.Edges, q)
		if !there || outside(q) {
			return nil, fmt.Errorf("there is no edge between %d and %d to remove", q[0], q[1])
		}
		g.Edges, from = slices.Delete(g.Edges, at, at+1), slices.Delete(from, at, at+1)
		if g.Directions != nil {
			g.Directions = slices.Delete(g.Directions, at, at+1)
		}
	}
	for _, q := range c.AddEdges {
		at, e, there := placeOf(g.Edges, q)
		switch {
		case q[0] == q[1] || outside(q):
			return nil, fmt.Errorf("an edge joins two different nodes of 0 to %d, not %d and %d", g.N-1, q[0], q[1])
		case there:
			return nil, fmt.Errorf("there is an edge between %d and %d already", q[0], q[1])
		}
		g.Edges, from = slices.Insert(g.Edges, at, e), slices.Insert(from, at, -1)
		if g.Directions != nil {
			g.Directions = slices.Insert(g.Directions, at, graph.Both)
		}
	}
	return from, nil
}

// placeOf returns where an edge, given by its ends, stands in a sorted list or belongs there, and whether it is there.
func placeOf(edges []graph.Edge, ends [2]int) (at int, e graph.Edge, there bool) {
	e = graph.Edge{I: int32(min(ends[0], ends[1])), J: int32(max(ends[0], ends[1]))}
	at = sort.Search(len(edges), func(k int) bool { return edges[k].I > e.I || edges[k].I == e.I && edges[k].J >= e.J })
	return at, e, at < len(edges) && edges[at] == e
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
