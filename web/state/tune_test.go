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

// tuned selects the method "auto" and answers in place of the pool. Wide networks have the best results.
func (d *desk) searchAuto() (settings map[string]string) {
	d.t.Helper()
	d.do(state.Method{Name: state.MethodAuto})
	if d.s.View.Panel != state.PanelResults || d.s.Lab.Work != lab.ForTune {
		d.t.Fatalf("panel %s, %+v", d.s.View.Panel, d.s.Lab.Tune)
	}
	for d.s.Lab.Work == lab.ForTune {
		var list []proto.Query
		for _, c := range d.cmds {
			if l, ok := c.(state.LabCommand); ok {
				if r, ok := l.Command.(lab.RunJobs); ok {
					list = r.Jobs
				}
			}
		}
		report := client.PoolState{Results: make([]client.JobState, len(list)), Total: len(list), Done: len(list), Over: true}
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
			wide := float64(c.Channels) / 100
			report.Results[k] = client.JobState{Done: true, Outcome: proto.JobAnswer{Outcome: train.Outcome{Around: wide, Crossed: wide},
				Known: &proto.Known{Shape: cost.ShapeOf(g), Config: c, Val: len(p.Val)}}}
		}
		d.do(state.Lab{Msg: lab.Reported{Report: report}})
	}
	return d.s.Lab.Tune.Settings
}

// The recipe has the settings that the search has chosen. A link with them needs no search. A setting changed by hand, another method and
// another graph end this.
func TestBestValidation(t *testing.T) {
	d := loaded(t)
	settings := d.searchAuto()
	r := d.request(flat.Load).Recipe
	if len(settings) == 0 || !maps.Equal(r.Settings, settings) || r.Method != "" || r.Tuned.Tried == 0 || r.Tuned != d.s.Lab.Tune.Tuned {
		t.Fatalf("loads %+v, chosen %v", r, settings)
	}
	d.answerLoadWith(34, method.Own)
	if d.s.MethodShown() != state.MethodAuto {
		t.Errorf("the method is %s", d.s.MethodShown())
	}
	text, err := recipe.Format(d.s.Link())
	if err != nil {
		t.Fatal(err)
	}
	other := loaded(t)
	other.do(state.Link{Text: text})
	if q := other.request(flat.Load).Recipe; !maps.Equal(q.Settings, settings) || q.Tuned != r.Tuned || other.s.Lab.Work == lab.ForTune {
		t.Errorf("the link loads %+v", q)
	}
	other.answerLoadWith(34, method.Own)
	if again := other.searchAuto(); !maps.Equal(again, settings) || other.s.Lab.Tune.Tuned != r.Tuned {
		t.Errorf("the search of the link chose %v, %+v", again, other.s.Lab.Tune.Tuned)
	}
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
		if q := next.s.Shown(); (q.Tuned.Tried > 0) != c.keep || c.keep != maps.Equal(q.Settings, settings) {
			t.Errorf("after %+v: %+v", c.m, q)
		}
	}
	next := *d
	if next.do(state.Open{Graph: "ring"}); len(next.s.Shown().Settings) > 0 {
		t.Errorf("another graph has the settings of this one: %v", next.s.Shown().Settings)
	}
}

// Another method ends a search that is under way.
func TestMethodEndsTheSearch(t *testing.T) {
	d := loaded(t)
	d.do(state.Method{Name: state.MethodAuto})
	d.do(state.Method{Name: method.Validation})
	if d.s.Lab.Work == lab.ForTune || d.cmds[0] != (state.LabCommand{Command: lab.CancelJobs{}}) {
		t.Errorf("running %v, %+v", d.s.Lab.Work == lab.ForTune, d.cmds)
	}
	d.request(flat.Load)
}
