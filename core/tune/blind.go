package tune

import (
	"slices"

	"sheafscope/core/graph"
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
