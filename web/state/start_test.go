package state_test

import (
	"maps"
	"reflect"
	"slices"
	"testing"

	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/wasm/recipe"
	"sheafscope/web/lab"
	"sheafscope/web/state"
)

// This file tests the start card of a WebKB data set, the shown stage, and what ends when a graph opens or a table closes.

// onTexas returns a page with the WebKB data set Texas at position 0. Its frame has no predictions, and its test nodes are 1 and 2.
func onTexas(t *testing.T) *desk {
	d := loaded(t)
	d.do(state.Open{Graph: "data:texas"})
	load := d.request(flat.Load)
	g := graphInfo("Texas")
	g.Test = []int{1, 2}
	d.reply(flat.Reply{Seq: load.Seq, Kind: flat.Loaded, Graph: g})
	d.reply(flat.Reply{Seq: load.Seq, Kind: flat.Framed, Final: true, Frame: frameAt(0, 0)})
	first := d.request(flat.Run) // an opened graph is trained at once; this training ends before its first step
	d.reply(flat.Reply{Seq: first.Seq, Kind: flat.Framed, Final: true, Frame: frameAt(0, 0)})
	return d
}

// Texas, a WebKB data set, has a start card; the karate club has none. The three questions of the card do this:
//   - the first lists the wrong test pages after a training,
//   - the second colours the edges by the classes of their ends and closes the list,
//   - the third shows stored figures and trains three models three times each.
//
// A closed card is hidden.
func TestStartCard(t *testing.T) {
	d := onTexas(t)
	if d.s.StartSet() != "Texas" || loaded(t).s.StartSet() != "" {
		t.Fatalf("the card of Texas names %q, the card of karate %q; want Texas and none", d.s.StartSet(), loaded(t).s.StartSet())
	}
	d.do(state.FirstQuestion{Key: "wrong"})
	run := d.request(flat.Run)
	if d.s.View.Table != nil {
		t.Error("pages are listed before the first prediction")
	}
	f := frameAt(30, 0)
	f.Judged, f.Pred = 3, []int{0, 1, 1, 0} // predictions of epoch 3: of the test nodes 1 and 2, with labels 0 and 1, only node 1 is wrong
	d.reply(flat.Reply{Seq: run.Seq, Kind: flat.Framed, Final: true, Frame: f})
	if d.s.View.Table == nil || d.s.TableProblem(d.s.Columns()) != nil {
		t.Errorf("the table of the wrong pages is %+v, want a table without a problem", d.s.View.Table)
	}
	if !slices.Equal(d.s.View.Chosen, []int{1}) || d.s.View.Nodes != "correct" {
		t.Errorf("wrong test pages: %v, want node 1; nodes coloured by %s, want correct", d.s.View.Chosen, d.s.View.Nodes)
	}

	// The second question shows the edges in place of the table.
	d.do(state.FirstQuestion{Key: "classes"})
	if d.s.View.Edges != "class" || d.s.View.Panel != state.PanelEdge || len(d.effects("scroll")) != 1 {
		t.Errorf("edges by %s, panel %s, commands %+v; want class, %s, one scroll", d.s.View.Edges, d.s.View.Panel, d.cmds, state.PanelEdge)
	}
	if d.s.View.Table != nil || len(d.s.View.Chosen) > 0 {
		t.Errorf("the table of the first question stays: %+v, selected %v", d.s.View.Table, d.s.View.Chosen)
	}

	// The third question shows stored figures at once, and trains three models.
	if d.s.Duel() != nil {
		t.Error("the stored figures are shown before the question")
	}
	d.s.Chrome.Tab = "graph"
	d.do(state.FirstQuestion{Key: "sheaf"})
	if u := d.s.Duel(); u == nil || u.Set != "texas" || d.s.Chrome.Tab != "graph" {
		t.Errorf("the stored figures are %+v, the open tab is %s; want those of texas, graph", u, d.s.Chrome.Tab)
	}
	jobs := map[string]int{} // number of trainings by model
	for _, j := range d.s.Lab.Results.Jobs {
		jobs[j.Model]++
	}
	if want := map[string]int{"sgpc": 3, "mlp": 3, "gcn-tuned": 3}; !maps.Equal(jobs, want) {
		t.Errorf("trainings %v, want %v", jobs, want)
	}
	if d.s.View.Panel != state.PanelResults {
		t.Errorf("the trainings are shown in the panel %s, want %s", d.s.View.Panel, state.PanelResults)
	}
	d.do(state.Lab{Msg: lab.Cancel{}})
	d.do(state.CloseStart{})
	if d.s.StartSet() != "" {
		t.Error("the closed card is still shown")
	}
}

// While other work of package lab is under way, the third question leaves the models and their runs as the user has chosen them.
func TestFirstQuestionLeavesOtherWork(t *testing.T) {
	d := onTexas(t)
	d.s.Lab.Work = lab.ForTune
	before := d.s.Lab.Results
	d.do(state.FirstQuestion{Key: "sheaf"})
	if !reflect.DeepEqual(d.s.Lab.Results, before) || d.s.View.Panel != state.PanelResults {
		t.Errorf("the results are %+v in panel %s, want those of before", d.s.Lab.Results, d.s.View.Panel)
	}
}

// A question whose training is paused before its first prediction is dropped: a later training opens no table.
func TestFirstQuestionPaused(t *testing.T) {
	d := onTexas(t)
	d.do(state.FirstQuestion{Key: "wrong"})
	run := d.request(flat.Run)
	d.reply(flat.Reply{Seq: run.Seq, Kind: flat.Framed, Final: true, Frame: frameAt(3, 0)})

	// A later training that the user starts brings predictions.
	f := frameAt(30, 0)
	f.Judged, f.Pred = 3, []int{0, 1, 1, 0} // predictions of epoch 3
	d.do(state.Train{})
	run = d.request(flat.Run)
	d.reply(flat.Reply{Seq: run.Seq, Kind: flat.Framed, Final: true, Frame: f})
	if d.s.View.Table != nil {
		t.Error("the table of the dropped question opens")
	}
}

// Each of the ten stages is shown when it is selected, with a frame at each position of an epoch. The models are SGPC, with the name "",
// and GCN.
func TestChosenStageIsShown(t *testing.T) {
	for _, model := range []string{"", "gcn"} {
		d := loaded(t)
		d.s.Recipe.Model, d.s.Config.Model = model, model
		for position := range 10 {
			d.s.Frame = frameAt(position, 0)
			for k := 1; k <= 10; k++ {
				d.do(state.PickStage{Stage: k})
				if d.s.ShownStage() != k {
					t.Errorf("model %q, frame of stage %d: stage %d was selected, %d is shown", model, d.s.Frame.Stage, k, d.s.ShownStage())
				}
			}
		}
	}
}

// A graph that is opened while the scene One edge covers Look closes the scene and leaves Look for Research. SceneAt is then −1, no scene.
func TestLoadLeavesOneEdgeAndLook(t *testing.T) {
	d := atLook(t)
	d.do(state.OpenOne{})
	if d.s.SceneAt() != 1 {
		t.Fatalf("at Look One edge opens scene %d, want 1", d.s.SceneAt())
	}
	d.do(state.OpenRecipe{Recipe: recipe.Recipe{Setup: recipe.Setup{Graph: "karate"}}})
	if d.s.SceneAt() != -1 || d.s.View.Level != state.LevelResearch || len(d.effects("level")) != 1 {
		t.Errorf("after the load: scene %d, level %s, commands %+v; want -1, %s, one effect level", d.s.SceneAt(), d.s.View.Level, d.cmds,
			state.LevelResearch)
	}
}

// The nodes that the filter of a table selects are deselected when the table closes. Nodes that the user selects with a lasso stay
// selected. A node that is added to the nodes of a filter stays selected with them, without the name of the filter.
func TestSelectionEndsWithItsTable(t *testing.T) {
	d := loaded(t)
	d.do(state.Tabulate{Of: state.TableNodes})
	d.do(state.TableFilter{Text: "node > 1"})
	if len(d.s.View.Chosen) != 2 {
		t.Fatalf("the filter node > 1 selects %v, want two nodes", d.s.View.Chosen)
	}
	d.do(state.Tabulate{})
	if len(d.s.View.Chosen) != 0 {
		t.Errorf("after the table is closed %v are selected", d.s.View.Chosen)
	}
	d.do(state.PickLasso{Nodes: []int{1, 3}})
	d.do(state.Tabulate{Of: state.TableNodes})
	d.do(state.Tabulate{})
	if len(d.s.View.Chosen) != 2 {
		t.Errorf("the lasso selected nodes 1 and 3; after the table is closed %v are selected", d.s.View.Chosen)
	}
	// SketchPick, the editor's key, adds node 0 to the selected nodes 2 and 3.
	d.do(state.Tabulate{Of: state.TableNodes})
	d.do(state.TableFilter{Text: "node > 1"})
	d.do(state.SketchPick{Node: 0})
	if len(d.s.View.Chosen) != 3 || d.s.View.ChosenAs != "" {
		t.Errorf("node 0 beside the nodes of a filter gives %v with the name %q, want three nodes without a name", d.s.View.Chosen,
			d.s.View.ChosenAs)
	}
}

// A graph that is opened at Look does not take over the settings of the run behind Look, and the open menu closes.
func TestOpenedFromLook(t *testing.T) {
	d := &desk{t: t, s: state.New(state.FirstOf(state.LevelLook))}
	d.do(state.Start{})
	if len(d.s.Shown().Settings) == 0 {
		t.Fatal("the run behind Look has no settings of its own")
	}
	d.s.Chrome.Menu = "open"
	d.do(state.Open{Graph: "data:texas"})
	if len(d.s.Shown().Settings) > 0 || d.s.Chrome.Menu != "" {
		t.Errorf("Texas has the settings %v, the open menu is %q; want none", d.s.Shown().Settings, d.s.Chrome.Menu)
	}
}
