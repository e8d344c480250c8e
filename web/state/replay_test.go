package state_test

import (
	"testing"

	"sheafscope/core/sgpc/settings"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/web/state"
)

func TestSettingsReplayTheRun(t *testing.T) {
	d := loaded(t)
	d.do(state.SetSetting{Name: "dt", Value: "2"})
	r := d.request(flat.Params)
	d.reply(flat.Reply{Seq: r.Seq - 1, Kind: flat.Framed, Frame: at(99, 0)}) // of the old settings, still on its way
	if d.s.MaxPosition == 99 {
		t.Fatal("a frame of the old settings counts")
	}
	cfg := settings.Default()
	cfg.Dt = 2
	d.reply(flat.Reply{Seq: r.Seq, Kind: flat.Framed, Final: true, Config: &cfg, Frame: at(30, 0)})
	if d.s.Config.Dt != 2 || d.s.Recipe.Settings["dt"] != "2" || d.s.MaxPosition != 30 || len(d.s.History.Position) != 3 {
		t.Fatalf("after the setting: %+v", d.s.Recipe.Setup)
	}
	d.do(state.SetSetting{Name: "dt", Value: "nonsense"})
	if d.s.Recipe.Settings["dt"] != "2" || len(d.sent) != 0 || d.s.Error == "" {
		t.Errorf("a setting that cannot be sends %+v and says %q", d.sent, d.s.Error)
	}
}

// TestGoalsCarryNewSettings: goals carry changed settings until a goal with them is reached, also after a load that fails. Other goals
// carry no settings.
func TestGoalsCarryNewSettings(t *testing.T) {
	d := loaded(t)
	goal := func(m state.Msg) (g proto.Goal) {
		t.Helper()
		for _, c := range d.do(m) {
			if c, ok := c.(state.Send); ok && c.Goal != nil {
				g = *c.Goal
			}
		}
		if g.Seq == 0 || !g.Set && !g.Load && g.Run.Settings != nil {
			t.Fatalf("%T sends %+v", m, g)
		}
		return g
	}
	step, set := state.Step{Unit: "inner"}, state.SetSetting{Name: "dt", Value: "2"}
	if g := goal(step); g.Set {
		t.Errorf("a step sets %v", g.Run.Settings)
	}
	if goal(set); !goal(step).Set {
		t.Error("a step that takes the place of new settings loses them")
	}
	load := goal(state.Open{Graph: "ring"})
	d.reply(flat.Reply{Seq: load.Seq, Kind: flat.Failed, Final: true, Message: "no"})
	g := goal(step)
	if !g.Set || g.Run.Settings["dt"] != "2" {
		t.Errorf("a load that failed loses the settings before it: %+v", g.Run)
	}
	d.talk.Settings = g.Run.Settings
	if d.reply(flat.Reply{Seq: g.Seq, Kind: flat.Framed, Final: true, Frame: at(31, 3)}); goal(step).Set || d.s.Recipe.Settings["dt"] != "2" {
		t.Errorf("settings that were reached are sent again, or lost: %v", d.s.Recipe.Settings)
	}
}
