package state_test

import (
	"testing"

	"sheafscope/core/sgpc/settings"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/web/state"
)

// A setting replays the run with a goal of its own. A frame of the earlier settings that arrives later is dropped. An invalid value
// changes no setting and sends nothing.
func TestSettingsReplayTheRun(t *testing.T) {
	d := loaded(t)
	d.do(state.SetSetting{Name: "dt", Value: "2"})
	r := d.request(flat.Params)
	d.reply(flat.Reply{Seq: r.Seq - 1, Kind: flat.Framed, Frame: frameAt(99, 0)}) // a late frame of the earlier settings
	if d.s.MaxPosition == 99 {
		t.Fatal("a frame of the earlier settings moves the newest position to 99")
	}
	cfg := settings.Default()
	cfg.Dt = 2
	d.reply(flat.Reply{Seq: r.Seq, Kind: flat.Framed, Final: true, Config: &cfg, Frame: frameAt(30, 0)})
	if d.s.Config.Dt != 2 || d.s.Recipe.Settings["dt"] != "2" || d.s.MaxPosition != 30 || len(d.s.History.Position) != 3 {
		t.Fatalf("after the setting: %+v, newest position %d", d.s.Recipe.Setup, d.s.MaxPosition)
	}
	d.do(state.SetSetting{Name: "dt", Value: "nonsense"})
	if d.s.Recipe.Settings["dt"] != "2" || len(d.sent) != 0 || d.s.Error == "" {
		t.Errorf("the value \"nonsense\" sends %+v and gives the error %q", d.sent, d.s.Error)
	}
}

// Goals carry the changed settings until a goal with them is reached, also after a load that fails. A goal without changed settings and
// without a load carries none.
func TestGoalsCarryNewSettings(t *testing.T) {
	d := loaded(t)
	// goal returns the goal that a message sends. Without new settings and without a load it must have no settings.
	goal := func(m state.Msg) (g proto.Goal) {
		t.Helper()
		for _, c := range d.do(m) {
			if c, ok := c.(state.Send); ok && c.Goal != nil {
				g = *c.Goal
			}
		}
		if g.Seq == 0 {
			t.Fatalf("%T sends no goal", m)
		}
		if mayHaveSettings := g.Set || g.Load; !mayHaveSettings && g.Run.Settings != nil {
			t.Fatalf("%T sends settings that it need not send: %+v", m, g)
		}
		return g
	}
	step, set := state.Step{Unit: "inner"}, state.SetSetting{Name: "dt", Value: "2"}
	if g := goal(step); g.Set {
		t.Errorf("without new settings a step sets %v", g.Run.Settings)
	}
	goal(set)
	if !goal(step).Set {
		t.Error("a step that replaces the goal of a setting does not have the setting")
	}
	load := goal(state.Open{Graph: "ring"})
	d.reply(flat.Reply{Seq: load.Seq, Kind: flat.Failed, Final: true, Message: "no"})
	g := goal(step)
	if !g.Set || g.Run.Settings["dt"] != "2" {
		t.Errorf("after a failed load a step does not have the setting: %+v", g.Run)
	}
	d.talk.Settings = g.Run.Settings
	d.reply(flat.Reply{Seq: g.Seq, Kind: flat.Framed, Final: true, Frame: frameAt(31, 3)})
	if goal(step).Set || d.s.Recipe.Settings["dt"] != "2" {
		t.Errorf("settings of a reached goal are sent again, or lost: %v", d.s.Recipe.Settings)
	}
}
