package sgpc_test

import (
	"math"
	"slices"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/sgpc/trace"
)

// TestMapsAreThoseOfTheTrace compares the exported maps with those of the trace, bit by bit. In
// the reading "code" a trace has the weight of each directed entry. Both maps of an edge are
// then equal, and their square is the sum of its weights, to 1e-14. Before stage 4 of the
// first epoch there are no maps. After two epochs there are parameters.
func TestMapsAreThoseOfTheTrace(t *testing.T) {
	g := graph.Karate()
	split, err := graph.ParseSplit(g, method.DefaultSplit, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, reading := range []string{"paper", "code"} {
		cfg, err := method.Configure(g, split, "sgpc", reading, 1)
		if err != nil {
			t.Fatal(err)
		}
		r, err := sgpc.New(g, split, cfg)
		if err != nil {
			t.Fatal(err)
		}
		for r.Standing().Stage < stage.Maps {
			if maps, d := r.Maps(); maps != nil || d != 0 {
				t.Errorf("%s: the run has maps at position %d, in stage %d", reading, r.Position(), r.Standing().Stage)
			}
			r.StepInner()
		}
		if maps, _ := r.Maps(); maps == nil {
			t.Errorf("%s: the run has no maps after stage 4", reading)
		}
		r.StepEpoch()
		r.StepEpoch()
		maps, d := r.Maps()
		tr, err := trace.Of(r, nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Parameters()) == 0 {
			t.Errorf("%s: no parameters", reading)
		}
		if reading == "code" {
			weights := make([]float64, len(g.Edges)) // sum over the entries of each edge
			for _, l := range tr.Lift {
				entry := l.Entry.Edge
				e := slices.Index(g.Edges, graph.Edge{I: int32(min(entry[0], entry[1])), J: int32(max(entry[0], entry[1]))})
				weights[e] += l.Entry.Weight
			}
			if d != 1 {
				t.Errorf("the maps have dimension %d, want 1", d)
			}
			for e, w := range weights {
				if maps[2*e] != maps[2*e+1] || math.Abs(maps[2*e]*maps[2*e]-w) > 1e-14*w {
					t.Errorf("maps of edge %d are %v and %v, its entries weigh %v", e, maps[2*e], maps[2*e+1], w)
				}
			}
			continue
		}
		// In the paper reading the exported list has R_ij and R_ji of each edge, row by row.
		var want []float64
		for _, l := range tr.Lift {
			for _, m := range []trace.Matrix{l.Rij, l.Rji} {
				for _, row := range m {
					want = append(want, row...)
				}
			}
		}
		if d*d*2*len(g.Edges) != len(maps) || !slices.Equal(maps, want) {
			t.Errorf("%s: the %d numbers of maps of dimension %d differ from the %d numbers of the trace", reading, len(maps), d, len(want))
		}
	}
}
