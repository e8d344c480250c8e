package view_test

import (
	"math"
	"strings"
	"testing"

	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
	"sheafscope/web/view/edge"
	"sheafscope/web/view/inspector"
)

// cyclesOf returns the figure of the cycles in the panel, or nil if the panel lacks this figure.
func cyclesOf(s *state.State) *edge.Cycles {
	for _, f := range inspector.New(s).Body.Figures {
		if c, ok := f.Data.(edge.Cycles); ok {
			return &c
		}
	}
	return nil
}

// The figure is closed until the user moves its slider. It then shows one of the 45 = 78 − 34 + 1 cycles of the basis, or the cycle
// through the selected nodes. The shares of the histogram sum to 1. If all maps are the identity, the vector returns unchanged, and all
// directions are fixed. Nodes that form no cycle are refused with a remedy. Two nodes have no figure, and a page with the figure alone has
// no other figure.
func TestCyclesFigure(t *testing.T) {
	page := opened(recipe.Setup{Graph: "karate", Seed: 1, Settings: map[string]string{"epochs": "6", "d": "3"}})
	page.do(state.PickStage{Stage: 4})
	if c := cyclesOf(&page.s); c == nil || c.Open || c.Names != nil {
		t.Fatalf("before the user opens it, the figure is %+v, want it closed", c)
	}
	page.do(state.MoveFigure{Name: state.SliderCycle, At: 3})
	c := cyclesOf(&page.s)
	if c == nil || !c.Open || c.Place != 2 || len(c.Names) != 45 || c.Chosen {
		t.Fatalf("after the slider the figure is %+v, want the third of 45 cycles", c)
	}
	// A triangle: the vector at each of three nodes and after the way back, with d = 3 coordinates. Beside it are six rows of numbers, and the
	// distance of the vector at three epochs or more.
	if len(c.Nodes) != 3 || len(c.Path) != 4 || len(c.Path[0]) != 3 || len(c.Nums) != 6 || len(c.Trail) < 3 {
		t.Fatalf("the third cycle is %+v, want a triangle", c)
	}
	own, shuffled := 0.0, 0.0
	for _, b := range c.Bins {
		own, shuffled = own+float64(b.Own), shuffled+float64(b.Shuffled)
	}
	if math.Abs(own-1) > 1e-9 || math.Abs(shuffled-1) > 1e-9 {
		t.Errorf("the shares sum to %g (own) and %g (shuffled), want 1", own, shuffled)
	}
	// Four nodes of a cycle, which begins with the first selected node; three nodes without a cycle; and two nodes.
	page.do(state.PickLasso{Nodes: []int{2, 0, 3, 1}})
	c = cyclesOf(&page.s)
	if c == nil || !c.Chosen || len(c.Nodes) != 4 || page.s.RoundNow().One.Cycle[0] != 2 {
		t.Fatalf("the cycle through the four selected nodes is %+v", c)
	}
	page.do(state.PickLasso{Nodes: []int{0, 1, 33}})
	c = cyclesOf(&page.s)
	if c == nil || c.Nodes != nil || !strings.Contains(c.Note, "choose neighbours that close one") {
		t.Fatalf("three nodes without a cycle give %+v, want a note with the remedy", c)
	}
	page.do(state.PickLasso{Nodes: []int{0, 1}})
	if cyclesOf(&page.s) != nil {
		t.Error("two nodes have a figure of cycles")
	}
	// Identity maps, then the figure alone.
	page = opened(recipe.Setup{Graph: "karate", Seed: 1, Settings: map[string]string{"epochs": "2", "d": "2", "maps": "identity"}})
	page.do(state.PickStage{Stage: 4})
	page.do(state.MoveFigure{Name: state.SliderCycle, At: 2})
	if v := page.s.RoundNow(); v == nil || v.One.Away > 1e-7 || v.Fixed != 2 || v.Missing != 0 {
		t.Errorf("with identity maps the cycle is %+v, want no motion and two fixed directions", v)
	}
	page.s.Figure = state.SoleFigure{Name: state.FigureCycle, Panel: state.PanelStage, Stage: 4}
	if b := inspector.New(&page.s).Body; len(b.Figures) != 1 || b.Eq != "" {
		t.Errorf("a page with the figure alone has %+v", b)
	}
}
