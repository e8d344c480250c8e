package state_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc/frame"
	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/wasm/recipe"
	"sheafscope/web/opening"
	"sheafscope/web/state"
)

// atLook returns a page at the level Look. The graph behind Look is loaded, and stop 2 of the dial, counted from 0, has a recipe: a
// trained ring at position 40.
func atLook(t *testing.T) *desk {
	t.Helper()
	d := &desk{t: t, s: state.New(state.FirstOf(state.LevelLook))}
	d.do(state.Start{})
	load := d.request(flat.Load)
	if load.Recipe.Graph != opening.Graph {
		t.Fatalf("the graph behind Look is %q, want %q", load.Recipe.Graph, opening.Graph)
	}
	d.reply(flat.Reply{Seq: load.Seq, Kind: flat.Loaded, Graph: graphInfo("Friends")})
	d.reply(flat.Reply{Seq: load.Seq, Kind: flat.Framed, Final: true, Frame: frameAt(0, 0)})
	if d.s.Running() || len(d.requests(flat.Run)) > 0 {
		t.Error("the graph behind Look is trained")
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

// At Look the recipe of the page is the recipe of the stop, whose number in a link counts from 1. The page does not write an address. A
// step leads to Research: it loads the run of the stop, and is carried out after the load.
func TestStepLeavesLook(t *testing.T) {
	d := atLook(t)
	r := d.s.Link()
	if r.Graph != "ring" || r.Position != 40 {
		t.Errorf("the recipe at Look is %s at position %d, want ring at 40", r.Graph, r.Position)
	}
	if r.View.Level != state.LevelLook || r.View.Dial != 3 {
		t.Errorf("the recipe at Look has the level %s and stop %d, want look and 3", r.View.Level, r.View.Dial)
	}
	if key := d.s.AddressKey(); key != "" {
		t.Errorf("at Look the address would become %s", key)
	}
	d.do(state.Step{Unit: "epoch"})
	load := d.request(flat.Load)
	if load.Recipe.Graph != "ring" || load.Recipe.Settings["maps"] != "signs" || load.Recipe.Position != 40 ||
		d.s.View.Level != state.LevelResearch {
		t.Fatalf("a step at Look leads to level %s and loads %+v", d.s.View.Level, load.Recipe)
	}
	if e := d.effects("level"); len(e) != 1 || e[0][0] != state.LevelResearch || len(d.effects("focus")) != 1 {
		t.Errorf("leaving Look gives the commands %v, want the effects level and focus", d.cmds)
	}
	d.reply(flat.Reply{Seq: load.Seq, Kind: flat.Loaded, Graph: graphInfo("Ring")})
	d.reply(flat.Reply{Seq: load.Seq, Kind: flat.Framed, Final: true, Frame: frameAt(40, 0)})
	if r := d.request(flat.Step); r.Unit != "epoch" {
		t.Errorf("after the load the page requests %+v, want the step by an epoch", r)
	}
}

// At Look an error is shown in the layer of Look, which covers the usual place of errors.
func TestLookShowsErrors(t *testing.T) {
	d := atLook(t)
	d.reply(flat.Reply{Kind: flat.Crashed, Message: "The worker is gone.", Stopped: true})
	if e := d.effects("wrong"); d.s.View.Level != state.LevelLook || len(e) != 1 || e[0][0] != "The worker is gone." {
		t.Errorf("after a crash at level %s: %+v", d.s.View.Level, d.cmds)
	}
	d.do(state.Restart{})
	if len(d.effects("wrong")) != 1 || d.effects("wrong")[0][0] != "" {
		t.Errorf("after a restart the error is still shown: %+v", d.cmds)
	}
}

// Each way to open a graph leads from Look to Research. A link to the dial leads to Look and keeps the graph. Learn keeps the graph,
// too; if this is the graph behind Look, it is trained. "Show me how" loads the run behind Look at stage 1; from Look itself this is the
// stored run, without a training. A recipe with a level opens this level.
func TestLevelsFollowLinks(t *testing.T) {
	for _, m := range []state.Msg{state.Open{Graph: "karate"}, state.OpenRecipe{Recipe: recipe.Recipe{Setup: recipe.Setup{Graph: "karate"}}},
		state.OpenCase{Claim: "lemma2"}, state.Link{Text: "#graph=karate"}} {
		d := atLook(t)
		d.do(m)
		if d.s.View.Level != state.LevelResearch || len(d.effects("level")) != 1 {
			t.Errorf("%T: the level is %s, want Research", m, d.s.View.Level)
		}
	}

	// From Research: to Look, to Learn, and to the explanation of the run behind Look.
	d := loaded(t)
	d.do(state.Link{Text: "#dial"})
	if d.s.View.Level != state.LevelLook || d.s.Graph == nil {
		t.Errorf("#dial opens level %s, want Look over the present graph", d.s.View.Level)
	}
	d.do(state.SetLevel{Level: state.LevelLearn})
	if d.effects("store")[0][1] != state.LevelLearn || d.s.Shown().Graph != "karate" {
		t.Errorf("Learn on %s: %+v", d.s.Shown().Graph, d.cmds)
	}
	d.do(state.SetLevel{Level: "how"})
	if d.request(flat.Load).Recipe.Graph != opening.Graph ||
		d.s.View.Level != state.LevelLearn || d.s.ShownStage() != 1 {
		t.Errorf("“Show me how” is level %s at stage %d, want Learn at 1; commands %+v", d.s.View.Level, d.s.ShownStage(), d.cmds)
	}

	// From Look.
	d = atLook(t)
	d.do(state.SetLevel{Level: "how"})
	if r := d.request(flat.Load).Recipe; !opening.Stored(r) || r.Position != opening.Position || len(d.requests(flat.Run)) > 0 {
		t.Errorf("“Show me how” at Look loads %+v, want the stored run", r)
	}
	d = atLook(t)
	d.do(state.SetLevel{Level: state.LevelLearn})
	if runs := d.requests(flat.Run); len(runs) != 1 || runs[0].Epochs != state.FirstEpochs {
		t.Error("the graph behind Look is not trained for Learn")
	}

	// A recipe with a level; the effect "level" counts the stop from 0.
	linked := &desk{t: t, s: state.New(recipe.Recipe{})}
	linked.do(state.OpenRecipe{Recipe: recipe.Recipe{Setup: recipe.Setup{Graph: "karate"}, View: recipe.View{Level: "look", Dial: 3}}})
	if e := linked.effects("level"); linked.s.View.Level != state.LevelLook || len(e) != 1 || e[0][1] != "2" {
		t.Errorf("a recipe of Look opens %s with %v", linked.s.View.Level, e)
	}
}

// At Learn a node is always followed. A click on another node leads to stage 1. The followed edge has this node as an end. The link has
// level, stage and node.
func TestLearnFollowsANode(t *testing.T) {
	d := loaded(t)
	d.do(state.SetLevel{Level: state.LevelLearn})
	if d.s.Node() < 0 {
		t.Fatal("Learn follows no node")
	}
	d.do(state.PickStage{Stage: 6})
	d.do(state.PickNode{Node: 2}) // counts from 1
	if d.s.Node() != 1 || d.s.ShownStage() != 1 || d.s.View.Panel != state.PanelStage {
		t.Errorf("node %d at stage %d in panel %s, want 1 at 1 in stage", d.s.Node(), d.s.ShownStage(), d.s.View.Panel)
	}
	e := d.s.FollowedEdge()
	if e < 0 || !slices.Contains(d.s.Graph.Edges[2*e:2*e+2], 1) { // node 1 is an end of the edge
		t.Errorf("edge %d is followed, want an edge of node 1", e)
	}
	if r := d.s.Link(); r.View.Level != state.LevelLearn || r.View.Stage != 1 || r.View.Node != 2 {
		t.Errorf("the link has %+v", r.View)
	}
}

// One edge shows the maps and stalk vectors of an edge of the graph. Stalks of three dimensions are projected to two, so that the
// residual keeps its length up to the scale of the arrows. A link has the moved arrows. Two vectors of different dimensions are refused.
// CloseOne closes One edge.
func TestOneEdge(t *testing.T) {
	d := loaded(t)
	d.do(state.OpenOne{Edge: 2}) // counts from 1
	// The vectors xi, xj and the maps Rij, Rji of the edge, row by row.
	f := frameAt(d.s.Frame.Position, 0)
	f.Edge = &frame.Edge{Index: 1, I: 1, J: 2, Xi: []float64{3, -1, 2}, Xj: []float64{0.5, 1, -2},
		Rij: []float64{2, 0, 0, 0, 1, 0, 0, 0, 0.01}, Rji: []float64{0, 2, 0, 1, 0, 0, 0, 0, 0.02}}
	var newest int // number of the newest request
	for _, r := range d.sent {
		newest = r.Seq
	}
	d.reply(flat.Reply{Seq: newest, Kind: flat.Framed, Final: true, Frame: f})
	one := d.s.View.One
	u, v := d.s.OneEnds()
	if one == nil || len(d.effects("edge")) != 1 {
		t.Fatalf("One edge is %+v after the commands %+v", one, d.cmds)
	}
	if len(one.X[0]) != 2 || !one.Fits() || u != 1 || v != 2 {
		t.Fatalf("One edge shows %+v between %d and %d, want two dimensions between 1 and 2", one, u, v)
	}

	// The maps are almost zero in the third coordinate, so the two directions are the first two coordinates, up to order and sign. All
	// arrows are scaled by one factor: the longer one, (3, −1) in these coordinates, gets the length 1.2. So the residual of the picture,
	// Rij·xi − Rji·xj, is that factor, 1.2/√10, times the residual of the edge.
	leastFactor := 1.2 / math.Sqrt(14) // √14 is the length of (3, −1, 2), the same vector in three dimensions
	var pictureSquared float64         // squared length of the residual of the picture
	for i := range 2 {
		coordinate := 0.0
		for k := range 2 {
			coordinate += one.Maps[0][2*i+k]*one.X[0][k] - one.Maps[1][2*i+k]*one.X[1][k]
		}
		pictureSquared += coordinate * coordinate
	}
	residual := []float64{2*3 - 2*1, -1 - 0.5} // the first two coordinates of Rij·xi − Rji·xj of the edge, by hand
	edgeSquared := residual[0]*residual[0] + residual[1]*residual[1]
	factor, longer := math.Sqrt(pictureSquared/edgeSquared), math.Hypot(one.X[0][0], one.X[0][1])
	isScaled := factor >= leastFactor && math.Abs(factor-1.2/math.Sqrt(10)) <= 1e-9 // 1e-9: rounding
	if math.Abs(longer-1.2) > 1e-9 || !isScaled {
		t.Errorf("the longer arrow is %.3f long, want 1.2; the residual is scaled by %.4f, want %.4f", longer, factor, 1.2/math.Sqrt(10))
	}

	d.do(state.MovedOne{Text: `{"x":[[1,0],[0,1]],"maps":[[1,0,0,1],[0,1,1,0]]}`})
	if l := d.s.Link().View.One; l == nil || l.Edge != 2 || l.Maps[1][1] != 1 {
		t.Errorf("the link has %+v, want the moved arrows of edge 2", l)
	}
	d.do(state.SetOne{One: recipe.One{X: [][]float64{{1}, {2, 3}}}})
	if d.s.Error == "" || len(d.s.View.One.X[0]) != 2 {
		t.Errorf("vectors of one and two dimensions: error %q, shown %v", d.s.Error, d.s.View.One.X)
	}
	d.do(state.CloseOne{})
	if d.s.View.One != nil || len(d.effects("edge")) != 1 {
		t.Errorf("after closing, One edge is %+v; commands %+v", d.s.View.One, d.cmds)
	}
}

// The note of One edge names the vectors of the frame: diffused, before diffusion or, for a peer, the input of the layer. Vectors that a
// program sets have no note.
func TestOneEdgeNote(t *testing.T) {
	for _, c := range []struct {
		model      string
		undiffused bool
		want       string
	}{{"sgpc", false, "diffused stalk vectors"}, {"sgpc", true, "stalk vectors before diffusion"}, {"gcn", false, "input of this layer"}} {
		d := loaded(t)
		d.s.Config.Model = c.model
		d.do(state.OpenOne{Edge: 2}) // counts from 1
		f := frameAt(d.s.Frame.Position, 0)
		f.Undiffused = c.undiffused
		f.Edge = &frame.Edge{Index: 1, I: 1, J: 2, Xi: []float64{1}, Xj: []float64{2}, Rij: []float64{1}, Rji: []float64{1}}
		newest := d.sent[len(d.sent)-1].Seq
		d.reply(flat.Reply{Seq: newest, Kind: flat.Framed, Final: true, Frame: f})
		if got := d.effects("edge"); len(got) != 1 || !strings.Contains(got[0][0], "The arrows are the "+c.want+", mean") {
			t.Errorf("%s, undiffused %v: the effect is %q, want the %s", c.model, c.undiffused, got, c.want)
		}
		d.do(state.SetOne{One: recipe.One{X: [][]float64{{3}, {4}}}})
		if got := d.effects("edge"); len(got) != 1 || !strings.Contains(got[0][0], `"note":""`) {
			t.Errorf("%s: vectors of a program are shown by %q, want no note", c.model, got)
		}
	}
}

// TestOneEdgeWithoutMapsCloses: if a frame has the edge without maps, as before the first epoch, One edge closes with an error. It also
// closes if the frame has no edge, as for MLP, and on a graph that cannot run yet.
func TestOneEdgeWithoutMapsCloses(t *testing.T) {
	for _, edge := range []*frame.Edge{{Index: 1, I: 1, J: 2}, nil} {
		d := loaded(t)
		d.do(state.OpenOne{Edge: 2}) // counts from 1
		f := frameAt(d.s.Frame.Position, 0)
		f.Edge = edge
		newest := 0 // number of the newest request
		for _, r := range d.sent {
			newest = r.Seq
		}
		d.reply(flat.Reply{Seq: newest, Kind: flat.Framed, Final: true, Frame: f})
		if d.s.View.One != nil || !strings.Contains(d.s.Error, "no maps at this position") {
			t.Errorf("edge %+v: One edge is %+v, with the error %q, want none and an error about the maps", edge, d.s.View.One, d.s.Error)
		}
	}
	d := loaded(t)
	d.do(state.Open{Graph: graph.BlankName})
	d.do(state.OpenOne{Edge: 2})
	if !d.s.Waiting() || d.s.View.One != nil || !strings.Contains(d.s.Error, "no maps at this position") {
		t.Errorf("a graph that cannot run: One edge is %+v, with the error %q", d.s.View.One, d.s.Error)
	}
}
