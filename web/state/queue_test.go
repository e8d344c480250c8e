package state_test

import (
	"testing"

	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/web/state"
)

// A move back that is requested during a step starts at the end of the step. A step that is requested during seeks starts at the end of the
// seeks.
func TestStepsAndBacksAreNotLost(t *testing.T) {
	d := loaded(t)
	here := d.s.Frame.Position
	d.do(state.Step{Unit: "epoch"})
	step := d.request(flat.Step)
	d.do(state.Back{})
	d.do(state.Back{})
	if len(d.cmds) != 0 {
		t.Fatalf("a way back overtakes a step: %+v", d.cmds)
	}
	d.reply(flat.Reply{Seq: step.Seq, Kind: flat.Framed, Final: true, Frame: at(here+30, 4)})
	seek := d.request(flat.Seek)
	if seek.Position != here+29 {
		t.Fatalf("goes back to %d, the step led to %d", seek.Position, here+30)
	}
	d.reply(flat.Reply{Seq: seek.Seq, Kind: flat.Framed, Final: true, Frame: at(here+29, 3)})
	seek = d.request(flat.Seek)
	if seek.Position != here+28 {
		t.Fatalf("the second way back leads to %d", seek.Position)
	}
	// Another wish takes the place of a seek, and a step counts from where it leads.
	d.do(state.Seek{Position: 7})
	if seek = d.request(flat.Seek); seek.Position != 7 {
		t.Fatalf("seeks %d", seek.Position)
	}
	d.do(state.Step{Unit: "stage"})
	r := d.request(flat.Step)
	if r.Unit != "stage" || r.From != 7 {
		t.Fatalf("then steps by %q from %d", r.Unit, r.From)
	}
	d.do(state.Step{Unit: "stage"}) // one more of the same
	if more := d.request(flat.Step); !more.More || more.From != 7 {
		t.Fatalf("a second step is %+v", more)
	}
	// A cancel forgets what waits.
	d.do(state.Back{})
	d.do(state.Cancel{})
	d.request(flat.Pause)
	d.reply(flat.Reply{Seq: r.Seq, Kind: flat.Framed, Final: true, Frame: at(10, 0)})
	for _, c := range d.cmds {
		if _, asks := c.(state.Send); asks {
			t.Errorf("after a cancel: %+v", c)
		}
	}
}
