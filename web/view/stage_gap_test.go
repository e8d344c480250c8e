package view_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/sgpc/trace"
	"sheafscope/core/words"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/inspector"
)

// gapStage returns the page on the karate club after two epochs with a mode of the gap ascent. It also returns the trace of the run, and
// the panel of stage 10.
func gapStage(t *testing.T, mode string) (*state.State, *trace.Trace, view.Inspector) {
	t.Helper()
	g := graph.Karate()
	split, err := graph.ParseSplit(g, "per-class:5", 0)
	if err != nil {
		t.Fatal(err)
	}
	cfg := method.DefaultFor(g, split)
	cfg.GapMode = mode
	var tr *trace.Trace
	s := karateAt(t, g, split, cfg, func(r *sgpc.Run) {
		epochs(2)(r)
		if tr, err = trace.Of(r, nil); err != nil {
			t.Fatal(err)
		}
	}, frame.Focus{Spectrum: true})
	s.View.Panel, s.View.Stage = state.PanelStage, stage.Gap
	return s, tr, inspector.New(s)
}

// figureOf returns the figure with an identifier, and whether the panel has it.
func figureOf(v view.Inspector, id string) (view.Figure, bool) {
	k := slices.IndexFunc(v.Body.Figures, func(f view.Figure) bool { return f.ID == id })
	if k < 0 {
		return view.Figure{}, false
	}
	return v.Body.Figures[k], true
}

// Stage 10 shows the gains of the promise, the matrix step, the nearest sheaf and the crude projection with the numbers of the trace. Its
// sentence states what the nearest sheaf keeps of the gain, also for extreme gains. It names the condition of the line search, and has the
// settings of its mode. Without an ascent it says that training alone determines λ₂, and the numbers have the promise.
func TestGainsSideBySide(t *testing.T) {
	for _, mode := range []string{"sheaf", "additive", "matrix"} {
		s, tr, panel := gapStage(t, mode)
		g := tr.GapAscent // Before, AfterMatrix and AfterSheaf each have λ₂ and λ₃
		f, ok := figureOf(panel, "survive")
		if !ok {
			t.Fatal("no gains")
		}
		rows := f.Data.(view.Bars).Rows
		want := map[string]float64{"Promised, c_w/4": s.Config.Armijo / 4, "Matrix step": g.AfterMatrix[0] - g.Before[0],
			"Nearest sheaf": g.Nearest.After - g.Before[0], "Crude projection": g.Crude.After - g.Before[0]}
		// The bars: four gains, and the gain of the ascent itself as the last bar.
		for _, r := range rows[:4] {
			if x, ok := want[r.Name]; !ok || math.Abs(float64(r.V)-max(0, x)) > 1e-9 {
				t.Errorf("%s: bar %q is %g, the trace has %g", mode, r.Name, float64(r.V), x)
			}
		}
		if last := rows[len(rows)-1]; len(rows) != 5 || math.Abs(float64(last.V)-(g.AfterSheaf[0]-g.Before[0])) > 1e-12 {
			t.Errorf("%s: the ascent's own bar is %+v", mode, last)
		}
		// The numbers in the sentence.
		lead := view.Plain(panel.Lead)
		reached, next := view.DistinctNums(g.AfterSheaf[0], g.AfterSheaf[1])
		for _, number := range []string{view.Num(g.Before[0]), reached, next, view.Signed(g.AfterMatrix[0] - g.Before[0]),
			view.Signed(s.Config.Armijo / 4), view.Num(g.Before[1] - g.Before[0])} {
			if !strings.Contains(lead, number) {
				t.Errorf("%s: %q lacks %s", mode, lead, number)
			}
		}
		// A share over 1.005 has another sentence, which the table below tests.
		share := (g.Nearest.After - g.Before[0]) / (g.AfterMatrix[0] - g.Before[0])
		if want := words.Either(share > 1, "keeps all of it", "keeps "+view.Pct(share)); share <= 1.005 && !strings.Contains(lead, want) {
			t.Errorf("%s: %q lacks %q", mode, lead, want)
		}
		if compared := s.Frame.Stages.Gap.Compared; mode == "matrix" {
			// The gain of the nearest sheaf: over, at and under that of the matrix step, a loss, and values that no sound run has.
			for _, gain := range []struct {
				nearest   float64
				lead, row string
			}{
				{2 * compared.Matrix, "The nearest sheaf gains " + view.Signed(2*compared.Matrix) + ": it raises λ₃ as well.", "200.0 %"},
				{compared.Matrix, "keeps 100.0 % of it.", "100.0 %"}, {0, "keeps nothing of it.", "0.0 %"},
				{compared.Matrix * (1 - 1e-6), "keeps over 99.9 % of it.", "over 99.9 %"},
				{compared.Matrix * 1e-6, "keeps under 0.1 % of it.", "under 0.1 %"},
				{-1162.579 * compared.Matrix, "keeps nothing of it: it lowers λ₂ by " + view.Num(1162.579*compared.Matrix) + ".",
					"none, a loss of " + view.Num(1162.579*compared.Matrix)},
				{-1e-12, "keeps nothing of it: it lowers λ₂ by 1e−12.", "none, a loss of 1e−12"},
				{1e12, "gains +1e12: it raises λ₃ as well.", " %"},
				{math.NaN(), "of the nearest sheaf nothing is known.", "–"}, {math.Inf(1), "of the nearest sheaf nothing is known.", "–"},
				{math.Inf(-1), "of the nearest sheaf nothing is known.", "–"},
			} {
				compared.Nearest = gain.nearest
				panel := inspector.New(s)
				nums, _ := figureOf(panel, "stepnums")
				row := nums.Nums[2][1].(string)
				if lead := view.Plain(panel.Lead); !strings.HasSuffix(lead, gain.lead) || !strings.HasSuffix(row, gain.row) {
					t.Errorf("a gain of %v: %q lacks %q, or %q is not %q", gain.nearest, lead, gain.lead, row, gain.row)
				}
			}
		}
		// The condition of the line search, the sliders, and the choice of the mode.
		search, _ := figureOf(panel, "search")
		decides := map[string]string{"sheaf": "Armijo's condition", "additive": "Armijo's condition",
			"matrix": "both of Wolfe's strong conditions decide"}[mode]
		if words, _ := search.Sub.([]any); len(words) == 0 || !strings.Contains(words[len(words)-1].(string), decides) {
			t.Errorf("%s: the line search is described by %v, want %q", mode, search.Sub, decides)
		}
		sliders, _ := figureOf(panel, "knobs")
		names := []string{}
		for _, knob := range sliders.Data.([]view.Knob) {
			names = append(names, knob.Name)
		}
		if !slices.Contains(names, "armijo") || slices.Contains(names, "curvature") != (mode == "matrix") {
			t.Errorf("%s: sliders %v", mode, names)
		}
		if _, ok := figureOf(panel, "choice-gap_mode"); !ok {
			t.Errorf("%s: no choice of the ascent", mode)
		}
	}
	_, _, panel := gapStage(t, "off")
	if lead := view.Plain(panel.Lead); !strings.Contains(lead, "training alone determines λ₂") {
		t.Errorf("without an ascent the sentence is %q", lead)
	}
	f, _ := figureOf(panel, "gapnums")
	if len(f.Nums) != 4 || f.Nums[3][0] != "What Theorem 3 promises, c_w/4" {
		t.Errorf("without an ascent the numbers are %v", f.Nums)
	}
}

// Two numbers that nearly agree are printed with different texts. Other numbers have their usual texts.
func TestNearNumbersDiffer(t *testing.T) {
	for _, c := range []struct {
		x, y float64
		a, b string
	}{{0.5, 0.25, "0.500", "0.250"}, {0.5, 0.5, "0.500", "0.500"}, {0.123456, 0.123459, "0.123456", "0.123459"},
		{1.00001e-5, 1.00002e-5, "1.00001e−5", "1.00002e−5"}} {
		if a, b := view.DistinctNums(c.x, c.y); a != c.a || b != c.b {
			t.Errorf("%g and %g: %q and %q, want %q and %q", c.x, c.y, a, b, c.a, c.b)
		}
	}
}
