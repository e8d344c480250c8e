package tune

import (
	"slices"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc/settings"
)

// WithoutTest returns graph and split as a search sees them: no test set, and no label but those of
// training and validation nodes.
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

// Bare returns the graph without its edges where the settings let none of them enter a run. Its training and
// its accuracies are then the same, to the last bit; what they say of edges is not, and no search asks for that.
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
