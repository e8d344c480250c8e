package lab_test

import (
	"testing"

	"sheafscope/core/sgpc/explain"
	"sheafscope/core/train"
	"sheafscope/wasm/client"
	"sheafscope/wasm/proto"
	"sheafscope/web/lab"
)

// The unchanged and the changed graph are trained with equal settings, as two jobs from position 0. The outcomes belong to one node, one
// change and one run: another position keeps them, another seed drops them. A cancel and another graph end the training. During the
// training no other batch starts.
func TestRetrainBelongsToItsRun(t *testing.T) {
	test := &testLab{s: lab.New(), page: subject("data:texas")}
	test.page.Recipe.Settings, test.page.Recipe.Position = map[string]string{"dt": "2"}, 77
	change := explain.Change{AddEdges: [][2]int{{0, 3}}}
	test.do(lab.StartRetrain{Node: 2, Change: change})
	jobs := test.jobs()
	if len(jobs) != 2 || !jobs[0].Change.Empty() || !jobs[1].Change.Equal(change) {
		t.Fatalf("the jobs are %+v, want the graph without and with the change", jobs)
	}
	for _, j := range jobs {
		if j.Unit != proto.JobNode || j.Node != 2 || j.Run.Position != 0 || j.Run.Seed != 7 || j.Run.Settings["dt"] != "2" ||
			j.Run.Graph != "data:texas" {
			t.Errorf("the job %+v is not that of node 2 in the page's run", j)
		}
	}
	test.do(lab.StartResults{})
	if test.s.Work == lab.ForResults || !test.s.Busy() {
		t.Error("two batches run at once")
	}
	if _, _, known := test.s.Retrain.Of(2, change); known {
		t.Error("there is an answer before the training")
	}
	// A report with one result belongs to another batch; a report with two ends this batch.
	results := []client.JobState{{Done: true, Outcome: proto.JobAnswer{Outcome: train.Outcome{Test: 0.5}}}, {Done: true,
		Outcome: proto.JobAnswer{Outcome: train.Outcome{Test: 0.25}}}}
	test.do(lab.Reported{Report: client.PoolState{Results: results[:1], Done: 1, Total: 1, Over: true}})
	if test.s.Work != lab.ForRetrain {
		t.Error("a report of another batch ends it")
	}
	test.do(lab.Reported{Report: client.PoolState{Results: results, Done: 2, Total: 2, Over: true}})
	unchanged, changed, known := test.s.Retrain.Of(2, change)
	if !known || unchanged.Outcome.Test != 0.5 || changed.Outcome.Test != 0.25 || test.s.Busy() {
		t.Errorf("the answers are %+v and %+v, known %v; want 0.5 and 0.25; busy %v", unchanged, changed, known, test.s.Busy())
	}
	if _, _, known := test.s.Retrain.Of(1, change); known {
		t.Error("another node has an answer")
	}
	if _, _, known := test.s.Retrain.Of(2, explain.Change{}); known {
		t.Error("another change has an answer")
	}
	// Another position, then another seed, of the page's run.
	test.page.Recipe.Position = 99
	test.do(lab.PageRunMoved{})
	if len(test.s.Retrain.Report.Results) != 2 {
		t.Error("another position of the run drops the answer")
	}
	test.page.Recipe.Seed = 8
	test.do(lab.PageRunMoved{})
	if len(test.s.Retrain.Report.Results) != 0 || len(test.cmds) != 0 {
		t.Errorf("after another seed the answer stays, or there are the commands %+v", test.cmds)
	}
	// The commands of a cancel are CancelJobs and an announcement. Another graph only cancels.
	test.do(lab.StartRetrain{Node: 2, Change: change})
	test.do(lab.Cancel{})
	if test.s.Busy() || len(test.cmds) != 2 {
		t.Errorf("after the cancel: busy %v, commands %+v", test.s.Busy(), test.cmds)
	}
	test.do(lab.StartRetrain{Node: 2, Change: change})
	test.page.Key++
	test.do(lab.PageRunMoved{})
	if test.s.Busy() || len(test.cmds) != 1 {
		t.Errorf("after another graph: busy %v, commands %+v", test.s.Busy(), test.cmds)
	}
}
