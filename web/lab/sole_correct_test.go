package lab_test

import (
	"fmt"
	"testing"

	"sheafscope/core/train"
	"sheafscope/wasm/client"
	"sheafscope/wasm/proto"
	"sheafscope/web/lab"
)

// SoleCorrect lists, for each split without a pending run, the nodes that exactly one model predicts correctly. A failed run is left out,
// and a single run is no comparison. OpenRun shows the run of a listed node at its position; another node or a failed run opens nothing.
func TestSoleCorrectNodes(t *testing.T) {
	test := &testLab{s: lab.New(), page: subject("data:texas")}
	test.page.Graph.Labels = []int{0, 1, 0, 1, -1, 1}
	test.page.Graph.N = 6
	test.do(lab.SetRuns{Runs: 3})
	test.do(lab.StartResults{})
	// The jobs of each split are SGPC, MLP and GCN. Node 5 is no test node, and node 4 has no label.
	// finished returns a run that predicts the class c[i] of node i.
	tested := []int32{0, 1, 2, 3, 4}
	finished := func(c ...int32) client.JobState {
		return client.JobState{Done: true, Outcome: proto.JobAnswer{Outcome: train.Outcome{Pred: c, Tested: tested, Position: 77}}}
	}
	failed := client.JobState{Done: true, Err: "broken"}
	results := []client.JobState{
		// Right at node 0: the first run alone; at nodes 1 and 2: two runs; at node 3: none.
		finished(0, 1, 1, 0, 0, 1), finished(1, 1, 0, 0, 1, 0), finished(1, 0, 0, 0, 0, 0),
		// Right at node 0: the second run alone; at node 1: the third alone; at node 2: both.
		failed, finished(0, 0, 0, 0, 0, 1), finished(1, 1, 0, 0, 0, 0),
		// One run alone is no comparison.
		failed, failed, finished(0, 1, 0, 1, 0, 1)}
	// report passes results of the nine runs.
	report := func(results []client.JobState) {
		test.do(lab.Reported{Report: client.PoolState{Results: results, Total: 9}})
	}
	unfinished := append([]client.JobState{}, results...)
	unfinished[4] = client.JobState{}
	report(unfinished)
	// soleCorrect prints the list. An element has the name of the split, its successful jobs and, for each of these jobs, its nodes.
	soleCorrect := func() string { return fmt.Sprint(test.s.Results.SoleCorrect(test.page.Graph.Labels)) }
	if got := soleCorrect(); got != "[{split 0 [0 1 2] [[0] [] []]}]" {
		t.Errorf("while a run is under way: %s", got)
	}
	report(results)
	if got := soleCorrect(); got != "[{split 0 [0 1 2] [[0] [] []]} {split 1 [4 5] [[0] [1]]}]" {
		t.Errorf("after all runs: %s", got)
	}
	test.do(lab.OpenRun{Job: 5, Node: 1})
	show, ok := test.cmds[0].(lab.ShowRun)
	if r := show.Recipe; !ok || r.Model != "gcn" || r.Split != "public:1" || r.Position != 77 {
		t.Errorf("the run of node 1 is opened with %+v", test.cmds)
	}
	if show.Node != 1 || len(show.Among) != 1 || show.Name != "right in GCN alone" {
		t.Errorf("node %d of %v is selected as %q", show.Node, show.Among, show.Name)
	}
	// Job 5 is not alone right at node 0. The table has no jobs −1 and 9. Job 3 has failed, and job 8 has no other run beside it.
	for _, m := range []lab.OpenRun{{Job: 5, Node: 0}, {Job: -1, Node: 0}, {Job: 9, Node: 0}, {Job: 3, Node: 0}, {Job: 8, Node: 0}} {
		test.do(m)
		if len(test.cmds) != 0 {
			t.Errorf("%+v opens %+v", m, test.cmds)
		}
	}
}
