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

// The note and the cells describe the content of a grid of accuracies. The grids are a stored grid, a second stored grid with other axes,
// and a grid trained on the page. Verdicts and means are those of package heat. A text without a grid changes nothing.
func TestHeatNoteDescribesTheMap(t *testing.T) {
	page := opened(recipe.Setup{Graph: "karate", Seed: 1})
	text, err := os.ReadFile("../../core/heat/stored.json")
	if err != nil {
		t.Fatal(err)
	}
	stored, err := heat.Parse(string(text))
	if err != nil {
		t.Fatal(err)
	}
	if shown := results.NewHeat(&page.s); shown.Have || len(shown.Maps) != 0 {
		t.Errorf("before it is fetched, the grid is shown as %+v", shown)
	}
	page.do(state.Lab{Msg: lab.StoredHeat{Text: "{}"}}) // a text without a grid
	page.do(state.Lab{Msg: lab.StoredHeat{Text: string(text)}})
	// checkCells compares the pictures in shown with the grid m: picture 0 has the verdicts, the pictures after it the mean of each model.
	checkCells := func(m *heat.Map, shown results.Heat) {
		t.Helper()
		if len(shown.Maps) != 1+len(m.Models) || len(shown.Columns)*len(shown.Rows) != m.Points() {
			t.Fatalf("%d pictures of %d columns and %d rows, the grid has %d models and %d points", len(shown.Maps),
				len(shown.Columns), len(shown.Rows), len(m.Models), m.Points())
		}
		for p, d := range m.Verdicts() {
			c := shown.Maps[0].Cells[p]
			mean := strings.Replace(view.Fix(d.Mean, 1), "-", "−", 1)
			if strings.TrimPrefix(c.Text, "+") != mean || c.Side != map[int]string{-1: "graph", 1: "sheaf"}[d.Sign] ||
				(c.Side == "") != strings.Contains(c.Tip, "cannot be told apart") {
				t.Errorf("point %d: the cell is %+v, the verdict of the grid is %+v", p, c, d)
			}
			// Fewer than three graphs have no interval and no test.
			if hasTest := d.N > 2; strings.Contains(c.Tip, "±") != hasTest || strings.Contains(c.Tip, "p =") != hasTest {
				t.Errorf("point %d with %d graphs: the tip is %q", p, d.N, c.Tip)
			}
			for k := range m.Models {
				if got := shown.Maps[1+k].Cells[p]; got.Text != view.Fix(m.Mean(p, k).Mean, 0) {
					t.Errorf("point %d, %s: the cell is %+v, want the mean of the grid", p, m.Models[k], got)
				}
			}
		}
	}
	shown := results.NewHeat(&page.s)
	checkCells(stored, shown)
	if shown.Down != "signal" || !strings.Contains(shown.Note, stored.Command) || !strings.Contains(shown.Note, stored.Date) ||
		shown.Running || shown.Off {
		t.Errorf("the stored grid is shown as %+v", shown)
	}
	// The second stored grid: the note of the first grid has the sentence of the second, and the choice of the axis "noise" shows the second.
	secondText, err := os.ReadFile("../../core/heat/ties.json")
	if err != nil {
		t.Fatal(err)
	}
	second, err := heat.Parse(string(secondText))
	if err != nil {
		t.Fatal(err)
	}
	page.do(state.Lab{Msg: lab.StoredHeat{Text: string(secondText)}})
	if shown := results.NewHeat(&page.s); shown.Down != "signal" || !strings.Contains(shown.Note, "by rule and noise: "+second.Sentence()) {
		t.Errorf("the note %q lacks the sentence of the second grid", shown.Note)
	}
	page.do(state.Lab{Msg: lab.HeatAxis{Name: "noise"}})
	shown = results.NewHeat(&page.s)
	checkCells(second, shown)
	if shown.Across != "rule" || shown.Down != "noise" || !strings.Contains(shown.Note, second.Command) ||
		!strings.Contains(shown.Note, stored.Sentence()) {
		t.Errorf("the second grid is shown as %+v", shown)
	}
	page.do(state.Lab{Msg: lab.HeatAxis{Name: "correlation"}})
	if shown := results.NewHeat(&page.s); len(shown.Maps) != 0 || shown.Down != "correlation" {
		t.Errorf("no grid is stored for this axis, and the picture is %+v", shown)
	}
	// A grid trained here, with five runs still open.
	page.do(state.Lab{Msg: lab.StartHeat{}})
	runs := make([]client.JobState, len(page.s.Lab.Heat.Requests))
	for k := range runs[:len(runs)-5] {
		runs[k].Done, runs[k].Outcome.Val, runs[k].Outcome.Test = true, float64(k%7)/7, float64(k%11)/11
	}
	page.do(state.Lab{Msg: lab.Reported{Report: client.PoolState{Results: runs, Total: len(runs), Done: len(runs) - 5, Fraction: 0.9}}})
	shown = results.NewHeat(&page.s)
	checkCells(page.s.Lab.Heat.Map, shown)
	if !shown.Running || shown.Fraction != 0.9 || !strings.Contains(shown.Note, "Trained here") {
		t.Errorf("the grid trained here is shown as %+v", shown)
	}
	// After the first graph of each point, and after two.
	for _, graphs := range []int{1, 2} {
		first, err := heat.New("universe:n=40", shownAxes(page.s.Lab.Heat.Grid()), 5, []string{"sgpc", "mlp"})
		if err != nil {
			t.Fatal(err)
		}
		for p := range first.Points() {
			for g := range graphs {
				first.Set(p, 0, g, 0.5, 0.7)
				first.Set(p, 1, g, 0.5, 0.5)
			}
		}
		started := page.s
		started.Lab.Heat.Map = first
		shown := results.NewHeat(&started)
		checkCells(first, shown)
		if !strings.Contains(shown.Note, "up to 5 graphs a point") {
			t.Errorf("after %d of 5 graphs the note is %q", graphs, shown.Note)
		}
	}
	// The address ?figure=heat shows the figure alone in the panel of results, with its sentence.
	page.s.Figure = state.SoleFigure{Name: state.FigureHeat, Panel: state.PanelResults}
	page.s.View.Panel = state.PanelResults
	panel := inspector.New(&page.s)
	if len(panel.Body.Figures) != 1 || panel.Body.Figures[0].Kind != "heat" {
		t.Errorf("the figure alone is shown as %+v", panel)
	}
	if lead := view.Plain(panel.Lead); !strings.HasPrefix(lead, "Pooled over all kinds of graphs the sheaf models are ") {
		t.Errorf("the figure alone has the sentence %q", lead)
	}
}

// shownAxes returns the axes of a grid, of the columns first.
func shownAxes(g lab.HeatGrid) []heat.Axis { return []heat.Axis{g.Across, g.Down} }
