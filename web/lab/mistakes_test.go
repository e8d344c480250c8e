package lab_test

import (
	"strings"
	"testing"

	"sheafscope/core/train"
	"sheafscope/wasm/client"
	"sheafscope/wasm/proto"
	"sheafscope/web/lab"
)

// The mistakes count each run as it ends, over the test nodes with a label. A failed run is left out. The copied table has a line for each
// node. A new batch begins without mistakes.
func TestMistakesFollowFinishedRuns(t *testing.T) {
	test := &testLab{s: lab.New(), page: subject("data:texas")}
	test.do(lab.SetRuns{Runs: 2})
	test.do(lab.SelectModel{Key: "mlp", On: false})
	test.do(lab.StartResults{})
	// report passes the results of the first runs: SGPC and GCN on the first split, then SGPC on the second; the fourth run fails.
	report := func(done int, over bool) {
		results := make([]client.JobState, 4)
		for i, pred := range [][]int32{{0, 0, 0, 0}, {1, 1, 1, 1}, {0, 1, 0, 0}, nil}[:done] {
			results[i] = client.JobState{Done: true, Outcome: proto.JobAnswer{Outcome: train.Outcome{Pred: pred, Tested: []int32{1, 2, 3},
				BestEpoch: 1}}}
			if pred == nil {
				results[i].Err = "broken"
			}
		}
		test.do(lab.Reported{Report: client.PoolState{Results: results, Done: done, Total: 4, Over: over}})
	}
	report(0, false)
	if test.s.Results.Mistakes != nil {
		t.Error("there are mistakes before a run has ended")
	}
	report(1, false)
	if m := test.s.Results.Mistakes; m == nil || len(m.Models) != 1 {
		t.Fatalf("after the run of SGPC the mistakes are %+v, want one model", m)
	}
	report(4, true)
	m := test.s.Results.Mistakes
	if m == nil || len(m.Models) != 2 || m.Models[0] != "SGPC" || m.Models[1] != "GCN" {
		t.Fatalf("the mistakes are %+v, want those of SGPC and GCN", m)
	}
	// want has the number of runs that test a node, and the number of wrong ones among them. The labels are 0, 1, 0 and none. On the first
	// split SGPC is wrong at node 1, and GCN at node 2. Node 0 is no test node, and node 3 has no label.
	for i, want := range [][2]int{{0, 0}, {3, 1}, {3, 1}, {0, 0}} {
		if tests, wrong := m.Node(i); tests != want[0] || wrong != want[1] {
			t.Errorf("node %d: wrong in %d of %d, want %d of %d", i, wrong, tests, want[1], want[0])
		}
	}
	test.do(lab.CopyResults{Format: "nodes"})
	head := "node,name,label,tests,wrong,tests_SGPC,wrong_SGPC,tests_GCN,wrong_GCN\n"
	if text := test.cmds[0].(lab.CopyText).Text; !strings.HasPrefix(text, head+"0,0,0,0,0,") ||
		!strings.Contains(text, "\n1,1,1,3,1,2,1,1,0\n") || !strings.HasSuffix(text, "\n3,3,,0,0,0,0,0,0\n") {
		t.Errorf("the copied table is %s", text)
	}
	test.do(lab.StartResults{})
	if test.s.Results.Mistakes != nil {
		t.Error("a new batch begins with the mistakes of the last")
	}
}
