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

// answerLoadWith answers the only load among the last commands with a graph of n nodes and a method. It stops the training after the load,
// and returns the recipe of the page.
func (d *desk) answerLoadWith(n int, m method.Method) recipe.Setup {
	d.t.Helper()
	list := d.requests(flat.Load)
	if len(list) != 1 {
		d.t.Fatalf("the page sends the loads %+v, want one", list)
	}
	r := list[0]
	g, cfg := graphInfo(r.Recipe.Graph), settings.Default()
	g.N = n
	d.reply(flat.Reply{Seq: r.Seq, Kind: flat.Loaded, Graph: g, Config: &cfg, Method: m})
	f := frameAt(0, 0)
	f.N = n
	d.reply(flat.Reply{Seq: r.Seq, Kind: flat.Framed, Final: true, Frame: f})
	d.do(state.Pause{})
	return d.s.Recipe.Setup
}

// After the load of a graph of the menu, the recipe has the method with which the worker has opened it: "paper", or "" for "validation". A
// new seed keeps the method. The recipe of a program is loaded with its own method, and keeps it; after the load "validation" is "".
func TestGraphsOpenWithAMethod(t *testing.T) {
	d := &desk{t: t, s: state.New(recipe.Recipe{})}
	d.do(state.Start{})
	if r := d.answerLoadWith(34, method.Paper); r.Method != "paper" || d.s.Method != method.Paper {
		t.Errorf("the first graph has the method %q in the recipe, %v in the run; want paper", r.Method, d.s.Method)
	}
	d.do(state.Open{Graph: "data:texas"})
	if r := d.answerLoadWith(183, method.Paper); r.Method != "paper" {
		t.Errorf("Texas has the method %q, want paper", r.Method)
	}

	// Cora, with 2708 nodes, is large: the worker opens it with the method validation.
	d.do(state.Open{Graph: "data:cora"})
	if r := d.answerLoadWith(2708, method.Validation); r.Method != "" {
		t.Errorf("Cora has the method %q, want none", r.Method)
	}
	d.do(state.Seed{Text: "4"})
	if r := d.answerLoadWith(2708, method.Validation); r.Method != "" {
		t.Errorf("with another seed Cora has the method %q, want none", r.Method)
	}

	// Recipes of a program.
	for _, chosen := range []string{"", "validation", "paper"} {
		d.do(state.OpenRecipe{Recipe: recipe.Recipe{Setup: recipe.Setup{Graph: "data:texas", Method: chosen}}})
		want := chosen
		if want == "validation" {
			want = ""
		}
		if got := d.request(flat.Load).Recipe.Method; got != chosen {
			t.Errorf("a recipe with the method %q is loaded with %q", chosen, got)
		}
		if r := d.answerLoadWith(183, method.Paper); r.Method != want {
			t.Errorf("after the load the method %q of a recipe is %q, want %q", chosen, r.Method, want)
		}
	}
}

// A method replaces all settings and the model. The present method and the method Own cannot be selected again. TurnOn sets the settings
// that turn on a part of the paper; a part that is on, and an unknown part, change nothing. After it the settings are the user's own.
func TestChooseAMethod(t *testing.T) {
	d := loaded(t)
	d.s.Recipe.Settings, d.s.Recipe.Model = map[string]string{"dt": "3", "reading": "code"}, "gcn"
	d.do(state.Method{Name: method.Own})
	if len(d.cmds) != 0 {
		t.Errorf("the method Own can be selected: %v", d.cmds)
	}
	d.do(state.Method{Name: method.Paper})
	if r := d.request(flat.Load).Recipe; r.Method != "paper" || len(r.Settings) != 0 || r.Model != "" || r.Position != 0 {
		t.Errorf("the method paper loads %+v, want no settings and no model", r)
	}
	d.answerLoadWith(34, method.Paper)
	d.do(state.Method{Name: method.Paper})
	if len(d.cmds) != 0 {
		t.Errorf("selecting the present method gives the commands %v", d.cmds)
	}
	d.do(state.Method{Name: method.Validation})
	if r := d.request(flat.Load).Recipe; r.Method != "" {
		t.Errorf("the method validation is %q in the recipe, want none", r.Method)
	}
	d.answerLoadWith(34, method.Validation)

	// The parts of the paper that are off, each on a copy of the page.
	d.s.Config.GapMode, d.s.Config.Lift, d.s.Config.JKOSteps = "off", "sinkhorn", 0
	for part, want := range map[string]map[string]string{
		"gap ascent":   {"gap_mode": "sheaf"},
		"the JKO step": {"jko_steps": "1", "lift": "ot"},
		"diffusion":    nil, // a part that is on
		"nothing":      nil, // no part
	} {
		next := *d
		next.do(state.TurnOn{Part: part})
		if want == nil {
			if len(next.cmds) != 0 {
				t.Errorf("turning on %s gives the commands %v, want none", part, next.cmds)
			}
			continue
		}
		r := next.request(flat.Params)
		if !maps.Equal(r.Settings, want) || !maps.Equal(next.s.Recipe.Settings, want) {
			t.Errorf("turning on %s sets %v, want %v", part, r.Settings, want)
		}
		cfg := settings.Default()
		next.reply(flat.Reply{Seq: r.Seq, Kind: flat.Framed, Final: true, Frame: frameAt(30, 0), Config: &cfg, Method: method.Own})
		if next.s.Method != method.Own {
			t.Errorf("after turning on %s the method is %s, want %s", part, next.s.Method, method.Own)
		}
	}
}

// A large graph with gap ascent is trained for 3 epochs, because each epoch takes seconds, and the page says so. Without ascent, and on
// a small graph, the first training has FirstEpochs epochs.
func TestLargeGraphsWithAscentStopEarly(t *testing.T) {
	for _, c := range []struct {
		n, epochs int
		gap       string
	}{{2708, 3, "sheaf"}, {2708, state.FirstEpochs, "off"}, {183, state.FirstEpochs, "sheaf"}} {
		d := loaded(t)
		d.s.Method = method.Validation
		d.do(state.Method{Name: method.Paper})
		r := d.requests(flat.Load)[0]
		g, cfg, f := graphInfo("data:cora"), settings.Default(), frameAt(0, 0)
		g.N, f.N, cfg.GapMode = c.n, c.n, c.gap
		d.reply(flat.Reply{Seq: r.Seq, Kind: flat.Loaded, Graph: g, Config: &cfg, Method: method.Paper})
		d.reply(flat.Reply{Seq: r.Seq, Kind: flat.Framed, Final: true, Frame: f})
		run := d.request(flat.Run)
		if run.Epochs != c.epochs {
			t.Errorf("%d nodes, ascent %s: %d epochs, want %d", c.n, c.gap, run.Epochs, c.epochs)
		}

		// The training ends. The note mentions an early end only after 3 epochs.
		end := frameAt(c.epochs*perEpoch, 0)
		end.N = c.n
		d.reply(flat.Reply{Seq: run.Seq, Kind: flat.Framed, Final: true, Frame: end})
		if d.s.Frame.Epoch != c.epochs {
			t.Fatalf("after the training the page is at epoch %d, want %d", d.s.Frame.Epoch, c.epochs)
		}
		if text := d.s.ShortText(); strings.Contains(text, "stopped after 3 epochs") != (c.epochs == 3) {
			t.Errorf("%d nodes, ascent %s, %d epochs: the note is %q", c.n, c.gap, c.epochs, text)
		}
	}
}

// A link has the method. A link without a method, from an earlier version, loads without a method.
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
		other.answerLoadWith(4, method.Validation)
		other.do(state.Link{Text: text})
		if got := other.request(flat.Load).Recipe.Method; got != want {
			t.Errorf("the link loads the method %q, want %q", got, want)
		}
	}
}
