package content

import (
	"strings"
	"testing"

	"sheafscope/core/graph"
)

// TestSelfLoopsDoubtNetworks: a network that counts self-loops gets a doubt, or loops at every node where the graph has them.
func TestSelfLoopsDoubtNetworks(t *testing.T) {
	loop := func(i int32) graph.Edge { return graph.Edge{I: i, J: i} }
	some := graph.New("some", 3, []graph.Edge{{I: 0, J: 1}, loop(2), loop(2), loop(0)})
	all := graph.New("all", 3, []graph.Edge{{I: 0, J: 1}, loop(0), loop(1), loop(2)})
	for _, c := range []struct {
		model, loops string
		g            *graph.Graph
		features     int
		doubts       int
		left         string
	}{
		{"sage", "", some, 5, 1, ""}, {"sage", "", all, 5, 1, ""}, {"sage", "", graph.Karate(), 5, 0, ""},
		{"gcn", "1", some, 5, 1, "1"}, {"gcn", "1", all, 5, 0, ""}, {"gcn", "", some, 5, 0, ""},
		{"gcn", "1", some, 0, 0, "1"}, // an export of this project, trained without them
	} {
		w := &Weights{Model: c.model, Settings: map[string]string{}, Features: c.features}
		if c.loops != "" {
			w.Settings["loops"] = c.loops
		}
		w.CompareLoops(c.g)
		if len(w.Doubts) != c.doubts || w.Settings["loops"] != c.left {
			t.Errorf("%s with loops=%q on the graph %q: %q, loops=%q", c.model, c.loops, c.g.Name, w.Doubts, w.Settings["loops"])
		}
		if c.doubts > 0 && c.g == some && !strings.Contains(w.Doubts[0], "2 self-loops") {
			t.Error(w.Doubts)
		}
	}
}
