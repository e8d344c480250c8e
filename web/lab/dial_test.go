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

// The five stops of the dial are NSD with different maps and else equal settings, for any model of the page. They take the settings that
// NSD shares with the page's run, and do not change that run.
func TestStopsDifferInMaps(t *testing.T) {
	for _, c := range []struct {
		model    string
		settings map[string]string
		others   map[string]string // settings of a stop except "maps"
	}{
		{"", map[string]string{"dt": "2"}, map[string]string{}}, {"gcn", nil, map[string]string{}},
		{"", map[string]string{"reading": "code"}, map[string]string{}},
		{"nsd-diag", map[string]string{"d": "2", "maps": "zero"}, map[string]string{"d": "2"}},
	} {
		d := &testLab{s: lab.New(), page: subject("karate")}
		d.page.Recipe.Model, d.page.Recipe.Settings, d.page.Recipe.Position, d.page.Recipe.Method = c.model, c.settings, 9, "paper"
		given := maps.Clone(c.settings)
		d.do(lab.StartDial{})
		jobs := d.cmds[0].(lab.RunJobs).Jobs
		for k, want := range []string{"identity", "signs", "diagonal", "orthogonal", "general"} {
			r := jobs[k].Run
			if r.Settings["maps"] != want || jobs[k].Unit != proto.JobStop || r.Model != "nsd-general" || r.Graph != "karate" || r.Seed != 7 ||
				r.Position != 0 || r.Method != "" {
				t.Errorf("%q, stop %d: %+v", c.model, k, jobs[k])
			}
			delete(r.Settings, "maps")
			if !maps.Equal(r.Settings, c.others) {
				t.Errorf("%q, stop %d has the settings %v", c.model, k, r.Settings)
			}
		}
		if len(jobs) != 5 || !maps.Equal(d.page.Recipe.Settings, given) {
			t.Errorf("%d stops; the page's run has %v", len(jobs), d.page.Recipe.Settings)
		}
	}
}

// Trained stops survive another model or stop on the page, and a cancel. They are dropped with another seed, which also cancels the batch.
// Only a trained stop opens, at its position.
func TestDialStaysWithItsGraph(t *testing.T) {
	d := &testLab{s: lab.New(), page: subject("karate")}
	d.do(lab.StartDial{})
	d.do(lab.StartResults{})
	if d.s.Work == lab.ForResults {
		t.Error("two batches run at once")
	}
	results := make([]client.JobState, 5)
	results[3] = client.JobState{Done: true, Outcome: proto.JobAnswer{Outcome: train.Outcome{BestEpoch: 4, Position: 51}}}
	d.do(lab.Reported{Report: client.PoolState{Results: results, Done: 1, Total: 5}})
	// Stop 3 is trained, stop 2 is not.
	d.do(lab.OpenStop{At: 2})
	if len(d.cmds) != 0 {
		t.Errorf("a stop that is not trained opens with %+v", d.cmds)
	}
	d.do(lab.OpenStop{At: 3})
	r := d.cmds[0].(lab.ShowRun).Recipe
	if r.Position != 51 || r.Settings["maps"] != "orthogonal" || r.Model != "nsd-general" {
		t.Errorf("the stop is %+v", r)
	}
	d.do(lab.Cancel{})
	if _, ok := d.cmds[0].(lab.CancelJobs); !ok || d.s.Work == lab.ForDial || !d.s.Dial.Report.Results[3].Done {
		t.Errorf("after the cancel: %+v", d.cmds)
	}
	for _, q := range []recipe.Setup{r, {Graph: "karate", Seed: 7, Model: "gcn"}, {Graph: "karate", Seed: 7, Method: "paper"}} {
		d.page.Recipe = q
		d.do(lab.PageRunMoved{})
		if len(d.s.Dial.Requests) != 5 {
			t.Errorf("the run %+v drops the trained stops", q)
		}
	}
	// Another seed during a training.
	d.do(lab.StartDial{})
	d.page.Recipe.Seed = 8
	d.do(lab.PageRunMoved{})
	if _, ok := d.cmds[0].(lab.CancelJobs); !ok || len(d.s.Dial.Requests) != 0 || d.s.Busy() {
		t.Errorf("another seed: %+v, %+v", d.cmds, d.s.Dial)
	}
}
