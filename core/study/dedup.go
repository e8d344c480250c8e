// The flag -dedup removes duplicate nodes from data sets.

package study

import (
	"fmt"

	"sheafscope/core/graph"
)

// DedupUsage is the help text of the flag -dedup.
const DedupUsage = "of several nodes with equal `rows`, keep only one; the value is rows (features and neighbours) or neighbours"

// Dedup returns a graph and its splits without duplicate nodes: of several nodes that are alike, it keeps the first.
// by is the value of -dedup, which defines when nodes are alike. With "" nothing is removed. Dedup fails for an unknown value.
func Dedup(g *graph.Graph, splits []graph.Split, by string) (*graph.Graph, []graph.Split, error) {
	alike := graph.Alike(by)
	switch alike {
	case "":
		return g, splits, nil
	case graph.AlikeRows, graph.AlikeNeighbours:
		g, splits = graph.WithoutCopies(g, splits, g.Copies(alike))
		return g, splits, nil
	}
	return nil, nil, fmt.Errorf("-dedup=%s: want %s or %s", by, graph.AlikeRows, graph.AlikeNeighbours)
}

// withoutDuplicates returns a loader that applies [Dedup] to every data set that l loads. by is the value of -dedup.
func (l Loader) withoutDuplicates(by string) Loader {
	return func(name string) (*graph.Graph, []graph.Split, error) {
		g, splits, err := l(name)
		if err != nil {
			return nil, nil, err
		}
		return Dedup(g, splits, by)
	}
}
