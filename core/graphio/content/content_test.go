package content

import (
	"strings"
	"testing"

	"sheafscope/core/graph"
)

// TestSelfLoopsDoubtNetworks: CompareLoops doubts a network whose training may have counted the self-loops of the graph.
// A GraphSAGE gets a doubt on a graph with self-loops. A GCN that adds loops gets one if only some nodes have them. If all nodes have them,
// its setting loops is removed without a doubt.
func TestSelfLoopsDoubtNetworks(t *testing.T) {
	loop := func(i int32) graph.Edge { return graph.Edge{I: i, J: i} }
	// Two nodes of withSomeLoops have self-loops, of which that at node 2 is given twice. Every node of withAllLoops has one.
	withSomeLoops := graph.New("some", 3, []graph.Edge{{I: 0, J: 1}, loop(2), loop(2), loop(0)})
	withAllLoops := graph.New("all", 3, []graph.Edge{{I: 0, J: 1}, loop(0), loop(1), loop(2)})
	for _, c := range []struct {
		// loops is the setting before the comparison.
		model, loops string
		g            *graph.Graph
		features     int
		// doubts is the number of doubts, left the setting loops after the comparison.
		doubts int
		left   string
	}{
		{"sage", "", withSomeLoops, 5, 1, ""}, {"sage", "", withAllLoops, 5, 1, ""}, {"sage", "", graph.Karate(), 5, 0, ""},
		{"gcn", "1", withSomeLoops, 5, 1, "1"}, {"gcn", "1", withAllLoops, 5, 0, ""}, {"gcn", "", withSomeLoops, 5, 0, ""},
		{"gcn", "1", withSomeLoops, 0, 0, "1"}, // an export of this project, trained without them
	} {
		w := &Weights{Model: c.model, Settings: map[string]string{}, Features: c.features}
		if c.loops != "" {
			w.Settings["loops"] = c.loops
		}
		w.CompareLoops(c.g)
		if len(w.Doubts) != c.doubts || w.Settings["loops"] != c.left {
			t.Errorf("%s with loops=%q on the graph %q: doubts %q, loops=%q; want %d doubts, loops=%q", c.model, c.loops, c.g.Name, w.Doubts,
				w.Settings["loops"], c.doubts, c.left)
		}
		if c.doubts > 0 && c.g == withSomeLoops && !strings.Contains(w.Doubts[0], "2 self-loops") {
			t.Errorf("the doubt %q does not name 2 self-loops", w.Doubts)
		}
	}
}
