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

// This file tests the focus: the part of the graph around the selection.

// within returns the nodes at a distance of at most hops edges from a node, in rising order.
func within(s *state.State, from, hops int) []int {
	out := []int{from}
	if hops > 0 {
		for e, end := range s.Graph.Edges {
			if int(end) == from {
				out = append(out, within(s, int(s.Graph.Edges[e^1]), hops-1)...)
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
	announced := ""
	do := func(m state.Msg) { s, announced = spoken(state.Update(s, m)) }
	// checkFocus checks the shown nodes (nil: all), the text of the button, and the count in the legend.
	checkFocus := func(what string, want []int, name string) {
		t.Helper()
		at := picture.NewAttributes(&s)
		more, count := picture.NewLegend(&s, &at).More, strconv.Itoa(len(want))+" of 34 nodes shown"
		got := picture.NewStyle(&s).Around
		if got == nil || !slices.Equal(got, want) || s.HopsText() != name {
			t.Errorf("%s: the nodes %v under %q, want %v under %q", what, got, s.HopsText(), want, name)
		}
		if counted := strings.Contains(more, "shown"); counted != (want != nil) || counted && !strings.Contains(more, count) {
			t.Errorf("%s: the legend says %q, want %q if nodes are hidden", what, more, count)
		}
	}
	// Without a selection the button has no effect.
	do(state.CycleHops{})
	checkFocus("nothing selected", nil, "Focus")
	if s.View.Hops != 0 || !strings.Contains(announced, "Select a node") {
		t.Errorf("without a selection: %d hops, announced %q", s.View.Hops, announced)
	}
	// Node 12 of the club, a leaf, is node 11 counted from 0.
	do(state.PickNode{Node: 12})
	checkFocus("no focus", nil, "Focus")
	do(state.CycleHops{})
	checkFocus("a leaf", within(&s, 11, 1), "1 hop")
	if announced != "2 of 34 nodes shown" {
		t.Errorf("announced: %q", announced)
	}
	do(state.CycleHops{})
	checkFocus("a leaf, two hops", within(&s, 11, 2), "2 hops")
	// Another node, an edge with both ends, and a lasso.
	do(state.PickNode{Node: 34})
	checkFocus("another node", within(&s, 33, 2), "2 hops")
	do(state.PickEdge{Edge: 6})
	a, b := int(s.Graph.Edges[10]), int(s.Graph.Edges[11])
	both := slices.Concat(within(&s, a, 2), within(&s, b, 2))
	slices.Sort(both)
	checkFocus("an edge", slices.Compact(both), "2 hops")
	do(state.PickLasso{Nodes: []int{11}})
	checkFocus("a lasso", within(&s, 11, 2), "2 hops")
	do(state.PickEdge{})
	checkFocus("nothing selected any more", nil, "Focus")
	do(state.PickNode{Node: 12})
	checkFocus("selected again", within(&s, 11, 2), "2 hops")
	do(state.CycleHops{})
	checkFocus("all again", nil, "Focus")
	if announced != "All nodes shown." {
		t.Errorf("announced: %q", announced)
	}
}
