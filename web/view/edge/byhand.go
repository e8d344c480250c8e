package edge

// This file has the sliders that change the maps of an edge by hand, and the comparison with the run. A change by hand is evaluated without
// training: the page shows the changed network, and the run stays as it is. A frame has the numbers of one of these networks at a position
// of the run.

import (
	"math"

	"sheafscope/core/sgpc/frame"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/charts"
)

// ByHandBox is the data of the sliders that change a map by hand.
type ByHandBox struct {
	// Ends are the names of both ends. Side is the index of the end whose map the sliders change.
	Ends [2]string `json:"ends"`
	Side int       `json:"side"`
	D    int       `json:"d"`    // the stalk dimension
	Maps [2]Turn   `json:"maps"` // the changes of both maps
	// Text describes the effect of the change or, before a change, how to make one. Active reports that there is a change by hand, and Off
	// reports that no change is possible.
	Text   string `json:"text"`
	Active bool   `json:"active"`
	Off    bool   `json:"off"`
}

// Turn is the change of one map: a rotation by Degrees in the plane of the coordinates A and B, and a multiplication by Scale. Coordinates
// count from 0.
type Turn struct {
	A       int    `json:"a"`
	B       int    `json:"b"`
	Degrees view.F `json:"degrees"`
	Scale   view.F `json:"scale"`
}

// byHandFigure returns the sliders that rotate and scale the two maps of an edge. Before a change of these maps, the sliders are disabled
// in three cases: the run proceeds, it has not made its first step, or the page shows the maps of the graph's file.
func byHandFigure(s *state.State, e *frame.Edge) view.Figure {
	box := ByHandBox{Ends: [2]string{view.ShortName(s, e.I), view.ShortName(s, e.J)}, D: s.Frame.D}
	for k := range box.Maps {
		box.Maps[k] = Turn{B: min(1, box.D-1), Scale: 1} // no change; for D = 1 the plane is degenerate
	}
	var sub any = "a look at another sheaf; a step, a stage or another panel puts it back"
	change := s.ByHand
	// A change by hand may also be one of the mixing weights (Gamma), or a whole sheaf from the graph's file (Sheaf).
	changesMaps := change != nil && change.Gamma == nil && change.Sheaf == 0
	if changesMaps {
		box.Side, box.Active, box.Text = change.Side, true, ByHandText(s)
		for k, m := range change.Maps {
			box.Maps[k] = Turn{m.A, m.B, view.F(math.Round(m.Angle * 180 / math.Pi)), view.F(m.Scale)} // whole degrees from radians
		}
	} else {
		box.Off = !s.CanChangeMap() || s.FileMaps() > 0 // FileMaps is 0 while the page shows the maps of the run
		box.Text = "Turn or stretch a map: kernel, spectrum and classes answer. The run itself stays as it is."
		if box.Off {
			box.Text = "The maps can be changed by hand while the run stands, after its first step."
		}
		if s.FileMaps() > 0 {
			sub = nil // a stage keeps the maps of the file
			box.Text = "The maps of the file are on show. The menu of stage 4 returns to those of the run."
		}
	}
	return view.Figure{ID: "byhand", Title: "By hand", Sub: sub, TestID: "map-edit", Data: box}
}

// ByHandText returns "" without a change by hand. Until the frames of the unchanged and of the changed network have arrived, it returns a
// sentence about the wait. In all other cases it returns a comparison of the network changed by hand with the network of the run:
//   - the dimension of the kernel and λ₂, if both frames have a spectrum, as after a change of maps;
//   - the test accuracy after a change of mixing weights, if there are test nodes;
//   - always, as the last part, the number of nodes that change class.
func ByHandText(s *state.State) string {
	change := s.ByHand
	if change == nil {
		return ""
	}
	if !change.Shown() || change.Base == nil { // Base is the frame of the unchanged network
		return "The answer is on its way."
	}

	before, after := change.Base, s.Frame
	text := ""
	if before.Spectrum != nil && after.Spectrum != nil {
		text = "kernel " + view.Known(before.Spectrum.KernelDim) + " → " + view.Known(after.Spectrum.KernelDim) +
			", λ₂ " + charts.Lambda2(before.Spectrum) + " → " + charts.Lambda2(after.Spectrum) + ", "
	}
	changesWeights := change.Gamma != nil // the weights of mixing change the classes, but not the spectrum
	if changesWeights && before.Accuracy.Test >= 0 {
		text = "test accuracy " + view.Pct(before.Accuracy.Test) + " → " + view.Pct(after.Accuracy.Test) + ", "
	}

	// The nodes whose predicted class differs.
	changed := 0
	for i := range after.Pred {
		if i < len(before.Pred) && before.Pred[i] != after.Pred[i] {
			changed++
		}
	}
	switch changed {
	case 0:
		return text + "no node changes class"
	case 1:
		return text + "1 node changes class"
	}
	return text + view.Int(changed) + " nodes change class"
}
