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

// This file tests that no number stands on the page twice.

// numberText finds numbers of two or more digits.
var numberText = regexp.MustCompile(`[0-9][0-9.]*[0-9](e−?[0-9]+)?`)

// stripNumbers returns the texts of the numbers in the strip of charts, each with the name of its chart.
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

// No text of the rail repeats a number of the strip of charts. No picture of a stage repeats a number of the strip or of the rail. Models:
// SGPC and every peer. Numbers of few characters are excluded, as they may agree by chance: up to 2, 3 and 4 in these three comparisons.
func TestNoNumberTwice(t *testing.T) {
	for _, model := range append([]string{"sgpc"}, peer.Names()...) {
		s := karateModel(t, model, frame.Focus{Spectrum: true})
		shown, rail := stripNumbers(s), map[string]string{}
		for _, item := range stages.Rail(s) {
			for _, number := range numberText.FindAllString(item.Value, -1) {
				if where, ok := shown[number]; ok && len(number) > 2 {
					t.Errorf("%s: the rail has %q at stage %d, and %s has that number, too", model, item.Value, item.Number, where)
				}
				rail[number] = item.Name
			}
		}
		for k := range 10 {
			s.View.Stage, s.View.Panel = k+1, state.PanelStage
			for _, f := range inspector.New(s).Body.Figures {
				for _, number := range numberText.FindAllString(printedIn(&f), -1) {
					// 100.0 % may be the whole of another quantity.
					if where, ok := shown[number]; ok && len(number) > 3 && number != "100.0" {
						t.Errorf("%s, stage %d: the picture %s has %s, and so has %s of the strip", model, k+1, f.ID, number, where)
					}
					if where, ok := rail[number]; ok && len(number) > 4 {
						t.Errorf("%s, stage %d: the picture %s has %s, and so has %s of the rail", model, k+1, f.ID, number, where)
					}
				}
			}
		}
	}
}
