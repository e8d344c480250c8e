package view_test

import (
	"strings"
	"testing"

	"sheafscope/web/state"
	"sheafscope/web/view/inspector"
)

// accuracies are the figures that print accuracies, by the panel where they stand; all figures of the paper are among them.
var accuracies = map[string]string{state.PanelStage: "confusion", state.PanelResults: "results dial depth tune heat",
	state.PanelPaper: "paper-table figure-", state.PanelDepth: "depth"}

// origins are what an accuracy can be of.
var origins = []string{"this run", "mean of ", "default settings", "chosen on validation", "chosen by it", "the paper's", "at each depth"}

// TestAccuraciesNameTheirNodes visits all places that print an accuracy. Each place names the nodes or runs of its accuracy, and equal
// quantities have equal names.
func TestAccuraciesNameTheirNodes(t *testing.T) {
	says := func(where, text string) {
		for _, o := range origins {
			if strings.Contains(text, o) {
				return
			}
		}
		t.Errorf("%s: %q does not say of what the accuracies are", where, text)
	}
	s := labFull(t)
	for panel, ids := range accuracies {
		s.View.Panel, s.View.Stage = panel, 8
		seen := 0
		for _, f := range inspector.New(s).Body.Figures {
			for id := range strings.FieldsSeq(ids) {
				if f.ID == id || strings.HasSuffix(id, "-") && strings.HasPrefix(f.ID, id) {
					says(panel+", "+f.ID, f.Of)
					seen++
				}
			}
		}
		if seen < len(strings.Fields(ids)) {
			t.Errorf("%s has %d of the figures %s", panel, seen, ids)
		}
	}
	s.View.Panel = state.PanelStage
	n := 0
	for _, v := range inspector.New(s).Body.Vals {
		if strings.Contains(v.Tip, "accuracy") {
			says("stage 8", v.Tip)
			n++
		}
	}
	if n < 2 {
		t.Errorf("stage 8 has %d accuracies", n)
	}
}
