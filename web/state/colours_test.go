package state_test

import (
	"testing"

	"sheafscope/core/sgpc/stage"
	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
)

// wantedColours are the colourings of nodes and edges by stage, counted from 1. colours.go has the same table.
var wantedColours = map[int][2]string{
	1: {"feature", "plain"}, 2: {"plain", "offdiagonal"}, 3: {"plain", "offdiagonal"}, 4: {"plain", "sides"}, 5: {"trace", "block"},
	6: {"iterate", "energy"}, 7: {"filtered", "plain"}, 8: {"prediction", "plain"}, 9: {"confidence", "kappa"}, 10: {"lambda2", "moved"},
}

// While the colours follow the stage, nodes and edges have the colourings of the shown stage, selected or of the run. The numbers of the
// stages 4, 5 and 10, which no frame has, arrive. A run that is still under way shows predictions and κ.
func TestColoursByStage(t *testing.T) {
	sim := simulate(t, recipe.Recipe{})
	s := &sim.s
	// check reports an error unless stage k is shown with its colourings and their numbers.
	check := func(k int) {
		t.Helper()
		if want := wantedColours[k]; s.ShownStage() != k || s.View.Nodes != want[0] || s.View.Edges != want[1] {
			t.Errorf("stage %d is shown, want %d; the nodes have %q and the edges %q, want %q", s.ShownStage(), k, s.View.Nodes, s.View.Edges, want)
		}
		c := s.ChannelNow()
		needsSides, needsEigen := k == 4 || k == 5, k == 10
		if needsSides && (c == nil || len(c.Side) != len(s.Graph.Edges)) {
			t.Errorf("stage %d has no numbers for the ends of the edges: %+v", k, c)
		}
		if needsEigen && (c == nil || c.Eigen == nil) {
			t.Errorf("stage %d has no eigenvector: %+v", k, c)
		}
	}
	check(stage.Gap)
	if s.View.Colours != state.ByStage {
		t.Errorf("a first visit has the colours %q", s.View.Colours)
	}
	for k := 1; k <= 10; k++ {
		sim.do(state.PickStage{Stage: k})
		check(k)
	}
	sim.do(state.PickStage{Stage: stage.Gap})
	for range 10 {
		sim.do(state.Step{Unit: "stage"})
		check(s.Frame.Stage)
	}
	sim.do(state.Toggle{})
	if s.Running() && (s.View.Nodes != "prediction" || s.View.Edges != "kappa") {
		t.Errorf("during a run the nodes have %q and the edges %q, want prediction and kappa", s.View.Nodes, s.View.Edges)
	}
}

// A selected colouring of nodes or edges stays at other stages and in links, until the colours follow the stage again. A link without the
// field Colours keeps its own colours, and a link without colours gets the default colours. An unknown value of Colours is dropped.
func TestPinnedColours(t *testing.T) {
	sim := simulate(t, recipe.Recipe{})
	s := &sim.s
	sim.do(state.SetNodes{Mode: "label"}, state.PickStage{Stage: 4})
	if s.View.Nodes != "label" || s.View.Edges != "sides" || s.NodesFollow() || !s.EdgesFollow() {
		t.Errorf("at stage 4 the nodes have %q, want the pinned label; the edges %q, want sides", s.View.Nodes, s.View.Edges)
	}
	link := s.Link() // the nodes are pinned
	sim.do(state.SetEdges{Mode: "pull"}, state.PickStage{Stage: 5})
	if s.View.Nodes != "label" || s.View.Edges != "pull" || s.View.Colours != "" {
		t.Errorf("at stage 5 with both pinned: %q, %q, colours %q", s.View.Nodes, s.View.Edges, s.View.Colours)
	}
	sim.do(state.SetColours{})
	if s.View.Nodes != "trace" || s.View.Edges != "block" {
		t.Errorf("after SetColours at stage 5: %q, %q, want trace, block", s.View.Nodes, s.View.Edges)
	}
	sim.do(state.SetEdges{Mode: "norm"}, state.SetNodes{Mode: state.ByStage})
	sim.do(state.PickStage{Stage: 9})
	if s.View.Nodes != "confidence" || s.View.Edges != "norm" {
		t.Errorf("at stage 9 with pinned edges: %q, %q, want confidence, norm", s.View.Nodes, s.View.Edges)
	}

	// open opens a link with a recipe, and returns the state after it.
	open := func(r recipe.Recipe) *state.State {
		text, err := recipe.Format(r)
		if err != nil {
			t.Fatal(err)
		}
		return &sim.do(state.Link{Text: text}).s
	}
	if s := open(link); s.View.Nodes != "label" || s.View.Edges != "sides" || !s.EdgesFollow() {
		t.Errorf("the link shows %q and %q, want label and sides", s.View.Nodes, s.View.Edges)
	}
	link.View.Colours, link.View.Nodes, link.View.Edges = "", "prediction", "energy"
	if s := open(link); s.View.Nodes != "prediction" || s.View.Edges != "energy" || s.View.Colours != "" {
		t.Errorf("the link without the field shows %q and %q, want prediction and energy", s.View.Nodes, s.View.Edges)
	}
	link.View.Nodes, link.View.Edges, link.View.Colours = "", "", ""
	sim.do(state.SetColours{})
	if s := open(link); s.View.Nodes != "prediction" || s.View.Edges != "kappa" {
		t.Errorf("a link without colours shows %q and %q, want prediction and kappa", s.View.Nodes, s.View.Edges)
	}
	link.View.Colours = "anything"
	if s := open(link); s.View.Colours != "" {
		t.Errorf("an unknown value of Colours is kept: %q", s.View.Colours)
	}
}
