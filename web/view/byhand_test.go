package view_test

import (
	"encoding/json"
	"strings"
	"testing"

	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/transport"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/edge"
	"sheafscope/web/view/inspector"
)

// This file tests maps changed by hand, and the four situations of a plan.

// figureJSON returns the first figure of a kind in a panel, as JSON. The test fails without this figure.
func figureJSON(t *testing.T, v view.Inspector, kind string) string {
	t.Helper()
	for _, f := range v.Body.Figures {
		if f.Kind == kind {
			b, err := json.Marshal(f)
			if err != nil {
				t.Fatal(err)
			}
			return string(b)
		}
	}
	t.Fatalf("the panel has no figure of kind %s", kind)
	return ""
}

// pageOnEdge returns a page on a path of three nodes, with the panel of its first edge open. The maps of the edge, its plan and its four
// situations are given here; no network computes them.
func pageOnEdge() state.State {
	s := state.New(recipe.Recipe{})
	s.Graph = &proto.GraphInfo{Name: "p3", N: 3, Edges: []int32{0, 1, 1, 2}, Labels: []int{0, 0, 1}, Classes: 2,
		ClassNames: []string{"a", "b"}}
	p := []float64{0.5, 0, 0, 0.5}
	e := &frame.Edge{Index: 0, J: 1, Rij: p, Rji: p, P0: p, P: p, Xi: p[:2], Xj: p[2:], Mu: p[:2], Nu: p[2:]}
	for k, name := range []string{"same", "stopped", "temperatures", "free"} {
		e.Situations = append(e.Situations, transport.Situation{Name: name, Text: "Why.", Before: p, After: p, Moved: 0.2 * float64(k)})
	}
	e.W2Energy, e.Gibbs = []float64{1, 0.5}, 0.25
	s.Frame = &frame.Frame{N: 3, M: 2, D: 2, Classes: 2, Position: 7, Stage: stage.JKO, Edge: e, Pred: []int{0, 0, 1},
		OffDiagonal: []float64{0, 0}, MapNorm: []float64{1, 1}}
	s.View.Edge, s.View.Panel = 1, state.PanelEdge
	s.Frame.Spectrum = &frame.SpectrumView{KernelDim: 1, Lambda2: 0.0025}
	return s
}

// The box of maps by hand is inactive before a change. A change requests the frame of the run, then the frame with the changed maps. The
// text then states the change of the kernel, of λ₂ and of the classes, and the sliders have the chosen turn and scale.
func TestByHandBox(t *testing.T) {
	s := pageOnEdge()
	if text := figureJSON(t, inspector.New(&s), "byhand"); !strings.Contains(text, `"active":false`) ||
		!strings.Contains(text, `"off":false`) {
		t.Errorf("before a change: %s", text)
	}
	// answer sends the frame f as an answer with each number from 1 to 8; the open query has one of these numbers.
	answer := func(f *frame.Frame) {
		for seq := 1; seq < 9 && s.ByHand != nil; seq++ {
			s, _, _ = state.Update(s, state.FromWorker{Reply: proto.Reply{Answer: &proto.Answer{Seq: seq, Question: proto.ReadFrame,
				For: "by hand", Frame: f}}})
		}
	}
	base := *s.Frame
	s, cmds, _ := state.Update(s, state.ChangeMap{B: 1, Degrees: 45, Scale: 2})
	if len(cmds) != 1 || edge.ByHandText(&s) != "The answer is on its way." {
		t.Fatalf("a change sends %d requests and says %q, want one request and a sentence on the way", len(cmds), edge.ByHandText(&s))
	}
	// The first answer is the frame of the run. The second query requests the frame with the changed maps.
	seq := cmds[0].(state.Send).Query.Seq
	s, cmds, _ = state.Update(s, state.FromWorker{Reply: proto.Reply{Answer: &proto.Answer{Seq: seq, Question: proto.ReadFrame,
		For: "by hand", Frame: &base}}})
	if len(cmds) != 1 {
		t.Fatal("the frame with the changed maps is not requested")
	}
	changed := base
	changed.Pred, changed.Spectrum = []int{1, 1, 0}, &frame.SpectrumView{Lambda2: 0.0031}
	answer(&changed)
	if got := edge.ByHandText(&s); got != "kernel 1 → 0, λ₂ 0.0025 → 0.0031, 3 nodes change class" {
		t.Errorf("the text of the change is %q", got)
	}
	if text := figureJSON(t, inspector.New(&s), "byhand"); !strings.Contains(text, `"degrees":45,"scale":2`) {
		t.Errorf("the sliders get %s", text)
	}
}

// Stage 3 shows the four situations of a plan. In three the step moves mass, at most 30 %: half of the largest Moved, 0.6. One situation is
// that of the run. The choice of the JKO step is "kl". Stage 6 shows the variances with the anchored estimate.
func TestSituations(t *testing.T) {
	s := pageOnEdge()
	s.View.Panel, s.View.Stage = state.PanelStage, stage.JKO
	v := inspector.New(&s)
	text := figureJSON(t, v, "pairs")
	if strings.Count(text, `"acts":true`) != 3 || strings.Count(text, `"now":true`) != 1 || !strings.Contains(text, "30.0 %") {
		t.Errorf("the situations are %s", text)
	}
	if text := figureJSON(t, v, "choice"); !strings.Contains(text, `"value":"kl"`) {
		t.Errorf("the choice is %s", text)
	}
	s.View.Stage = stage.Diffusion
	s.Frame.Stages.SVR = &frame.SVR{Kept: 1.5, Epsilon: 0.2, Plain: 0.4, Anchored: 0.1, Draws: 8}
	if text := figureJSON(t, inspector.New(&s), "hbars"); !strings.Contains(text, "anchored") {
		t.Errorf("the variances are %s", text)
	}
}
