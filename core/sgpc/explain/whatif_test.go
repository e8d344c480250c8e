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

// TestWhatIf compares predictions on changed graphs. Without a change, the prediction is
// that of the evaluation, also within a gap ascent. A removed edge equals an edge with
// maps 0. Identities give the graph Laplacian. A hidden feature equals an absent one.
func TestWhatIf(t *testing.T) {
	for _, mode := range []string{"sheaf", "additive"} {
		r := sample.TexasLike(t, sgpc.New, "sgpc", 6, func(c *settings.Config) { c.GapMode = mode })
		frame := view.Frame(r, frame.Focus{})
		same, err := WhatIf(r, Change{Maps: settings.MapsLearned})
		if err != nil {
			t.Fatal(err)
		}
		for k, v := range frame.Calibrated {
			if same.Prob[k] != v {
				t.Fatalf("%s: probability %d is %.17g, in the frame %.17g", mode, k, same.Prob[k], v)
			}
		}
	}
	r := sample.TexasLike(t, sgpc.New, "sgpc", 6, func(c *settings.Config) { c.Calibrate = false })
	feature := int(r.Graph.X.Col[r.Graph.X.Ptr[4]])
	hidden, err := WhatIf(r, Change{HideFeatures: [][2]int{{4, feature}}})
	if err != nil {
		t.Fatal(err)
	}
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
			t.Fatal("a hidden feature is not one that is 0")
		}
	}
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
	var all [][2]int
	for _, e := range r.Graph.Edges {
		all = append(all, [2]int{int(e.I), int(e.J)})
	}
	alone, err := WhatIf(r, Change{RemoveEdges: all})
	if err != nil {
		t.Fatal(err)
	}
	for k, v := range alone.Prob {
		if math.Abs(zero.Prob[k]-v) > 1e-12 {
			t.Fatal("zero maps are not a graph without edges")
		}
	}
	for want, c := range map[string]Change{"no edge between": {RemoveEdges: [][2]int{{0, 0}}},
		"has no feature": {HideFeatures: [][2]int{{99, 0}}},
		"maps are":       {Maps: "none"}} {
		if _, err := WhatIf(r, c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// TestFlipsFlipTheClass evaluates every found change again: it must flip the class of the node. The
// numbers of tried changes must be right, and every single edge or feature that flips
// the class must be found.
func TestFlipsFlipTheClass(t *testing.T) {
	r := sample.TexasLike(t, sgpc.New, "sgpc", 6, nil)
	base, err := WhatIf(r, Change{})
	if err != nil {
		t.Fatal(err)
	}
	found, decided := 0, 0
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
		if f.Tried.Sum() != steps || f.Tried.Edges != len(r.Graph.Edges) || f.Tried.Maps != 2 || f.From != base.Pred[node] || s.Done() != 1 {
			t.Errorf("node %d: %+v after %d steps", node, f.Tried, steps)
		}
		seen := map[[2]int]bool{}
		for k, q := range f.Found {
			a, err := WhatIf(r, q.Change)
			if err != nil || a.Pred[node] != q.Class || q.Class == f.From || a.Prob[node*5+q.Class] != q.Prob {
				t.Errorf("node %d: %+v does not flip it so (%v)", node, q, err)
			}
			if k > 0 && q.Size > 0 && q.Size < f.Found[k-1].Size {
				t.Errorf("node %d: a change of %d behind one of %d", node, q.Size, f.Found[k-1].Size)
			}
			if k > 0 && q.Size == f.Found[k-1].Size && (len(q.RemoveEdges) > len(f.Found[k-1].RemoveEdges) ||
				len(q.RemoveEdges) == len(f.Found[k-1].RemoveEdges) && q.Margin > f.Found[k-1].Margin) {
				t.Errorf("node %d: %+v behind %+v", node, q, f.Found[k-1])
			}
			if q.Size == 1 && len(q.RemoveEdges) == 1 {
				seen[q.RemoveEdges[0]] = true
			}
			if len(q.RemoveEdges) == 2 && (seen[q.RemoveEdges[0]] || seen[q.RemoveEdges[1]]) {
				t.Errorf("node %d: %+v holds a smaller flip", node, q)
			}
		}
		found += len(f.Found)
		if s, err = SearchFlips(r, node); err != nil {
			t.Fatal(err)
		}
		own := false
		for j := range neighbours(r.Graph, node) {
			own = own || seen[[2]int{min(node, j), max(node, j)}]
		}
		state := s.StepOwn()
		for state == Searching {
			state = s.StepOwn()
		}
		if (state == Flipped) != own || s.Flips().Tried.Sum() > len(neighbours(r.Graph, node)) {
			t.Errorf("node %d: an edge of its own decides: %v; %+v", node, own, s.Flips())
		}
		if own {
			decided++
		}
		for _, e := range r.Graph.Edges {
			ends := [2]int{int(e.I), int(e.J)}
			a, err := WhatIf(r, Change{RemoveEdges: [][2]int{ends}})
			if err != nil || (a.Pred[node] != f.From) != seen[ends] {
				t.Errorf("node %d: edge %v, found %v (%v)", node, ends, seen[ends], err)
			}
		}
	}
	if found == 0 || decided == 0 || decided == 6 {
		t.Errorf("%d flips, %d of 6 nodes decided by an edge: the test tells nothing", found, decided)
	}
}
