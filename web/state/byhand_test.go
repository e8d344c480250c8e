package state_test

import (
	"math"
	"slices"
	"testing"

	"sheafscope/core/sgpc/frame"
	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
)

// edgeAt returns a frame with the details of edge 1, counted from 0. Its maps are 2 × 2.
func edgeAt(position int) *frame.Frame {
	f := frameAt(position, 3)
	f.Edge = &frame.Edge{Index: 1, Rij: make([]float64, 4), Rji: make([]float64, 4)}
	return f
}

// onEdge returns a page at position 30 with edge 1 selected, whose details have arrived. In messages edges count from 1, so this is edge 2.
// onEdge fails if a change of a map has an effect before the details arrive.
func onEdge(t *testing.T) *desk {
	d := loaded(t)
	d.do(state.PickEdge{Edge: 2})
	d.do(state.ChangeMap{Degrees: 5, Scale: 1})
	if len(d.cmds) != 0 || d.s.ByHand != nil {
		t.Fatalf("a map is changed before the details of its edge have arrived: %+v", d.cmds)
	}
	d.do(state.PickEdge{})
	d.do(state.PickEdge{Edge: 2})
	d.reply(flat.Reply{Seq: d.request(flat.ReadFrame).Seq, Kind: flat.Framed, Final: true, Frame: edgeAt(30)})
	return d
}

// A change of a map by hand first requests the unchanged sheaf as a baseline, which is not shown. During a request further changes send
// nothing. Then the newest change is requested, with its angle limited to π, and its frame is shown in place of the run's frame. The
// link keeps the position of the run. PutBack shows the run's frame again.
func TestChangeByHand(t *testing.T) {
	d := onEdge(t)
	plain := d.s.Frame
	d.do(state.ChangeMap{Side: 1, A: 0, B: 1, Degrees: 90, Scale: 2})
	first := d.request(flat.ReadFrame)
	// A change for each end of the edge. Scale 1 changes nothing.
	if len(first.Once.Changes) != 2 || first.Once.Changes[1].Scale != 1 {
		t.Fatalf("the first request is %+v, want the unchanged sheaf", first.Once)
	}
	for _, angle := range []float64{100, 110, 400} {
		d.do(state.ChangeMap{Side: 1, A: 0, B: 1, Degrees: angle, Scale: 2})
		if len(d.cmds) != 0 {
			t.Fatalf("a second request during the first one: %+v", d.cmds)
		}
	}

	// The baseline arrives. The newest change, by 400°, is then requested with the largest angle, π.
	base := edgeAt(30)
	d.reply(flat.Reply{Seq: first.Seq, Kind: flat.Framed, Final: true, Frame: base})
	if d.s.ByHand.Base != base || d.s.Frame != plain || d.s.ByHand.Shown() {
		t.Fatal("the baseline is not kept beside the run's frame")
	}
	next := d.request(flat.ReadFrame)
	unchanged, newest := next.Once.Changes[0], next.Once.Changes[1]
	if newest.Angle != math.Pi || newest.Scale != 2 {
		t.Fatalf("the second request turns the map by %v and scales it by %v, want π and 2", newest.Angle, newest.Scale)
	}
	if newest.Side != 1 || newest.Edge != 1 || unchanged.Scale != 1 {
		t.Fatalf("the second request has the changes %+v, want one at side 1 of edge 1", next.Once.Changes)
	}

	// The changed sheaf arrives and is shown.
	changed := edgeAt(30)
	d.reply(flat.Reply{Seq: next.Seq, Kind: flat.Framed, Final: true, Frame: changed})
	if d.s.Frame != changed || d.s.Spectrum != changed.Spectrum || !d.s.ByHand.Shown() || len(d.cmds) != 0 {
		t.Fatal("the changed sheaf is not shown")
	}
	if f := d.s.Link(); f.Position != 30 {
		t.Errorf("the link has the position %d, want 30", f.Position)
	}
	d.do(state.PutBack{})
	if d.s.ByHand != nil || d.s.Frame != plain || d.s.Spectrum != plain.Spectrum {
		t.Error("after PutBack the run's frame is not shown")
	}
}

// A filter of nodes, and the question about wrong pages, select by the predictions of the run, also during a change by hand that changes
// them.
func TestFiltersSelectByTheRun(t *testing.T) {
	for name, m := range map[string]state.Msg{"a filter": state.TableFilter{Text: "wrong = 1"},
		"the question": state.FirstQuestion{Key: "wrong"}} {
		d := onEdge(t)
		d.s.Graph.Test = []int{0, 1, 2, 3}
		d.s.Frame.Pred, d.s.Frame.Judged = []int{0, 1, 1, 1}, 3 // the labels are 0, 0, 1, 1: node 1 is wrong
		d.do(state.Tabulate{Of: state.TableNodes})
		d.do(state.ChangeMap{B: 1, Degrees: 10, Scale: 1})
		d.reply(flat.Reply{Seq: d.request(flat.ReadFrame).Seq, Kind: flat.Framed, Final: true, Frame: edgeAt(30)})
		changed := edgeAt(30)
		changed.Pred, changed.Judged = []int{1, 0, 1, 0}, 3
		d.reply(flat.Reply{Seq: d.request(flat.ReadFrame).Seq, Kind: flat.Framed, Final: true, Frame: changed})
		d.do(m)
		if d.s.ByHand != nil || !slices.Equal(d.s.View.Chosen, []int{1}) {
			t.Errorf("%s: selected %v, change by hand %v; want the wrong node 1, no change", name, d.s.View.Chosen, d.s.ByHand)
		}
	}
}

// Each message of the table ends a change by hand and shows the run's frame; a late answer is not shown. A load drops late answers anyway,
// and is not tested for them. The panel of the same edge does not end the change. An error in place of the answer ends it.
func TestChangeByHandEnds(t *testing.T) {
	pin, err := recipe.FormatFile(onEdge(t).s.Link()) // of the unchanged run
	if err != nil {
		t.Fatal(err)
	}
	for name, m := range map[string]state.Msg{"another edge": state.PickEdge{Edge: 3}, "no edge": state.PickEdge{},
		"a node": state.PickNode{Node: 2}, "a stage": state.PickStage{Stage: 4},
		"another panel": state.SetPanel{Panel: state.PanelClaims}, "a step": state.Step{Unit: "inner"}, "a run": state.Train{},
		"a setting": state.SetSetting{Name: "dt", Value: "2"},
		"escape":    state.Cancel{}, "a seek": state.Seek{Position: 4}, "another graph": state.Open{Graph: "path"},
		"a table": state.Export{What: "csv"}, "the next pin of an empty row": state.NextPin{By: 1},
		"the previous pin of an empty row": state.NextPin{By: -1}, "a note at another position": state.OpenNote{},
		"a note at this position": state.OpenNote{Index: 1}, "a level": state.SetLevel{Level: state.LevelLearn},
		"the limits": state.ShowLimits{}, "the colours of an iterate": state.SetNodes{Mode: state.NodesFlow},
		"a first question": state.FirstQuestion{Key: "classes"}, "a filter of nodes": state.TableFilter{Text: "node = 1"},
		"a pin at this position": state.ShowPin{Text: string(pin)}} {
		d := onEdge(t)
		d.do(state.Tabulate{Of: state.TableNodes})
		plain := d.s.Frame
		d.s.View.Notes = []recipe.Note{{Pin: "figure:loss", Position: 4}, {Pin: "node:2", Position: d.s.Frame.Position}}
		d.do(state.ChangeMap{B: 1, Degrees: 10, Scale: 1})
		first := d.request(flat.ReadFrame)
		d.do(m)
		if d.s.ByHand != nil || d.s.Frame != plain {
			t.Errorf("%s does not end the change", name)
		}
		if d.s.Loading() {
			continue // the client drops answers about the previous graph
		}
		late := edgeAt(30)
		d.reply(flat.Reply{Seq: first.Seq, Kind: flat.Framed, Final: true, Frame: late})
		if d.s.ByHand != nil || d.s.Frame == late {
			t.Errorf("%s: the late answer is shown", name)
		}
	}

	// The panel of the same edge, and then an error.
	d := onEdge(t)
	d.do(state.ChangeMap{B: 1, Degrees: 10, Scale: 1})
	first := d.request(flat.ReadFrame)
	d.do(state.SetPanel{Panel: state.PanelEdge})
	if d.s.ByHand == nil {
		t.Error("the panel of the same edge ends the change")
	}
	d.reply(flat.Reply{Seq: first.Seq, Kind: flat.Failed, Final: true, Message: "no"})
	if d.s.ByHand != nil || d.s.Error != "no" {
		t.Errorf("after an error the change is %+v, the error %q", d.s.ByHand, d.s.Error)
	}
}
