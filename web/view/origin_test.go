package view_test

import (
	"strings"
	"testing"

	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/inspector"
	"sheafscope/web/view/results"
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
					if id == "dial" && strings.Contains(f.Of, "mean") {
						t.Errorf("a stop of the dial has one run, and its accuracy is named %q", f.Of)
					}
					seen++
				}
			}
		}
		if seen < len(strings.Fields(ids)) {
			t.Errorf("%s has %d of the figures %q, want at least one for each", panel, seen, ids)
		}
	}
	// The name of the trained runs does not follow choices for the next runs.
	origin := func() string {
		s.View.Panel = state.PanelResults
		for _, f := range inspector.New(s).Body.Figures {
			if f.ID == "results" {
				return f.Of
			}
		}
		return ""
	}
	before := origin()
	s.Lab.Results.Runs, s.Recipe.Settings = 3, map[string]string{"dt": "2"}
	if after := origin(); after != before {
		t.Errorf("with three runs and own settings the next time, the runs of the table are named %q, before %q", after, before)
	}
	s.Lab.Results.Runs, s.Recipe.Settings = 0, nil
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

// The axis of the table covers all accuracies and has a positive length, also if all accuracies are equal. A single split has a singular.
func TestTableAxisHasALength(t *testing.T) {
	s := pageWithResults(t)
	for _, accuracy := range []float64{0, 0.1, 0.55, 0.999, 1} {
		for k := range s.Lab.Results.Report.Results {
			s.Lab.Results.Report.Results[k].Outcome.Test = accuracy
		}
		m := results.NewTable(s)
		if v := view.F(100 * accuracy); m.Low > v || m.High < v || m.Low >= m.High {
			t.Errorf("all accuracies are %g %%, and the axis goes from %g to %g", v, m.Low, m.High)
		}
	}
	s.Graph.Splits = []string{"a"}
	if runs := results.NewTable(s).Runs; len(runs) != 1 || runs[0].Label != "all 1 split" {
		t.Errorf("the choices for one split are %v, want all 1 split", runs)
	}
	s.Lab.Results = state.New(recipe.Recipe{}).Lab.Results
	if lead := view.Plain(results.View(s).Lead); !strings.Contains(lead, "on 1 split of") {
		t.Errorf("before the runs on one split the sentence is %q", lead)
	}
}
