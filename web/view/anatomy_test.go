package view_test

import (
	"math"
	"strings"
	"testing"

	"sheafscope/core/anatomy"
	"sheafscope/wasm/client"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
	"sheafscope/web/lab"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/results"
)

// TestAnatomy says in words and bars what a report says in numbers: what took no time has no row, what is not counted a dash.
func TestAnatomy(t *testing.T) {
	w := opened(recipe.Run{Graph: "karate", Seed: 1})
	if m := results.NewAnatomy(&w.s); len(m.Rows) != 0 || m.Off || m.Running || m.Note != "" {
		t.Fatalf("%+v", m)
	}
	work, moved, peak := 5e6, 1.25e6, 0.375
	rep := &anatomy.Report{EpochMS: 10, Epochs: 50, Warm: 5, GemmPerSecond: 13.2e9, Stages: []anatomy.Line{
		{Stage: 1, Name: "Features", Evaluation: 1, Backward: 1, Sum: 2, Share: 0.2, MultiplyAdds: &work, Bytes: &moved, OfGemm: &peak},
		{Stage: 6, Name: "Diffusion", Evaluation: 2, Forward: 3, Backward: 2.5, Sum: 7.5, Share: 0.75},
		{Stage: 10, Name: "Gap ascent"},
		{Name: "Adam", Update: 0.5, Sum: 0.5, Share: 0.05}}}
	w.do(state.Lab{Msg: lab.StartAnatomy{}})
	if m := results.NewAnatomy(&w.s); !m.Running || !m.Off {
		t.Errorf("under way: %+v", m)
	}
	told := func(r client.Result) results.Anatomy {
		w.do(state.Lab{Msg: lab.Reported{Report: client.Report{Results: []client.Result{r}, Done: 1, Total: 1, Over: true}}})
		return results.NewAnatomy(&w.s)
	}
	m := told(client.Result{Done: true, Outcome: proto.Outcome{Anatomy: rep}})
	if got := view.Plain(m.Lead); got != "An epoch takes 10.00 ms: 75.0 % of it in “Diffusion”, 20.0 % in “Features”." {
		t.Error(got)
	}
	if len(m.Rows) != 3 || m.Rows[0].MS != "2.00" || m.Rows[0].Peak != "38 %" || m.Rows[1].Peak != "–" || m.Rows[2].Name != "Adam" ||
		m.Rows[0].Title != "20.0 % of the time, 5.00 million multiply-adds, 1.25 MB moved" {
		t.Errorf("%+v", m.Rows)
	}
	for k, want := range [][]float64{{1 / 7.5, 0, 1 / 7.5, 0}, {2 / 7.5, 3 / 7.5, 2.5 / 7.5, 0}, {0, 0, 0, 0.5 / 7.5}} {
		for p, x := range want {
			if math.Abs(m.Rows[k].Parts[p]-x) > 1e-12 {
				t.Errorf("row %d: %v", k, m.Rows[k].Parts)
			}
		}
	}
	if !strings.Contains(m.Note, "50 epochs after 5") || !strings.Contains(m.Note, "13.2 billion") || m.Running || m.Off {
		t.Errorf("%+v", m)
	}
	w.do(state.Lab{Msg: lab.StartAnatomy{}})
	if m = told(client.Result{Done: true, Err: "too large"}); len(m.Rows) != 0 || !strings.Contains(view.Plain(m.Lead), "too large") {
		t.Errorf("%+v", m)
	}
}

// TestAnatomyOfARun lets the worker's side measure: the rows add up to the epoch, and the run on the page stays where it is.
func TestAnatomyOfARun(t *testing.T) {
	w := opened(recipe.Run{Graph: "karate", Seed: 1, Settings: map[string]string{"epochs": "3", "hidden": "8", "channels": "4"}})
	before := w.s.Frame.Position
	jobs := w.pooled(t, state.Lab{Msg: lab.StartAnatomy{}}, func() {})
	rep := w.s.Lab.Anatomy.Measured()
	if len(jobs) != 1 || rep == nil || rep.Epochs < 3 || len(rep.Stages) < 10 || rep.Kernel == "" {
		t.Fatalf("%+v, %+v", jobs, rep)
	}
	sum := 0.0
	for _, l := range rep.Stages {
		sum += l.Sum
	}
	if !(sum > 0) || sum > rep.EpochMS*(1+1e-9) || w.s.Frame.Position != before {
		t.Errorf("the stages take %v ms of the epoch's %v; the run went from %d to %d", sum, rep.EpochMS, before, w.s.Frame.Position)
	}
}
