package view_test

import (
	"regexp"
	"testing"

	"sheafscope/core/peer"
	"sheafscope/core/sgpc/frame"
	"sheafscope/web/view"
	"sheafscope/web/view/charts"
	"sheafscope/web/view/stages"
)

// TestNoNumberTwice: beside the charts of the strip the rail repeats none of their numbers, of SGPC and of every peer.
func TestNoNumberTwice(t *testing.T) {
	long := regexp.MustCompile(`[0-9][0-9.]*[0-9](e−?[0-9]+)?`)
	for _, model := range append([]string{"sgpc"}, peer.Names()...) {
		s := karateModel(t, model, frame.Focus{Spectrum: true})
		shown := map[string]string{view.Fix(s.Frame.Loss.Total, 3): "loss"}
		for _, r := range charts.NewBound(s).Rows {
			shown[view.Fix(float64(r.Value), 3)], shown[view.Fix(float64(r.Measured), 3)] = "bound", "bound"
		}
		if sp := s.Frame.Spectrum; sp != nil && sp.Lambda2 > 0 {
			shown[charts.Lambda2(sp)] = "spectrum"
		}
		for _, it := range stages.Rail(s) {
			for _, n := range long.FindAllString(it.Value, -1) {
				if where, ok := shown[n]; ok && len(n) > 3 {
					t.Errorf("%s: the rail has %q at stage %d, and %s has that number, too", model, it.Value, it.Number, where)
				}
			}
		}
	}
}
