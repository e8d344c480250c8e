package view

import (
	"math"

	"sheafscope/core/sgpc"
	"sheafscope/web/state"
)

// EditBox is the data of the sliders that change a map by hand.
type EditBox struct {
	// Ends are the names of both ends; Side is the one whose map is changed.
	Ends [2]string `json:"ends"`
	Side int       `json:"side"`
	D    int       `json:"d"`
	Maps [2]Turn   `json:"maps"`
	// Text tells what answered, Active that something is changed.
	Text   string `json:"text"`
	Active bool   `json:"active"`
	Off    bool   `json:"off"`
}

// Turn is the change of one map: a rotation in the plane of A and B, and a scale.
type Turn struct {
	A       int `json:"a"`
	B       int `json:"b"`
	Degrees F   `json:"degrees"`
	Scale   F   `json:"scale"`
}

func editFigure(s *state.State, e *sgpc.EdgeView) Figure {
	box := EditBox{Ends: [2]string{shortName(s, e.I), shortName(s, e.J)}, D: s.Frame.D}
	for k := range box.Maps {
		box.Maps[k] = Turn{B: min(1, box.D-1), Scale: 1}
	}
	if edit := s.Edit; edit != nil && edit.Gamma == nil {
		box.Side, box.Active, box.Text = edit.Side, true, EditText(s)
		for k, m := range edit.Maps {
			box.Maps[k] = Turn{m.A, m.B, F(math.Round(m.Angle * 180 / math.Pi)), F(m.Scale)}
		}
	} else {
		box.Off = !s.CanEdit()
		box.Text = "Turn or stretch a map: kernel, spectrum and classes answer. The run itself stays as it is."
		if box.Off {
			box.Text = "The maps can be changed by hand while the run stands, after its first step."
		}
	}
	return Figure{ID: "edit", Title: "By hand", Sub: "a look at another sheaf; stepping puts it back", TestID: "map-edit",
		Data: box}
}

// EditText compares the changed sheaf with the unchanged one.
func EditText(s *state.State) string {
	edit := s.Edit
	if edit == nil {
		return ""
	}
	if !edit.Shown() || edit.Base == nil {
		return "The answer is on its way."
	}
	base, f := edit.Base, s.Frame
	text := ""
	if a, b := base.Spectrum, f.Spectrum; a != nil && b != nil {
		text = "kernel " + Known(a.KernelDim) + " → " + Known(b.KernelDim) + ", λ₂ " + Lambda2(a) + " → " + Lambda2(b) + ", "
	}
	if a, b := base.Accuracy.Test, f.Accuracy.Test; edit.Gamma != nil && a >= 0 {
		text = "test accuracy " + Pct(a) + " → " + Pct(b) + ", "
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
	return text + Int(moved) + " nodes change class"
}
