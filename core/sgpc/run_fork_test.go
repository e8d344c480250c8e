package sgpc

import (
	"slices"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc/sample"
	"sheafscope/core/sgpc/settings"
)

// placesIn lists where the edges of a graph stood in another one, −1 for new ones.
func placesIn(before, after *graph.Graph) (from []int) {
	for _, e := range after.Edges {
		from = append(from, slices.Index(before.Edges, e))
	}
	return from
}

// TestForkOnAnotherGraph adds an edge, or replaces one edge by another. The fork
// must have the forward pass of a network built for the changed graph with the same
// weights, for SGPC, a peer and the reading "code".
func TestForkOnAnotherGraph(t *testing.T) {
	for _, model := range []string{"sgpc", "gcn", "nsd-general", "h2gcn", "code"} {
		r := texasLike(t, strings.Replace(model, "code", "sgpc", 1), 5, func(c *settings.Config) {
			c.GapMode = "off"
			if model == "code" {
				c.Reading = model
			}
		})
		away := r.Graph.Edges[20]
		for _, join := range [][][2]int{{{9, 3}}, {{9, 3}, {0, 59}}} {
			var cut [][2]int
			if len(join) > 1 {
				cut = [][2]int{{int(away.I), int(away.J)}}
			}
			g := sample.Rewired(t, r.Graph, r.Split, cut, join)
			q, err := r.Fork().On(g, placesIn(r.Graph, g))
			if err != nil {
				t.Fatal(err)
			}
			made, err := New(g, r.Split, r.cfg)
			if err != nil {
				t.Fatal(err)
			}
			made.store.Restore(r.fork().store.Snapshot(nil))
			made.eval.evaluate()
			if !slices.Equal(q.Evaluate("").Predicted, made.eval.predicted()) {
				t.Errorf("%s, %v: not the forward pass of that graph", model, join)
			}
		}
	}
}

// TestForkKeepsTheAscent checks that the state of the gap ascent moves with its
// edges, and that an added edge has the map of its lift alone.
func TestForkKeepsTheAscent(t *testing.T) {
	for _, mode := range []string{"sheaf", "additive", "matrix"} {
		r := texasLike(t, "sgpc", 4, func(c *settings.Config) { c.GapMode = mode })
		q := r.Fork()
		before := slices.Clone(q.Evaluate("").Raw.R)
		plain := r.fork()
		plain.kept = nil
		plain.Graph = sample.Rewired(t, r.Graph, r.Split, nil, [][2]int{{3, 9}})
		lifted := plain.evaluation("").raw
		q, err := q.On(plain.Graph, placesIn(r.Graph, plain.Graph))
		if err != nil {
			t.Fatal(err)
		}
		after, each, moved := q.Evaluate("").Raw, 2*r.cfg.D*r.cfg.D, false
		for k, e := range after.Edges {
			want, old := lifted.R[k*each:(k+1)*each], slices.Index(r.Graph.Edges, e)
			if old >= 0 {
				moved = moved || !slices.Equal(want, before[old*each:(old+1)*each])
				want = before[old*each : (old+1)*each]
			}
			if !slices.Equal(after.R[k*each:(k+1)*each], want) {
				t.Errorf("%s: edge %v, old %d, has other maps", mode, e, old)
			}
		}
		if !moved || len(after.Edges) != len(r.Graph.Edges)+1 {
			t.Errorf("%s: the ascent has moved a map: %v; %d edges", mode, moved, len(after.Edges))
		}
	}
}
