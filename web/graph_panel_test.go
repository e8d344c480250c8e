package web

import (
	"testing"

	"sheafscope/wasm/proto"
	"sheafscope/web/state"
)

// The panel shows the share of edges inside a class, or a dash if no edge has two labelled ends.
func TestHomophilyNeedsLabelledEdges(t *testing.T) {
	path := []int32{0, 1, 1, 2} // two edges
	for _, c := range []struct {
		graph *proto.GraphInfo
		want  string
	}{
		{nil, "–"},
		{&proto.GraphInfo{N: 3, Labels: []int{0, 1, 0}}, "–"},
		{&proto.GraphInfo{N: 3, Edges: path, Labels: []int{-1, -1, -1}}, "–"},
		{&proto.GraphInfo{N: 3, Edges: path, Labels: []int{0, -1, 0}}, "–"},
		{&proto.GraphInfo{N: 3, Edges: path, Labels: []int{0, 1, -1}}, "0.00"},
		{&proto.GraphInfo{N: 3, Edges: path, Labels: []int{0, 0, 1}, EdgeHomophily: 0.5}, "0.50"},
	} {
		var s state.State
		s.Graph = c.graph
		panel := GraphPanel{App: &App{State: s}}
		if got := panel.Homophily(); got != c.want {
			t.Errorf("the panel shows %q for %+v, want %q", got, c.graph, c.want)
		}
	}
}
