package tune

import (
	"slices"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc/settings"
)

// WithoutTest returns graph and split without a test set and without labels outside training and validation, as a search uses them.
func WithoutTest(g *graph.Graph, split graph.Split) (*graph.Graph, graph.Split) {
	seen := *g
	seen.Labels = make([]int, g.N)
	for i := range seen.Labels {
		seen.Labels[i] = -1
	}
	for _, i := range slices.Concat(split.Train, split.Val) {
		seen.Labels[i] = g.Labels[i]
	}
	split.Test = nil
	return &seen, split
}

// Bare returns the graph without its edges where the settings let no edge enter a run.
// Training and accuracies are then the same, to the last bit, and faster.
// Statistics of edges differ, which a search does not read.
func Bare(g *graph.Graph, c settings.Config) *graph.Graph {
	if !readsNoEdge(c) {
		return g
	}
	bare := *g
	bare.Edges, bare.Directions = nil, nil
	return &bare
}

// readsNoEdge reports whether the settings are those of SheafOff, without structure rows and attention.
func readsNoEdge(c settings.Config) bool {
	for off := SheafOff(); len(off) > 0; off = off[2:] {
		if c.Get(off[0]) != off[1] {
			return false
		}
	}
	return c.Model == "sgpc" && c.Reading == "paper" && c.Structure == "off" && c.Head != "gat"
}
