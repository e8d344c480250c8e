package state_test

import (
	"testing"

	"sheafscope/core/claims"
	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/web/state"
)

// OpenCase loads the graph, split, seed and settings of a claim's case, trains its epochs and opens the panel of the claims. Another
// graph ends the case. An unknown claim does nothing.
func TestOpenCase(t *testing.T) {
	for _, c := range claims.Cases() {
		d := loaded(t)
		d.do(state.OpenCase{Claim: c.Claim})
		load := d.request(flat.Load)
		r := load.Recipe
		if r.Graph != c.Graph || r.Split != c.Split || r.Seed != c.Seed {
			t.Fatalf("%s loads %s, split %q, seed %d; want the case %+v", c.Claim, r.Graph, r.Split, r.Seed, c)
		}
		if r.Method != "" || len(r.Settings) != len(c.Settings) {
			t.Fatalf("%s loads the method %q and the settings %v, want none and %v", c.Claim, r.Method, r.Settings, c.Settings)
		}
		for name, value := range c.Settings {
			if r.Settings[name] != value {
				t.Errorf("%s: %s=%s, want %s", c.Claim, name, r.Settings[name], value)
			}
		}
		if d.s.Case() != c.Claim || d.s.View.Panel != state.PanelClaims {
			t.Errorf("%s: case %q in panel %s", c.Claim, d.s.Case(), d.s.View.Panel)
		}

		// The graph arrives and is trained. Another graph ends the case.
		d.reply(flat.Reply{Seq: load.Seq, Kind: flat.Loaded, Graph: d.s.Graph, Config: &d.s.Config})
		d.reply(flat.Reply{Seq: load.Seq, Kind: flat.Framed, Final: true, Frame: frameAt(0, 0)})
		if run := d.request(flat.Run); run.Epochs != c.Epochs {
			t.Errorf("%s runs %d epochs, want %d", c.Claim, run.Epochs, c.Epochs)
		}
		d.do(state.Open{Graph: "s5"})
		if d.s.Case() != "" {
			t.Errorf("%s: after another graph the case is %q", c.Claim, d.s.Case())
		}
	}

	// No claim has the name thm9.
	d := loaded(t)
	d.do(state.OpenCase{Claim: "thm9"})
	if len(d.cmds) != 0 || d.s.Case() != "" {
		t.Errorf("the unknown claim thm9 gives the commands %+v and the case %q", d.cmds, d.s.Case())
	}
}

// TestNextGraphAfterCase: settings that a search has chosen belong to their graph. With or without a counterexample in between, the next
// graph does not have them. Settings of the user stay.
func TestNextGraphAfterCase(t *testing.T) {
	for _, tried := range []int{0, 5} {
		for _, claim := range []string{"", claims.Cases()[0].Claim} {
			d := loaded(t)
			d.s.Recipe.Settings, d.s.Recipe.Tuned.Tried = map[string]string{"d": "3"}, tried
			if claim != "" {
				d.do(state.OpenCase{Claim: claim})
				load := d.request(flat.Load)
				d.reply(flat.Reply{Seq: load.Seq, Kind: flat.Loaded, Graph: d.s.Graph, Config: &d.s.Config})
				d.reply(flat.Reply{Seq: load.Seq, Kind: flat.Framed, Final: true, Frame: frameAt(0, 0)})
			}
			d.do(state.Open{Graph: "s5"})
			r := d.request(flat.Load).Recipe
			keepsSettings := r.Settings["d"] == "3" && len(r.Settings) == 1
			if keepsSettings != (tried == 0) || r.Tuned.Tried != 0 {
				t.Errorf("%d tried configurations, case %q: the next graph has the settings %v and %d tried configurations", tried, claim,
					r.Settings, r.Tuned.Tried)
			}
		}
	}
}
