package tune

import (
	"slices"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc/settings"
)

// WithoutTest returns the graph and the split for a search: the split has no test set, and only training and validation nodes have labels.
func WithoutTest(g *graph.Graph, split graph.Split) (*graph.Graph, graph.Split) {
	hidden := *g
	hidden.Labels = make([]int, g.N)
	for i := range hidden.Labels {
		hidden.Labels[i] = -1
	}
	for _, i := range slices.Concat(split.Train, split.Val) {
		hidden.Labels[i] = g.Labels[i]
	}
	split.Test = nil
	return &hidden, split
}

// Bare returns the graph without its edges if no edge enters a run with the settings, and otherwise the graph itself.
// A run on the result has the same training and accuracies, to the last bit, and is faster.
// Its statistics of edges differ, but a search does not read them.
func Bare(g *graph.Graph, c settings.Config) *graph.Graph {
	if !readsNoEdge(c) {
		return g
	}
	bare := *g
	bare.Edges, bare.Directions = nil, nil
	return &bare
}

// readsNoEdge reports whether no edge enters a run with the settings: they contain SheafOff, and neither structure rows nor attention.
func readsNoEdge(c settings.Config) bool {
	for off := SheafOff(); len(off) > 0; off = off[2:] {
		if c.Get(off[0]) != off[1] {
			return false
		}
	}
	return c.Model == "sgpc" && c.Reading == "paper" && c.Structure == "off" && c.Head != "gat"
}
