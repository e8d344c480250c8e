package view_test

import (
	"strings"
	"testing"

	"sheafscope/core/coursemath"
	"sheafscope/core/sgpc/frame"
	"sheafscope/web/state"
	"sheafscope/web/view/inspector"
)

// The glossary has every symbol of the ten stages. Symbols of the other end of an edge are in the entries of the first end.
func TestGlossaryHasThePagesSymbols(t *testing.T) {
	// ofFirstEnd writes a symbol of node j, or of (j, i), as that of node i, or of (i, j).
	ofFirstEnd := strings.NewReplacer(" ", "", "_j", "_i", "_{ji}", "_{ij}", "b_1", "b", "b_2", "b", "κ}_j", "κ}_i", "{0,i}", "0",
		",i}", "}", "X_i", "X", "μ_i", "μ", "D_{ν}", "D_{μ}")
	known := map[string]bool{}
	for _, g := range coursemath.Glossary() {
		known[ofFirstEnd.Replace(g.TeX)] = true
	}
	s := karate(t, epochs(1), frame.Focus{})
	s.View.Panel = state.PanelStage
	seen := 0
	for stage := 1; stage <= 10; stage++ {
		s.View.Stage = stage
		for _, symbol := range inspector.New(s).Body.Symbols {
			seen++
			if !known[ofFirstEnd.Replace(symbol[0])] {
				t.Errorf("stage %d: the glossary has no %s (%s)", stage, symbol[0], symbol[1])
			}
		}
	}
	if seen < 30 {
		t.Errorf("the stages have %d symbols, want at least 30", seen)
	}
}
