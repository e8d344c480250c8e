package sgpc

import (
	"math"
	"slices"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/method"
)

// renumbered returns graph and split with the number perm[i] for node i. Directions,
// labels and features follow their nodes.
func renumbered(g *graph.Graph, s graph.Split, perm []int) (*graph.Graph, graph.Split) {
	entries := []graph.Edge{}
	for e := range g.Edges {
		from, to, twoWay := g.Entry(e)
		a, b := int32(perm[from]), int32(perm[to])
		entries = append(entries, graph.Edge{I: a, J: b})
		if twoWay {
			entries = append(entries, graph.Edge{I: b, J: a})
		}
	}
	// Labels and features of the new nodes.
	h := graph.New(g.Name, g.N, entries)
	h.Orient(entries, nil)
	h.Labels, h.Classes = make([]int, g.N), g.Classes
	old := make([]int, g.N) // the old number of each new node
	for i, p := range perm {
		h.Labels[p], old[p] = g.Labels[i], i
	}
	h.X = &linalg.CSR{Rows: g.N, Cols: g.X.Cols, Ptr: make([]int32, 1)}
	for _, i := range old {
		from, to := g.X.Ptr[i], g.X.Ptr[i+1]
		h.X.Col, h.X.Val = append(h.X.Col, g.X.Col[from:to]...), append(h.X.Val, g.X.Val[from:to]...)
		h.X.Ptr = append(h.X.Ptr, int32(len(h.X.Val)))
	}
	renumber := func(list []int) (out []int) {
		for _, i := range list {
			out = append(out, perm[i])
		}
		slices.Sort(out)
		return out
	}
	return h, graph.Split{Name: s.Name, Train: renumber(s.Train), Val: renumber(s.Val), Test: renumber(s.Test)}
}

// TestCodeRenumbered trains twelve epochs under two numberings of the nodes. Probabilities
// and loss differ by at most 1e-10, that is, by rounding: on a graph whose edges all have
// both directions, and on a graph with one-way edges.
func TestCodeRenumbered(t *testing.T) {
	perm := []int{5, 2, 7, 0, 3, 6, 1, 4}
	for _, symmetric := range []bool{true, false} {
		g, split := mixedGraph("texas", false)
		if symmetric {
			g.Directions = nil
		}
		h, renumberedSplit := renumbered(g, split, perm)
		if (h.Directions == nil) != symmetric {
			t.Fatal("the renumbered graph lost or gained directions")
		}
		var runs [2]*Run
		for k, q := range []*graph.Graph{g, h} {
			s := []graph.Split{split, renumberedSplit}[k]
			c, err := method.Configure(q, s, "sgpc", "code", 3)
			if err != nil {
				t.Fatal(err)
			}
			// Dropout is off, since it draws nodes by number.
			c.Channels, c.Hidden, c.Dropout, c.KLWarmup, c.SpecWarmup, c.LR, c.Epsilon0 = 8, 8, 0, 2, 2, 0.02, 0.2
			if runs[k], err = New(q, s, c); err != nil {
				t.Fatal(err)
			}
			for range 12 {
				runs[k].StepEpoch()
			}
		}
		a, b := runs[0], runs[1]
		for i, p := range perm {
			for y := range g.Classes {
				u, v := a.eval.prob.Value.Data[i*g.Classes+y], b.eval.prob.Value.Data[p*g.Classes+y]
				if math.Abs(u-v) > 1e-10 {
					t.Errorf("both ways %v: node %d, class %d: %v, renumbered %v", symmetric, i, y, u, v)
				}
			}
		}
		if u, v := a.eval.loss.out.Value.Data[0], b.eval.loss.out.Value.Data[0]; math.Abs(u-v) > 1e-10 {
			t.Errorf("both ways %v: loss %v, renumbered %v", symmetric, u, v)
		}
	}
}

// TestCodeRateIsReplayed seeks back and forth over epochs in which the learning
// rate is halved. Schedule and parameters have the bits of a run that only moves forwards.
func TestCodeRateIsReplayed(t *testing.T) {
	g, split := mixedGraph("texas", false)
	c, err := method.Configure(g, split, "sgpc", "code", 3)
	if err != nil {
		t.Fatal(err)
	}
	c.Channels, c.Hidden, c.LRPatience, c.Epochs, c.KLWarmup, c.SpecWarmup = 6, 6, 2, 60, 10, 10
	// forwardRun returns a new run that has only moved forwards to the position.
	forwardRun := func(position int) *Run {
		r, err := New(g, split, c)
		if err != nil {
			t.Fatal(err)
		}
		for r.Position() < position {
			r.StepInner()
		}
		return r
	}
	r := forwardRun(0)
	var ends []int
	var rates []float64
	for range 40 {
		r.StepEpoch()
		ends, rates = append(ends, r.Position()), append(rates, r.rate.Rate)
	}
	// The rate is not halved at once, is halved three times or more, and reaches Adam.
	if rates[39] > c.LR/8 || rates[1] != c.LR || r.adam.LR != rates[39] {
		t.Fatalf("the rates are %v from %v, Adam has %v", rates, c.LR, r.adam.LR)
	}
	for _, position := range []int{ends[30] + 3, ends[5], ends[20] - 2, ends[38], ends[11] + 1} {
		if !r.Seek(position, nil) {
			t.Fatalf("no position %d", position)
		}
		want := forwardRun(position)
		if r.rate != want.rate {
			t.Errorf("position %d: schedule %+v, want %+v", position, r.rate, want.rate)
		}
		if !slices.Equal(r.store.Snapshot(nil), want.store.Snapshot(nil)) {
			t.Errorf("position %d: the parameters differ from those of a run that moves forwards", position)
		}
	}
}

// TestCodeSignedStart checks the start of signed weights α = γ/Σ|γ|. They would be 0/0 at
// γ = 0, so that γ starts elsewhere: Σ|α| is 1, and the gradient by γ is not 0.
func TestCodeSignedStart(t *testing.T) {
	g, split := mixedGraph("texas", false)
	c, err := method.Configure(g, split, "sgpc", "code", 1)
	if err != nil {
		t.Fatal(err)
	}
	c.Channels, c.Hidden, c.AFMWeights = 6, 6, "signed"
	r, err := New(g, split, c)
	if err != nil {
		t.Fatal(err)
	}
	r.pass = r.pass[:len(r.pass)-1] // without the update, which clears the gradients
	r.StepEpoch()
	sum := 0.0
	for _, a := range r.eval.filter[0].f.Alpha() {
		sum += math.Abs(a)
	}
	if math.Abs(sum-1) > 1e-15 {
		t.Errorf("Σ|α| = %v, want 1", sum)
	}
	for _, p := range r.fit.tape.Params {
		if p.Name == "afm.gamma0" && linalg.Nrm2(p.Grad.Data) == 0 {
			t.Error("γ has no gradient")
		}
	}
}

// TestCodeIgnoresWidths sets d and layers, which the program lacks, to 1 and 1, and to 4
// and 2. Both runs have stalks of dimension 1, one layer, and equal probabilities.
func TestCodeIgnoresWidths(t *testing.T) {
	g, split := mixedGraph("texas", false)
	var probs [2][]float64
	for k := range probs {
		c, err := method.Configure(g, split, "sgpc", "code", 1)
		if err != nil {
			t.Fatal(err)
		}
		c.Channels, c.Hidden, c.D, c.Layers = 6, 6, 1+3*k, 1+k
		r, err := New(g, split, c)
		if err != nil {
			t.Fatal(err)
		}
		r.StepEpoch()
		probs[k] = r.eval.prob.Value.Data
		f := Frame(r, frame.Focus{Edge: 1, Node: 1, Spectrum: true})
		if f.D != 1 || len(f.Edge.Rij) != 1 {
			t.Errorf("stalks of dimension %d, maps with %d entries, want 1 and 1", f.D, len(f.Edge.Rij))
		}
		if layers := r.Config().Layers; layers != 1 {
			t.Errorf("%d layers, want 1", layers)
		}
	}
	if !slices.Equal(probs[0], probs[1]) {
		t.Error("a setting that is not read changes the prediction")
	}
}

// TestCodeSettings checks the settings of the program for heterophilic and for citation
// graphs. A graph whose training labels are homophilic has the settings of a citation
// graph, although its name x is not the name of one.
func TestCodeSettings(t *testing.T) {
	g, split := mixedGraph("x", false)
	// citationSettings reports whether the graph has the settings of a citation graph. It
	// checks all settings of the kind that the head implies.
	citationSettings := func() bool {
		c, err := method.Configure(g, split, "sgpc", "code", 0)
		if err != nil {
			t.Fatal(err)
		}
		// Channels, Δt, limit of CG iterations, head and λ_spec, as in the authors' program.
		want := []any{256, 0.15, 20, "mlp", 1e-3}
		if c.Head == "gat" {
			want = []any{128, 0.02, 10, "gat", 1e-4}
		}
		for k, v := range []any{c.Channels, c.Dt, c.CGMax, c.Head, c.LambdaSpec} {
			if v != want[k] {
				t.Errorf("setting %d is %v, want %v", k, v, want[k])
			}
		}
		// Both kinds have these settings.
		if c.LR != 1e-3 || c.LRPatience != 50 || c.WeightDecay != 5e-4 || c.Epochs != 2000 || c.Patience != 1000 {
			t.Errorf("settings of the training %+v", c)
		}
		if c.Hidden != c.Channels || c.Dropout != 0.5 || c.InputDropout != 0 || c.Epsilon0 != 5e-3 || c.CGTol != 1e-4 {
			t.Errorf("settings of the network %+v", c)
		}
		if c.LambdaKL != 0.1 || c.KLWarmup != 300 || c.SpecWarmup != 300 || c.Delta != 0.1 || c.Calibrate {
			t.Errorf("settings of the loss %+v", c)
		}
		return c.Head == "gat"
	}
	// First the ends of most edges have different labels. Then nodes 0 to 6 have one label.
	for i := range g.Labels {
		g.Labels[i] = i % 4
	}
	g.Classes, split.Train = 4, []int{0, 1, 2, 3, 4, 5, 6, 7}
	if citationSettings() {
		t.Error("a heterophilic graph has the settings of a citation graph")
	}
	for i := range g.Labels {
		g.Labels[i] = i / 7
	}
	if !citationSettings() {
		t.Error("a homophilic graph has not the settings of a citation graph")
	}
}
