// This file lists what a drawn graph needs before the training of a network.

package graph

import (
	"fmt"
	"slices"
)

// Need is a requirement of training. Text is for the user who draws the graph.
type Need struct {
	Text string `json:"text"`
	Met  bool   `json:"met"`
}

// Needs returns the requirements of training on a graph with a split. Each Text contains the present number, as in "an edge (now 0)".
func Needs(g *Graph, s Split) []Need {
	nonempty := 0 // number of classes with nodes
	for _, n := range g.ClassSizes() {
		if n > 0 {
			nonempty++
		}
	}
	trained := nonempty - len(s.Untrained(g)) // number of classes with training nodes
	return []Need{
		{fmt.Sprintf("nodes of two classes (now %d)", nonempty), nonempty >= 2},
		{fmt.Sprintf("an edge (now %d)", len(g.Edges)), len(g.Edges) > 0},
		{fmt.Sprintf("training nodes of two classes (now %d)", trained), trained >= 2},
	}
}

// Ready reports whether all needs are met.
func Ready(needs []Need) bool {
	return !slices.ContainsFunc(needs, func(n Need) bool { return !n.Met })
}
