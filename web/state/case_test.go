package state_test

import (
	"testing"

	"sheafscope/core/claims"
	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/web/state"
)

// The link of a claim loads its case, trains its epochs and opens the claims; another graph ends the case.
func TestOpenCase(t *testing.T) {
	for _, c := range claims.Cases() {
		d := loaded(t)
		d.do(state.OpenCase{Claim: c.Claim})
		load := d.request(flat.Load)
		r := load.Recipe
		if r.Graph != c.Graph || r.Split != c.Split || r.Seed != c.Seed || r.Method != "" || len(r.Settings) != len(c.Settings) {
			t.Fatalf("%s loads %+v", c.Claim, r)
		}
		for name, value := range c.Settings {
			if r.Settings[name] != value {
				t.Errorf("%s: %s=%s, want %s", c.Claim, name, r.Settings[name], value)
			}
		}
		if d.s.Case() != c.Claim || d.s.View.Panel != state.PanelClaims {
			t.Errorf("%s: case %q in panel %s", c.Claim, d.s.Case(), d.s.View.Panel)
		}
		d.reply(flat.Reply{Seq: load.Seq, Kind: flat.Loaded, Graph: d.s.Graph, Config: &d.s.Config})
		d.reply(flat.Reply{Seq: load.Seq, Kind: flat.Framed, Final: true, Frame: at(0, 0)})
		if run := d.request(flat.Run); run.Epochs != c.Epochs {
			t.Errorf("%s runs %d epochs, want %d", c.Claim, run.Epochs, c.Epochs)
		}
		d.do(state.Open{Graph: "s5"})
		if d.s.Case() != "" {
			t.Errorf("%s: still its case after another graph was opened", c.Claim)
		}
	}
	d := loaded(t)
	if d.do(state.OpenCase{Claim: "thm9"}); len(d.cmds) != 0 || d.s.Case() != "" {
		t.Errorf("an unknown claim: %+v", d.cmds)
	}
}
