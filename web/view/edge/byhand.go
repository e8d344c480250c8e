package edge

import (
	"math"

	"sheafscope/core/sgpc/frame"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/charts"
)

// ByHandBox is the data of the sliders that change a map by hand.
type ByHandBox struct {
	// Ends are the names of both ends; Side is the end whose map is changed.
	Ends [2]string `json:"ends"`
	Side int       `json:"side"`
	D    int       `json:"d"`
	Maps [2]Turn   `json:"maps"`
	// Text describes the evaluation; Active reports a change by hand, Off that none is possible.
	Text   string `json:"text"`
	Active bool   `json:"active"`
	Off    bool   `json:"off"`
}

// Turn is the change of one map: a rotation in the plane of A and B, and a scale.
type Turn struct {
	A       int    `json:"a"`
	B       int    `json:"b"`
	Degrees view.F `json:"degrees"`
	Scale   view.F `json:"scale"`
}

// byHandFigure shows the sliders for both maps of an edge.
func byHandFigure(s *state.State, e *frame.Edge) view.Figure {
	box := ByHandBox{Ends: [2]string{view.ShortName(s, e.I), view.ShortName(s, e.J)}, D: s.Frame.D}
	for k := range box.Maps {
		box.Maps[k] = Turn{B: min(1, box.D-1), Scale: 1}
	}
	if e := s.ByHand; e != nil && e.Gamma == nil && e.Sheaf == 0 {
		box.Side, box.Active, box.Text = e.Side, true, ByHandText(s)
		for k, m := range e.Maps {
			box.Maps[k] = Turn{m.A, m.B, view.F(math.Round(m.Angle * 180 / math.Pi)), view.F(m.Scale)}
		}
	} else {
		box.Off = !s.CanChangeMap() || s.FileMaps() > 0
		box.Text = "Turn or stretch a map: kernel, spectrum and classes answer. The run itself stays as it is."
		if box.Off {
			box.Text = "The maps can be changed by hand while the run stands, after its first step."
		}
		if s.FileMaps() > 0 {
			box.Text = "The maps of the file are on show. Stage 4 shows those of the run again."
		}
	}
	return view.Figure{ID: "byhand", Title: "By hand", Sub: "a look at another sheaf; stepping puts it back", TestID: "map-edit",
		Data: box}
}

// ByHandText compares the changed sheaf with the unchanged one.
func ByHandText(s *state.State) string {
	e := s.ByHand
	if e == nil {
		return ""
	}
	if !e.Shown() || e.Base == nil {
		return "The answer is on its way."
	}
	base, f := e.Base, s.Frame
	text := ""
	if a, b := base.Spectrum, f.Spectrum; a != nil && b != nil {
		text = "kernel " + view.Known(a.KernelDim) + " → " + view.Known(b.KernelDim) + ", λ₂ " + charts.Lambda2(a) + " → " + charts.Lambda2(b) +
			", "
	}
	if a, b := base.Accuracy.Test, f.Accuracy.Test; e.Gamma != nil && a >= 0 {
		text = "test accuracy " + view.Pct(a) + " → " + view.Pct(b) + ", "
	}
	moved := 0
	for i := range f.Pred {
		if i < len(base.Pred) && base.Pred[i] != f.Pred[i] {
			moved++
		}
	}
	switch moved {
	case 0:
		return text + "no node changes class"
	case 1:
		return text + "1 node changes class"
	}
	return text + view.Int(moved) + " nodes change class"
}
