package view_test

import (
	"slices"
	"testing"

	"sheafscope/core/sgpc/frame"
	"sheafscope/core/train"
	"sheafscope/wasm/client"
	"sheafscope/wasm/proto"
	"sheafscope/web/lab"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/inspector"
	"sheafscope/web/view/results"
)

// This file tests the list of nodes that a single model predicts correctly.

// Once a split has ended, the panel lists the nodes that exactly one model predicts correctly; a node that one edge decides comes first. A
// press on a node loads the run of that model at its best epoch, and selects the node in its list. A press on another node of the same run
// only changes the selection, unless the page has left the best epoch.
func TestSoleCorrectNodesAreListed(t *testing.T) {
	s := *karate(t, epochs(1), frame.Focus{})
	s.View.Panel = state.PanelResults
	list := func() *results.Alone {
		for _, f := range inspector.New(&s).Body.Figures {
			if a, ok := f.Data.(results.Alone); ok {
				return &a
			}
		}
		return nil
	}
	s, _, _ = state.Update(s, state.Lab{Msg: lab.SetRuns{Runs: 1}})
	s, _, _ = state.Update(s, state.Lab{Msg: lab.StartResults{}})
	if list() != nil {
		t.Error("there is a list before a run has ended")
	}
	// Of SGPC, MLP and GCN only MLP, job 1, is right, at the test nodes 4 and 9.
	labels := s.Graph.Labels
	right, wrong := make([]int32, len(labels)), make([]int32, len(labels))
	for i, c := range labels {
		right[i], wrong[i] = int32(c), int32((c+1)%s.Graph.Classes)
	}
	result := func(pred []int32) client.JobState {
		return client.JobState{Done: true, Outcome: proto.JobAnswer{Outcome: train.Outcome{Pred: pred, Tested: []int32{4, 9}, BestEpoch: 1,
			Position: 30}, Decided: []int32{9}}}
	}
	runs := []client.JobState{result(wrong), result(right), result(wrong)}
	s, _, _ = state.Update(s, state.Lab{Msg: lab.Reported{Report: client.PoolState{Results: runs, Done: 3, Total: 3, Over: true}}})
	a := list()
	if a == nil || len(a.Rows) != 1 || len(a.Rows[0].Runs) != 1 || len(a.Rows[0].Runs[0].Nodes) != 2 {
		t.Fatalf("the list is %+v, want one split, one run and two nodes", a)
	}
	classes := view.Classes(s.Graph)
	name := classes[wrong[9]].Name
	if q := a.Rows[0].Runs[0].Nodes; q[0].Node != 9 || !q[0].Edge || q[1].Node != 4 || q[1].Edge ||
		q[0].Title != classes[labels[9]].Name+"; SGPC says "+name+"; GCN says "+name+"; an edge decides it" {
		t.Errorf("the nodes are %+v, want 9, which an edge decides, before 4", q)
	}
	// The press on node 9 loads the run at its best epoch, position 30.
	s, cmds, _ := state.Update(s, state.Lab{Msg: lab.OpenRun{Job: 1, Node: 9}})
	if !s.Loading() || s.Shown().Position != 30 || s.Node() != 9 || len(s.View.Chosen) != 2 || s.View.Panel != state.PanelNode ||
		len(cmds) == 0 {
		t.Fatalf("node %d of the list %v is open, in the run %+v, want node 9 of a list of two, at position 30", s.Node(), s.View.Chosen,
			s.Shown())
	}
	for _, c := range cmds {
		if c, ok := c.(state.Send); ok && c.Goal != nil && c.Goal.Load && c.Goal.Focus.Node != 10 {
			t.Errorf("the run is loaded with the focus %+v, want node 9, choice 10", c.Goal.Focus)
		}
	}
	// The run arrives at its position. A press on another node of this run only selects the node.
	shown := *s.Frame
	loads := func(c state.Command) bool {
		send, ok := c.(state.Send)
		return ok && send.Goal != nil && send.Goal.Load
	}
	load := cmds[slices.IndexFunc(cmds, loads)].(state.Send).Goal
	s, _, _ = state.Update(s, state.FromWorker{Reply: proto.Reply{Status: &proto.Status{Goal: load.Seq, Reached: true, Graph: s.Graph}}})
	shown.Position = 30
	s.Frame = &shown
	s, cmds, _ = state.Update(s, state.Lab{Msg: lab.OpenRun{Job: 1, Node: 4}})
	for _, c := range cmds {
		send, ok := c.(state.Send)
		if !ok {
			continue
		}
		// The node needs its frame and its explanation, and no goal.
		isExpected := send.Query.Question == proto.ReadFrame || send.Query.Question == proto.Explain
		if send.Goal != nil || !isExpected {
			t.Errorf("another node of the run sends %+v, want only the queries for frame and explanation", send.Message)
		}
	}
	if s.Loading() || s.Node() != 4 || len(s.View.Chosen) != 2 {
		t.Errorf("node %d of the list %v is open, in the run %+v, want node 4 of a list of two, without a load", s.Node(), s.View.Chosen,
			s.Shown())
	}
	// From position 12 the run goes back to its best epoch.
	shown.Position = 12
	s, cmds, _ = state.Update(s, state.Lab{Msg: lab.OpenRun{Job: 1, Node: 9}})
	if s.Loading() || !seeks(cmds, 30) {
		t.Errorf("from position 12 the press sends %+v, want a way back to 30", cmds)
	}
}

// seeks reports whether a command requests the given position of the run.
func seeks(cmds []state.Command, position int) bool {
	for _, c := range cmds {
		if c, ok := c.(state.Send); ok && c.Goal != nil && c.Goal.Until == (proto.Until{Unit: proto.At, N: position}) {
			return true
		}
	}
	return false
}
