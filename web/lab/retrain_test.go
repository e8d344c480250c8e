package lab_test

import (
	"testing"

	"sheafscope/core/sgpc/explain"
	"sheafscope/core/train"
	"sheafscope/wasm/client"
	"sheafscope/wasm/proto"
	"sheafscope/web/lab"
)

// A changed graph is trained beside the unchanged one with equal settings. The outcomes belong to one node, change and run.
func TestRetrainBelongsToItsRun(t *testing.T) {
	d := &desk{s: lab.New(), on: subject("data:texas")}
	d.on.Recipe.Settings, d.on.Recipe.Position = map[string]string{"dt": "2"}, 77
	c := explain.Change{AddEdges: [][2]int{{0, 3}}}
	d.do(lab.StartRetrain{Node: 2, Change: c})
	jobs := d.jobs()
	if len(jobs) != 2 || !jobs[0].Change.Empty() || !jobs[1].Change.Equal(c) {
		t.Fatalf("%+v", jobs)
	}
	for _, j := range jobs {
		if j.Unit != proto.JobNode || j.Node != 2 || j.Run.Position != 0 || j.Run.Seed != 7 || j.Run.Settings["dt"] != "2" ||
			j.Run.Graph != "data:texas" {
			t.Errorf("%+v", j)
		}
	}
	if d.do(lab.StartResults{}); d.s.Work == lab.ForResults || !d.s.Busy() {
		t.Error("two batches at once")
	}
	if _, _, ok := d.s.Retrain.Of(2, c); ok {
		t.Error("an answer before it was trained")
	}
	results := []client.JobState{{Done: true, Outcome: proto.JobAnswer{Outcome: train.Outcome{Test: 0.5}}}, {Done: true,
		Outcome: proto.JobAnswer{Outcome: train.Outcome{Test: 0.25}}}}
	d.do(lab.Reported{Report: client.PoolState{Results: results[:1], Done: 1, Total: 1, Over: true}})
	if d.s.Work != lab.ForRetrain {
		t.Error("a report of another batch ends it")
	}
	d.do(lab.Reported{Report: client.PoolState{Results: results, Done: 2, Total: 2, Over: true}})
	asIs, changed, ok := d.s.Retrain.Of(2, c)
	if !ok || asIs.Outcome.Test != 0.5 || changed.Outcome.Test != 0.25 || d.s.Busy() {
		t.Errorf("%+v, %+v, %v", asIs, changed, ok)
	}
	if _, _, ok := d.s.Retrain.Of(1, c); ok {
		t.Error("an answer for another node")
	}
	if _, _, ok := d.s.Retrain.Of(2, explain.Change{}); ok {
		t.Error("an answer for another change")
	}
	d.on.Recipe.Position = 99
	if d.do(lab.PageRunMoved{}); len(d.s.Retrain.Report.Results) != 2 {
		t.Error("the run's position takes the answer away")
	}
	d.on.Recipe.Seed = 8
	if d.do(lab.PageRunMoved{}); len(d.s.Retrain.Report.Results) != 0 || len(d.cmds) != 0 {
		t.Errorf("the answer of another seed stays; %+v", d.cmds)
	}
	d.do(lab.StartRetrain{Node: 2, Change: c})
	if d.do(lab.Cancel{}); d.s.Busy() || len(d.cmds) != 2 {
		t.Errorf("cancelled: %+v", d.cmds)
	}
	d.do(lab.StartRetrain{Node: 2, Change: c})
	d.on.Key++
	if d.do(lab.PageRunMoved{}); d.s.Busy() || len(d.cmds) != 1 {
		t.Errorf("another graph: %+v", d.cmds)
	}
}
