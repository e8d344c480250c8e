package sgpc_test

import (
	"math"
	"slices"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/trace"
)

// TestMapsAreThoseOfTheTrace compares the exported maps and parameters with those
// of the trace, bit by bit.
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
		if maps, d := r.Maps(); maps != nil || d != 0 {
			t.Errorf("%s: maps before anything was computed", reading)
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
		if reading == "code" { // the trace has weights by entry, and a map the root of their sum
			sum := make([]float64, len(g.Edges))
			for _, l := range tr.Lift {
				q := l.Entry.Edge
				e := slices.Index(g.Edges, graph.Edge{I: int32(min(q[0], q[1])), J: int32(max(q[0], q[1]))})
				sum[e] += l.Entry.Weight
			}
			for e, w := range sum {
				if d != 1 || maps[2*e] != maps[2*e+1] || math.Abs(maps[2*e]*maps[2*e]-w) > 1e-14*w {
					t.Errorf("maps of edge %d are %v and %v, its entries weigh %v", e, maps[2*e], maps[2*e+1], w)
				}
			}
			continue
		}
		var want []float64
		for _, l := range tr.Lift {
			for _, m := range []trace.Matrix{l.Rij, l.Rji} {
				for _, row := range m {
					want = append(want, row...)
				}
			}
		}
		if d*d*2*len(g.Edges) != len(maps) || !slices.Equal(maps, want) {
			t.Errorf("%s: %d numbers of dimension %d, the trace has %d others", reading, len(maps), d, len(want))
		}
	}
}
