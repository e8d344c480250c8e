package view_test

import (
	"encoding/json"
	"regexp"
	"testing"

	"sheafscope/core/peer"
	"sheafscope/core/sgpc/frame"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/charts"
	"sheafscope/web/view/inspector"
	"sheafscope/web/view/stages"
)

var numberText = regexp.MustCompile(`[0-9][0-9.]*[0-9](e−?[0-9]+)?`)

// stripNumbers returns the numbers of the strip of charts, each with its chart.
func stripNumbers(s *state.State) map[string]string {
	shown := map[string]string{view.Fix(s.Frame.Loss.Total, 3): "loss"}
	for _, r := range charts.NewBound(s).Rows {
		shown[view.Fix(float64(r.Value), 3)], shown[view.Fix(float64(r.Measured), 3)] = "bound", "bound"
	}
	if sp := s.Frame.Spectrum; sp != nil && sp.Lambda2 > 0 {
		shown[charts.Lambda2(sp)] = "spectrum"
		shown[view.Int(s.Frame.N*s.Frame.D)] = "title of the spectrum"
	}
	for _, v := range []float64{s.Frame.Accuracy.Train, s.Frame.Accuracy.Val, s.Frame.Accuracy.Test} {
		if v >= 0 {
			shown[view.Fix(100*v, 1)] = "training"
		}
	}
	return shown
}

// printedIn returns the texts of a picture with numbers: its titles, its rows, and the names of its lines and bars.
func printedIn(f *view.Figure) string {
	text, _ := json.Marshal([]any{f.Title, f.Sub, f.Nums})
	out := string(text)
	switch d := f.Data.(type) {
	case view.Bars:
		for _, r := range d.Rows {
			out += " " + r.Name + " " + r.Text
		}
	case view.Lines:
		for _, r := range d.Refs {
			out += " " + r.Name
		}
		for _, r := range d.VRefs {
			out += " " + r.Name
		}
		for _, r := range d.Series {
			out += " " + r.Name
		}
	}
	return out
}

// TestNoNumberTwice: neither the rail nor a picture of a stage repeats a number of the strip of charts, and no picture repeats a number of
// the rail, for SGPC and for every peer.
func TestNoNumberTwice(t *testing.T) {
	for _, model := range append([]string{"sgpc"}, peer.Names()...) {
		s := karateModel(t, model, frame.Focus{Spectrum: true})
		shown, rail := stripNumbers(s), map[string]string{}
		for _, it := range stages.Rail(s) {
			for _, n := range numberText.FindAllString(it.Value, -1) {
				if where, ok := shown[n]; ok && len(n) > 2 {
					t.Errorf("%s: the rail has %q at stage %d, and %s has that number, too", model, it.Value, it.Number, where)
				}
				rail[n] = it.Name
			}
		}
		for k := range 10 {
			s.View.Stage, s.View.Panel = k+1, state.PanelStage
			for _, f := range inspector.New(s).Body.Figures {
				for _, n := range numberText.FindAllString(printedIn(&f), -1) {
					if where, ok := shown[n]; ok && len(n) > 3 && n != "100.0" { // all of something else
						t.Errorf("%s, stage %d: the picture %s has %s, and so has %s of the strip", model, k+1, f.ID, n, where)
					}
					if where, ok := rail[n]; ok && len(n) > 4 {
						t.Errorf("%s, stage %d: the picture %s has %s, and so has %s of the rail", model, k+1, f.ID, n, where)
					}
				}
			}
		}
	}
}
