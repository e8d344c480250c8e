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
			if int(end) == from { // e^1 is the place of the other end
				out = append(out, within(s, int(s.Graph.Edges[e^1]), hops-1)...)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// TestFocusFollowsTheSelection: the focus shows all nodes, the nodes within one edge of the selected node, or the nodes within two edges.
// It follows the selected node, the ends of a selected edge, and a lasso. If nodes are hidden, the legend counts the shown nodes. Without a
// selection all nodes are shown.
func TestFocusFollowsTheSelection(t *testing.T) {
	s := *karate(t, epochs(1), frame.Focus{})
	announced := ""
	do := func(m state.Msg) { s, announced = spoken(state.Update(s, m)) }
	// checkFocus checks the shown nodes, the label of the button, and the count in the legend. An empty list (want nil) means all nodes.
	checkFocus := func(what string, want []int, label string) {
		t.Helper()
		attributes := picture.NewAttributes(&s)
		more, count := picture.NewLegend(&s, &attributes).More, strconv.Itoa(len(want))+" of 34 nodes shown"
		got := picture.NewStyle(&s).Around
		if got == nil || !slices.Equal(got, want) || s.HopsText() != label {
			t.Errorf("%s: the nodes %v under %q, want %v under %q", what, got, s.HopsText(), want, label)
		}
		counted := strings.Contains(more, "shown")
		wrongCount := counted && !strings.Contains(more, count)
		if counted != (want != nil) || wrongCount {
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
		t.Errorf("announced: %q, want 2 of 34 nodes", announced)
	}
	do(state.CycleHops{})
	checkFocus("a leaf, two hops", within(&s, 11, 2), "2 hops")
	// Another node, an edge with both ends, and a lasso. Edge 6 by choice is edge 5 counted from 0, with its ends at places 10 and 11.
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
		t.Errorf("announced: %q, want all nodes", announced)
	}
}
