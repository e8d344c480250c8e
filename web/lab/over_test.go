package lab_test

import (
	"strconv"
	"strings"
	"testing"

	"sheafscope/core/figures"
	"sheafscope/core/train"
	"sheafscope/wasm/client"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
	"sheafscope/web/lab"
)

// announced returns the text of the last commands for screen readers, "" without an announcement.
func (d *testLab) announced() (text string) {
	for _, c := range d.cmds {
		if a, ok := c.(lab.Announce); ok {
			text = a.Text
		}
	}
	return text
}

// starts has a message for each kind of work in the pool, except a search.
var starts = []lab.Msg{lab.StartResults{}, lab.StartDial{}, lab.StartRetrain{}, lab.StartDepth{}, lab.StartHeat{},
	lab.RunFigure{ID: "plans"}, lab.RunCell{Dataset: "texas", Model: "gcn"}}

// TestEndStatesFailures: at the end of each kind of work, the announcement has the number of failed runs, if there are any.
func TestEndStatesFailures(t *testing.T) {
	for _, start := range starts {
		for failures := range 3 {
			test := &testLab{s: lab.New(), page: subject("karate")}
			test.do(lab.StoredPaper{Text: string(figures.Text())})
			test.do(start)
			n := len(test.jobs())
			report := client.PoolState{Results: make([]client.JobState, n), Total: n, Done: n, Over: true}
			for k := range n {
				report.Results[k] = client.JobState{Done: true, Outcome: proto.JobAnswer{Outcome: train.Outcome{Test: 0.5, BestEpoch: 1}}}
				if k < failures {
					report.Results[k] = client.JobState{Done: true, Err: "no memory"}
				}
			}
			test.do(lab.Reported{Report: report})
			want := "The runs are over."
			if failures > 0 {
				want = "The runs are over; failed: " + strconv.Itoa(failures) + "."
			}
			if got := test.announced(); got != want || test.s.Busy() {
				t.Errorf("%T with %d failures: the announcement is %q, want %q", start, failures, got, want)
			}
		}
	}
}

// TestIdlePoolIsNotCalledBusy: without a graph, a start in an idle pool announces no other runs.
func TestIdlePoolIsNotCalledBusy(t *testing.T) {
	for _, start := range append(starts, lab.StartTune{}) {
		test := &testLab{s: lab.New(), page: lab.Subject{Recipe: recipe.Setup{Graph: "karate"}}}
		test.do(start)
		if text := test.announced(); strings.Contains(text, "Other runs") {
			t.Errorf("%T without a graph: %q", start, text)
		}
	}
}

// TestMeanValidationSkipsSplitsWithoutNodes: a split without validation nodes, whose accuracy is −1, does not count in the mean validation
// accuracy. Without any such node, the Markdown has a dash. It counts one split as "1 split".
func TestMeanValidationSkipsSplitsWithoutNodes(t *testing.T) {
	for want, validation := range map[string][]float64{"70.0": {0.6, 0.8, -1}, "–": {-1, -1}, "80.0": {0.8}} {
		test := &testLab{s: lab.New(), page: subject("karate")}
		test.do(lab.SelectModel{Key: "mlp"})
		test.do(lab.SelectModel{Key: "sgpc"})
		n := len(validation)
		test.page.Graph.Splits = []string{"a", "b", "c"}[:n]
		test.do(lab.StartResults{})
		report := client.PoolState{Total: n, Done: n, Over: true}
		for _, v := range validation {
			report.Results = append(report.Results, client.JobState{Done: true,
				Outcome: proto.JobAnswer{Outcome: train.Outcome{Test: 0.5, Val: v, BestEpoch: 1}}})
		}
		test.do(lab.Reported{Report: report})
		text := test.s.Results.Table().Markdown()
		if !strings.Contains(text, "| "+want+" | "+strconv.Itoa(n)+" |") || strings.Contains(text, "1 splits") {
			t.Errorf("the validation accuracies %v give %s, want %s", validation, text, want)
		}
	}
}

// TestOtherSettingsComeFromNoSearch: after a search has chosen the settings of the page's run, only a run with exactly these settings names
// the search. Runs of another model, and runs of a table of maps, do not.
func TestOtherSettingsComeFromNoSearch(t *testing.T) {
	for _, start := range []lab.Msg{lab.StartResults{}, lab.StartMaps{}} {
		test := &testLab{s: lab.New(), page: subject("karate")}
		test.page.Recipe.Settings, test.page.Recipe.Tuned = map[string]string{"dt": "2"}, recipe.Tuned{Tried: 9}
		test.do(start)
		for _, j := range test.jobs() {
			isPageRun := j.Run.Model != "gcn" && j.Run.Model != "mlp" && j.Run.Settings["maps"] == ""
			if (j.Run.Tuned.Tried > 0) != isPageRun {
				t.Errorf("%T: the run of %q with %v names the search %+v", start, j.Run.Model, j.Run.Settings, j.Run.Tuned)
			}
		}
	}
}

// TestRunBHasSharedPartsOfA: a change of a part of A's recipe that B shares loads B again with this part. A change of A's model, settings,
// seed, position or search does not.
func TestRunBHasSharedPartsOfA(t *testing.T) {
	for name, row := range map[string]struct {
		change func(*recipe.Setup)
		shared bool
	}{
		"split":    {func(r *recipe.Setup) { r.Split = "per-class:2" }, true},
		"method":   {func(r *recipe.Setup) { r.Method = "paper" }, true},
		"reading":  {func(r *recipe.Setup) { r.Read = "delimiter" }, true},
		"model":    {func(r *recipe.Setup) { r.Model = "gat" }, false},
		"seed":     {func(r *recipe.Setup) { r.Seed = 8 }, false},
		"position": {func(r *recipe.Setup) { r.Position = 8 }, false},
		"settings": {func(r *recipe.Setup) { r.Settings = map[string]string{"dt": "2"} }, false},
		"search":   {func(r *recipe.Setup) { r.Tuned.Tried = 3 }, false},
	} {
		test := &testLab{s: lab.New(), page: subject("karate")}
		test.do(lab.OpenCompare{Second: recipe.Second{Key: "sgpc", Seed: 3}})
		row.change(&test.page.Recipe)
		test.do(lab.PageRunMoved{})
		if (len(test.cmds) > 0) != row.shared {
			t.Errorf("%s: the commands are %+v, want a load: %v", name, test.cmds, row.shared)
			continue
		}
		if row.shared {
			got, want := test.sent(t).Recipe, test.page.Recipe
			if got.Split != want.Split || got.Method != want.Method || got.Read != want.Read || got.Seed != 3 {
				t.Errorf("%s: B loads %+v, A is %+v", name, got, want)
			}
		}
	}
}

// TestMenusOfSmallNumbers: the menu of a positive number with a small default has at least three values within a factor 100 of the default.
// The menu of a share has the eleven multiples of 0.1.
func TestMenusOfSmallNumbers(t *testing.T) {
	test := &testLab{s: lab.New(), page: subject("karate")}
	test.do(lab.OpenCompare{Second: recipe.Second{Key: "sgpc"}})
	_, more := test.s.Compare.Menus()
	small := 0
	for _, q := range more {
		standard, _ := strconv.ParseFloat(q.Default, 64) // 0 for a word or a flag
		if q.Kind() == "number" && q.Lo > 0 && standard < 0.1 {
			small++
			near := 0
			for _, v := range test.s.Compare.Values(q) {
				x, _ := strconv.ParseFloat(v[0], 64)
				if x >= standard/101 && x <= 101*standard {
					near++
				}
			}
			if near < 3 {
				t.Errorf("the menu of %s, with default %s, is %v", q.Name, q.Default, test.s.Compare.Values(q))
			}
		}
		if q.Name == "w" && len(test.s.Compare.Values(q)) != 11 {
			t.Errorf("the menu of %s is %v, want 0 to 1 by steps of 0.1", q.Name, test.s.Compare.Values(q))
		}
	}
	if small < 2 {
		t.Errorf("%d settings have a positive range and a small default, want several", small)
	}
}

// TestSavedFigureIsDisplayedFigure: if all runs of a figure have failed, the saved file has no curves, as the figure. Before the first run
// has ended it has the downloaded curves.
func TestSavedFigureIsDisplayedFigure(t *testing.T) {
	test := &testLab{s: lab.New(), page: subject("karate")}
	test.do(lab.StoredPaper{Text: string(figures.Text())})
	for _, f := range test.s.Paper.Library.Figures {
		stored := test.s.Paper.Library.Stored(f.ID).Figures[f.ID]
		test.do(lab.SaveFigure{ID: f.ID})
		before := test.cmds[0].(lab.Save).Text
		test.do(lab.RunFigure{ID: f.ID})
		n := len(test.jobs())
		results := make([]client.JobState, n)
		for k := range results {
			results[k] = client.JobState{Done: true, Err: "no memory"}
		}
		test.do(lab.Reported{Report: client.PoolState{Results: results, Total: n, Done: n, Over: true}})
		test.do(lab.SaveFigure{ID: f.ID})
		after := test.cmds[0].(lab.Save).Text
		if before != figures.CSV(stored, 0) || after != figures.CSV(nil, 0) {
			t.Errorf("figure %s is saved as %q, and after failed runs as %q", f.ID, before, after)
		}
	}
}
