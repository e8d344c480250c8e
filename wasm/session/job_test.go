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

// TestJobEqualsRunByHand: a job has the outcome of a run that is stepped by hand, and its decided nodes are those of single removals.
func TestJobEqualsRunByHand(t *testing.T) {
	w := &world{now: zero, yielded: zero}
	w.session = newSession(w, session.Core{Files: jobs.Do})
	rec := recipe.Setup{Graph: "karate", Seed: 3, Split: "random:0.3,0.3,0.4", Model: "gcn", Settings: map[string]string{"epochs": "12"}}
	list := w.do(flat.Request{Seq: 1, Kind: flat.Job, Recipe: rec})
	last := list[len(list)-1]
	if last.Kind != flat.Ended || !last.Final || last.Seq != 1 || last.Outcome == nil {
		t.Fatalf("answered %+v", last)
	}
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
	h := view.Frame(run, frame.Focus{}).History
	o := last.Outcome
	if o.Epochs != run.Epoch() || o.BestEpoch != h.BestEpoch || o.Val != h.Val[h.BestEpoch-1] || o.Test != h.Test[h.BestEpoch-1] {
		t.Fatalf("the job says %+v, the run best epoch %d, validation %v, test %v", o, h.BestEpoch, h.Val[h.BestEpoch-1], h.Test[h.BestEpoch-1])
	}
	if !run.Seek(o.Position, func() bool { return false }) || run.Epoch() != o.BestEpoch {
		t.Fatalf("position %d is epoch %d, not %d", o.Position, run.Epoch(), o.BestEpoch)
	}
	right, pred := 0.0, view.Frame(run, frame.Focus{}).Pred
	for i, c := range o.Pred {
		if pred[i] != int(c) {
			t.Errorf("node %d is called %d, by the run at that position %d", i, c, pred[i])
		}
	}
	for k, i := range o.Tested {
		if int(i) != split.Test[k] {
			t.Errorf("test node %d is %d, not %d", k, i, split.Test[k])
		}
		if int(o.Pred[i]) == g.Labels[i] {
			right++
		}
	}
	decided := []int32{}
	for _, i := range o.Tested {
		for _, e := range g.Edges {
			if int(o.Pred[i]) != g.Labels[i] || e.I != i && e.J != i || slices.Contains(decided, i) {
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
		t.Errorf("an edge decides %v, by hand %v", o.Decided, decided)
	}
	if len(o.Pred) != g.N || len(o.Tested) != len(split.Test) || right/float64(len(o.Tested)) != o.Test {
		t.Errorf("%d classes, %d test nodes, %v right; the accuracy is %v", len(o.Pred), len(o.Tested), right, o.Test)
	}
}

// TestJobFailsAndIsCancelled: a job of a broken file fails, a Pause cancels a job within a slice, and the session's run stays unchanged.
func TestJobFailsAndIsCancelled(t *testing.T) {
	w := start(0)
	w.do(flat.Request{Seq: 2, Kind: flat.Step, Unit: "stage"})
	list := w.do(flat.Request{Seq: 3, Kind: flat.Job, Recipe: recipe.Setup{Graph: "bad"}})
	if r := list[len(list)-1]; r.Kind != flat.Failed || r.Seq != 3 || !r.Final {
		t.Fatalf("a job on a broken file gives %+v", r)
	}
	w.yielded, w.longest = w.now, 0
	w.later = []timed{{w.now - zero + time.Second, flat.Request{Seq: 5, Kind: flat.Pause}}}
	list = w.do(flat.Request{Seq: 4, Kind: flat.Job, Recipe: recipe.Setup{Graph: "pair"}})
	var cancelled, progress bool
	for _, r := range list {
		cancelled = cancelled || r.Kind == flat.Failed && r.Seq == 4
		progress = progress || r.Kind == flat.Progress && r.Seq == 4
	}
	if !cancelled || !progress || w.longest > session.Slice+10*time.Millisecond {
		t.Fatalf("cancelled %v, progress %v, %v without looking for messages", cancelled, progress, w.longest)
	}
	// The position of the session's run is unchanged.
	list = w.do(flat.Request{Seq: 6, Kind: flat.ReadFrame, Focus: frame.Focus{}})
	if f := list[len(list)-1].Frame; f == nil || f.Position != 2 {
		t.Fatalf("the run is at %+v", f)
	}
}

// TestBlindJobNeedsNoTestSet: a blind job equals the plain one in validation and has no test results; JobKnown reports the settings of a
// run and trains none.
func TestBlindJobNeedsNoTestSet(t *testing.T) {
	w := &world{now: zero, yielded: zero}
	w.session = newSession(w, session.Core{Files: jobs.Do})
	do := func(unit string, settings map[string]string) flat.Reply {
		t.Helper()
		list := w.do(flat.Request{Seq: 1, Kind: flat.Job, Unit: unit, Recipe: recipe.Setup{Graph: "karate", Seed: 3, Settings: settings}})
		return list[len(list)-1]
	}
	set := map[string]string{"epochs": "12"}
	plain, blind := do("", set).Outcome, do(proto.JobBlind, set).Outcome
	if plain == nil || blind == nil || blind.Test != -1 || blind.Pred != nil ||
		plain.Test < 0 || blind.Val != plain.Val || blind.BestEpoch != plain.BestEpoch {
		t.Errorf("%+v, blind %+v", plain, blind)
	}
	off := map[string]string{"epochs": "12"} // without a sheaf a search trains on no edge, which changes nothing
	for kv := tune.SheafOff(); len(kv) > 0; kv = kv[2:] {
		off[kv[0]] = kv[1]
	}
	if p, b := do("", off).Outcome, do(proto.JobBlind, off).Outcome; b.Val != p.Val || b.BestEpoch != p.BestEpoch || b.Around != p.Around ||
		b.Crossed <= 0 || b.Val == blind.Val && b.Around == blind.Around {
		t.Errorf("without a sheaf %+v, blind %+v", p, b)
	}
	if m := do(proto.JobMeasure, set).Outcome; m == nil || m.Test != plain.Test || m.Metrics["test_error"] != 1-m.Test ||
		len(m.Series["bound"]) != 12 {
		t.Errorf("measured %+v", m)
	}
	if m := do(proto.JobStop, set).Outcome; m == nil || m.Test != plain.Test || len(m.Pred) != 34 || m.Position <= 0 {
		t.Errorf("a stop: %+v", m)
	}
	o := do(proto.JobKnown, set).Outcome
	if o == nil || o.Known == nil || o.Epochs != 0 {
		t.Fatalf("%+v", o)
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
	if cfg.Epochs = 12; err != nil || *o.Known != (proto.Known{Shape: cost.ShapeOf(g), Config: cfg, Split: split.Name, Val: len(split.Val)}) {
		t.Errorf("%+v, %v", o.Known, err)
	}
	if r := do(proto.JobKnown, map[string]string{"channels": "100000"}); r.Kind != flat.Failed {
		t.Errorf("answered %+v", r)
	}
}

// TestJobOfChangeEqualsRunOfEdits: a job with a change equals a run on the edited graph with the settings of the original one. It returns
// the probabilities of its node at the best epoch. A change that cannot be trained is refused.
func TestJobOfChangeEqualsRunOfEdits(t *testing.T) {
	w := &world{now: zero, yielded: zero}
	w.session = newSession(w, session.Core{Files: jobs.Do})
	rec := recipe.Setup{Graph: "sbm:n=60,classes=5,degree=3,homophily=0.1,signal=1,seed=7", Seed: 3,
		Settings: map[string]string{"epochs": "9"}}
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
	away, taught := [2]int{int(g.Edges[7].I), int(g.Edges[7].J)}, split.Train[1]
	to := (g.Labels[taught] + 1) % g.Classes
	var told [][]float64
	for _, c := range []explain.Change{{}, {RemoveEdges: [][2]int{away}}, {AddEdges: [][2]int{{9, 3}}}, {Labels: [][2]int{{taught, to}}},
		{HideFeatures: [][2]int{{27, int(g.X.Col[g.X.Ptr[27]])}}}} {
		last := do(c, 27)
		if last.Kind != flat.Ended || last.Outcome == nil {
			t.Fatalf("%+v: %+v", c, last)
		}
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
		own, itsSplit, _, err := e.Apply(g, split)
		if err != nil {
			t.Fatal(err)
		}
		for range c.HideFeatures { // the first of node 27
			own.X.Val = slices.Clone(own.X.Val)
			own.X.Val[own.X.Ptr[27]] = 0
		}
		run, err := sgpc.New(own, itsSplit, cfg)
		if err != nil {
			t.Fatal(err)
		}
		for !run.Done() {
			run.StepEpoch()
		}
		run.RestoreBest()
		f, o := view.Frame(run, frame.Focus{}), last.Outcome
		if !slices.Equal(o.Prob, f.Calibrated[27*5:28*5]) || o.BestEpoch != f.History.BestEpoch || o.Test != f.History.Test[o.BestEpoch-1] ||
			o.Decided != nil || len(o.Tested) != len(split.Test) {
			t.Errorf("%+v: the job says %+v, the run %v", c, o, f.Calibrated[27*5:28*5])
		}
		for _, p := range told {
			if slices.Equal(p, o.Prob) {
				t.Errorf("%+v changes nothing", c)
			}
		}
		told = append(told, o.Prob)
	}
	for want, r := range map[string]flat.Reply{"learned ones back": do(explain.Change{Maps: settings.MapsZero}, 0),
		"no node 60":      do(explain.Change{}, 60),
		"no edge between": do(explain.Change{RemoveEdges: [][2]int{{0, 0}}}, 0)} {
		if r.Kind != flat.Failed || !strings.Contains(r.Message, want) {
			t.Errorf("%+v, want %q", r, want)
		}
	}
}
