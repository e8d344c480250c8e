package view_test

import (
	"regexp"
	"testing"

	"sheafscope/core/json"
	"sheafscope/core/sgpc/stage"
	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
	"sheafscope/web/view/inspector"
	"sheafscope/web/view/picture"
)

// waits finds captions that announce something to come. The caption is right while the run moves, and never when it rests.
var waits = regexp.MustCompile(`until the run stands|on (its|their) way|[a-z]…"|[a-z] …`)

// No caption of a panel or of the legend waits once all answers of the worker have arrived. The test moves SGPC, its code's reading, and
// three peers through positions, at every stage and panel, at the levels Learn and Research.
func TestNothingWaitsForEver(t *testing.T) {
	for _, run := range []recipe.Setup{{Graph: "karate", Method: "paper"}, {Graph: "karate", Settings: map[string]string{"reading": "code"}},
		{Graph: "karate", Settings: map[string]string{"model": "mlp"}}, {Graph: "karate", Model: "gcn"}, {Graph: "karate",
			Model: "nsd-general"}} {
		run.Settings = map[string]string{"epochs": "2", "reading": run.Settings["reading"]}
		if run.Settings["reading"] == "" {
			delete(run.Settings, "reading")
		}
		w := opened(run)
		// checkCaptions reports each caption on the page that waits.
		checkCaptions := func() {
			t.Helper()
			// The texts of the panel and of the legend.
			text, err := json.Marshal(inspector.New(&w.s))
			if err != nil {
				t.Fatal(err)
			}
			at := picture.NewAttributes(&w.s)
			legend, _ := json.Marshal(picture.NewLegend(&w.s, &at))
			for _, found := range waits.FindAllString(string(text)+string(legend), -1) {
				t.Errorf("%s %v, position %d, level %q, panel %s, stage %d: %q", run.Model, run.Settings, w.s.Frame.Position, w.s.View.Level,
					w.s.View.Panel,
					w.s.ShownStage(), found)
			}
		}
		w.do(state.SetColours{})
		// visitPanels opens every stage, a node, an edge and sliders, and checks the captions after each.
		visitPanels := func() {
			w.do(state.SetLevel{Level: state.LevelResearch})
			for k := 1; k < len(stage.Names); k++ {
				w.do(state.PickStage{Stage: k})
				checkCaptions()
			}
			w.do(state.PickNode{Node: 4})
			checkCaptions()
			w.do(state.MoveFigure{Name: state.SliderFrame, At: 40})
			checkCaptions()
			w.do(state.PickEdge{Edge: 6})
			checkCaptions()
			w.do(state.PickStage{Stage: stage.Maps})
			w.do(state.MoveFigure{Name: state.SliderCycle, At: 1})
			checkCaptions()
			w.do(state.PickNode{Node: 4})
			w.do(state.SetLevel{Level: state.LevelLearn})
			for k := 1; k < len(stage.Names); k++ {
				w.do(state.PickStage{Stage: k})
				checkCaptions()
			}
		}
		visitPanels()
		w.do(state.Seek{Position: 0})
		visitPanels()
		// Twelve positions, each reached by steps of a stage and of an operation, with a way back between them.
		for range 12 {
			w.do(state.Step{Unit: "stage"})
			w.do(state.Back{})
			visitPanels()
			w.do(state.Step{Unit: "inner"})
		}
		if w.s.Frame.Position == 0 {
			t.Errorf("the run of %s has not moved", run.Model)
		}
	}
}
