package content

import (
	"strings"
	"testing"

	"sheafscope/core/graph"
)

// TestSelfLoopsDoubtNetworks: CompareLoops doubts a network whose training may have counted the self-loops of the graph.
// A GraphSAGE gets a doubt on a graph with self-loops. The layers of a GCN with loops=1 add no loops: it gets a doubt if only some nodes
// have loops. If all nodes have loops, the setting loops is removed without a doubt.
// Without loops in the graph, without loops=1 in a GCN, and without a number of features, nothing changes.
// A doubt about withSomeLoops names its 2 self-loops.
func TestSelfLoopsDoubtNetworks(t *testing.T) {
	loop := func(i int32) graph.Edge { return graph.Edge{I: i, J: i} }
	// Nodes 0 and 2 of withSomeLoops have self-loops; the loop at node 2 is given twice. Every node of withAllLoops has a self-loop.
	withSomeLoops := graph.New("some", 3, []graph.Edge{{I: 0, J: 1}, loop(2), loop(2), loop(0)})
	withAllLoops := graph.New("all", 3, []graph.Edge{{I: 0, J: 1}, loop(0), loop(1), loop(2)})
	for _, c := range []struct {
		// loops is the setting loops before the comparison, or "" for none.
		model, loops string
		g            *graph.Graph
		features     int
		// doubts is the number of doubts, and loopsAfter the setting loops after the comparison.
		doubts     int
		loopsAfter string
	}{
		{"sage", "", withSomeLoops, 5, 1, ""}, {"sage", "", withAllLoops, 5, 1, ""}, {"sage", "", graph.Karate(), 5, 0, ""},
		{"gcn", "1", withSomeLoops, 5, 1, "1"}, {"gcn", "1", withAllLoops, 5, 0, ""}, {"gcn", "", withSomeLoops, 5, 0, ""},
		{"gcn", "1", withSomeLoops, 0, 0, "1"}, // An export of this project has no number of features. It was trained without self-loops.
	} {
		w := &Weights{Model: c.model, Settings: map[string]string{}, Features: c.features}
		if c.loops != "" {
			w.Settings["loops"] = c.loops
		}
		w.CompareLoops(c.g)
		if len(w.Doubts) != c.doubts || w.Settings["loops"] != c.loopsAfter {
			t.Errorf("%s with loops=%q on the graph %q: doubts %q, loops=%q; want %d doubts, loops=%q", c.model, c.loops, c.g.Name, w.Doubts,
				w.Settings["loops"], c.doubts, c.loopsAfter)
		}
		if c.doubts > 0 && c.g == withSomeLoops && !strings.Contains(w.Doubts[0], "2 self-loops") {
			t.Errorf("the doubt %q does not name 2 self-loops", w.Doubts)
		}
	}
}
