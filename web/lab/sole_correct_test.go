package lab_test

import (
	"fmt"
	"testing"

	"sheafscope/core/train"
	"sheafscope/wasm/client"
	"sheafscope/wasm/proto"
	"sheafscope/web/lab"
)

// TestSoleCorrectNodes checks the nodes of splits without pending runs. A failed run counts as none, and one run is no comparison.
// A node opens the run that is right there.
func TestSoleCorrectNodes(t *testing.T) {
	d := &desk{s: lab.New(), on: subject("data:texas")}
	d.on.Graph.Labels = []int{0, 1, 0, 1, -1, 1}
	d.on.Graph.N = 6
	d.do(lab.SetRuns{Runs: 3})
	d.do(lab.StartResults{})
	tested := []int32{0, 1, 2, 3, 4}
	called := func(c ...int32) client.JobState {
		return client.JobState{Done: true, Outcome: proto.JobAnswer{Outcome: train.Outcome{Pred: c, Tested: tested, Position: 77}}}
	}
	failed := client.JobState{Done: true, Err: "broken"}
	results := []client.JobState{
		called(0, 1, 1, 0, 0, 1), called(1, 1, 0, 0, 1, 0), called(1, 0, 0, 0, 0, 0), // 0: the first alone; 1: two; 2: two; 3: none
		failed, called(0, 0, 0, 0, 0, 1), called(1, 1, 0, 0, 0, 0), // 0, 1; 2: both
		failed, failed, called(0, 1, 0, 1, 0, 1)}
	report := func(results []client.JobState) {
		d.do(lab.Reported{Report: client.PoolState{Results: results, Total: 9}})
	}
	open := append([]client.JobState{}, results...)
	open[4] = client.JobState{}
	report(open)
	text := func() string { return fmt.Sprint(d.s.Results.SoleCorrect(d.on.Graph.Labels)) }
	if got := text(); got != "[{split 0 [0 1 2] [[0] [] []]}]" {
		t.Errorf("while a run is under way: %s", got)
	}
	report(results)
	if got := text(); got != "[{split 0 [0 1 2] [[0] [] []]} {split 1 [4 5] [[0] [1]]}]" {
		t.Errorf("%s", got)
	}
	d.do(lab.OpenRun{Job: 5, Node: 1})
	show, ok := d.cmds[0].(lab.ShowRun)
	if r := show.Recipe; !ok || r.Model != "gcn" || r.Split != "public:1" || r.Position != 77 || show.Node != 1 || len(show.Among) != 1 ||
		show.Name != "right in GCN alone" {
		t.Errorf("%+v", d.cmds)
	}
	for _, m := range []lab.OpenRun{{5, 0}, {-1, 0}, {9, 0}, {3, 0}, {8, 0}} {
		if d.do(m); len(d.cmds) != 0 {
			t.Errorf("%+v opens %+v", m, d.cmds)
		}
	}
}
