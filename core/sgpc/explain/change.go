// Package explain explains one prediction of a run. It attributes the score to
// neighbours and features, predicts on a changed graph, and searches the smallest
// changes that flip the class.
package explain

// This file defines [Change] and applies it to a graph.

import (
	"errors"
	"fmt"
	"slices"
	"sort"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/sgpc/settings"
)

// Change is a change of the graph, or of the restriction maps, for a prediction or for a
// training. Nodes, features and classes count from 0.
type Change struct {
	// RemoveEdges and AddEdges hold the two ends of each edge.
	RemoveEdges [][2]int `json:"removeEdges"`
	AddEdges    [][2]int `json:"addEdges"`
	// HideFeatures holds pairs of a node and a feature. Labels holds pairs of a
	// training node and its new class.
	HideFeatures [][2]int `json:"hideFeatures"`
	Labels       [][2]int `json:"labels"`
	// Maps replaces every restriction map if it is settings.MapsIdentity or MapsZero. ""
	// and settings.MapsLearned keep the learned maps.
	Maps string `json:"maps"`
}

// Empty reports whether c changes nothing.
func (c Change) Empty() bool {
	return len(c.RemoveEdges)+len(c.AddEdges)+len(c.HideFeatures)+len(c.Labels) == 0 && c.Taken() == ""
}

// Equal reports whether c and b keep or replace the maps alike, and have equal lists in
// equal order.
func (c Change) Equal(b Change) bool {
	return slices.Equal(c.RemoveEdges, b.RemoveEdges) && slices.Equal(c.AddEdges, b.AddEdges) &&
		slices.Equal(c.HideFeatures, b.HideFeatures) && slices.Equal(c.Labels, b.Labels) && c.Taken() == b.Taken()
}

// Taken returns Maps, or "" for learned maps, as [sgpc.Fork.Evaluate] requires it.
func (c Change) Taken() string {
	if c.Maps == settings.MapsLearned {
		return ""
	}
	return c.Maps
}

// Trained returns the changed graph for a training from the start. It fails for replaced
// maps, which require a trained network, and if [Change.On] fails.
func (c Change) Trained(g *graph.Graph, s graph.Split) (*graph.Graph, error) {
	if c.Taken() != "" {
		return nil, errors.New("maps are replaced in a trained network only; put the learned ones back to train")
	}
	g, _, err := c.On(g, s)
	return g, err
}

// On returns a copy of g with all changes except the change of the maps. formerEdges[e]
// is the index in g of edge e of the copy, and −1 for an added edge. If c lists no edge,
// formerEdges is nil. Features that were computed from the edges keep their values. On
// fails for
//   - a removed edge that does not exist;
//   - an added edge that g has and c does not remove, that is listed twice, or that does not
//     join two different nodes;
//   - a hidden feature that is 0 or is listed twice;
//   - a label of a node outside the training set of s, or a class that does not exist.
func (c Change) On(g *graph.Graph, s graph.Split) (changed *graph.Graph, formerEdges []int, err error) {
	out := *g
	formerEdges, err = c.rewire(&out)
	if err != nil {
		return nil, nil, err
	}
	if err := c.hideFeatures(&out); err != nil {
		return nil, nil, err
	}
	if len(c.Labels) > 0 {
		out.Labels = slices.Clone(g.Labels)
	}
	for _, change := range c.Labels {
		node, class := change[0], change[1]
		isClass := class >= 0 && class < g.Classes
		if !isClass || !slices.Contains(s.Train, node) {
			return nil, nil, fmt.Errorf("node %d cannot be labelled %d: a change can label training nodes only, from 0 to %d",
				node, class, g.Classes-1)
		}
		out.Labels[node] = class
	}
	return &out, formerEdges, nil
}

// hideFeatures replaces the features of g by a copy in which the hidden features are 0. It
// fails for a feature that is already 0: also for a feature that is listed twice.
func (c Change) hideFeatures(g *graph.Graph) error {
	if len(c.HideFeatures) == 0 {
		return nil
	}
	x := *g.X
	x.Val = slices.Clone(x.Val)
	for _, hidden := range c.HideFeatures {
		node, feature := hidden[0], hidden[1]
		k := indexOfFeature(&x, node, feature)
		if k < 0 {
			return fmt.Errorf("node %d has no feature %d to hide", node, feature)
		}
		x.Val[k] = 0
	}
	g.X = &x
	return nil
}

// rewire removes and adds edges in g, a copy of a graph. It returns formerEdges of
// [Change.On], and fails for the edges listed there.
func (c Change) rewire(g *graph.Graph) (formerEdges []int, err error) {
	if len(c.RemoveEdges)+len(c.AddEdges) == 0 {
		return nil, nil
	}
	removed := make([]bool, len(g.Edges))
	for _, ends := range c.RemoveEdges {
		k, _, exists := indexOfEdge(g, ends)
		if !exists {
			return nil, fmt.Errorf("there is no edge between %d and %d to remove", ends[0], ends[1])
		}
		removed[k] = true
	}
	// An edge can be removed and added again: it then loses its former index.
	var added []graph.Edge
	for _, ends := range c.AddEdges {
		k, e, exists := indexOfEdge(g, ends)
		isInvalid := k < 0
		remains := exists && !removed[k]
		isListedTwice := slices.Contains(added, e)
		if isInvalid || remains || isListedTwice {
			return nil, fmt.Errorf("no edge can be added between %d and %d: an added edge joins two different nodes of 0 to %d without an edge",
				ends[0], ends[1], g.N-1)
		}
		added = append(added, e)
	}
	sort.SliceStable(added, func(i, j int) bool { return less(added[i], added[j]) })
	return mergeEdges(g, removed, added), nil
}

// mergeEdges replaces the edges of g by the sorted list of the remaining and the added edges.
// An added edge gets both directions. The edges of g and the added edges must be sorted.
// mergeEdges returns the former index of each edge, and −1 for an added edge.
func mergeEdges(g *graph.Graph, removed []bool, added []graph.Edge) (formerEdges []int) {
	oldEdges, oldDirections := g.Edges, g.Directions
	g.Edges, g.Directions, formerEdges = nil, nil, []int{} // nil would stand for unchanged edges
	add := func(e graph.Edge, formerEdge int) {
		g.Edges = append(g.Edges, e)
		formerEdges = append(formerEdges, formerEdge)
		switch {
		case oldDirections == nil: // every edge has both directions
		case formerEdge < 0:
			g.Directions = append(g.Directions, graph.Both)
		default:
			g.Directions = append(g.Directions, oldDirections[formerEdge])
		}
	}
	// Both lists are sorted: the added edges that precede e come before e.
	for k, e := range oldEdges {
		for len(added) > 0 && less(added[0], e) {
			add(added[0], -1)
			added = added[1:]
		}
		if !removed[k] {
			add(e, k)
		}
	}
	for _, e := range added {
		add(e, -1)
	}
	return formerEdges
}

// less reports whether edge a precedes edge b in the order by I, and then by J.
func less(a, b graph.Edge) bool {
	if a.I != b.I {
		return a.I < b.I
	}
	return a.J < b.J
}

// indexOfEdge returns the edge with the given ends and its index in the sorted list
// of edges. exists reports whether the graph has the edge. Otherwise the index is the place
// of its insertion. If the ends are equal or out of range, the index is −1.
func indexOfEdge(g *graph.Graph, ends [2]int) (index int, e graph.Edge, exists bool) {
	i, j := min(ends[0], ends[1]), max(ends[0], ends[1])
	areNodes := i >= 0 && j < g.N
	if !areNodes || i == j {
		return -1, e, false
	}
	e = graph.Edge{I: int32(i), J: int32(j)}
	index = sort.Search(len(g.Edges), func(k int) bool { return !less(g.Edges[k], e) })
	return index, e, index < len(g.Edges) && g.Edges[index] == e
}

// indexOfFeature returns the index in x.Val of a feature of a node. It returns −1 if
// the node is out of range, or if its feature is not stored or is 0.
func indexOfFeature(x *linalg.CSR, node, feature int) int {
	if node < 0 || node >= x.Rows {
		return -1
	}
	start, end := int(x.Ptr[node]), int(x.Ptr[node+1])
	k := slices.IndexFunc(x.Col[start:end], func(column int32) bool { return int(column) == feature })
	if k < 0 || x.Val[start+k] == 0 {
		return -1
	}
	return start + k
}

// Prediction is the output of the trained network on a changed graph: the final
// class probabilities, n×C, and the class of each node.
type Prediction struct {
	Prob []float64 `json:"prob"`
	Pred []int     `json:"pred"`
}
