package sgpc

import (
	"slices"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc/sample"
	"sheafscope/core/sgpc/settings"
)

// oldIndices returns for each edge of after its index in before, or −1 for a new edge.
func oldIndices(before, after *graph.Graph) (indices []int) {
	for _, e := range after.Edges {
		indices = append(indices, slices.Index(before.Edges, e))
	}
	return indices
}

// TestForkOnAnotherGraph adds an edge, or adds two edges and removes one. The predictions
// of the fork on the changed graph have the bits of a network that is built for this graph
// with the same weights: for SGPC, three peers and the reading "code".
func TestForkOnAnotherGraph(t *testing.T) {
	for _, model := range []string{"sgpc", "gcn", "nsd-general", "h2gcn", "code"} {
		// "code" stands for SGPC in that reading.
		r := texasLike(t, strings.Replace(model, "code", "sgpc", 1), 5, func(c *settings.Config) {
			c.GapMode = "off"
			if model == "code" {
				c.Reading = model
			}
		})
		edge := r.Graph.Edges[20]
		for _, added := range [][][2]int{{{9, 3}}, {{9, 3}, {0, 59}}} {
			var removed [][2]int
			if len(added) > 1 {
				removed = [][2]int{{int(edge.I), int(edge.J)}}
			}
			g := sample.Rewired(t, r.Graph, r.Split, removed, added)
			q, err := r.Fork().On(g, oldIndices(r.Graph, g))
			if err != nil {
				t.Fatal(err)
			}
			// A new run on the changed graph, with the weights of r.
			rebuilt, err := New(g, r.Split, r.cfg)
			if err != nil {
				t.Fatal(err)
			}
			rebuilt.store.Restore(r.fork().store.Snapshot(nil))
			rebuilt.eval.evaluate()
			if !slices.Equal(q.Evaluate("").Predicted, rebuilt.eval.predicted()) {
				t.Errorf("%s, added %v: the predictions differ from those of a network for the changed graph", model, added)
			}
		}
	}
}

// TestForkKeepsTheAscent adds an edge to a run with a gap ascent. In the fork every old edge
// keeps its maps with the changes of the ascent, bit by bit. The added edge has the maps of the
// lift alone. The ascent has changed at least one map.
func TestForkKeepsTheAscent(t *testing.T) {
	for _, mode := range []string{"sheaf", "additive", "matrix"} {
		r := texasLike(t, "sgpc", 4, func(c *settings.Config) { c.GapMode = mode })
		q := r.Fork()
		before := slices.Clone(q.Evaluate("").Raw.R)
		// A fork without the state of the ascent has the maps of the lift alone.
		liftFork := r.fork()
		liftFork.kept = nil
		liftFork.Graph = sample.Rewired(t, r.Graph, r.Split, nil, [][2]int{{3, 9}})
		lifted := liftFork.evaluation("").raw
		q, err := q.On(liftFork.Graph, oldIndices(r.Graph, liftFork.Graph))
		if err != nil {
			t.Fatal(err)
		}
		// size is the number of entries of both maps of an edge.
		after, size, ascentChanges := q.Evaluate("").Raw, 2*r.cfg.D*r.cfg.D, false
		for k, e := range after.Edges {
			want, old := lifted.R[k*size:(k+1)*size], slices.Index(r.Graph.Edges, e)
			if old >= 0 {
				oldMaps := before[old*size : (old+1)*size]
				ascentChanges = ascentChanges || !slices.Equal(want, oldMaps)
				want = oldMaps
			}
			if !slices.Equal(after.R[k*size:(k+1)*size], want) {
				t.Errorf("%s: edge %v (old index %d) has other maps", mode, e, old)
			}
		}
		if !ascentChanges {
			t.Errorf("%s: the ascent has changed no map", mode)
		}
		if len(after.Edges) != len(r.Graph.Edges)+1 {
			t.Errorf("%s: the fork has %d edges, want %d", mode, len(after.Edges), len(r.Graph.Edges)+1)
		}
	}
}
