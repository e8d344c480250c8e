package view_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"sheafscope/core/sgpc/frame"
	"sheafscope/web/state"
	"sheafscope/web/view/picture"
)

// reached returns the nodes at a distance of at most the given number of edges from a node.
func reached(s *state.State, from, hops int) []int {
	out := []int{from}
	if hops > 0 {
		for e, end := range s.Graph.Edges {
			if int(end) == from {
				out = append(out, reached(s, int(s.Graph.Edges[e^1]), hops-1)...)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// TestFocusFollowsTheSelection: the focus shows all nodes, the nodes within one edge of the selected node, or the nodes within two edges.
// It follows the selected node, the ends of a selected edge, and a lasso. A text counts the hidden nodes. Without a selection, and after a
// change of the graph, all nodes are shown.
func TestFocusFollowsTheSelection(t *testing.T) {
	s := *karate(t, epochs(1), frame.Focus{})
	said := ""
	do := func(m state.Msg) { s, said = spoken(state.Update(s, m)) }
	shown := func(what string, want []int, name string) {
		t.Helper()
		at := picture.NewAttributes(&s)
		more, says := picture.NewLegend(&s, &at).More, strconv.Itoa(len(want))+" of 34 nodes shown"
		got := picture.NewStyle(&s).Around
		if got == nil || !slices.Equal(got, want) || s.HopsText() != name || strings.Contains(more, "shown") != (want != nil) ||
			want != nil && !strings.Contains(more, says) {
			t.Errorf("%s: %v under %q, by hand %v; %q", what, got, s.HopsText(), want, more)
		}
	}
	do(state.CycleHops{})
	shown("nothing selected", nil, "Focus")
	if s.View.Hops != 0 || !strings.Contains(said, "Select a node") {
		t.Errorf("%d hops, %q", s.View.Hops, said)
	}
	do(state.PickNode{Node: 12})
	shown("no focus", nil, "Focus")
	do(state.CycleHops{})
	shown("a leaf", reached(&s, 11, 1), "1 hop")
	if said != "2 of 34 nodes shown" {
		t.Errorf("said: %q", said)
	}
	do(state.CycleHops{})
	shown("a leaf, two hops", reached(&s, 11, 2), "2 hops")
	do(state.PickNode{Node: 34})
	shown("another node", reached(&s, 33, 2), "2 hops")
	do(state.PickEdge{Edge: 6})
	a, b := int(s.Graph.Edges[10]), int(s.Graph.Edges[11])
	both := slices.Concat(reached(&s, a, 2), reached(&s, b, 2))
	slices.Sort(both)
	shown("an edge", slices.Compact(both), "2 hops")
	do(state.PickLasso{Nodes: []int{11}})
	shown("a lasso", reached(&s, 11, 2), "2 hops")
	do(state.PickEdge{})
	shown("nothing selected any more", nil, "Focus")
	do(state.PickNode{Node: 12})
	shown("selected again", reached(&s, 11, 2), "2 hops")
	do(state.CycleHops{})
	shown("all again", nil, "Focus")
	if said != "All nodes shown." {
		t.Errorf("said: %q", said)
	}
}
