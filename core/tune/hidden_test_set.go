// This file prepares the graph on which a search trains: it hides the labels of the test nodes, and removes the edges if a run reads none.

package tune

import (
	"slices"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc/settings"
)

// WithoutTest returns the graph and the split on which a search trains. The split has no test set, and only training and validation nodes
// have labels. g and the argument split stay unchanged.
func WithoutTest(g *graph.Graph, split graph.Split) (*graph.Graph, graph.Split) {
	hidden := *g
	hidden.Labels = make([]int, g.N)
	for i := range hidden.Labels {
		hidden.Labels[i] = -1 // unknown
	}
	for _, i := range slices.Concat(split.Train, split.Val) {
		hidden.Labels[i] = g.Labels[i]
	}
	split.Test = nil
	return &hidden, split
}

// Bare returns the graph without its edges if a run with the settings c reads no edge, and g itself otherwise.
// Without these edges the run is faster, and its accuracies are equal to the last bit. Only statistics of edges differ.
func Bare(g *graph.Graph, c settings.Config) *graph.Graph {
	if !readsNoEdge(c) {
		return g
	}
	bare := *g
	bare.Edges, bare.Directions = nil, nil
	return &bare
}

// readsNoEdge reports whether a run with the settings c reads no edge: c belongs to SGPC in the reading paper, and has the settings of
// SheafOff, no structure rows and no attention head.
func readsNoEdge(c settings.Config) bool {
	off := SheafOff() // name, value, name, value, …
	for k := 0; k < len(off); k += 2 {
		name, value := off[k], off[k+1]
		if c.Get(name) != value {
			return false
		}
	}
	isPaper := c.Model == "sgpc" && c.Reading == "paper"
	return isPaper && c.Structure == "off" && c.Head != "gat"
}
