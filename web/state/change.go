package state

import (
	"slices"
	"strings"

	"sheafscope/core/numeral"
)

// This file interprets the user's names of nodes and changes of labels in the explanation of a node's score (full_page.go). The editor also
// uses nodeCalled.

// edgeTo returns the ends of a new edge, the smaller index first: the selected node, and the node called name (see nodeCalled). refused is
// the reason why the edge cannot be added, and "" if it can. ends has no meaning for a refused edge.
func (s *State) edgeTo(name string) (ends [2]int, refused string) {
	k := s.nodeCalled(strings.TrimSpace(name))
	if k < 0 {
		return ends, "There is no node “" + clip(name) + "”."
	}
	ends = [2]int{min(k, s.Node()), max(k, s.Node())}
	switch {
	case k == s.Node():
		return ends, "An edge joins two different nodes."
	case slices.Contains(s.Why.Without.AddEdges, ends): // the present change of the explanation adds it
		return ends, "This edge is added already."
	case edgeOf(s.Graph, ends[0], ends[1]) >= 0:
		return ends, "The graph has this edge already."
	}
	return ends, ""
}

// nodeCalled returns the index of the node that a text names. The first rule that finds a node applies:
//
//   - the text is the name of the node,
//   - the text is the number of the node, counted from 0, and the node has no name,
//   - the text is the first word of the node's name, and of no other name,
//   - the text is the number of the node.
//
// nodeCalled returns −1 if no rule finds a node, and for the empty text.
func (s *State) nodeCalled(text string) int {
	names := s.Graph.NodeNames
	if text == "" { // the name "" means that a node has no name
		return -1
	}
	if k := slices.Index(names, text); k >= 0 {
		return k
	}
	number := -1 // the text as the number of a node, −1 if it is no such number
	if k, err := numeral.Whole(text); err == nil && k < uint64(s.Graph.N) {
		number = int(k)
	}

	// The second rule, then the third.
	if number >= 0 {
		hasName := number < len(names) && names[number] != ""
		if !hasName {
			return number
		}
	}
	found, count := -1, 0 // the last node whose name begins with the word, and the number of such nodes
	for k, name := range names {
		firstWord, _, _ := strings.Cut(name, " ")
		if firstWord == text {
			found = k
			count++
		}
	}
	if count == 1 {
		return found
	}
	return number
}

// withNextLabel returns a copy of list in which node has the next class after its present class. An entry of list is a node and its changed
// label. The copy has no entry for node if the next class is its label in the graph.
func (s *State) withNextLabel(list [][2]int, node int) (out [][2]int) {
	original := s.Graph.Labels[node]
	present := original // the label with the changes of list
	for _, entry := range list {
		if entry[0] == node {
			present = entry[1]
		} else {
			out = append(out, entry)
		}
	}
	next := (present + 1) % s.Graph.Classes // after the last class, or an unknown label (−1), the first class
	if next != original {
		out = append(out, [2]int{node, next})
	}
	return out
}
