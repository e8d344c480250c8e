package state_test

import (
	"math"
	"testing"

	"sheafscope/core/sgpc/frame"
	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/web/state"
)

// edgeAt returns a frame with edge 1.
func edgeAt(position int) *frame.Frame {
	f := at(position, 3)
	f.Edge = &frame.Edge{Index: 1, Rij: make([]float64, 4), Rji: make([]float64, 4)}
	return f
}

// onEdge returns a page at position 30 with edge 1 selected.
func onEdge(t *testing.T) *desk {
	d := loaded(t)
	d.do(state.PickEdge{Edge: 2})
	if d.do(state.ChangeMap{Degrees: 5, Scale: 1}); len(d.cmds) != 0 || d.s.ByHand != nil {
		t.Fatalf("changes a map of an edge that has not come yet: %+v", d.cmds)
	}
	d.do(state.PickEdge{})
	d.do(state.PickEdge{Edge: 2})
	d.reply(flat.Reply{Seq: d.request(flat.ReadFrame).Seq, Kind: flat.Framed, Final: true, Frame: edgeAt(30)})
	return d
}

func TestChangeByHand(t *testing.T) {
	d := onEdge(t)
	plain := d.s.Frame
	d.do(state.ChangeMap{Side: 1, A: 0, B: 1, Degrees: 90, Scale: 2})
	first := d.request(flat.ReadFrame)
	if len(first.Once.Changes) != 2 || first.Once.Changes[1].Scale != 1 {
		t.Fatalf("asks for %+v, want the unchanged sheaf", first.Once)
	}
	for _, angle := range []float64{100, 110, 400} {
		if d.do(state.ChangeMap{Side: 1, A: 0, B: 1, Degrees: angle, Scale: 2}); len(d.cmds) != 0 {
			t.Fatalf("two looks are under way: %+v", d.cmds)
		}
	}
	base := edgeAt(30)
	d.reply(flat.Reply{Seq: first.Seq, Kind: flat.Framed, Final: true, Frame: base})
	if d.s.ByHand.Base != base || d.s.Frame != plain || d.s.ByHand.Shown() {
		t.Fatal("the baseline is not kept beside the frame")
	}
	next := d.request(flat.ReadFrame)
	if e := next.Once.Changes[1]; e.Angle != math.Pi || e.Scale != 2 || e.Side != 1 || e.Edge != 1 || next.Once.Changes[0].Scale != 1 {
		t.Fatalf("asks for %+v, want the newest change within its limits", next.Once.Changes)
	}
	changed := edgeAt(30)
	d.reply(flat.Reply{Seq: next.Seq, Kind: flat.Framed, Final: true, Frame: changed})
	if d.s.Frame != changed || d.s.Spectrum != changed.Spectrum || !d.s.ByHand.Shown() || len(d.cmds) != 0 {
		t.Fatal("the changed sheaf is not shown")
	}
	if f := d.s.Link(); f.Position != 30 {
		t.Errorf("the link leads to %d", f.Position)
	}
	d.do(state.PutBack{})
	if d.s.ByHand != nil || d.s.Frame != plain || d.s.Spectrum != plain.Spectrum {
		t.Error("the run is not shown again")
	}
}

func TestChangeByHandEnds(t *testing.T) {
	for name, m := range map[string]state.Msg{"another edge": state.PickEdge{Edge: 3}, "no edge": state.PickEdge{},
		"a node": state.PickNode{Node: 2}, "a stage": state.PickStage{Stage: 4},
		"another panel": state.SetPanel{Panel: state.PanelClaims}, "a step": state.Step{Unit: "inner"}, "a run": state.Train{},
		"a setting": state.SetSetting{Name: "dt", Value: "2"},
		"escape":    state.Cancel{}, "a seek": state.Seek{Position: 4}, "another graph": state.Open{Graph: "path"},
		"a table": state.Export{What: "csv"}} {
		d := onEdge(t)
		plain := d.s.Frame
		d.do(state.ChangeMap{B: 1, Degrees: 10, Scale: 1})
		first := d.request(flat.ReadFrame)
		d.do(m)
		if d.s.ByHand != nil || d.s.Frame != plain {
			t.Errorf("%s: the change stays", name)
		}
		if d.s.Loading() {
			continue // the client drops what belongs to the old graph
		}
		late := edgeAt(30)
		d.reply(flat.Reply{Seq: first.Seq, Kind: flat.Framed, Final: true, Frame: late})
		if d.s.ByHand != nil || d.s.Frame == late {
			t.Errorf("%s: a late answer is shown", name)
		}
	}
	d := onEdge(t)
	d.do(state.ChangeMap{B: 1, Degrees: 10, Scale: 1})
	first := d.request(flat.ReadFrame)
	d.do(state.SetPanel{Panel: state.PanelEdge})
	if d.s.ByHand == nil {
		t.Error("the same panel ends the change")
	}
	d.reply(flat.Reply{Seq: first.Seq, Kind: flat.Failed, Final: true, Message: "no"})
	if d.s.ByHand != nil || d.s.Error != "no" {
		t.Error("a failed look leaves the change")
	}
}
