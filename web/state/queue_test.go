package state_test

import (
	"testing"

	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/web/state"
)

// A move back that is requested during a step starts at the end of the step. A newer seek replaces a seek. A step that is requested during
// a seek starts at the position of the seek, and a second step joins its goal. A cancel drops the moves that wait.
func TestStepsAndBacksAreNotLost(t *testing.T) {
	d := loaded(t)
	start := d.s.Frame.Position
	d.do(state.Step{Unit: "epoch"})
	step := d.request(flat.Step)
	d.do(state.Back{})
	d.do(state.Back{})
	if len(d.cmds) != 0 {
		t.Fatalf("a move back does not wait for the end of the step: %+v", d.cmds)
	}

	// The step ends after 30 operations. Both moves back start there.
	d.reply(flat.Reply{Seq: step.Seq, Kind: flat.Framed, Final: true, Frame: frameAt(start+30, 4)})
	seek := d.request(flat.Seek)
	if seek.Position != start+29 {
		t.Fatalf("the first move back seeks %d, want %d, one before the end of the step", seek.Position, start+29)
	}
	d.reply(flat.Reply{Seq: seek.Seq, Kind: flat.Framed, Final: true, Frame: frameAt(start+29, 3)})
	seek = d.request(flat.Seek)
	if seek.Position != start+28 {
		t.Fatalf("the second move back seeks %d, want %d", seek.Position, start+28)
	}

	// A newer seek, and two steps during it.
	d.do(state.Seek{Position: 7})
	if seek = d.request(flat.Seek); seek.Position != 7 {
		t.Fatalf("the newer seek has the position %d, want 7", seek.Position)
	}
	d.do(state.Step{Unit: "stage"})
	r := d.request(flat.Step)
	if r.Unit != "stage" || r.From != 7 {
		t.Fatalf("the step after the seek has the unit %q from %d, want stage from 7", r.Unit, r.From)
	}
	d.do(state.Step{Unit: "stage"})
	if more := d.request(flat.Step); !more.More || more.From != 7 {
		t.Fatalf("the second step gives the goal %+v, want two steps from 7", more)
	}

	// A cancel drops the waiting move back.
	d.do(state.Back{})
	d.do(state.Cancel{})
	d.request(flat.Pause)
	d.reply(flat.Reply{Seq: r.Seq, Kind: flat.Framed, Final: true, Frame: frameAt(10, 0)})
	for _, c := range d.cmds {
		if _, sends := c.(state.Send); sends {
			t.Errorf("after a cancel the page sends %+v", c)
		}
	}
}
