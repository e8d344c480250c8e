package state

import (
	"cmp"
	"strconv"

	"sheafscope/core/words"
)

// This file restricts the drawing to the neighbourhood of the selection: to the nodes within View.Hops edges. Hops 0 shows all nodes.

// CycleHops changes the shown part of the graph. From all nodes it leads to the selection with its neighbours, then to the nodes within two
// hops, then back to all nodes.
type CycleHops struct{}

// maxHops is the largest distance from the selection.
const maxHops = 2

// cycleHops carries out CycleHops. Without a selection it changes nothing, and announces that a selection is needed.
func (s *State) cycleHops() {
	if s.Graph == nil || len(s.selection()) == 0 {
		s.said = "Select a node or an edge first."
		return
	}
	s.View.Hops = (s.View.Hops + 1) % (maxHops + 1)
	s.said = cmp.Or(s.AroundText(), "All nodes shown.")
}

// selection returns the first of these that exists: the nodes selected together, the selected node alone, the ends of the selected edge. It
// returns nil without a selection. There must be a graph.
func (s *State) selection() []int {
	switch {
	case len(s.Chosen()) > 0:
		return s.Chosen()
	case s.Node() >= 0:
		return []int{s.Node()}
	case s.Edge() >= 0:
		i, j := s.Graph.Ends(s.Edge())
		return []int{i, j}
	}
	return nil
}

// Around returns the nodes within Hops edges of the selection, in ascending order. It returns nil if the drawing is not restricted: for
// Hops 0, and without a graph or a selection.
func (s *State) Around() []int {
	if s.View.Hops == 0 || s.Graph == nil || len(s.selection()) == 0 {
		return nil
	}
	// A breadth-first search from the selection. distance has 1 + the distance in hops, 0 for a node that is not reached yet.
	distance := make([]int, s.Graph.N)
	for _, i := range s.selection() {
		distance[i] = 1
	}
	for hop := 1; hop <= s.View.Hops; hop++ {
		for e := range len(s.Graph.Edges) / 2 {
			i, j := s.Graph.Ends(e)
			switch { // from an end that the last hop has reached to an end that no hop has reached
			case distance[i] == hop && distance[j] == 0:
				distance[j] = hop + 1
			case distance[j] == hop && distance[i] == 0:
				distance[i] = hop + 1
			}
		}
	}
	var nodes []int
	for i, d := range distance {
		if d > 0 {
			nodes = append(nodes, i)
		}
	}
	return nodes
}

// AroundText returns the number of shown nodes as text. It returns "" if the drawing is not restricted.
func (s *State) AroundText() string {
	nodes := s.Around()
	if nodes == nil {
		return ""
	}
	return strconv.Itoa(len(nodes)) + " of " + words.Count(s.Graph.N, "node") + " shown"
}

// HopsText returns the label of the button for CycleHops: the number of hops, or "Focus" if the drawing is not restricted.
func (s *State) HopsText() string {
	if s.View.Hops == 0 || s.Graph == nil || len(s.selection()) == 0 {
		return "Focus"
	}
	return words.Count(s.View.Hops, "hop")
}
