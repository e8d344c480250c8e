package state

import (
	"strconv"

	"sheafscope/core/words"
)

// CycleHops restricts the picture to the selection's neighbours, then to two hops, then shows all nodes again.
type CycleHops struct{}

// mostHops is the largest distance from the selection.
const mostHops = 2

// cycleHops does the next step of CycleHops; it needs a selection.
func (s *State) cycleHops() {
	if s.Graph == nil || len(s.selection()) == 0 {
		s.said = "Select a node or an edge first."
		return
	}
	s.View.Hops = (s.View.Hops + 1) % (mostHops + 1)
	if s.said = s.AroundText(); s.said == "" {
		s.said = "All nodes shown."
	}
}

// selection returns the selected nodes, or the ends of the selected edge.
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

// Around lists the nodes within Hops edges of the selection, ascending; nil where all nodes are shown.
func (s *State) Around() []int {
	if s.View.Hops == 0 || s.Graph == nil || len(s.selection()) == 0 {
		return nil
	}
	near := make([]int, s.Graph.N) // 1 + the hops to the selection, 0 where farther away
	for _, i := range s.selection() {
		near[i] = 1
	}
	ends := s.Graph.Edges
	for hop := 1; hop <= s.View.Hops; hop++ {
		for e := 0; e < len(ends); e += 2 {
			for _, p := range [2][2]int32{{ends[e], ends[e+1]}, {ends[e+1], ends[e]}} {
				if near[p[0]] == hop && near[p[1]] == 0 {
					near[p[1]] = hop + 1
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

// AroundText counts the shown nodes, "" where all are shown.
func (s *State) AroundText() string {
	if list := s.Around(); list != nil {
		return strconv.Itoa(len(list)) + " of " + words.Count(s.Graph.N, "node") + " shown"
	}
	return ""
}

// HopsText names the present distance.
func (s *State) HopsText() string {
	if s.View.Hops == 0 || s.Graph == nil || len(s.selection()) == 0 {
		return "Focus"
	}
	return words.Count(s.View.Hops, "hop")
}
