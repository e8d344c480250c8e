package lab_test

import (
	"maps"
	"testing"

	"sheafscope/core/train"
	"sheafscope/wasm/client"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
	"sheafscope/web/lab"
)

// The five stops of the dial are NSD with different maps and otherwise equal settings. They have graph and seed of the page's run. If the
// page's model is NSD, they also have its other settings. The page's settings do not change.
func TestStopsDifferInMaps(t *testing.T) {
	for _, row := range []struct {
		model    string            // of the page; "" is SGPC
		settings map[string]string // of the page
		others   map[string]string // settings of a stop except "maps"
	}{
		{"", map[string]string{"dt": "2"}, map[string]string{}}, {"gcn", nil, map[string]string{}},
		{"", map[string]string{"reading": "code"}, map[string]string{}},
		{"nsd-diag", map[string]string{"d": "2", "maps": "zero"}, map[string]string{"d": "2"}},
	} {
		test := &testLab{s: lab.New(), page: subject("karate")}
		test.page.Recipe.Model, test.page.Recipe.Settings = row.model, row.settings
		test.page.Recipe.Position, test.page.Recipe.Method = 9, "paper"
		// The settings of the page's run before.
		given := maps.Clone(row.settings)
		test.do(lab.StartDial{})
		jobs := test.cmds[0].(lab.RunJobs).Jobs
		for k, want := range []string{"identity", "signs", "diagonal", "orthogonal", "general"} {
			r := jobs[k].Run
			if r.Settings["maps"] != want || r.Model != "nsd-general" || r.Method != "" || jobs[k].Unit != proto.JobStop {
				t.Errorf("%q, stop %d trains %+v, want NSD with the maps %q", row.model, k, jobs[k], want)
			}
			if r.Graph != "karate" || r.Seed != 7 || r.Position != 0 {
				t.Errorf("%q, stop %d begins with %+v, want the page's graph and seed at position 0", row.model, k, r)
			}
			delete(r.Settings, "maps")
			if !maps.Equal(r.Settings, row.others) {
				t.Errorf("%q, stop %d has the other settings %v, want %v", row.model, k, r.Settings, row.others)
			}
		}
		if len(jobs) != 5 || !maps.Equal(test.page.Recipe.Settings, given) {
			t.Errorf("%d stops, want 5; the page's run has %v, want %v", len(jobs), test.page.Recipe.Settings, given)
		}
	}
}

// Trained stops survive a cancel, and another stop, model or method on the page. Another seed drops them and cancels the batch. Only a
// trained stop opens, at its position. During the training no other batch starts.
func TestDialStaysWithItsGraph(t *testing.T) {
	test := &testLab{s: lab.New(), page: subject("karate")}
	test.do(lab.StartDial{})
	test.do(lab.StartResults{})
	if test.s.Work == lab.ForResults {
		t.Error("two batches run at once")
	}
	results := make([]client.JobState, 5)
	results[3] = client.JobState{Done: true, Outcome: proto.JobAnswer{Outcome: train.Outcome{BestEpoch: 4, Position: 51}}}
	test.do(lab.Reported{Report: client.PoolState{Results: results, Done: 1, Total: 5}})
	// Stop 3 is trained, stop 2 is not.
	test.do(lab.OpenStop{At: 2})
	if len(test.cmds) != 0 {
		t.Errorf("a stop that is not trained opens with %+v", test.cmds)
	}
	test.do(lab.OpenStop{At: 3})
	r := test.cmds[0].(lab.ShowRun).Recipe
	if r.Position != 51 || r.Settings["maps"] != "orthogonal" || r.Model != "nsd-general" {
		t.Errorf("stop 3 is %+v, want orthogonal maps at position 51", r)
	}
	test.do(lab.Cancel{})
	if _, ok := test.cmds[0].(lab.CancelJobs); !ok || test.s.Work == lab.ForDial || !test.s.Dial.Report.Results[3].Done {
		t.Errorf("after the cancel: %+v", test.cmds)
	}
	// The page shows the stop, then another model, then another method.
	for _, q := range []recipe.Setup{r, {Graph: "karate", Seed: 7, Model: "gcn"}, {Graph: "karate", Seed: 7, Method: "paper"}} {
		test.page.Recipe = q
		test.do(lab.PageRunMoved{})
		if len(test.s.Dial.Requests) != 5 {
			t.Errorf("the run %+v drops the trained stops", q)
		}
	}
	// Another seed during a training.
	test.do(lab.StartDial{})
	test.page.Recipe.Seed = 8
	test.do(lab.PageRunMoved{})
	if _, ok := test.cmds[0].(lab.CancelJobs); !ok || len(test.s.Dial.Requests) != 0 || test.s.Busy() {
		t.Errorf("another seed: %+v, %+v", test.cmds, test.s.Dial)
	}
}
