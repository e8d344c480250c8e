package state_test

import (
	"maps"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc/cost"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/train"
	"sheafscope/wasm/client"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/wasm/recipe"
	"sheafscope/web/lab"
	"sheafscope/web/state"
)

// searchAuto selects the method "auto" and answers the jobs of its search in place of the pool, so that networks with more channels have
// better results. It returns the settings that the search has chosen.
func (d *desk) searchAuto() (settings map[string]string) {
	d.t.Helper()
	d.do(state.Method{Name: state.MethodAuto})
	if d.s.View.Panel != state.PanelResults || d.s.Lab.Work != lab.ForTune {
		d.t.Fatalf("auto opens the panel %s and the search %+v", d.s.View.Panel, d.s.Lab.Tune)
	}
	for d.s.Lab.Work == lab.ForTune {
		// list has the jobs of the next round.
		var list []proto.Query
		for _, c := range d.cmds {
			if l, ok := c.(state.LabCommand); ok {
				if r, ok := l.Command.(lab.RunJobs); ok {
					list = r.Jobs
				}
			}
		}
		report := client.PoolState{Results: make([]client.JobState, len(list)), Total: len(list), Done: len(list), Over: true}
		// Each job gets an outcome without a training.
		for k, r := range list {
			g := graph.Karate()
			p, err := graph.ParseSplit(g, method.DefaultSplit, r.Run.Seed)
			if err != nil {
				d.t.Fatal(err)
			}
			c, err := method.Configure(g, p, "sgpc", "paper", r.Run.Seed)
			if err != nil {
				d.t.Fatal(err)
			}
			for name, v := range r.Run.Settings {
				if err := c.Set(name, v); err != nil {
					d.t.Fatal(err)
				}
			}
			accuracy := float64(c.Channels) / 100 // grows with the number of channels
			report.Results[k] = client.JobState{Done: true, Outcome: proto.JobAnswer{Outcome: train.Outcome{Around: accuracy, Crossed: accuracy},
				Known: &proto.Known{Shape: cost.ShapeOf(g), Config: c, Val: len(p.Val)}}}
		}
		d.do(state.Lab{Msg: lab.Reported{Report: report}})
	}
	return d.s.Lab.Tune.Settings
}

// After a search the recipe has the chosen settings, and the record of the search. A link with both loads them without a search. A search
// of the page that opened the link chooses the same settings. A changed setting, another method, another reading and another graph drop the
// record and the chosen settings; a new seed or split keeps them.
func TestRecipeKeepsTheSearch(t *testing.T) {
	d := loaded(t)
	settings := d.searchAuto()
	r := d.request(flat.Load).Recipe
	if len(settings) == 0 || !maps.Equal(r.Settings, settings) || r.Method != "" {
		t.Fatalf("the search chose %v, and the page loads %+v; want the chosen settings and no method", settings, r)
	}
	if r.Tuned.Tried == 0 || r.Tuned != d.s.Lab.Tune.Tuned {
		t.Fatalf("the recipe has the record %+v of the search, want %+v", r.Tuned, d.s.Lab.Tune.Tuned)
	}
	d.answerLoadWith(34, method.Own) // 34 nodes, as the karate club
	if d.s.MethodShown() != state.MethodAuto {
		t.Errorf("the shown method is %s, want %s", d.s.MethodShown(), state.MethodAuto)
	}

	// Another page opens the link, and then searches again.
	text, err := recipe.Format(d.s.Link())
	if err != nil {
		t.Fatal(err)
	}
	other := loaded(t)
	other.do(state.Link{Text: text})
	if q := other.request(flat.Load).Recipe; !maps.Equal(q.Settings, settings) || q.Tuned != r.Tuned || other.s.Lab.Work == lab.ForTune {
		t.Errorf("the link loads %+v, want the settings %v and the record %+v without a search", q, settings, r.Tuned)
	}
	other.answerLoadWith(34, method.Own)
	if again := other.searchAuto(); !maps.Equal(again, settings) || other.s.Lab.Tune.Tuned != r.Tuned {
		t.Errorf("after the link a search chose %v, %+v; want %v, %+v", again, other.s.Lab.Tune.Tuned, settings, r.Tuned)
	}

	// Changes after the search, each on a copy of the page.
	for _, c := range []struct {
		m    state.Msg
		keep bool
	}{
		{state.SetSetting{Name: "dt", Value: "3"}, false}, {state.Method{Name: method.Paper}, false},
		{state.Reading{Name: "code"}, false}, {state.Open{Graph: "ring"}, false}, {state.Seed{Text: "8"}, true},
		{state.SetSplit{Spec: "per-class:5"}, true},
	} {
		next := *d
		next.do(c.m)
		q := next.s.Shown()
		if isTuned := q.Tuned.Tried > 0; isTuned != c.keep {
			t.Errorf("after %T the run counts as the result of the search: %v, want %v", c.m, isTuned, c.keep)
		}
		if maps.Equal(q.Settings, settings) != c.keep {
			t.Errorf("after %+v the settings are %v; want those of the search: %v", c.m, q.Settings, c.keep)
		}
	}
	// Another graph has no settings at all.
	next := *d
	next.do(state.Open{Graph: "ring"})
	if len(next.s.Shown().Settings) > 0 {
		t.Errorf("another graph has the settings %v of the search", next.s.Shown().Settings)
	}
}

// Another method cancels the search that is under way, and loads its run.
func TestMethodEndsTheSearch(t *testing.T) {
	d := loaded(t)
	d.do(state.Method{Name: state.MethodAuto})
	d.do(state.Method{Name: method.Validation})
	if d.s.Lab.Work == lab.ForTune || d.cmds[0] != (state.LabCommand{Command: lab.CancelJobs{}}) {
		t.Errorf("the search is running: %v; commands %+v", d.s.Lab.Work == lab.ForTune, d.cmds)
	}
	d.request(flat.Load)
}
