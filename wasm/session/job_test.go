package session_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/cost"
	"sheafscope/core/sgpc/explain"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/view"
	"sheafscope/core/tune"
	"sheafscope/wasm/files/jobs"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/session"
)

// A job has the outcome of a run that the test steps to its end: epochs, best epoch, accuracies, and the classes and test nodes at the
// best epoch. Its decided nodes are the test nodes with the right class that lose it by the removal of one of their edges
// (explain.WhatIf).
func TestJobEqualsRunByHand(t *testing.T) {
	w := &simulatedHost{now: clockStart, yielded: clockStart}
	w.session = newSession(w, session.Core{Files: jobs.Do})
	rec := recipe.Setup{Graph: "karate", Seed: 3, Split: "random:0.3,0.3,0.4", Model: "gcn", Settings: map[string]string{"epochs": "12"}}
	list := w.do(flat.Request{Seq: 1, Kind: flat.Job, Recipe: rec})
	last := list[len(list)-1]
	if last.Kind != flat.Ended || !last.Final || last.Seq != 1 || last.Outcome == nil {
		t.Fatalf("the job is answered with %+v, want its outcome", last)
	}

	// The same run, stepped to its end.
	g, err := graph.Builtin("karate")
	if err != nil {
		t.Fatal(err)
	}
	split, err := graph.ParseSplit(g, rec.Split, rec.Seed)
	if err != nil {
		t.Fatal(err)
	}
	cfg, err := method.Configure(g, split, "gcn", "paper", rec.Seed)
	if err != nil {
		t.Fatal(err)
	}
	cfg.Epochs = 12
	run, err := sgpc.New(g, split, cfg)
	if err != nil {
		t.Fatal(err)
	}
	for !run.Done() {
		run.StepEpoch()
	}
	h := view.Frame(run, frame.Focus{}).History // BestEpoch counts from 1
	o := last.Outcome
	if o.Epochs != run.Epoch() || o.BestEpoch != h.BestEpoch || o.Val != h.Val[h.BestEpoch-1] || o.Test != h.Test[h.BestEpoch-1] {
		t.Fatalf("the job has %+v; the run has the best epoch %d, validation %v, test %v", o, h.BestEpoch, h.Val[h.BestEpoch-1],
			h.Test[h.BestEpoch-1])
	}
	if !run.Seek(o.Position, func() bool { return false }) || run.Epoch() != o.BestEpoch {
		t.Fatalf("the position %d of the job is in epoch %d, want %d", o.Position, run.Epoch(), o.BestEpoch)
	}

	// Classes and test nodes at the best epoch.
	right, pred := 0.0, view.Frame(run, frame.Focus{}).Pred
	for i, c := range o.Pred {
		if pred[i] != int(c) {
			t.Errorf("the job predicts class %[2]d for node %[1]d, the run class %[3]d", i, c, pred[i])
		}
	}
	for k, i := range o.Tested {
		if int(i) != split.Test[k] {
			t.Errorf("test node number %d of the job is %d, want %d", k, i, split.Test[k])
		}
		if int(o.Pred[i]) == g.Labels[i] {
			right++
		}
	}
	accuracy := right / float64(len(o.Tested))
	if len(o.Pred) != g.N || len(o.Tested) != len(split.Test) || accuracy != o.Test {
		t.Errorf("%d classes, %d test nodes; the classes give the accuracy %v, the job %v", len(o.Pred), len(o.Tested), accuracy, o.Test)
	}

	// Each edge of each test node with the right class is removed alone.
	decided := []int32{}
	for _, i := range o.Tested {
		for _, e := range g.Edges {
			isRight, isEnd := int(o.Pred[i]) == g.Labels[i], e.I == i || e.J == i
			if !isRight || !isEnd || slices.Contains(decided, i) {
				continue
			}
			a, err := explain.WhatIf(run, explain.Change{RemoveEdges: [][2]int{{int(e.I), int(e.J)}}})
			if err != nil {
				t.Fatal(err)
			}
			if a.Pred[i] != g.Labels[i] {
				decided = append(decided, i)
			}
		}
	}
	if !slices.Equal(o.Decided, decided) || len(decided) == 0 || len(decided) == len(o.Tested) {
		t.Errorf("the job has the decided nodes %v, single removals %v", o.Decided, decided)
	}
}

// A job with a broken file fails. A Pause cancels a job, which has reported progress and has worked no longer than a slice and two
// operations between two yields. The run of the session keeps its position.
func TestJobFailsAndIsCancelled(t *testing.T) {
	w := loadedHost(0)
	w.do(flat.Request{Seq: 2, Kind: flat.Step, Unit: "stage"})
	list := w.do(flat.Request{Seq: 3, Kind: flat.Job, Recipe: recipe.Setup{Graph: "bad"}})
	if r := list[len(list)-1]; r.Kind != flat.Failed || r.Seq != 3 || !r.Final {
		t.Fatalf("a job with a broken file gives %+v, want an error", r)
	}

	// A Pause after a second of another job.
	w.yielded, w.longest = w.now, 0
	w.later = []timedRequest{{w.now - clockStart + time.Second, flat.Request{Seq: 5, Kind: flat.Pause}}}
	list = w.do(flat.Request{Seq: 4, Kind: flat.Job, Recipe: recipe.Setup{Graph: "pair"}})
	has := func(kind string) bool {
		return slices.ContainsFunc(list, func(r flat.Reply) bool { return r.Kind == kind && r.Seq == 4 })
	}
	if !has(flat.Failed) || !has(flat.Progress) {
		t.Fatalf("the job is cancelled: %v, reports progress: %v; want both", has(flat.Failed), has(flat.Progress))
	}
	if longest := session.Slice + 2*operationTime; w.longest > longest { // a slice ends after the operations that exceed it
		t.Fatalf("the job works for %v without a yield, want at most %v", w.longest, longest)
	}
	// The session's run is still after the two operations of its first stage.
	list = w.do(flat.Request{Seq: 6, Kind: flat.ReadFrame, Focus: frame.Focus{}})
	if f := list[len(list)-1].Frame; f == nil || f.Position != 2 {
		t.Fatalf("after the jobs the frame of the run is %+v, want position 2", f)
	}
}

// A blind job has the validation results of a plain job, and no test results. Without a sheaf, where a blind job trains on no edge, it
// still has the validation results of the plain job. JobMeasure and JobStop have the test accuracy of the plain job and further values.
// JobKnown reports graph, settings and split of a run without a training, and refuses a run above the limits.
func TestBlindJobNeedsNoTestSet(t *testing.T) {
	w := &simulatedHost{now: clockStart, yielded: clockStart}
	w.session = newSession(w, session.Core{Files: jobs.Do})
	// do returns the answer to a job of a unit with settings.
	do := func(unit string, settings map[string]string) flat.Reply {
		t.Helper()
		list := w.do(flat.Request{Seq: 1, Kind: flat.Job, Unit: unit, Recipe: recipe.Setup{Graph: "karate", Seed: 3, Settings: settings}})
		return list[len(list)-1]
	}
	short := map[string]string{"epochs": "12"}
	plain, blind := do("", short).Outcome, do(proto.JobBlind, short).Outcome
	if plain == nil || blind == nil {
		t.Fatalf("the plain job has the outcome %+v, the blind job %+v", plain, blind)
	}
	if blind.Test != -1 || blind.Pred != nil || plain.Test < 0 {
		t.Errorf("test results: plain %v, blind %v with the classes %v; want none of the blind job", plain.Test, blind.Test, blind.Pred)
	}
	if blind.Val != plain.Val || blind.BestEpoch != plain.BestEpoch {
		t.Errorf("the plain job has %+v, the blind job %+v; want the same validation", plain, blind)
	}

	// Without a sheaf a blind job trains on no edge. Its results are those of the plain job, and differ from those with a sheaf.
	off := map[string]string{"epochs": "12"}
	for kv := tune.SheafOff(); len(kv) > 0; kv = kv[2:] {
		off[kv[0]] = kv[1]
	}
	plainOff, blindOff := do("", off).Outcome, do(proto.JobBlind, off).Outcome
	if blindOff.Val != plainOff.Val || blindOff.BestEpoch != plainOff.BestEpoch || blindOff.Around != plainOff.Around {
		t.Errorf("without a sheaf the plain job has %+v, the blind job %+v; want the same validation", plainOff, blindOff)
	}
	sameAsWithSheaf := blindOff.Val == blind.Val && blindOff.Around == blind.Around
	if blindOff.Crossed <= 0 || sameAsWithSheaf {
		t.Errorf("without a sheaf the blind job has %+v, with a sheaf %+v; want other results, and Crossed above 0", blindOff, blind)
	}

	// The other units of a job.
	if m := do(proto.JobMeasure, short).Outcome; m == nil || m.Test != plain.Test || m.Metrics["test_error"] != 1-m.Test ||
		len(m.Series["bound"]) != 12 {
		t.Errorf("JobMeasure has %+v, want the test error and twelve values of the bound", m)
	}
	if m := do(proto.JobStop, short).Outcome; m == nil || m.Test != plain.Test || len(m.Pred) != 34 || m.Position <= 0 {
		t.Errorf("JobStop has %+v, want the classes and the position", m)
	}
	o := do(proto.JobKnown, short).Outcome
	if o == nil || o.Known == nil || o.Epochs != 0 {
		t.Fatalf("JobKnown has %+v, want a report without epochs", o)
	}
	g, err := graph.Builtin("karate")
	if err != nil {
		t.Fatal(err)
	}
	split, err := graph.ParseSplit(g, method.DefaultSplit, 3)
	if err != nil {
		t.Fatal(err)
	}
	cfg, err := method.Configure(g, split, "sgpc", "paper", 3)
	cfg.Epochs = 12
	want := proto.Known{Shape: cost.ShapeOf(g), Config: cfg, Split: split.Name, Val: len(split.Val)}
	if err != nil || *o.Known != want {
		t.Errorf("JobKnown reports %+v, want %+v, %v", o.Known, want, err)
	}
	if r := do(proto.JobKnown, map[string]string{"channels": "100000"}); r.Kind != flat.Failed {
		t.Errorf("JobKnown with 100000 channels gives %+v, want an error", r)
	}
}

// A job with a change equals a run on the edited graph with the settings of the original one. It returns the probabilities of its node
// at the best epoch, and each change gives other probabilities. Its outcome has all test nodes and no decided nodes. A change that
// cannot be trained, an unknown node and an unknown edge are refused.
func TestJobOfChangeEqualsRunOfEdits(t *testing.T) {
	w := &simulatedHost{now: clockStart, yielded: clockStart}
	w.session = newSession(w, session.Core{Files: jobs.Do})
	rec := recipe.Setup{Graph: "sbm:n=60,classes=5,degree=3,homophily=0.1,signal=1,seed=7", Seed: 3,
		Settings: map[string]string{"epochs": "9"}}
	// do returns the answer to a job of a node with a change.
	do := func(c explain.Change, node int) flat.Reply {
		list := w.do(flat.Request{Seq: 1, Kind: flat.Job, Unit: proto.JobNode, Recipe: rec, Node: node, Change: c})
		return list[len(list)-1]
	}
	g, err := graph.Builtin(rec.Graph)
	if err != nil {
		t.Fatal(err)
	}
	split, err := graph.ParseSplit(g, method.DefaultSplit, rec.Seed)
	if err != nil {
		t.Fatal(err)
	}
	cfg, err := method.Configure(g, split, "sgpc", "paper", rec.Seed)
	if err != nil {
		t.Fatal(err)
	}
	cfg.Epochs = 9

	// No change, and a change of each kind: an edge removed, an edge added, a label of the training set changed, a feature of node 27 hidden.
	removed, relabelled := [2]int{int(g.Edges[7].I), int(g.Edges[7].J)}, split.Train[1]
	label := (g.Labels[relabelled] + 1) % g.Classes
	var earlier [][]float64 // the probabilities of the previous changes
	for _, c := range []explain.Change{{}, {RemoveEdges: [][2]int{removed}}, {AddEdges: [][2]int{{9, 3}}},
		{Labels: [][2]int{{relabelled, label}}}, {HideFeatures: [][2]int{{27, int(g.X.Col[g.X.Ptr[27]])}}}} {
		last := do(c, 27)
		if last.Kind != flat.Ended || last.Outcome == nil {
			t.Fatalf("the job of %+v gives %+v, want an outcome", c, last)
		}

		// The run on the edited graph.
		var e graph.Edits
		for _, q := range c.RemoveEdges {
			e, err = e.DeleteEdge(g, q[0], q[1])
		}
		for _, q := range c.AddEdges {
			e, err = e.AddEdge(g, q[0], q[1])
		}
		for _, q := range c.Labels {
			e, err = e.SetLabel(g, q[1], q[0])
		}
		if err != nil {
			t.Fatal(err)
		}
		edited, editedSplit, _, err := e.Apply(g, split)
		if err != nil {
			t.Fatal(err)
		}
		for range c.HideFeatures { // the first feature of node 27
			edited.X.Val = slices.Clone(edited.X.Val)
			edited.X.Val[edited.X.Ptr[27]] = 0
		}
		run, err := sgpc.New(edited, editedSplit, cfg)
		if err != nil {
			t.Fatal(err)
		}
		for !run.Done() {
			run.StepEpoch()
		}
		run.RestoreBest()
		f, o := view.Frame(run, frame.Focus{}), last.Outcome
		want := f.Calibrated[27*5 : 28*5] // node 27, five classes
		if !slices.Equal(o.Prob, want) || o.BestEpoch != f.History.BestEpoch || o.Test != f.History.Test[o.BestEpoch-1] {
			t.Errorf("%+v: the job has %+v; the run has the best epoch %d, probabilities %v", c, o, f.History.BestEpoch, want)
		}
		if o.Decided != nil || len(o.Tested) != len(split.Test) {
			t.Errorf("%+v: the job has decided nodes %v, want none; %d test nodes, want %d", c, o.Decided, len(o.Tested), len(split.Test))
		}
		for _, p := range earlier {
			if slices.Equal(p, o.Prob) {
				t.Errorf("%+v gives the probabilities %v of another change", c, p)
			}
		}
		earlier = append(earlier, o.Prob)
	}

	// Refused changes, by a part of the error.
	for part, r := range map[string]flat.Reply{"learned ones back": do(explain.Change{Maps: settings.MapsZero}, 0),
		"no node 60":      do(explain.Change{}, 60),
		"no edge between": do(explain.Change{RemoveEdges: [][2]int{{0, 0}}}, 0)} {
		if r.Kind != flat.Failed || !strings.Contains(r.Message, part) {
			t.Errorf("the job gives %+v, want an error with %q", r, part)
		}
	}
}
