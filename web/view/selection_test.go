package view_test

import (
	"slices"
	"strings"
	"testing"

	"sheafscope/core/choice"
	"sheafscope/core/graph"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/charts"
	"sheafscope/web/view/inspector"
)

// This file tests the selection by the confusion matrix, the bars of many classes, and the mark of λ₂.

// A cell of the confusion matrix selects as many nodes as its count. The panel of the selection has the right predictions and the inner
// edges, which the test counts. An empty lasso changes no panel and is announced.
func TestConfusionCellsSelectWhatTheyCount(t *testing.T) {
	s := karate(t, epochs(6), frame.Focus{})
	classes := s.Graph.Classes
	var anySelected bool
	for y := range classes {
		for p := range classes {
			// A click on the cell.
			next, _, _ := state.Update(*s, state.PickConfusion{Label: y, Pred: p})
			want := s.Frame.Stages.Confusion[y*classes+p]
			if len(next.View.Chosen) != want {
				t.Errorf("cell %d, %d counts %d and selects %d", y, p, want, len(next.View.Chosen))
			}
			if want == 0 {
				continue
			}
			anySelected = true
			panel := inspector.New(&next)
			// Right predictions, and edges with both ends in the selection.
			within, right := 0, 0
			selected := map[int]bool{}
			for _, i := range next.View.Chosen {
				selected[i] = true
				if s.Frame.Pred[i] == s.Graph.Labels[i] {
					right++
				}
			}
			for e := 0; e < len(s.Graph.Edges); e += 2 {
				if selected[int(s.Graph.Edges[e])] && selected[int(s.Graph.Edges[e+1])] {
					within++
				}
			}
			// The sentence of the selection.
			lead := view.Plain(panel.Lead)
			if !strings.HasPrefix(lead, view.Int(right)+" of "+view.Int(want)+" labelled node") || !strings.Contains(lead,
				" "+view.Int(within)+" edge") {
				t.Errorf("cell %d, %d (%d right, %d edges): %q", y, p, right, within, lead)
			}
			if next.View.Panel != state.PanelNode || panel.TestID != "inspector-selection" || panel.Body.Figures[0].TestID != "selection-stats" {
				t.Errorf("the panel is %s: %+v", next.View.Panel, panel)
			}
		}
	}
	if !anySelected {
		t.Error("no cell has a node")
	}
	empty, announced := spoken(state.Update(*s, state.PickLasso{}))
	if empty.View.Panel != s.View.Panel || !strings.Contains(announced, "No node") {
		t.Errorf("an empty lasso leads to panel %s and announces %q, want panel %s and “No node”", empty.View.Panel, announced, s.View.Panel)
	}
}

// If λ₂ exists, the spectrum chart marks its position, for built-in and generated graphs, for literal maps, the plain Laplacian, and d = 2.
func TestLambda2IsMarked(t *testing.T) {
	marked := 0 // cases with λ₂
	for _, name := range append(graph.BuiltinNames(), "barbell", "grid", "bipartite", "sbm:n=60,classes=3,homophily=0.2") {
		// A built-in graph, or a generated one.
		g, err := graph.Builtin(name)
		if err != nil {
			if g, err = graph.Generate(name); err != nil {
				t.Fatal(err)
			}
		}
		split, err := graph.ParseSplit(g, "per-class:1", 0)
		if err != nil {
			t.Fatal(err)
		}
		// Three forms of the operator.
		for _, form := range [][2]string{{"convention", "literal"}, {"operator", "laplacian"}, {"d", "2"}} {
			cfg := settings.Default()
			if err := cfg.Set(form[0], form[1]); err != nil {
				t.Fatal(err)
			}
			s := karateAt(t, g, split, cfg, epochs(1), frame.Focus{Spectrum: true})
			m := charts.NewSpectrum(s)
			if s.Spectrum == nil || s.Spectrum.Lambda2 <= 0 {
				continue
			}
			marked++
			if m.Index2 < 0 || m.Index2 >= len(m.After) || m.After[m.Index2] != s.Spectrum.Lambda2 {
				t.Errorf("%s, %s=%s: λ₂ = %v is not marked among %v", name, form[0], form[1], s.Spectrum.Lambda2, m.After)
			}
		}
	}
	if marked < 20 {
		t.Errorf("%d cases have λ₂, want at least 20", marked)
	}
}

// With more than twelve classes, the bars of a node are its twelve largest probabilities, so that the predicted class has a bar. The title
// has the limit.
func TestManyClassesShowTheLargest(t *testing.T) {
	page := opened(recipe.Setup{Graph: "sbm:n=60,classes=15,degree=3,homophily=0.5,seed=2", Seed: 1,
		Settings: map[string]string{"epochs": "2"}})
	for i := range page.s.Graph.N {
		page.do(state.PickNode{Node: choice.Of(i)})
		for _, f := range inspector.New(&page.s).Body.Figures {
			if f.ID != "probs" {
				continue
			}
			probabilities := slices.Clone(page.s.Frame.Node.Calibrated)
			slices.Sort(probabilities)
			slices.Reverse(probabilities)
			rows := f.Data.(view.Bars).Rows
			if len(rows) != 12 || f.Title != "Class probabilities, the 12 largest" {
				t.Fatalf("node %d has %d bars: %s", i, len(rows), f.Title)
			}
			for k, r := range rows {
				if float64(r.V) != probabilities[k] {
					t.Errorf("node %d: bar %d is %g, want %g", i, k, r.V, probabilities[k])
				}
			}
		}
	}
}
