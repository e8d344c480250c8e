package view_test

import (
	"slices"
	"strings"
	"testing"

	"sheafscope/core/choice"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/stage"
	"sheafscope/wasm/data"
	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/picture"
)

// This file tests the texts around the picture of the graph in rare states of the page.

// legendOf returns the attributes of the drawing, and its legend.
func legendOf(s *state.State) (picture.Attributes, picture.Legend) {
	a := picture.NewAttributes(s)
	return a, picture.NewLegend(s, &a)
}

// The line for small screens names nodes that are selected together, also in the editor. There the legend does not attribute the labels of
// the nodes to a stage.
func TestTextsOfTheEditorAndOfALasso(t *testing.T) {
	page := opened(recipe.Setup{Graph: "karate", Seed: 1, Settings: map[string]string{"epochs": "2"}})
	page.do(state.SetLevel{Level: state.LevelResearch})
	page.do(state.SetColours{})
	if p := picture.NewPeek(&page.s); p.Texts[0] != "Nothing selected" {
		t.Errorf("without a selection the line is %+v", p)
	}
	page.do(state.PickLasso{Nodes: []int{1, 2, 3}})
	for _, editor := range []bool{false, true} {
		page.do(state.SketchOn{On: editor})
		_, l := legendOf(&page.s)
		byEdges := strings.HasPrefix(l.Stage, "edges by stage ")
		if !strings.Contains(l.Stage, "stage 10") || byEdges != editor || (page.s.View.Nodes == "label") != editor {
			t.Errorf("editor %v: the legend attributes the colours %q to %q", editor, page.s.View.Nodes, l.Stage)
		}
		if p := picture.NewPeek(&page.s); p.Texts[0] != "3 nodes selected" {
			t.Errorf("editor %v: the line of three selected nodes is %+v", editor, p)
		}
	}
}

// In stage 6 the nodes have the numbers of the channel that the legend names. A click on another node follows another channel, for which
// the iterates have not been requested.
func TestIterateBelongsToTheNamedChannel(t *testing.T) {
	page := opened(recipe.Setup{Graph: heterophilic, Seed: 1, Settings: map[string]string{"epochs": "3"}})
	page.do(state.SetLevel{Level: state.LevelResearch})
	page.do(state.SetColours{})
	page.do(state.PickStage{Stage: stage.Diffusion})
	channels := map[int]bool{}
	for i := range 12 {
		page.do(state.PickNode{Node: choice.Of(i)})
		s := &page.s
		a, l := legendOf(s)
		c := s.ChannelNow()
		channels[s.ChannelAt()] = true
		if s.View.Nodes != state.NodesIterate || c == nil || !strings.HasPrefix(l.Ramps[0].Low, "x, channel "+view.Int(s.ChannelAt()+1)+" ") {
			t.Fatalf("node %d: the colours are %q with the legend %+v", i, s.View.Nodes, l.Ramps)
		}
		for j, v := range a.Value {
			// The last iterate is the diffused signal, up to the tolerance of the solver.
			if d := float64(v)*a.Scale - float64(c.Diffused[j*c.D]); d > 1e-3 || d < -1e-3 {
				t.Fatalf("node %d: node %d is drawn with %g, channel %d has %g", i, j, float64(v)*a.Scale, s.ChannelAt(),
					c.Diffused[j*c.D])
			}
		}
	}
	if len(channels) < 3 {
		t.Errorf("the nodes follow the channels %v, want more of them", channels)
	}
}

// A colouring of the nodes without numbers has no colour scale: before the first stage, and without a spectrum.
func TestNoScaleWithoutNumbers(t *testing.T) {
	s := karate(t, func(*sgpc.Run) {}, frame.Focus{})
	for _, mode := range picture.NodeModes() {
		s.View.Nodes = mode[0]
		if _, l := legendOf(s); len(l.Ramps) > 0 {
			t.Errorf("%s: the legend has the scale %+v", mode[0], l.Ramps)
		}
	}
}

// The card of a WebKB set names the split of the user's own files if they are a copy of the set, else the public split.
func TestCardNamesTheSplit(t *testing.T) {
	s := karate(t, epochs(1), frame.Focus{})
	s.View.Level = state.LevelResearch
	set, err := data.Find(data.Prefix + "texas")
	if err != nil {
		t.Fatal(err)
	}
	s.Graph.SplitName, s.Graph.Notes = "per-class:5", []string{set.About()}
	for graph, want := range map[string]string{"file": "Texas, per-class:5.", data.Prefix + "texas": "Texas, split 0 of 10."} {
		s.Recipe.Graph = graph
		if got := picture.StartLine(s); got != want {
			t.Errorf("%s: the card says %q, want %q", graph, got, want)
		}
	}
}

// A generated graph has the same key and layout with a formula, with other parameters, and without a formula.
func TestFormulaKeepsTheDrawing(t *testing.T) {
	var first picture.Topology
	for k, spec := range []string{"friends:n=40", "friends:n=40|class = 1", "friends:n=44|class = 1"} {
		s := karate(t, epochs(1), frame.Focus{})
		s.Recipe.Graph = spec
		m := picture.NewTopology(s)
		if k == 0 {
			first = m
		}
		if m.Base != first.Base || !m.Relax {
			t.Errorf("%s: the base is %q, want %q; new layout: %v", spec, m.Base, first.Base, m.Relax)
		}
	}
}

// A drawn graph without a run has no mistakes: no node has a share of wrong predictions, and the legend says so.
func TestNoMistakesWithoutARun(t *testing.T) {
	s := state.New(recipe.Recipe{Setup: recipe.Setup{Graph: "blank"}})
	for _, m := range []state.Msg{state.Start{}, state.SketchAdd{X: 3, Y: 4}, state.SketchAdd{X: 5, Y: 4}} {
		s, _, _ = state.Update(s, m)
	}
	s.View.Nodes = state.NodesMistakes
	a, l := legendOf(&s)
	if !slices.Equal(a.Value, []float32{-1, -1}) || l.None != "no run yet: train models in Results" {
		t.Errorf("the nodes have %v, and the legend says %q", a.Value, l.None)
	}
}

// An undefined quotient is not attributed to a zero signal: it is also undefined without a Laplacian.
func TestUndefinedQuotient(t *testing.T) {
	if got := view.QuotientText(-1); got != "not defined" {
		t.Errorf("the text of an undefined quotient is %q", got)
	}
}

// The picture of the maps of many edges has an even sample of the edges and all selected edges, and its note names both.
func TestDrawnMapsIncludeTheSelection(t *testing.T) {
	page := opened(recipe.Setup{Graph: "sbm:n=400,features=4,degree=10", Seed: 1, Settings: map[string]string{
		"hidden": "4", "channels": "2", "d": "2", "gap_mode": "off", "epochs": "1"}})
	page.do(state.PickEdges{Text: "same"})
	page.do(state.PickEdge{Edge: 1})
	plane, selected, m := planeOf(&page.s), page.s.EdgesChosen(), len(page.s.Graph.Edges)/2
	want := " of " + view.Int(m) + " edges are drawn: an even sample, and the selected ones."
	if plane == nil || len(plane.Edges) <= 1500 || len(plane.Chosen) != len(selected) || !strings.Contains(plane.Note, want) {
		t.Fatalf("of %d edges, %d selected, the picture is %+v", m, len(selected), plane)
	}
}

// The norms of orthogonal maps are equal up to rounding errors: the edges have one colour and no scale. The two ends of any other scale
// have different texts, also for the attentions of a complete graph, which differ in the third digit.
func TestScaleOfNearlyEqualNumbers(t *testing.T) {
	for model, equal := range map[string]bool{"nsd-orth": true, "gat": false} {
		page := opened(recipe.Setup{Graph: "complete", Seed: 1, Model: model, Settings: map[string]string{"epochs": "1"}})
		page.s.View.Edges = "norm"
		a, l := legendOf(&page.s)
		hasOneColour := slices.Min(a.Edge) == slices.Max(a.Edge)
		hasScale := slices.ContainsFunc(l.Ramps, func(r picture.Ramp) bool { return r.Kind == "k" })
		if len(a.Raw) == 0 || hasOneColour != equal || hasScale == equal {
			t.Fatalf("%s: the edges have the places %v and the scales %+v", model, a.Edge, l.Ramps)
		}
		for _, r := range l.Ramps {
			if strings.HasSuffix(r.Low, " "+r.High) {
				t.Errorf("%s: both ends of the scale %+v have one text", model, r)
			}
		}
	}
}
