package state_test

import (
	"testing"

	"sheafscope/wasm/data"
	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
)

// This file tests which pin of the row the arrow keys open, and what is announced about pins.

// withPins returns a page with three pins: of stages 2, 3 and 4 at position 30. The page shows the last one.
func withPins(t *testing.T) *desk {
	d := loaded(t)
	for k, name := range []string{"a", "b", "c"} {
		d.do(state.PickStage{Stage: k + 2})
		d.do(state.AddPin{Name: name})
	}
	return d
}

// A page with a link opens the pin after the pin whose state the link has. If the link has another state, it opens the first pin.
func TestNextPinAfterALink(t *testing.T) {
	d := withPins(t)
	for pin := range d.s.View.Pins {
		d.do(state.OpenPin{Index: pin})
		if got := state.New(d.s.Link()).Chrome.Pin; got != pin {
			t.Errorf("the link of pin %d: the pin shown last is %d", pin, got)
		}
	}
	d.do(state.PickStage{Stage: 9})
	if got := state.New(d.s.Link()).Chrome.Pin; got != -1 {
		t.Errorf("the link of another state: the pin shown last is %d, want -1", got)
	}
	d.do(state.SharePins{})
	shared, err := recipe.Parse(d.effects("hash")[0][0])
	if got := state.New(shared).Chrome.Pin; got != 0 || err != nil {
		t.Errorf("the link of the pins: the pin shown last is %d, want 0; error %v", got, err)
	}
}

// After the shown pin is removed, NextPin opens the pin after it.
func TestNextPinAfterTheShownPinIsDropped(t *testing.T) {
	for shown, want := range []string{"b", "c"} {
		d := withPins(t)
		d.do(state.OpenPin{Index: shown})
		d.do(state.DropPin{Index: shown})
		d.do(state.NextPin{By: 1})
		if d.announcement != want {
			t.Errorf("without pin %d the next pin is %q, want %q", shown, d.announcement, want)
		}
	}
}

// NextPin in an empty row leaves the level Look like a step: it loads the run of the stop.
func TestNextPinLeavesLook(t *testing.T) {
	d := atLook(t)
	d.do(state.NextPin{By: 1})
	if load := d.request(flat.Load); load.Recipe.Graph != "ring" || d.s.View.Level != state.LevelResearch {
		t.Errorf("NextPin loads %q at level %s, want ring at research", load.Recipe.Graph, d.s.View.Level)
	}
}

// A pin of the shown run ends a move that is under way, also at the position of the shown frame.
func TestPinsEndAPendingMove(t *testing.T) {
	for _, move := range []state.Msg{state.Seek{Position: 300}, state.Step{Unit: "epoch"}, state.Seek{Position: 7}} {
		d := withPins(t)
		shown := d.s.Frame.Position
		d.do(move)
		d.do(state.OpenPin{})
		if got := d.s.View.Pins[0].Recipe.Position; got != shown || d.s.Frame.Position != shown {
			t.Fatalf("%T %+v: the pin is at %d, and the frame at %d; want both at %d", move, move, got, d.s.Frame.Position, shown)
		}
		var goals []flat.Request
		for _, r := range d.sent {
			if r.Kind == flat.Seek {
				goals = append(goals, r)
			}
		}
		if len(goals) != 1 || goals[0].Position != shown {
			t.Errorf("%T %+v: the pin sends %+v, want a goal at position %d", move, move, d.sent, shown)
		}
	}
}

// A pin that waits announces the reason in place of its name, and so does a state that cannot be pinned.
func TestPinsAnnounceTheirReason(t *testing.T) {
	d := withPins(t)
	d.s.View.Pins[0].Recipe.Graph = data.URLPrefix + "https://host.example/g.csv" // the user must agree first
	d.do(state.OpenPin{})
	if d.s.Asked() == nil || d.announcement == "a" || d.announcement == "" {
		t.Errorf("a pin with a graph at an address: asked %v, announced %q; want a question, and its text", d.s.Asked(), d.announcement)
	}
	d = loaded(t)
	d.do(state.Open{Graph: "path"})
	d.do(state.AddPin{Name: "early"})
	if len(d.s.View.Pins) != 0 || d.announcement == "" || d.s.Error != d.announcement {
		t.Errorf("during a load: pins %+v, announced %q, error %q; want no pin, and its reason", d.s.View.Pins, d.announcement, d.s.Error)
	}
}
