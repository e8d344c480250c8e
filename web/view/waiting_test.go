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

// waitingText finds captions that announce something to come. The caption is right while the run moves, and never when it rests.
var waitingText = regexp.MustCompile(`until the run stands|on (its|their) way|[a-z]…"|[a-z] …`)

// No caption of a panel or of the legend waits once all answers of the worker have arrived. The test moves SGPC in both readings and three
// peers through positions, at every stage and panel, at the levels Learn and Research.
func TestNothingWaitsForEver(t *testing.T) {
	for _, run := range []recipe.Setup{{Graph: "karate", Method: "paper"}, {Graph: "karate", Settings: map[string]string{"reading": "code"}},
		{Graph: "karate", Model: "mlp"}, {Graph: "karate", Model: "gcn"}, {Graph: "karate", Model: "nsd-general"}} {
		run.Settings = map[string]string{"epochs": "2", "reading": run.Settings["reading"]}
		if run.Settings["reading"] == "" {
			delete(run.Settings, "reading")
		}
		page := opened(run)
		// checkCaptions reports each caption on the page that waits.
		checkCaptions := func() {
			t.Helper()
			// The texts of the panel and of the legend.
			text, err := json.Marshal(inspector.New(&page.s))
			if err != nil {
				t.Fatal(err)
			}
			attributes := picture.NewAttributes(&page.s)
			legend, _ := json.Marshal(picture.NewLegend(&page.s, &attributes))
			for _, found := range waitingText.FindAllString(string(text)+string(legend), -1) {
				t.Errorf("%s %v, position %d, level %q, panel %s, stage %d: the caption %q waits", run.Model, run.Settings,
					page.s.Frame.Position, page.s.View.Level, page.s.View.Panel, page.s.ShownStage(), found)
			}
		}
		page.do(state.SetColours{})
		// visitPanels opens every stage, a node, an edge and sliders, and checks the captions after each.
		visitPanels := func() {
			page.do(state.SetLevel{Level: state.LevelResearch})
			for k := 1; k < len(stage.Names); k++ {
				page.do(state.PickStage{Stage: k})
				checkCaptions()
			}
			page.do(state.PickNode{Node: 4})
			checkCaptions()
			page.do(state.MoveFigure{Name: state.SliderFrame, At: 40})
			checkCaptions()
			page.do(state.PickEdge{Edge: 6})
			checkCaptions()
			page.do(state.PickStage{Stage: stage.Maps})
			page.do(state.MoveFigure{Name: state.SliderCycle, At: 1})
			checkCaptions()
			page.do(state.PickNode{Node: 4})
			page.do(state.SetLevel{Level: state.LevelLearn})
			for k := 1; k < len(stage.Names); k++ {
				page.do(state.PickStage{Stage: k})
				checkCaptions()
			}
		}
		visitPanels()
		page.do(state.Seek{Position: 0})
		visitPanels()
		// Twelve rounds: one stage forward, back again, a visit of all panels, and one operation forward.
		for range 12 {
			page.do(state.Step{Unit: "stage"})
			page.do(state.Back{})
			visitPanels()
			page.do(state.Step{Unit: "inner"})
		}
		if page.s.Frame.Position == 0 {
			t.Errorf("the run of %s has not moved", run.Model)
		}
	}
}
