package state_test

import (
	"testing"

	"sheafscope/core/sgpc/stage"
	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
)

// table is that of the design: the colourings of nodes and edges by stage.
var coloursOf = map[int][2]string{1: {"feature", "plain"}, 2: {"plain", "offdiagonal"}, 3: {"plain", "offdiagonal"}, 4: {"plain", "sides"},
	5: {"trace", "block"}, 6: {"iterate", "energy"}, 7: {"filtered", "plain"}, 8: {"prediction", "plain"}, 9: {"confidence", "kappa"},
	10: {"lambda2", "moved"}}

// TestColoursByStage checks that the colours belong to the shown stage, of the run or selected, and that their values arrive.
func TestColoursByStage(t *testing.T) {
	th := play(t, recipe.Recipe{})
	s := &th.s
	check := func(k int) {
		t.Helper()
		if want := coloursOf[k]; s.ShownStage() != k || s.View.Nodes != want[0] || s.View.Edges != want[1] {
			t.Errorf("at stage %d, asked for %d, the nodes have %q and the edges %q, want %q", s.ShownStage(), k, s.View.Nodes, s.View.Edges, want)
		}
		if c := s.ChannelNow(); (k == 4 || k == 5) && (c == nil || len(c.Side) != len(s.Graph.Edges)) || k == 10 && (c == nil || c.Eigen == nil) {
			t.Errorf("stage %d has no numbers: %+v", k, c)
		}
	}
	if check(stage.Gap); s.View.Colours != state.ByStage {
		t.Errorf("a first visit has the colours %q", s.View.Colours)
	}
	for k := 1; k <= 10; k++ {
		th.do(state.PickStage{Stage: k})
		check(k)
	}
	th.do(state.PickStage{Stage: stage.Gap})
	for range 10 {
		th.do(state.Step{Unit: "stage"})
		check(s.Frame.Stage)
	}
	th.do(state.Toggle{})
	if s.Running() && (s.View.Nodes != "prediction" || s.View.Edges != "kappa") {
		t.Errorf("while the run goes on the nodes have %q and the edges %q", s.View.Nodes, s.View.Edges)
	}
}

// TestPinnedColours checks that a chosen colouring of nodes or edges survives other stages and links, until it follows the stage
// again. A link without the field keeps its colours.
func TestPinnedColours(t *testing.T) {
	th := play(t, recipe.Recipe{})
	s := &th.s
	th.do(state.SetNodes{Mode: "label"}, state.PickStage{Stage: 4})
	if s.View.Nodes != "label" || s.View.Edges != "sides" || s.NodesFollow() || !s.EdgesFollow() {
		t.Errorf("label is %q, the edges have %q", s.View.Nodes, s.View.Edges)
	}
	link := s.Link()
	th.do(state.SetEdges{Mode: "pull"}, state.PickStage{Stage: 5})
	if s.View.Nodes != "label" || s.View.Edges != "pull" || s.View.Colours != "" {
		t.Errorf("both are pinned: %q, %q, %q", s.View.Nodes, s.View.Edges, s.View.Colours)
	}
	th.do(state.SetColours{})
	if s.View.Nodes != "trace" || s.View.Edges != "block" {
		t.Errorf("let go at stage 5: %q, %q", s.View.Nodes, s.View.Edges)
	}
	th.do(state.SetEdges{Mode: "norm"}, state.SetNodes{Mode: state.ByStage})
	if th.do(state.PickStage{Stage: 9}); s.View.Nodes != "confidence" || s.View.Edges != "norm" {
		t.Errorf("the nodes follow alone: %q, %q", s.View.Nodes, s.View.Edges)
	}
	open := func(r recipe.Recipe) *state.State {
		text, err := recipe.Format(r)
		if err != nil {
			t.Fatal(err)
		}
		return &th.do(state.Link{Text: text}).s
	}
	if s := open(link); s.View.Nodes != "label" || s.View.Edges != "sides" || !s.EdgesFollow() {
		t.Errorf("the link shows %q and %q", s.View.Nodes, s.View.Edges)
	}
	link.View.Colours, link.View.Nodes, link.View.Edges = "", "prediction", "energy"
	if s := open(link); s.View.Nodes != "prediction" || s.View.Edges != "energy" || s.View.Colours != "" {
		t.Errorf("the link without the field shows %q and %q", s.View.Nodes, s.View.Edges)
	}
	link.View.Nodes, link.View.Edges, link.View.Colours = "", "", ""
	th.do(state.SetColours{})
	if s := open(link); s.View.Nodes != "prediction" || s.View.Edges != "kappa" {
		t.Errorf("a link without colours shows %q and %q after those of a stage", s.View.Nodes, s.View.Edges)
	}
	link.View.Colours = "anything"
	if s := open(link); s.View.Colours != "" {
		t.Errorf("colours %q", s.View.Colours)
	}
}
