package view_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
	shown "sheafscope/core/sgpc/view"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/charts"
	"sheafscope/web/view/inspector"
	"sheafscope/web/view/picture"
	"sheafscope/web/view/stages"
)

// This file has the runs on the karate club that other tests of the package use, and tests what every view of a run has.

// spoken returns the state after an update, and the last sentence for screen readers, or "". Its arguments are the results of state.Update.
func spoken(s state.State, cmds []state.Command, _ state.Redraw) (next state.State, said string) {
	for _, c := range cmds {
		if a, ok := c.(state.Announce); ok {
			said = a.Text
		}
	}
	return s, said
}

// karate returns the page with a run of the default settings on the karate club, after the given steps. The split has five training nodes
// for each class.
func karate(t testing.TB, steps func(*sgpc.Run), focus frame.Focus, once ...frame.Once) *state.State {
	t.Helper()
	g := graph.Karate()
	split, err := graph.ParseSplit(g, "per-class:5", 0)
	if err != nil {
		t.Fatal(err)
	}
	return karateAt(t, g, split, settings.Default(), steps, focus, once...)
}

// karateModel returns the page with the named model on the karate club, after two epochs. The other settings are those of the paper's
// reading.
func karateModel(t testing.TB, model string, focus frame.Focus) *state.State {
	t.Helper()
	g := graph.Karate()
	split, err := graph.ParseSplit(g, "per-class:5", 0)
	if err != nil {
		t.Fatal(err)
	}
	cfg, err := method.Configure(g, split, model, "paper", 0)
	if err != nil {
		t.Fatal(err)
	}
	return karateAt(t, g, split, cfg, epochs(2), focus)
}

// karateAt returns the page with a run on the graph g, after the given steps. The page shows the edge and the node of focus; once lists
// what the frame has in addition. The recipe of the page names the karate club, whatever g is.
func karateAt(t testing.TB, g *graph.Graph, split graph.Split, cfg settings.Config, steps func(*sgpc.Run), focus frame.Focus,
	once ...frame.Once) *state.State {
	t.Helper()
	r, err := sgpc.New(g, split, cfg)
	if err != nil {
		t.Fatal(err)
	}
	steps(r)
	s := state.New(recipe.Recipe{Setup: recipe.Setup{Graph: "karate"}})
	info := &proto.GraphInfo{Name: g.Name, N: g.N, Labels: g.Labels, Classes: g.Classes, ClassNames: g.ClassNames, NodeNames: g.NodeNames,
		Features: g.X.Cols, ClassSizes: g.ClassSizes(), Train: split.Train, Val: split.Val, Test: split.Test,
		EdgeHomophily: g.EdgeHomophily(), NodeHomophily: g.NodeHomophily()}
	_, info.Components = g.Components()
	for _, e := range g.Edges {
		info.Edges = append(info.Edges, e.I, e.J)
	}
	s.Graph, s.Config, s.View.Edge, s.View.Node = info, cfg.Reduced(), focus.Edge, focus.Node
	s.Frame = shown.Frame(r, focus, once...)
	s.Spectrum, s.SpectrumAt, s.History, s.MaxPosition = s.Frame.Spectrum, s.Frame.Position, s.Frame.History, s.Frame.Position
	return &s
}

// epochs returns the steps of n epochs.
func epochs(n int) func(*sgpc.Run) {
	return func(r *sgpc.Run) {
		for range n {
			r.StepEpoch()
		}
	}
}

// At four positions of a run, every stage, the edge and the node have a title, a sentence, and a body that JSON can write. No sentence has
// NaN, Inf or a star. The listed charts and pictures can be written as JSON, and every stage has a name and a value in the rail.
func TestEveryViewHasWordsAndPictures(t *testing.T) {
	for _, steps := range []func(*sgpc.Run){func(*sgpc.Run) {}, func(r *sgpc.Run) { r.StepInner() },
		func(r *sgpc.Run) { r.StepStage(); r.StepStage() }, epochs(3)} {
		s := karate(t, steps, frame.Focus{Edge: 5, Node: 8, Spectrum: true, Eigenvector: 3})
		// checkPanel checks the panel that is open.
		checkPanel := func(what string) {
			v := inspector.New(s)
			if len(v.Lead) == 0 || len(v.Title) == 0 {
				t.Errorf("%s at position %d has no sentence or no title", what, s.Frame.Position)
			}
			if _, err := json.Marshal(v.Body); err != nil {
				t.Errorf("%s cannot be written as JSON: %v", what, err)
			}
			if text := view.Plain(v.Lead); strings.Contains(text, "NaN") || strings.Contains(text, "*") || strings.Contains(text, "Inf") {
				t.Errorf("%s says %q", what, text)
			}
		}
		// The panels.
		for k := 1; k <= 10; k++ {
			s.View.Panel, s.View.Stage = state.PanelStage, k
			checkPanel("stage " + stage.Names[k])
		}
		s.View.Panel = state.PanelEdge
		checkPanel("the edge")
		s.View.Panel = state.PanelNode
		checkPanel("the node")
		// The charts and pictures, and the rail.
		for _, m := range []any{charts.NewSpectrum(s), charts.NewTraining(s), charts.NewBound(s), charts.NewScrub(s), stages.Sparks(s),
			picture.NewTopology(s), picture.NewSketch(s), picture.NewGenerator(s)} {
			if _, err := json.Marshal(m); err != nil {
				t.Errorf("%T: %v", m, err)
			}
		}
		for _, item := range stages.Rail(s) {
			if item.Value == "" || item.Name == "" {
				t.Errorf("stage %d has no value in the rail", item.Number)
			}
		}
	}
}

// The attributes of the picture are those of the frame: predictions, wrong predictions, and a ramp of the edges from 0 to 1. The colours by
// label have the label of node 5. The colours by an eigenvector have a scale and a legend with two ramps. The pies have a probability for
// each node and class, and a fibre has two coordinates a node.
func TestAttributesFollowTheFrame(t *testing.T) {
	s := karate(t, epochs(2), frame.Focus{Spectrum: true, Eigenvector: 4})
	a := picture.NewAttributes(s)
	for i, c := range a.Class {
		if int(c) != s.Frame.Pred[i] {
			t.Fatalf("node %d is drawn as class %d and predicted as %d", i, c, s.Frame.Pred[i])
		}
		if wrong := a.Flags[i]&picture.FlagWrong != 0; wrong != (s.Frame.Pred[i] != s.Graph.Labels[i]) {
			t.Fatalf("node %d: wrong is %v", i, wrong)
		}
	}
	// The values of the edges fill the ramp.
	lo, hi := float32(2), float32(-1)
	for _, v := range a.Edge {
		lo, hi = min(lo, v), max(hi, v)
	}
	if lo != 0 || hi != 1 {
		t.Errorf("the edge ramp goes from %v to %v", lo, hi)
	}
	// Other colours of the nodes.
	s.View.Nodes = "label"
	if a := picture.NewAttributes(s); int(a.Class[5]) != s.Graph.Labels[5] {
		t.Error("the label colouring does not show labels")
	}
	s.View.Nodes, s.View.Eigen = "eigenvector", 4
	a = picture.NewAttributes(s)
	if a.Scale <= 0 {
		t.Error("the eigenvector is not painted")
	}
	if l := picture.NewLegend(s, &a); len(l.Ramps) != 2 || len(l.Classes) != 2 {
		t.Errorf("legend %+v", l)
	}
	s.View.Nodes = "pie"
	if a := picture.NewAttributes(s); len(a.Probs) != s.Graph.N*s.Graph.Classes {
		t.Errorf("%d probabilities for the pies", len(a.Probs))
	}
	if c := picture.StalkCoords(s); len(c) != 2*s.Graph.N {
		t.Errorf("%d coordinates", len(c))
	}
}

// The chart of the spectrum marks the position of λ₂, and its bins count each eigenvalue once.
func TestSpectrumMarksLambda2(t *testing.T) {
	s := karate(t, epochs(2), frame.Focus{Spectrum: true})
	m := charts.NewSpectrum(s)
	if m.Index2 < 0 || float64(m.After[m.Index2]) != s.Spectrum.Lambda2 {
		t.Fatalf("index %d of λ2 %v", m.Index2, s.Spectrum.Lambda2)
	}
	total := 0.0
	for _, c := range m.Counts {
		total += c
	}
	if int(total) != s.Spectrum.Dim {
		t.Errorf("the bins count %v of %d eigenvalues", total, s.Spectrum.Dim)
	}
}

// Of three classes, the slots of the colours follow the sizes: the largest class has slot 0.
func TestTopologyPutsTheLargestClassFirst(t *testing.T) {
	info := &proto.GraphInfo{N: 6, Labels: []int{0, 1, 1, 1, 2, 2}, Classes: 3, ClassNames: []string{"a", "b", "c"},
		ClassSizes: []int{1, 3, 2}}
	classes := view.Classes(info)
	if classes[1].Slot != 0 || classes[2].Slot != 1 || classes[0].Slot != 2 {
		t.Errorf("classes of 1, 3 and 2 nodes have the slots %+v, want 2, 0 and 1", classes)
	}
}

// Numbers are written with the page's digits, minus sign, exponent and dash. Vec writes six digits, and NaN and infinity as null.
func TestNumbers(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{view.Num(0), "0"}, {view.Num(-0.0041), "−0.0041"}, {view.Num(1.32761), "1.328"}, {view.Num(2.94e-4), "2.9e−4"}, {view.Num(183), "183.0"},
		{view.Num(123456), "1.2e5"}, {view.Exp(3e-15), "3e−15"}, {view.Exp(1), "1"}, {view.Fix(-0.0001, 2), "0.00"}, {view.Pct(0.694), "69.4 %"},
		{view.Signed(0.0209), "+0.0209"}, {view.Num(math.NaN()), "–"}, {view.Set(0.05), "0.05"}, {view.Set(1e-9), "1e−9"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
	b, err := json.Marshal(view.Vec{1, math.NaN(), math.Inf(1), 0.1234567})
	if err != nil || string(b) != "[1,null,null,0.123457]" {
		t.Errorf("Vec is written as %s, %v", b, err)
	}
}

// BenchmarkViews measures one update of these models: the open panel, three charts, the small pictures of the stages, and the attributes of
// the picture.
func BenchmarkViews(b *testing.B) {
	s := karate(b, epochs(2), frame.Focus{Edge: 4, Spectrum: true})
	for b.Loop() {
		v := inspector.New(s)
		for _, m := range []any{v.Body, charts.NewSpectrum(s), charts.NewTraining(s), charts.NewScrub(s), stages.Sparks(s)} {
			if _, err := json.Marshal(m); err != nil {
				b.Fatal(err)
			}
		}
		picture.NewAttributes(s)
	}
}

// An unknown count, −1, has a dash as its text. Other counts, 0 too, have their digits.
func TestUnknownCountsAreDashes(t *testing.T) {
	if got := view.Known(-1) + view.Known(0) + view.Known(156); got != "–0156" {
		t.Errorf("the counts −1, 0 and 156 are written %q, want %q", got, "–0156")
	}
}
