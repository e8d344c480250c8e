package state_test

import (
	"math"
	"testing"

	"sheafscope/core/sgpc/frame"
	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/wasm/recipe"
	"sheafscope/web/opening"
	"sheafscope/web/state"
)

// looking returns a page at the level Look with a loaded graph and a loaded stop of the dial.
func looking(t *testing.T) *desk {
	t.Helper()
	d := &desk{t: t, s: state.New(state.FirstOf(state.LevelLook))}
	d.do(state.Start{})
	load := d.request(flat.Load)
	if load.Recipe.Graph != opening.Graph {
		t.Fatalf("behind Look is %q", load.Recipe.Graph)
	}
	d.reply(flat.Reply{Seq: load.Seq, Kind: flat.Loaded, Graph: info("Friends")})
	d.reply(flat.Reply{Seq: load.Seq, Kind: flat.Framed, Final: true, Frame: at(0, 0)})
	if d.s.Running() || len(d.requests(flat.Run)) > 0 {
		t.Error("a graph trains behind Look")
	}
	d.do(state.Turn{Stop: 2, State: `{"graph":{}}`,
		Recipe: `{"graph":"ring","model":"nsd-general","settings":{"maps":"signs"},"position":40,"seed":7}`})
	return d
}

// effects returns the arguments of the effects of a kind, among the last commands.
func (d *desk) effects(kind string) (list [][]string) {
	for _, c := range d.cmds {
		if e, ok := c.(state.Effect); ok && e.Kind == kind {
			list = append(list, e.Args)
		}
	}
	return list
}

// At Look the recipe is the recipe of the stop. A step loads the run of the stop, and is carried out after the load.
func TestStepLeavesLook(t *testing.T) {
	d := looking(t)
	if r := d.s.Link(); r.Graph != "ring" || r.Position != 40 || r.View.Level != state.LevelLook || r.View.Dial != 3 ||
		d.s.AddressKey() != "" {
		t.Errorf("the recipe at Look is %+v, the address key %q", r, d.s.AddressKey())
	}
	d.do(state.Step{Unit: "epoch"})
	load := d.request(flat.Load)
	if load.Recipe.Graph != "ring" || load.Recipe.Settings["maps"] != "signs" || load.Recipe.Position != 40 ||
		d.s.View.Level != state.LevelResearch {
		t.Fatalf("at level %s: %+v", d.s.View.Level, load.Recipe)
	}
	if e := d.effects("level"); len(e) != 1 || e[0][0] != state.LevelResearch || len(d.effects("focus")) != 1 {
		t.Errorf("leaving Look asks for %v", d.cmds)
	}
	d.reply(flat.Reply{Seq: load.Seq, Kind: flat.Loaded, Graph: info("Ring")})
	d.reply(flat.Reply{Seq: load.Seq, Kind: flat.Framed, Final: true, Frame: at(40, 0)})
	if r := d.request(flat.Step); r.Unit != "epoch" {
		t.Errorf("the step became %+v", r)
	}
}

// At Look an error is shown in the layer of Look, which covers the usual place of errors.
func TestLookShowsErrors(t *testing.T) {
	d := looking(t)
	d.reply(flat.Reply{Kind: flat.Crashed, Message: "The worker is gone.", Stopped: true})
	if e := d.effects("wrong"); d.s.View.Level != state.LevelLook || len(e) != 1 || e[0][0] != "The worker is gone." {
		t.Errorf("at level %s: %+v", d.s.View.Level, d.cmds)
	}
	if d.do(state.Restart{}); len(d.effects("wrong")) != 1 || d.effects("wrong")[0][0] != "" {
		t.Errorf("after a restart: %+v", d.cmds)
	}
}

// Opening a graph leaves Look. A link without a level opens Research, a link with a level opens that level.
func TestLevelsFollowLinks(t *testing.T) {
	for _, m := range []state.Msg{state.Open{Graph: "karate"}, state.OpenRecipe{Recipe: recipe.Recipe{Setup: recipe.Setup{Graph: "karate"}}},
		state.OpenCase{Claim: "lemma2"}, state.Link{Text: "#graph=karate"}} {
		d := looking(t)
		if d.do(m); d.s.View.Level != state.LevelResearch || len(d.effects("level")) != 1 {
			t.Errorf("%T: the level is %s", m, d.s.View.Level)
		}
	}
	d := loaded(t)
	if d.do(state.Link{Text: "#dial"}); d.s.View.Level != state.LevelLook || d.s.Graph == nil {
		t.Errorf("#dial opens %s", d.s.View.Level)
	}
	if d.do(state.SetLevel{Level: state.LevelLearn}); d.effects("store")[0][1] != state.LevelLearn || d.s.Shown().Graph != "karate" {
		t.Errorf("Learn on %s: %+v", d.s.Shown().Graph, d.cmds)
	}
	if d.do(state.SetLevel{Level: "how"}); d.request(flat.Load).Recipe.Graph != opening.Graph ||
		d.s.View.Level != state.LevelLearn || d.s.ShownStage() != 1 {
		t.Errorf("“Show me how” is level %s at stage %d", d.s.View.Level, d.s.ShownStage())
	}
	d = looking(t)
	d.do(state.SetLevel{Level: "how"})
	if r := d.request(flat.Load).Recipe; !opening.Stored(r) || r.Position != opening.Position || len(d.requests(flat.Run)) > 0 {
		t.Errorf("the run behind Look is not the stored one: %+v", r)
	}
	d = looking(t)
	d.do(state.SetLevel{Level: state.LevelLearn})
	if runs := d.requests(flat.Run); len(runs) != 1 || runs[0].Epochs != state.FirstEpochs {
		t.Error("the graph behind Look is not trained for Learn")
	}
	linked := &desk{t: t, s: state.New(recipe.Recipe{})}
	linked.do(state.OpenRecipe{Recipe: recipe.Recipe{Setup: recipe.Setup{Graph: "karate"}, View: recipe.View{Level: "look", Dial: 3}}})
	if e := linked.effects("level"); linked.s.View.Level != state.LevelLook || len(e) != 1 || e[0][1] != "2" {
		t.Errorf("a recipe of Look opens %s with %v", linked.s.View.Level, e)
	}
}

// Learn follows a node. A click on another node starts again at stage 1.
func TestLearnFollowsANode(t *testing.T) {
	d := loaded(t)
	d.do(state.SetLevel{Level: state.LevelLearn})
	if d.s.Node() < 0 {
		t.Fatal("nobody is followed")
	}
	d.do(state.PickStage{Stage: 6})
	if d.do(state.PickNode{Node: 2}); d.s.Node() != 1 || d.s.ShownStage() != 1 || d.s.View.Panel != state.PanelStage {
		t.Errorf("node %d at stage %d in panel %s", d.s.Node(), d.s.ShownStage(), d.s.View.Panel)
	}
	e := d.s.FollowedEdge()
	if e < 0 || int(d.s.Graph.Edges[2*e]) != 1 && int(d.s.Graph.Edges[2*e+1]) != 1 {
		t.Errorf("edge %d is followed", e)
	}
	if r := d.s.Link(); r.View.Level != state.LevelLearn || r.View.Stage != 1 || r.View.Node != 2 {
		t.Errorf("the link has %+v", r.View)
	}
}

// One edge has the maps of the graph's edge. For larger stalks it has the image of the maps in two directions.
func TestOneEdge(t *testing.T) {
	d := loaded(t)
	d.do(state.OpenOne{Edge: 2})
	f := at(d.s.Frame.Position, 0)
	f.Edge = &frame.Edge{Index: 1, I: 1, J: 2, Xi: []float64{3, -1, 2}, Xj: []float64{0.5, 1, -2},
		Rij: []float64{2, 0, 0, 0, 1, 0, 0, 0, 0.01}, Rji: []float64{0, 2, 0, 1, 0, 0, 0, 0, 0.02}}
	var seq int
	for _, r := range d.sent {
		seq = r.Seq
	}
	d.reply(flat.Reply{Seq: seq, Kind: flat.Framed, Final: true, Frame: f})
	one := d.s.View.One
	u, v := d.s.OneEnds()
	if one == nil || len(d.effects("edge")) != 1 || len(one.X[0]) != 2 || u != 1 || v != 2 || !one.Fits() {
		t.Fatalf("it shows %+v after %+v", one, d.cmds)
	}
	// The two directions are the first two coordinates, up to order and sign; the arrows are scaled by one factor.
	scale := 1.2 / math.Sqrt(14) // node 0 has the longer vector of the two in three dimensions, (3, −1, 2)
	var length, want float64
	for i := range 2 {
		seen := 0.0
		for k := range 2 {
			seen += one.Maps[0][2*i+k]*one.X[0][k] - one.Maps[1][2*i+k]*one.X[1][k]
		}
		length += seen * seen
	}
	r := []float64{2*3 - 2*1, -1 - 0.5}
	want = r[0]*r[0] + r[1]*r[1]
	got := math.Sqrt(length / want)
	if x := math.Hypot(one.X[0][0], one.X[0][1]); math.Abs(x-1.2) > 1e-9 || got < scale || math.Abs(got-1.2/math.Sqrt(10)) > 1e-9 {
		t.Errorf("the longer arrow is %.3f long; the residual is scaled by %.4f", x, got)
	}
	d.do(state.MovedOne{Text: `{"x":[[1,0],[0,1]],"maps":[[1,0,0,1],[0,1,1,0]]}`})
	if l := d.s.Link().View.One; l == nil || l.Edge != 2 || l.Maps[1][1] != 1 {
		t.Errorf("the link has %+v", l)
	}
	d.do(state.SetOne{One: recipe.One{X: [][]float64{{1}, {2, 3}}}})
	if d.s.Error == "" || len(d.s.View.One.X[0]) != 2 {
		t.Error("vectors of two dimensions are taken")
	}
	if d.do(state.CloseOne{}); d.s.View.One != nil || len(d.effects("edge")) != 1 {
		t.Errorf("closing leaves %+v", d.s.View.One)
	}
}
