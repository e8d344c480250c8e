package state_test

import (
	"testing"

	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/web/state"
)

// This file tests the move back by a stage, and the presentation with a projector.

// A move back by a stage leads to the newest known position in another stage. If none is known, it leads back by one inner step.
func TestBackByStage(t *testing.T) {
	d := loaded(t)
	for _, position := range []int{33, 34, 37} { // after position 30, which belongs to stage 1
		d.do(state.Step{Unit: "stage"})
		f := frameAt(position, 3)
		f.Stage = min(f.Stage, 5) // 33 belongs to stage 4, 34 and 37 to stage 5
		d.reply(flat.Reply{Seq: d.request(flat.Step).Seq, Kind: flat.Framed, Final: true, Frame: f})
	}
	for _, want := range []int{33, 30, 29} { // stage 4, stage 1, and before it one inner step
		d.do(state.Back{Stage: true})
		r := d.request(flat.Seek)
		if r.Position != want {
			t.Fatalf("the move back seeks %d, want %d", r.Position, want)
		}
		f := frameAt(want, 0)
		d.reply(flat.Reply{Seq: r.Seq, Kind: flat.Framed, Final: true, Frame: f})
	}
}

// Present gives the browser the effect that shows the page for a projector, and closes the menu.
func TestPresentationClosesTheMenu(t *testing.T) {
	d := loaded(t)
	d.do(state.SetMenu{Menu: "learn"})
	d.do(state.Present{})
	if e, ok := d.cmds[0].(state.Effect); len(d.cmds) != 1 || !ok || e.Kind != "present" || d.s.Chrome.Menu != "" {
		t.Errorf("after Present: menu %q, want none; commands %+v, want the effect present", d.s.Chrome.Menu, d.cmds)
	}
}
