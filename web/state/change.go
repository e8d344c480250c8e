package state

import (
	"slices"
	"strings"

	"sheafscope/core/numeral"
)

// joined is the edge to add between the chosen node and the one of a name, or of a number; refused says why there is none.
func (s *State) joined(name string) (ends [2]int, refused string) {
	k := s.called(strings.TrimSpace(name))
	if k < 0 {
		return ends, "There is no node “" + clip(name) + "”."
	}
	ends = [2]int{min(k, s.Node()), max(k, s.Node())}
	switch {
	case k == s.Node():
		return ends, "An edge joins two different nodes."
	case slices.Contains(s.Why.Without.AddEdges, ends):
		return ends, "This edge is added already."
	case edgeOf(s.Graph, ends[0], ends[1]) >= 0:
		return ends, "The graph has this edge already."
	}
	return ends, ""
}

// called finds a node as the pictures call it: by its name, by the first word of one name alone, else by its number.
func (s *State) called(text string) int {
	names := s.Graph.NodeNames
	if k := slices.Index(names, text); k >= 0 && text != "" {
		return k
	}
	at := -1
	for k, name := range names {
		if word, _, _ := strings.Cut(name, " "); word == text {
			if at >= 0 {
				at = -1
				break
			}
			at = k
		}
	}
	if k, err := numeral.Whole(text); at < 0 && err == nil && k < uint64(s.Graph.N) {
		return int(k)
	}
	return at
}

// relabelled gives a node the class after the one that it has among the changed labels; after its own it is no change.
func (s *State) relabelled(list [][2]int, node int) (out [][2]int) {
	own := s.Graph.Labels[node]
	label := own
	for _, q := range list {
		if q[0] == node {
			label = q[1]
		} else {
			out = append(out, q)
		}
	}
	if label = (label + 1) % s.Graph.Classes; label != own {
		out = append(out, [2]int{node, label})
	}
	return out
}
