package state

import (
	"cmp"
	"strconv"

	"sheafscope/core/words"
)

// CycleHops changes the shown part of the graph: from all nodes to the selection with its neighbours, then to the nodes within two hops,
// then back to all nodes.
type CycleHops struct{}

// maxHops is the largest distance from the selection.
const maxHops = 2

// cycleHops carries out CycleHops. Without a selection it announces that one is needed.
func (s *State) cycleHops() {
	if s.Graph == nil || len(s.selection()) == 0 {
		s.said = "Select a node or an edge first."
		return
	}
	s.View.Hops = (s.View.Hops + 1) % (maxHops + 1)
	s.said = cmp.Or(s.AroundText(), "All nodes shown.")
}

// selection returns the nodes selected together, the selected node, or the ends of the selected edge. It returns nil without a selection.
func (s *State) selection() []int {
	switch {
	case len(s.View.Chosen) > 0:
		return s.View.Chosen
	case s.Node() >= 0:
		return []int{s.Node()}
	case s.Edge() >= 0:
		i, j := s.Graph.Ends(s.Edge())
		return []int{i, j}
	}
	return nil
}

// Around returns the nodes within Hops edges of the selection, in ascending order. It returns nil if all nodes are shown.
func (s *State) Around() []int {
	if s.View.Hops == 0 || s.Graph == nil || len(s.selection()) == 0 {
		return nil
	}
	near := make([]int, s.Graph.N) // 1 + the distance from the selection in hops, 0 for a node not reached yet
	for _, i := range s.selection() {
		near[i] = 1
	}
	ends := s.Graph.Edges
	for hop := 1; hop <= s.View.Hops; hop++ {
		for e := 0; e < len(ends); e += 2 {
			i, j := ends[e], ends[e+1]
			for _, arc := range [2][2]int32{{i, j}, {j, i}} {
				if from, to := arc[0], arc[1]; near[from] == hop && near[to] == 0 {
					near[to] = hop + 1
				}
			}
		}
	}
	var out []int
	for i, hop := range near {
		if hop > 0 {
			out = append(out, i)
		}
	}
	return out
}

// AroundText returns the number of shown nodes as text. It returns "" if all nodes are shown.
func (s *State) AroundText() string {
	if list := s.Around(); list != nil {
		return strconv.Itoa(len(list)) + " of " + words.Count(s.Graph.N, "node") + " shown"
	}
	return ""
}

// HopsText returns the label of the button for CycleHops: the present distance, or "Focus".
func (s *State) HopsText() string {
	if s.View.Hops == 0 || s.Graph == nil || len(s.selection()) == 0 {
		return "Focus"
	}
	return words.Count(s.View.Hops, "hop")
}
