package state_test

import (
	"testing"

	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/wasm/recipe"
	"sheafscope/web/lab"
	"sheafscope/web/state"
)

// onTexas returns a page with a WebKB data set and a frame without predictions.
func onTexas(t *testing.T) *desk {
	d := loaded(t)
	d.do(state.Open{Graph: "data:texas"})
	load := d.request(flat.Load)
	g := info("Texas")
	g.Test = []int{1, 2}
	d.reply(flat.Reply{Seq: load.Seq, Kind: flat.Loaded, Graph: g})
	d.reply(flat.Reply{Seq: load.Seq, Kind: flat.Framed, Final: true, Frame: at(0, 0)})
	first := d.request(flat.Run) // a graph that is chosen trains at once; here it is ended before it has begun
	d.reply(flat.Reply{Seq: first.Seq, Kind: flat.Framed, Final: true, Frame: at(0, 0)})
	return d
}

// The card of a WebKB data set lists the wrong pages after a training, shows edges by the classes of their ends, and trains three models.
// It is shown only at Research, until the user closes it.
func TestStartCard(t *testing.T) {
	d := onTexas(t)
	if d.s.StartSet() != "Texas" || loaded(t).s.StartSet() != "" {
		t.Fatalf("the card is of %q", d.s.StartSet())
	}
	d.do(state.FirstQuestion{Key: "wrong"})
	run := d.request(flat.Run)
	if d.s.View.Table != nil {
		t.Error("pages are listed before there is a prediction")
	}
	f := at(30, 0)
	f.Judged, f.Pred = 3, []int{0, 1, 1, 0}
	d.reply(flat.Reply{Seq: run.Seq, Kind: flat.Framed, Final: true, Frame: f})
	if d.s.View.Table == nil || d.s.TableProblem(d.s.Columns()) != nil || len(d.s.View.Chosen) != 1 || d.s.View.Chosen[0] != 1 ||
		d.s.View.Nodes != "correct" {
		t.Errorf("wrong test pages: %v, table %+v", d.s.View.Chosen, d.s.View.Table)
	}
	if d.do(state.FirstQuestion{Key: "classes"}); d.s.View.Edges != "class" || d.s.View.Panel != state.PanelEdge ||
		len(d.effects("scroll")) != 1 ||
		d.s.View.Table != nil || len(d.s.View.Chosen) > 0 {
		t.Errorf("edges by %s, panel %s", d.s.View.Edges, d.s.View.Panel)
	}
	if d.s.Duel() != nil {
		t.Error("the third question is answered before the click")
	}
	d.s.Chrome.Tab = "graph"
	d.do(state.FirstQuestion{Key: "sheaf"})
	if u := d.s.Duel(); u == nil || u.Set != "texas" || d.s.Chrome.Tab != "graph" {
		t.Errorf("the stored figures are %+v, on a phone behind the tab %s", u, d.s.Chrome.Tab)
	}
	jobs := map[string]int{}
	for _, j := range d.s.Lab.Results.Jobs {
		jobs[j.Model]++
	}
	if len(jobs) != 3 || jobs["sgpc"] != 3 || jobs["mlp"] != 3 || jobs["gcn-tuned"] != 3 || d.s.View.Panel != state.PanelResults {
		t.Errorf("jobs %v, panel %s", jobs, d.s.View.Panel)
	}
	d.do(state.Lab{Msg: lab.Cancel{}})
	if d.do(state.CloseStart{}); d.s.StartSet() != "" {
		t.Error("the closed card stays")
	}
}

// A question whose training is paused before its first prediction is dropped.
func TestFirstQuestionPaused(t *testing.T) {
	d := onTexas(t)
	d.do(state.FirstQuestion{Key: "wrong"})
	run := d.request(flat.Run)
	d.reply(flat.Reply{Seq: run.Seq, Kind: flat.Framed, Final: true, Frame: at(3, 0)})
	f := at(30, 0)
	f.Judged, f.Pred = 3, []int{0, 1, 1, 0}
	d.do(state.Train{})
	run = d.request(flat.Run)
	if d.reply(flat.Reply{Seq: run.Seq, Kind: flat.Framed, Final: true, Frame: f}); d.s.View.Table != nil {
		t.Error("the table opens long after the question")
	}
}

// A selected stage is shown, for every model and at every position of the run.
func TestChosenStageIsShown(t *testing.T) {
	for _, model := range []string{"", "gcn"} {
		d := loaded(t)
		d.s.Recipe.Model, d.s.Config.Model = model, model
		for position := range 10 {
			d.s.Frame = at(position, 0)
			for k := 1; k <= 10; k++ {
				if d.do(state.PickStage{Stage: k}); d.s.ShownStage() != k {
					t.Errorf("%q at stage %d: stage %d was chosen, %d is shown", model, d.s.Frame.Stage, k, d.s.ShownStage())
				}
			}
		}
	}
}

// A graph that is opened while One edge covers Look closes both.
func TestLoadLeavesOneEdgeAndLook(t *testing.T) {
	d := looking(t)
	d.do(state.OpenOne{})
	if d.s.SceneAt() != 1 {
		t.Fatal("one edge, the first scene, does not open at Look")
	}
	d.do(state.OpenRecipe{Recipe: recipe.Recipe{Setup: recipe.Setup{Graph: "karate"}}})
	if d.s.SceneAt() != -1 || d.s.View.Level != state.LevelResearch || len(d.effects("level")) != 1 {
		t.Errorf("the level is %s; %+v", d.s.View.Level, d.cmds)
	}
}

// The selection by the filter of a table ends with the table.
func TestSelectionEndsWithItsTable(t *testing.T) {
	d := loaded(t)
	d.do(state.Tabulate{Of: state.TableNodes})
	if d.do(state.TableFilter{Text: "node > 1"}); len(d.s.View.Chosen) != 2 {
		t.Fatalf("chosen: %v", d.s.View.Chosen)
	}
	if d.do(state.Tabulate{}); len(d.s.View.Chosen) != 0 {
		t.Errorf("%v stay chosen", d.s.View.Chosen)
	}
	d.do(state.PickLasso{Nodes: []int{1, 3}})
	d.do(state.Tabulate{Of: state.TableNodes})
	if d.do(state.Tabulate{}); len(d.s.View.Chosen) != 2 {
		t.Errorf("a choice by hand goes with the table: %v", d.s.View.Chosen)
	}
}

// A graph that is opened at Look has no settings of the run of Look, and its menu closes.
func TestOpenedFromLook(t *testing.T) {
	d := &desk{t: t, s: state.New(state.FirstOf(state.LevelLook))}
	d.do(state.Start{})
	if len(d.s.Shown().Settings) == 0 {
		t.Fatal("the run behind Look has no settings of its own")
	}
	d.s.Chrome.Menu = "open"
	if d.do(state.Open{Graph: "data:texas"}); len(d.s.Shown().Settings) > 0 || d.s.Chrome.Menu != "" {
		t.Errorf("Texas has the settings %v, the menu is %q", d.s.Shown().Settings, d.s.Chrome.Menu)
	}
}
