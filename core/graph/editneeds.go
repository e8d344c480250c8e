package graph

import (
	"fmt"
	"slices"
)

// Need is something that a graph must have before a model can be trained on it.
type Need struct {
	Text string `json:"text"`
	Met  bool   `json:"met"`
}

// Needs lists what a graph with a split must have before a run can begin. The
// texts are for a person who draws it.
func Needs(g *Graph, s Split) []Need {
	used := 0
	for _, n := range g.ClassSizes() {
		if n > 0 {
			used++
		}
	}
	taught := map[int]bool{}
	for _, i := range s.Train {
		if g.Labels[i] >= 0 {
			taught[g.Labels[i]] = true
		}
	}
	return []Need{
		{fmt.Sprintf("nodes of two classes (now %d)", used), used >= 2},
		{fmt.Sprintf("an edge (now %d)", len(g.Edges)), len(g.Edges) > 0},
		{fmt.Sprintf("training nodes of two classes (now %d)", len(taught)), len(taught) >= 2},
	}
}

// Ready reports whether every need is met.
func Ready(needs []Need) bool {
	return !slices.ContainsFunc(needs, func(n Need) bool { return !n.Met })
}
