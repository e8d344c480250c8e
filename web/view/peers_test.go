package view_test

import (
	"os"
	"strings"
	"testing"

	"sheafscope/core/peer"
	"sheafscope/core/sgpc"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// A peer has its own sentence, equation and symbols in stage 8, and no number
// of the sheaf in the others.
func TestPeersAreExplained(t *testing.T) {
	equations, err := os.ReadFile("../../assets/src/math.js")
	if err != nil {
		t.Fatal(err)
	}
	symbols, err := os.ReadFile("../../assets/src/symbols.js")
	if err != nil {
		t.Fatal(err)
	}
	s := karate(t, epochs(1), sgpc.Focus{Edge: -1, Node: -1, Eigenvector: -1})
	s.Panel, s.Spectrum = state.PanelStage, nil
	s.Stage = sgpc.StageClasses
	own := view.NewInspector(s).Why
	for _, model := range peer.Names() {
		s.Config.Model, s.Stage = model, sgpc.StageClasses
		v := view.NewInspector(s)
		if v.Why == "" || v.Why == own {
			t.Errorf("%s: why is %q", model, v.Why)
		}
		for _, source := range [][]byte{equations, symbols} {
			if !strings.Contains(string(source), `"`+v.Body.Eq+`":`) || !strings.HasPrefix(v.Body.Eq, "peer-") {
				t.Errorf("%s: no equation or no symbols of %q", model, v.Body.Eq)
			}
		}
		if view.ModelName(model) == model {
			t.Errorf("%s has no name for people", model)
		}
		for stage := 1; stage <= 10; stage++ {
			s.Stage = stage
			if v := view.NewInspector(s); stage != sgpc.StageClasses && (v.Body.Eq != "" || len(v.Body.Vals) > 0) {
				t.Errorf("%s: stage %d shows the sheaf's equation %q", model, stage, v.Body.Eq)
			}
		}
		if note := view.NewSpectrum(s).Note; !strings.Contains(note, "no spectrum") && !strings.Contains(note, "not shown") {
			t.Errorf("%s: the spectrum says %q", model, note)
		}
	}
}
