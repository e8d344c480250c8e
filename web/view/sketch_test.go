package view_test

import (
	"encoding/json"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/words"
	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/charts"
	"sheafscope/web/view/inspector"
	"sheafscope/web/view/picture"
	"sheafscope/web/view/results"
	"sheafscope/web/view/stages"
)

// This file tests the page while its user draws a graph, and the sliders of the generators.

// While the user draws a graph that cannot run yet, the panel of the results has a sentence. In five panels, with every colouring of the
// nodes, all models can be written as JSON. The tools name the last step that "undo" takes back. A drawn node stays in its place. Two
// selected nodes of one class in two sets have a common class and no common set.
func TestViewsOfAnUnfinishedGraph(t *testing.T) {
	s := state.New(recipe.Recipe{Setup: recipe.Setup{Graph: "blank"}})
	s, _, _ = state.Update(s, state.Start{})
	s.Lab.Compare.On = true // the comparison was opened before
	// Without a node, with one node, and with two nodes.
	for nodes := range 3 {
		if m := picture.NewSketch(&s); !m.On || m.Empty != (nodes == 0) || len(m.Needs) != 3 || len(m.Classes) != 2 ||
			m.Undo != words.Either(nodes == 0, "", "node added") {
			t.Errorf("%d nodes: tools %+v", nodes, m)
		}
		for _, panel := range []string{state.PanelStage, state.PanelEdge, state.PanelNode, state.PanelClaims, state.PanelResults} {
			for _, mode := range picture.NodeModes() {
				s.View.Panel, s.View.Nodes = panel, mode[0]
				at := picture.NewAttributes(&s)
				for _, m := range []any{inspector.New(&s), picture.NewPeek(&s), picture.NewTopology(&s), picture.NewStyle(&s),
					picture.NewLegend(&s, &at), charts.NewSpectrum(&s), charts.NewTraining(&s), charts.NewBound(&s), charts.NewScrub(&s),
					stages.Sparks(&s), stages.Rail(&s), picture.NewGenerator(&s), results.NewCompare(&s)} {
					if _, err := json.Marshal(m); err != nil {
						t.Errorf("%T: %v", m, err)
					}
				}
			}
		}
		if v := inspector.New(&s); view.Plain(v.Lead) == "" {
			t.Errorf("with %d nodes the panel %s has no sentence", nodes, s.View.Panel)
		}
		s, _, _ = state.Update(s, state.SketchAdd{X: 3, Y: 4})
	}
	// Three nodes were added at (3, 4). An entry of At has the number of a node and its place.
	if p := picture.NewTopology(&s); !p.Exact || len(p.At) != 3 || p.At[1] != [3]int{1, 3, 4} {
		t.Errorf("the places are %+v, want three, and {1, 3, 4} for node 1", p)
	}
	// The first two nodes are selected together. Their sets differ, which is the set −2.
	s, _, _ = state.Update(s, state.SketchPick{Node: 0})
	s, _, _ = state.Update(s, state.SketchPick{Node: 1})
	if m := picture.NewSketch(&s); m.Chosen != "2 nodes" || m.Label != 0 || m.Set != -2 {
		t.Errorf("with two nodes of one class in two sets the tools are %+v", m)
	}
}

// A slider has the present value of its parameter, this value lies in its range, and the range lies in that of the generator. A graph
// without a generator has no sliders.
func TestSlidersReachTheirValues(t *testing.T) {
	// Every generator with its defaults, and large values of one generator.
	for _, gen := range graph.Generators() {
		for _, spec := range []string{gen.Name, "sbm:n=2000,signal=9"} {
			s := state.New(recipe.Recipe{Setup: recipe.Setup{Graph: spec}})
			m := picture.NewGenerator(&s)
			if len(m.Params) == 0 {
				t.Errorf("%s has no sliders", spec)
			}
			g, values, err := graph.ParseSpec(spec)
			if err != nil {
				t.Fatal(err)
			}
			for k, p := range m.Params {
				want := values[p.Name]
				low, high := float64(p.Min), float64(p.Max)
				if float64(p.Value) != want || low > want || high < want {
					t.Errorf("%s: the slider %+v does not reach %v", spec, p, want)
				}
				if low < g.Params[k].Min || high > g.Params[k].Max || p.Step <= 0 || p.Label == "" {
					t.Errorf("%s: the slider %+v leaves the range of %+v, or has no step or label", spec, p, g.Params[k])
				}
			}
		}
	}
	s := state.New(recipe.Recipe{Setup: recipe.Setup{Graph: "karate"}})
	if m := picture.NewGenerator(&s); m.Name != "" {
		t.Error("a graph of no generator has sliders")
	}
}
