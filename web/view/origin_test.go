package view_test

import (
	"strings"
	"testing"

	"sheafscope/web/state"
	"sheafscope/web/view/inspector"
)

// This file tests that each accuracy names its runs.

// accuracies has the identifiers of the figures that print accuracies, by panel. "figure-" stands for all identifiers with this prefix.
var accuracies = map[string]string{state.PanelStage: "confusion", state.PanelResults: "results dial depth tune heat",
	state.PanelPaper: "paper-table figure-", state.PanelDepth: "depth"}

// origins are the texts that name the runs of an accuracy.
var origins = []string{"this run", "mean of ", "default settings", "chosen on validation", "chosen by it", "the paper's", "at each depth"}

// Every figure and value that prints an accuracy names the runs of this accuracy by one of origins.
func TestAccuraciesNameTheirRuns(t *testing.T) {
	// checkOrigin reports a text without an origin.
	checkOrigin := func(where, text string) {
		for _, o := range origins {
			if strings.Contains(text, o) {
				return
			}
		}
		t.Errorf("%s: %q does not name the runs of the accuracies", where, text)
	}
	s := pageWithResults(t)
	for panel, ids := range accuracies {
		s.View.Panel, s.View.Stage = panel, 8
		seen := 0
		for _, f := range inspector.New(s).Body.Figures {
			for id := range strings.FieldsSeq(ids) {
				if f.ID == id || strings.HasSuffix(id, "-") && strings.HasPrefix(f.ID, id) {
					checkOrigin(panel+", "+f.ID, f.Of)
					seen++
				}
			}
		}
		if seen < len(strings.Fields(ids)) {
			t.Errorf("%s has %d of the figures %q, want at least one for each", panel, seen, ids)
		}
	}
	// The values of stage 8 with their tips.
	s.View.Panel = state.PanelStage
	n := 0
	for _, v := range inspector.New(s).Body.Vals {
		if strings.Contains(v.Tip, "accuracy") {
			checkOrigin("stage 8", v.Tip)
			n++
		}
	}
	if n < 2 {
		t.Errorf("stage 8 has %d accuracies, want at least 2", n)
	}
}
