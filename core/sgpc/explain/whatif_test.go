package explain

import (
	"math"
	"strings"
	"testing"

	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/sample"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/view"
)

// TestWhatIf compares predictions on changed graphs. Without a change, the prediction has the
// bits of the frame, also with a gap ascent. A hidden feature has the bits of a feature with
// the value 0. Identities give the diagonal blocks of the graph Laplacian, checked for ten
// nodes. Zero maps equal a graph without edges. Both agree to 1e-12. Invalid changes are
// refused.
func TestWhatIf(t *testing.T) {
	for _, mode := range []string{"sheaf", "additive"} {
		r := sample.TexasLike(t, sgpc.New, "sgpc", 6, func(c *settings.Config) { c.GapMode = mode })
		f := view.Frame(r, frame.Focus{})
		unchanged, err := WhatIf(r, Change{Maps: settings.MapsLearned})
		if err != nil {
			t.Fatal(err)
		}
		for k, v := range f.Calibrated {
			if unchanged.Prob[k] != v {
				t.Fatalf("%s: probability %d is %.17g, in the frame %.17g", mode, k, unchanged.Prob[k], v)
			}
		}
	}
	r := sample.TexasLike(t, sgpc.New, "sgpc", 6, func(c *settings.Config) { c.Calibrate = false })
	feature := int(r.Graph.X.Col[r.Graph.X.Ptr[4]])
	hidden, err := WhatIf(r, Change{HideFeatures: [][2]int{{4, feature}}})
	if err != nil {
		t.Fatal(err)
	}
	// g is the graph with the value 0 for this feature of node 4.
	g := *r.Graph
	x := *g.X
	x.Val = append([]float64{}, x.Val...)
	x.Val[x.Ptr[4]] = 0
	g.X = &x
	q, err := r.Fork().On(&g, nil)
	if err != nil {
		t.Fatal(err)
	}
	for k, v := range q.Evaluate("").Predicted {
		if v != hidden.Prob[k] {
			t.Fatalf("probability %d is %g for a hidden feature, %g for a feature of value 0", k, hidden.Prob[k], v)
		}
	}
	// The blocks have degree/(degree + s) on the diagonal, for the shift s.
	cfg, plain := r.Config(), r.Fork().Evaluate(settings.MapsIdentity).Lap
	for i := range 10 {
		degree := float64(len(neighbours(r.Graph, i)))
		for k, v := range plain.Diag(i) {
			want := 0.0
			if k%(cfg.D+1) == 0 {
				want = degree / (degree + cfg.Shift)
			}
			if math.Abs(v-want) > 1e-12 {
				t.Errorf("entry %d of the block of node %d is %g under identities, want %g", k, i, v, want)
			}
		}
	}
	zero, err := WhatIf(r, Change{Maps: settings.MapsZero})
	if err != nil {
		t.Fatal(err)
	}
	var allEdges [][2]int
	for _, e := range r.Graph.Edges {
		allEdges = append(allEdges, [2]int{int(e.I), int(e.J)})
	}
	edgeless, err := WhatIf(r, Change{RemoveEdges: allEdges})
	if err != nil {
		t.Fatal(err)
	}
	for k, v := range edgeless.Prob {
		if math.Abs(zero.Prob[k]-v) > 1e-12 {
			t.Fatalf("probability %d is %g for zero maps, %g for a graph without edges", k, zero.Prob[k], v)
		}
	}
	for want, c := range map[string]Change{"no edge between": {RemoveEdges: [][2]int{{0, 0}}},
		"has no feature": {HideFeatures: [][2]int{{99, 0}}},
		"maps are":       {Maps: "none"}} {
		if _, err := WhatIf(r, c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: the error is %v, want %q", c, err, want)
		}
	}
}

// TestFlipsFlipTheClass searches for changes that flip the class of six nodes. Every
// found change, evaluated by WhatIf, flips the class, with the reported class and
// probability. The found changes of edges and features have the smaller sizes first, and
// for one size more removed edges first, then larger margins. A pair of edges contains no
// edge that flips alone. Every single edge that flips is found. The number of tried
// changes equals the number of steps. StepOwn tries only the edges of the node, and
// reports whether one of them flips.
func TestFlipsFlipTheClass(t *testing.T) {
	r := sample.TexasLike(t, sgpc.New, "sgpc", 6, nil)
	base, err := WhatIf(r, Change{})
	if err != nil {
		t.Fatal(err)
	}
	found, flippedByOwn := 0, 0 // changes that flip; nodes that an own edge flips
	for _, node := range []int{0, 1, 2, 3, 4, 27} {
		s, err := SearchFlips(r, node)
		if err != nil {
			t.Fatal(err)
		}
		steps := 1
		for !s.Step() {
			steps++
		}
		f := s.Flips()
		if f.Tried.Sum() != steps || f.Tried.Edges != len(r.Graph.Edges) || f.Tried.Maps != 2 {
			t.Errorf("node %d: tried %+v after %d steps, want %d edges and 2 maps", node, f.Tried, steps, len(r.Graph.Edges))
		}
		if f.From != base.Pred[node] || s.Done() != 1 {
			t.Errorf("node %d: the search starts from class %d and ends at the share %v, want class %d and 1", node, f.From, s.Done(),
				base.Pred[node])
		}
		flipping := map[[2]int]bool{} // edges that flip alone
		for k, q := range f.Found {
			a, err := WhatIf(r, q.Change)
			if err != nil || a.Pred[node] != q.Class || q.Class == f.From || a.Prob[node*5+q.Class] != q.Prob {
				t.Errorf("node %d: %+v does not flip to this class with this probability (%v)", node, q, err)
			}
			if k > 0 {
				previous := f.Found[k-1]
				isMapBeforeEdges := previous.Size == 0 && q.Size > 0 // changes of maps, of size 0, come last
				if isMapBeforeEdges || q.Size > 0 && q.Size < previous.Size {
					t.Errorf("node %d: a change of size %d after one of size %d", node, q.Size, previous.Size)
				}
				// Of changes of one size, those with more edges are first, then those with a larger margin.
				moreEdges := len(q.RemoveEdges) > len(previous.RemoveEdges)
				largerMargin := len(q.RemoveEdges) == len(previous.RemoveEdges) && q.Margin > previous.Margin
				if q.Size == previous.Size && (moreEdges || largerMargin) {
					t.Errorf("node %d: %+v after %+v", node, q, previous)
				}
			}
			if q.Size == 1 && len(q.RemoveEdges) == 1 {
				flipping[q.RemoveEdges[0]] = true
			}
			if len(q.RemoveEdges) == 2 && (flipping[q.RemoveEdges[0]] || flipping[q.RemoveEdges[1]]) {
				t.Errorf("node %d: %+v contains an edge that flips alone", node, q)
			}
		}
		found += len(f.Found)
		// The search over the edges of the node alone.
		s, err = SearchFlips(r, node)
		if err != nil {
			t.Fatal(err)
		}
		ownFlips := false // an edge of the node flips its class
		for j := range neighbours(r.Graph, node) {
			ownFlips = ownFlips || flipping[[2]int{min(node, j), max(node, j)}]
		}
		state := s.StepOwn()
		for state == Searching {
			state = s.StepOwn()
		}
		if (state == Flipped) != ownFlips || s.Flips().Tried.Sum() > len(neighbours(r.Graph, node)) {
			t.Errorf("node %d: StepOwn ends with state %v, an own edge flips: %v; tried %+v", node, state, ownFlips, s.Flips().Tried)
		}
		if ownFlips {
			flippedByOwn++
		}
		for _, e := range r.Graph.Edges {
			ends := [2]int{int(e.I), int(e.J)}
			a, err := WhatIf(r, Change{RemoveEdges: [][2]int{ends}})
			if err != nil || (a.Pred[node] != f.From) != flipping[ends] {
				t.Errorf("node %d: edge %v is found: %v, which WhatIf contradicts (%v)", node, ends, flipping[ends], err)
			}
		}
	}
	if found == 0 || flippedByOwn == 0 || flippedByOwn == 6 {
		t.Errorf("%d flips, %d of 6 nodes are flipped by an own edge: one case is missing", found, flippedByOwn)
	}
}
