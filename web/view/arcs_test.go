package view_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"sheafscope/core/choice"
	"sheafscope/core/graph"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/method"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/inspector"
)

// The panel of an edge of a directed model has two figures for each arc: the blocks of the arc in both Laplacians. The entries of the first
// arc are those of the shown maps, S of the source and T of the target. The block from source to target is the same in both Laplacians.
// The sentence of the panel says whether the edge has one arc or leads both ways.
func TestArcsOfAnEdge(t *testing.T) {
	g := graph.Karate()
	var listed []graph.Edge
	// Of three edges in a row the first leads from its smaller end, the second from its larger end, the third both ways.
	for k, e := range g.Edges {
		if k%3 != 1 {
			listed = append(listed, e)
		}
		if k%3 != 0 {
			listed = append(listed, graph.Edge{I: e.J, J: e.I})
		}
	}
	g.Orient(listed, slices.Repeat([]bool{true}, len(listed)))
	split, err := graph.ParseSplit(g, "per-class:5", 0)
	if err != nil {
		t.Fatal(err)
	}
	cfg, err := method.Configure(g, split, "csnn", "paper", 0)
	if err != nil {
		t.Fatal(err)
	}
	// The edges 0, 1 and 2 have the three forms. arcs has the arcs of an edge by their sources: 0 is end I, 1 is end J.
	for edge, arcs := range [][]int{{0}, {1}, {0, 1}} {
		s := karateAt(t, g, split, cfg, epochs(2), frame.Focus{Edge: choice.Of(edge)})
		s.View.Edge, s.View.Panel = choice.Of(edge), state.PanelEdge
		panel, e, d := inspector.New(s), s.Frame.Edge, s.Frame.D
		var found []view.Figure
		for _, f := range panel.Body.Figures {
			if f.TestID == "arc-out" || f.TestID == "arc-in" {
				found = append(found, f)
			}
		}
		if len(found) != 2*len(arcs) || len(e.Arcs) != len(arcs) {
			t.Fatalf("edge %d has %d figures of arcs and %d arcs, want %d and %d", edge, len(found), len(e.Arcs), 2*len(arcs), len(arcs))
		}
		// S and T are the maps of the first arc: Rij belongs to end I.
		source, target := e.Rij, e.Rji
		if arcs[0] == 1 {
			source, target = target, source
		}
		// product returns the entry (r, c) of AᵀB.
		product := func(a, b []float64, r, c int) (sum float64) {
			for k := range d {
				sum += a[k*d+r] * b[k*d+c]
			}
			return sum
		}
		out, in := found[0].Data.(view.Matrix), found[1].Data.(view.Matrix)
		for r := range 2 * d {
			for c := range 2 * d {
				// Blocks: SᵀS at the source in the first Laplacian, −TᵀS from source to target in both, TᵀT at the target in the second.
				var wantOut, wantIn float64
				switch {
				case r < d && c < d:
					wantOut = product(source, source, r, c)
				case r >= d && c < d:
					wantOut = -product(target, source, r-d, c)
					wantIn = wantOut
				case r >= d && c >= d:
					wantIn = product(target, target, r-d, c-d)
				}
				if math.Abs(out.Vals[r*2*d+c]-wantOut) > 1e-12 || math.Abs(in.Vals[r*2*d+c]-wantIn) > 1e-12 {
					t.Errorf("edge %d: entries %g and %g at (%d, %d), the maps give %g and %g", edge, out.Vals[r*2*d+c], in.Vals[r*2*d+c], r, c,
						wantOut, wantIn)
				}
			}
		}
		// The direction of the first arc, and the sentence.
		ends := []int{e.I, e.J}
		if from := ends[arcs[0]]; int(e.Arcs[0].From) != from || int(e.Arcs[0].To) != e.I+e.J-from {
			t.Errorf("edge %d: the arc leads from %d to %d, want %d to %d", edge, e.Arcs[0].From, e.Arcs[0].To, from, e.I+e.J-from)
		}
		lead := view.Plain(panel.Lead)
		if strings.Contains(lead, "one arc") != (len(arcs) == 1) || strings.Contains(lead, "both ways") != (len(arcs) == 2) {
			t.Errorf("edge %d: the panel says %q", edge, lead)
		}
	}
}
