package view_test

import (
	"strings"
	"testing"

	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
	"sheafscope/web/view/inspector"
	"sheafscope/web/view/node"
)

// dialOf returns the dial of the selected node, or nil if the panel has no dial.
func dialOf(s *state.State) *node.FrameDial {
	for _, f := range inspector.New(s).Body.Figures {
		if d, ok := f.Data.(node.FrameDial); ok {
			return &d
		}
	}
	return nil
}

// The dial of a node is closed until the user moves its slider. It then shows the quantities that do not change, up to rounding, and the
// quantities that change. The slider of the angle at 61 means 60°. With three planes, the slider of the plane at 5 means
// the last plane, mirrored. A page with the figure alone has no other figure. A model without maps has no dial.
func TestFrameFigure(t *testing.T) {
	page := opened(recipe.Setup{Graph: "karate", Seed: 1, Settings: map[string]string{"epochs": "3", "d": "3"}})
	page.do(state.PickNode{Node: 6})
	if d := dialOf(&page.s); d == nil || d.Open || d.Same != nil || len(d.Planes) != 3 {
		t.Fatalf("before the user opens it, the dial is %+v, want it closed with three planes", d)
	}
	page.do(state.MoveFigure{Name: state.SliderFrame, At: 61})
	page.do(state.MoveFigure{Name: state.SliderPlane, At: 5})
	d := dialOf(&page.s)
	if d == nil || !d.Open || d.Degrees != 60 || d.Plane != 2 || !d.Mirror {
		t.Fatalf("after the sliders the dial is %+v, want 60°, mirrored, in the last plane", d)
	}
	if d.Planes[2] != "2, 3" || len(d.Same) != 4 || len(d.Moves) != 3 {
		t.Fatalf("the dial has the planes %v, %d fixed and %d changed quantities, want 2, 3 as the last plane, 4 and 3", d.Planes,
			len(d.Same), len(d.Moves))
	}
	v := page.s.TurnedNow()
	if v == nil || v.Turn.A != 1 || v.Turn.B != 2 || !v.Turn.Mirror {
		t.Fatalf("the turned frame is %+v, want the plane of coordinates 1 and 2, mirrored", v)
	}
	// small accepts 0 and numbers whose exponent begins with −1. These numbers, 10⁻¹⁰ to 10⁻¹⁹, are rounding.
	small := func(text string) bool { return text == "0" || strings.Contains(text, "e−1") }
	if text := d.Same[1][1].(string); !small(strings.TrimPrefix(text, "at most ")) {
		t.Errorf("the eigenvalues change by %s, want only rounding", text)
	}
	withBoth, withNeither := d.Moves[0], d.Moves[2]
	before, after, _ := strings.Cut(withBoth.Own, " → ")
	if before != after || !small(withBoth.Other) {
		t.Errorf("with maps and features turned along, numbers change: %+v", withBoth)
	}
	if !strings.Contains(withNeither.Other, "(node ") {
		t.Errorf("with nothing turned along, no other node is named: %+v", withNeither)
	}
	page.s.Figure = state.SoleFigure{Name: state.FigureFrame, Panel: state.PanelNode, Node: 5}
	if b := inspector.New(&page.s).Body; len(b.Figures) != 1 || b.Eq != "" {
		t.Errorf("a page with the figure alone has %+v", b)
	}
	// GCN has no maps.
	page = opened(recipe.Setup{Graph: "karate", Seed: 1, Model: "gcn", Settings: map[string]string{"epochs": "3"}})
	page.do(state.PickNode{Node: 6})
	page.do(state.MoveFigure{Name: state.SliderFrame, At: 61})
	if dialOf(&page.s) != nil || page.s.TurnedNow() != nil {
		t.Error("GCN has a dial")
	}
}
