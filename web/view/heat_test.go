package view_test

import (
	"os"
	"strings"
	"testing"

	"sheafscope/core/heat"
	"sheafscope/wasm/client"
	"sheafscope/wasm/recipe"
	"sheafscope/web/lab"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/inspector"
	"sheafscope/web/view/results"
)

// The note and the cells describe the content of a map: first of the stored map, then of a map trained on the page.
func TestHeatNoteDescribesTheMap(t *testing.T) {
	w := opened(recipe.Setup{Graph: "karate", Seed: 1})
	text, err := os.ReadFile("../../core/heat/stored.json")
	if err != nil {
		t.Fatal(err)
	}
	stored, err := heat.Parse(string(text))
	if err != nil {
		t.Fatal(err)
	}
	if v := results.NewHeat(&w.s); v.Have || len(v.Maps) != 0 {
		t.Errorf("a map before it is fetched: %+v", v)
	}
	w.do(state.Lab{Msg: lab.StoredHeat{Text: "{}"}})
	w.do(state.Lab{Msg: lab.StoredHeat{Text: string(text)}})
	check := func(m *heat.Map, v results.Heat) {
		t.Helper()
		if len(v.Maps) != 1+len(m.Models) || len(v.Columns)*len(v.Rows) != m.Points() {
			t.Fatalf("%+v", v)
		}
		for p, d := range m.Verdicts() {
			c := v.Maps[0].Cells[p]
			mean := strings.Replace(view.Fix(d.Mean, 1), "-", "−", 1)
			if strings.TrimPrefix(c.Text, "+") != mean || c.Side != map[int]string{-1: "graph", 1: "sheaf"}[d.Sign] ||
				(c.Side == "") != strings.Contains(c.Tip, "cannot be told apart") {
				t.Errorf("point %d: %+v, want %+v", p, c, d)
			}
			for k := range m.Models {
				if got := v.Maps[1+k].Cells[p]; got.Text != view.Fix(m.Mean(p, k).Mean, 0) {
					t.Errorf("point %d, %s: %+v", p, m.Models[k], got)
				}
			}
		}
	}
	v := results.NewHeat(&w.s)
	check(stored, v)
	if v.Down != "signal" || !strings.Contains(v.Note, stored.Command) || !strings.Contains(v.Note, stored.Date) || v.Running || v.Off {
		t.Errorf("%+v", v)
	}
	// The second stored map: its sentence stands under the first, and its axes show it.
	ties, err := os.ReadFile("../../core/heat/ties.json")
	if err != nil {
		t.Fatal(err)
	}
	decided, err := heat.Parse(string(ties))
	if err != nil {
		t.Fatal(err)
	}
	w.do(state.Lab{Msg: lab.StoredHeat{Text: string(ties)}})
	if v := results.NewHeat(&w.s); v.Down != "signal" || !strings.Contains(v.Note, "by rule and noise: "+decided.Sentence()) {
		t.Errorf("%+v", v)
	}
	w.do(state.Lab{Msg: lab.HeatAxis{Name: "noise"}})
	v = results.NewHeat(&w.s)
	check(decided, v)
	if v.Across != "rule" || v.Down != "noise" || !strings.Contains(v.Note, decided.Command) || !strings.Contains(v.Note, stored.Sentence()) {
		t.Errorf("%+v", v)
	}
	w.do(state.Lab{Msg: lab.HeatAxis{Name: "correlation"}})
	if v := results.NewHeat(&w.s); len(v.Maps) != 0 || v.Down != "correlation" {
		t.Errorf("nothing is stored of it: %+v", v)
	}
	w.do(state.Lab{Msg: lab.StartHeat{}})
	runs := make([]client.JobState, len(w.s.Lab.Heat.Requests))
	for k := range runs[:len(runs)-5] {
		runs[k].Done, runs[k].Outcome.Val, runs[k].Outcome.Test = true, float64(k%7)/7, float64(k%11)/11
	}
	w.do(state.Lab{Msg: lab.Reported{Report: client.PoolState{Results: runs, Total: len(runs), Done: len(runs) - 5, Fraction: 0.9}}})
	v = results.NewHeat(&w.s)
	check(w.s.Lab.Heat.Map, v)
	if !v.Running || v.Fraction != 0.9 || !strings.Contains(v.Note, "Trained here") {
		t.Errorf("%+v", v)
	}
	// Alone in the panel of results, as ?figure=heat has it, with its sentence.
	w.s.Figure = state.SoleFigure{Name: state.FigureHeat, Panel: state.PanelResults}
	w.s.View.Panel = state.PanelResults
	if in := inspector.New(&w.s); len(in.Body.Figures) != 1 || in.Body.Figures[0].Kind != "heat" ||
		!strings.HasPrefix(view.Plain(in.Lead), "Pooled over all kinds of graphs the sheaf models are ") {
		t.Errorf("%+v", in)
	}
}
