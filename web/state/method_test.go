package state_test

import (
	"maps"
	"strings"
	"testing"

	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/settings"
	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
)

// opened answers a load like the worker, with a graph of n nodes and the settings of a method.
func (d *desk) opened(n int, m method.Method) recipe.Setup {
	d.t.Helper()
	var r flat.Request
	if list := d.requests(flat.Load); len(list) == 1 {
		r = list[0]
	} else {
		d.t.Fatalf("loads %+v", list)
	}
	g, cfg := info(r.Recipe.Graph), settings.Default()
	g.N = n
	d.reply(flat.Reply{Seq: r.Seq, Kind: flat.Loaded, Graph: g, Config: &cfg, Method: m})
	f := at(0, 0)
	f.N = n
	d.reply(flat.Reply{Seq: r.Seq, Kind: flat.Framed, Final: true, Frame: f})
	d.do(state.Pause{})
	return d.s.Recipe.Setup
}

// A graph from a menu opens with the whole paper, a large graph with the usual settings. The recipe of a link keeps its method.
func TestGraphsOpenWithAMethod(t *testing.T) {
	d := &desk{t: t, s: state.New(recipe.Recipe{})}
	d.do(state.Start{})
	if r := d.opened(34, method.Paper); r.Method != "paper" || d.s.Method != method.Paper {
		t.Errorf("the first graph has the method %q", r.Method)
	}
	d.do(state.Open{Graph: "data:texas"})
	if r := d.opened(183, method.Paper); r.Method != "paper" {
		t.Errorf("Texas has the method %q", r.Method)
	}
	d.do(state.Open{Graph: "data:cora"})
	if r := d.opened(2708, method.Validation); r.Method != "" {
		t.Errorf("Cora has the method %q", r.Method)
	}
	d.do(state.Seed{Text: "4"})
	if r := d.opened(2708, method.Validation); r.Method != "" {
		t.Errorf("with another seed Cora has the method %q", r.Method)
	}
	for _, chosen := range []string{"", "validation", "paper"} {
		d.do(state.OpenRecipe{Recipe: recipe.Recipe{Setup: recipe.Setup{Graph: "data:texas", Method: chosen}}})
		want := chosen
		if want == "validation" {
			want = ""
		}
		if got := d.request(flat.Load).Recipe.Method; got != chosen {
			t.Errorf("the method %q of a recipe is asked for as %q", chosen, got)
		}
		if r := d.opened(183, method.Paper); r.Method != want {
			t.Errorf("a recipe with the method %q becomes %q", chosen, r.Method)
		}
	}
}

// A choice of a method replaces all settings. Every part of the paper that is off has a switch.
func TestChooseAMethod(t *testing.T) {
	d := loaded(t)
	d.s.Recipe.Settings, d.s.Recipe.Model = map[string]string{"dt": "3", "reading": "code"}, "gcn"
	d.do(state.Method{Name: method.Own})
	if len(d.cmds) != 0 {
		t.Errorf("own settings can be chosen: %v", d.cmds)
	}
	d.do(state.Method{Name: method.Paper})
	if r := d.request(flat.Load).Recipe; r.Method != "paper" || len(r.Settings) != 0 || r.Model != "" || r.Position != 0 {
		t.Errorf("loads %+v", r)
	}
	d.opened(34, method.Paper)
	if d.do(state.Method{Name: method.Paper}); len(d.cmds) != 0 {
		t.Errorf("choosing the same again does %v", d.cmds)
	}
	d.do(state.Method{Name: method.Validation})
	if r := d.request(flat.Load).Recipe; r.Method != "" {
		t.Errorf("best validation is written %q", r.Method)
	}
	d.opened(34, method.Validation)

	d.s.Config.GapMode, d.s.Config.Lift, d.s.Config.JKOSteps = "off", "sinkhorn", 0
	for part, want := range map[string]map[string]string{
		"gap ascent":   {"gap_mode": "sheaf"},
		"the JKO step": {"jko_steps": "1", "lift": "ot"},
		"diffusion":    nil, // is on
		"nothing":      nil,
	} {
		next := *d
		next.do(state.TurnOn{Part: part})
		if want == nil {
			if len(next.cmds) != 0 {
				t.Errorf("%s: %v", part, next.cmds)
			}
			continue
		}
		r := next.request(flat.Params)
		if !maps.Equal(r.Settings, want) || !maps.Equal(next.s.Recipe.Settings, want) {
			t.Errorf("%s asks for %v, want %v", part, r.Settings, want)
		}
		cfg := settings.Default()
		next.reply(flat.Reply{Seq: r.Seq, Kind: flat.Framed, Final: true, Frame: at(30, 0), Config: &cfg, Method: method.Own})
		if next.s.Method != method.Own {
			t.Errorf("after turning on %s the settings are %s", part, next.s.Method)
		}
	}
}

// A large graph with all parts of the paper is trained for a few epochs only, because each epoch takes seconds.
func TestLargeGraphsWithAscentStopEarly(t *testing.T) {
	for _, c := range []struct {
		n, epochs int
		gap       string
	}{{2708, 3, "sheaf"}, {2708, state.FirstEpochs, "off"}, {183, state.FirstEpochs, "sheaf"}} {
		d := loaded(t)
		d.s.Method = method.Validation
		d.do(state.Method{Name: method.Paper})
		r := d.requests(flat.Load)[0]
		g, cfg, f := info("data:cora"), settings.Default(), at(0, 0)
		g.N, f.N, cfg.GapMode = c.n, c.n, c.gap
		d.reply(flat.Reply{Seq: r.Seq, Kind: flat.Loaded, Graph: g, Config: &cfg, Method: method.Paper})
		d.reply(flat.Reply{Seq: r.Seq, Kind: flat.Framed, Final: true, Frame: f})
		run := d.request(flat.Run)
		if run.Epochs != c.epochs {
			t.Errorf("%d nodes, ascent %s: %d epochs, want %d", c.n, c.gap, run.Epochs, c.epochs)
		}
		end := at(c.epochs*perEpoch, 0)
		end.N = c.n
		if d.reply(flat.Reply{Seq: run.Seq, Kind: flat.Framed, Final: true, Frame: end}); d.s.Frame.Epoch != c.epochs {
			t.Fatalf("stands at epoch %d", d.s.Frame.Epoch)
		}
		if text := d.s.ShortText(); strings.Contains(text, "stopped after 3 epochs") != (c.epochs == 3) {
			t.Errorf("%d nodes, ascent %s: %q", c.n, c.gap, text)
		}
	}
}

// A link has the method. A link without a method, from an earlier version, has the same settings as in that version.
func TestMethodInTheLink(t *testing.T) {
	d := loaded(t)
	d.s.Recipe.Method = "paper"
	text, err := recipe.Format(d.s.Link())
	if err != nil {
		t.Fatal(err)
	}
	old, err := recipe.Format(recipe.Recipe{Setup: recipe.Setup{Graph: "karate"}})
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{text: "paper", old: ""} {
		other := &desk{t: t, s: state.New(recipe.Recipe{Setup: recipe.Setup{Graph: "ring"}})}
		other.do(state.Start{})
		other.opened(4, method.Validation)
		other.do(state.Link{Text: text})
		if got := other.request(flat.Load).Recipe.Method; got != want {
			t.Errorf("the link asks for the method %q, want %q", got, want)
		}
	}
}
