package view_test

import (
	"fmt"
	"math"
	"testing"

	"sheafscope/core/sgpc/explain"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/words"
	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
	"sheafscope/web/view/inspector"
)

// Within an epoch, with each setting that changes the calibration, every equation of stages 8 and 9 holds. A further node has no equation
// before its own numbers have arrived, and a change by hand has none.
func TestEquationsHoldWithinAnEpoch(t *testing.T) {
	for _, settings := range []map[string]string{{"prior": "train"}, {"simcalib": "true"}, {"simcalib": "true", "calibrate": "false"}} {
		settings["epochs"], settings["d"], settings["channels"] = "3", "2", "4"
		page := opened(recipe.Setup{Graph: "karate", Seed: 1, Settings: settings})
		page.do(state.Seek{Position: 0})
		page.do(state.Train{Epochs: 1})
		page.do(state.SetLevel{Level: state.LevelLearn})
		page.do(state.PickNode{Node: 1})
		first := page.s.Frame.Epoch
		for page.s.Frame.Epoch < first+2 { // whole stages up to stage 7, then operations
			page.do(state.Step{Unit: words.Either(page.s.Frame.Stage < stage.Mixing, "stage", "inner")})
			for _, k := range []int{stage.Classes, stage.Posterior} {
				page.do(state.PickStage{Stage: k})
				c, _ := chainOf(&page.s)
				for _, r := range c.Rows {
					checkRow(t, fmt.Sprint(settings, ", position ", page.s.Frame.Position, ", stage ", k), r)
				}
			}
		}
		// The numbers of node 3 are not those of node 1.
		next, _, _ := state.Update(page.s, state.PickNode{Node: 3})
		if c, ok := chainOf(&next); ok {
			t.Errorf("%v: before the numbers of the node have arrived, its equations are %+v", settings, c.Rows)
		}
		// During a change of the mixing weights the numbers of the channel are still those of the run.
		page.do(state.PickStage{Stage: stage.Mixing})
		page.do(state.Mix{Gamma: make([]float64, len(page.s.Frame.Stages.Gamma))})
		if c, ok := chainOf(&page.s); ok || page.s.ByHand == nil {
			t.Errorf("%v: during the change %v by hand the equations are %+v", settings, page.s.ByHand, c.Rows)
		}
	}
}

// chainOf returns the chain in the panel, and whether the panel has one.
func chainOf(s *state.State) (inspector.Chain, bool) {
	for _, f := range inspector.New(s).Body.Figures {
		if c, ok := f.Data.(inspector.Chain); ok {
			return c, true
		}
	}
	return inspector.Chain{}, false
}

// In a graph of 950 nodes the summand "the rest" of the scores is the term "bias", up to the remainder.
func TestScoresOfALargeGraphHaveTheBias(t *testing.T) {
	page := opened(recipe.Setup{Graph: "sbm:n=950,degree=8,seed=3", Seed: 1,
		Settings: map[string]string{"epochs": "1", "d": "2", "channels": "4"}})
	page.do(state.SetLevel{Level: state.LevelLearn})
	page.do(state.PickNode{Node: 1})
	page.do(state.PickStage{Stage: stage.Classes})
	if !page.s.WhyOf().View.Exact { // only the exact method has two terms for each node
		t.Fatal("the terms are not exact")
	}
	want := make([]float64, page.s.Graph.Classes)
	for _, term := range page.s.WhyOf().View.Terms {
		for k, x := range term.Contribution {
			if term.Through == explain.ThroughBias || term.Through == explain.ThroughGap {
				want[k] += x
			}
		}
	}
	compared := 0
	c, _ := chainOf(&page.s)
	for _, r := range c.Rows {
		checkRow(t, "950 nodes", r)
		for _, item := range r.Items {
			if item.Name != "the rest" {
				continue
			}
			compared++
			for k, x := range item.V {
				if math.Abs(x-want[k]) > 1e-12 {
					t.Errorf("the rest is %v, want %v", item.V, want)
				}
			}
		}
	}
	if compared != 1 {
		t.Errorf("%d rows have the rest, want 1", compared)
	}
}
