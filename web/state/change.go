package state

import (
	"slices"
	"strings"

	"sheafscope/core/numeral"
)

// joined returns the edge to add between the selected node and a node given by name or number; refused is the reason for none.
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

// called returns the node of a name, of the first word of exactly one name, or of a number, −1 for none.
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

// relabelled moves a node to its next class in a list of changed labels; its own class removes it from the list.
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
