package study

import (
	"fmt"

	"sheafscope/core/graph"
)

// DedupUsage is the help text of the flag -dedup.
const DedupUsage = "leave one of the nodes that have equal `rows`: rows (features and neighbours) or neighbours"

// Dedup returns graph and splits without duplicate nodes; by is a value of -dedup, and "" changes nothing.
func Dedup(g *graph.Graph, splits []graph.Split, by string) (*graph.Graph, []graph.Split, error) {
	switch a := graph.Alike(by); a {
	case "":
		return g, splits, nil
	case graph.AlikeRows, graph.AlikeNeighbours:
		g, splits = graph.WithoutCopies(g, splits, g.Copies(a))
		return g, splits, nil
	}
	return nil, nil, fmt.Errorf("-dedup=%s: want %s or %s", by, graph.AlikeRows, graph.AlikeNeighbours)
}

// without returns a loader that removes duplicate nodes by [Dedup].
func (l Loader) without(by string) Loader {
	return func(name string) (*graph.Graph, []graph.Split, error) {
		g, splits, err := l(name)
		if err != nil {
			return nil, nil, err
		}
		return Dedup(g, splits, by)
	}
}
