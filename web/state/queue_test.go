package state_test

import (
	"testing"

	"sheafscope/wasm/proto"
	"sheafscope/web/state"
)

// A way back asked for while a step is pending starts from where the step
// leads, and a step asked for while seeks are pending from where they lead.
func TestStepsAndBacksAreNotLost(t *testing.T) {
	d := loaded(t)
	here := d.s.Frame.Position
	d.do(state.Step{Unit: "epoch"})
	step := d.request(proto.Step)
	d.do(state.Back{})
	d.do(state.Back{})
	if len(d.cmds) != 0 {
		t.Fatalf("a way back overtakes a step: %+v", d.cmds)
	}
	d.reply(proto.Reply{Seq: step.Seq, Kind: proto.Framed, Final: true, Frame: at(here+30, 4)})
	seek := d.request(proto.Seek)
	if seek.Position != here+29 {
		t.Fatalf("goes back to %d, the step led to %d", seek.Position, here+30)
	}
	d.reply(proto.Reply{Seq: seek.Seq, Kind: proto.Framed, Final: true, Frame: at(here+29, 3)})
	seek = d.request(proto.Seek)
	if seek.Position != here+28 {
		t.Fatalf("the second way back leads to %d", seek.Position)
	}
	// While a seek is under way, another wish and then a step.
	d.do(state.Seek{Position: 7})
	d.do(state.Step{Unit: "stage"})
	if len(d.cmds) != 0 {
		t.Fatalf("a step overtakes a seek: %+v", d.cmds)
	}
	d.reply(proto.Reply{Seq: seek.Seq, Kind: proto.Framed, Final: true, Frame: at(here+28, 3)})
	seek = d.request(proto.Seek)
	if seek.Position != 7 {
		t.Fatalf("seeks %d first", seek.Position)
	}
	d.reply(proto.Reply{Seq: seek.Seq, Kind: proto.Framed, Final: true, Frame: at(7, 0)})
	r := d.request(proto.Step)
	if r.Unit != "stage" {
		t.Fatalf("then steps by %q", r.Unit)
	}
	// A cancel forgets what waits.
	d.do(state.Back{})
	d.do(state.Cancel{})
	d.request(proto.Pause)
	d.reply(proto.Reply{Seq: r.Seq, Kind: proto.Framed, Final: true, Frame: at(10, 0)})
	for _, c := range d.cmds {
		if _, asks := c.(state.Send); asks {
			t.Errorf("after a cancel: %+v", c)
		}
	}
}
