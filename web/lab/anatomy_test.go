package lab_test

import (
	"testing"

	"sheafscope/core/anatomy"
	"sheafscope/wasm/client"
	"sheafscope/wasm/proto"
	"sheafscope/web/lab"
)

// The page's run is timed from its start, alone; the answer goes with the run, a cancel takes it away.
func TestAnatomy(t *testing.T) {
	d := &desk{s: lab.New(), on: subject("data:texas")}
	d.on.Recipe.Settings, d.on.Recipe.Position = map[string]string{"dt": "2"}, 77
	d.do(lab.StartAnatomy{})
	jobs := d.jobs()
	if len(jobs) != 1 || jobs[0].Unit != proto.JobAnatomy || jobs[0].Run.Position != 0 || jobs[0].Run.Settings["dt"] != "2" {
		t.Fatalf("%+v", jobs)
	}
	if d.do(lab.StartRetrain{}); d.s.Retrain.Running || !d.s.Busy() {
		t.Error("two batches at once")
	}
	told := []client.Result{{Done: true, Outcome: proto.Outcome{Anatomy: &anatomy.Report{EpochMS: 5}}}}
	if d.do(lab.Reported{Report: client.Report{Results: told, Total: 1}}); d.s.Anatomy.Measured() != nil {
		t.Error("an answer before the end")
	}
	d.do(lab.Reported{Report: client.Report{Results: told, Done: 1, Total: 1, Over: true}})
	if r := d.s.Anatomy.Measured(); r == nil || r.EpochMS != 5 || d.s.Busy() {
		t.Errorf("%+v", d.s.Anatomy)
	}
	d.on.Recipe.Position = 99
	if d.do(lab.Follow{}); d.s.Anatomy.Measured() == nil {
		t.Error("the run's position takes the answer away")
	}
	d.on.Recipe.Seed++
	if d.do(lab.Follow{}); d.s.Anatomy.Measured() != nil || len(d.cmds) != 0 {
		t.Errorf("the answer of another seed stays; %+v", d.cmds)
	}
	d.do(lab.StartAnatomy{})
	if d.do(lab.Cancel{}); d.s.Busy() || len(d.cmds) != 2 {
		t.Errorf("cancelled: %+v", d.cmds)
	}
	d.do(lab.StartAnatomy{})
	d.on.Recipe.Graph, d.on.Key = "karate", d.on.Key+1
	if d.do(lab.Follow{}); d.s.Busy() || len(d.cmds) != 1 {
		t.Errorf("another graph: %+v", d.cmds)
	}
}
