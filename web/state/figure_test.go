package state_test

import (
	"fmt"
	"testing"

	"sheafscope/core/choice"
	"sheafscope/core/sgpc/stage"
	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
)

func TestParseFigure(t *testing.T) {
	for text, want := range map[string]state.SoleFigure{
		"graph":    {Name: "graph"},
		"spectrum": {Name: "spectrum"},
		"heat":     {Name: "heat", Panel: state.PanelResults}, "triangles": {Name: "triangles", Panel: state.PanelResults},
		"claims":   {Name: "claims", Panel: state.PanelClaims},
		"stage":    {Name: "stage", Panel: state.PanelStage},
		"stage:6":  {Name: "stage", Panel: state.PanelStage, Stage: 6},
		"code":     {Name: "code", Panel: state.PanelStage},
		"code:6":   {Name: "code", Panel: state.PanelStage, Stage: 6},
		"frame":    {Name: "frame", Panel: state.PanelNode},
		"frame:5":  {Name: "frame", Panel: state.PanelNode, Node: 5},
		"cycle":    {Name: "cycle", Panel: state.PanelStage, Stage: 4},
		"stage:10": {Name: "stage", Panel: state.PanelStage, Stage: 10},
		"edge":     {Name: "edge", Panel: state.PanelEdge},
		"edge:0-8": {Name: "edge", Panel: state.PanelEdge, Ends: [2]int{0, 8}},
		"node:5":   {Name: "node", Panel: state.PanelNode, Node: 5},
	} {
		if got, err := state.ParseFigure(text); err != nil || got != want {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "graphs", "graph:1", "stage:", "stage:0", fmt.Sprint("stage:", len(stage.Names)), "stage:x", "code:0",
		"edge:3", "edge:3-3", "edge:1-2-3", "node:-1", "node:a", "claims:1"} {
		if got, err := state.ParseFigure(text); err == nil || got != (state.SoleFigure{}) {
			t.Errorf("%q is read as %+v", text, got)
		}
	}
}

// A single figure of the inspector keeps its panel under clicks, steps and loads, and selects its object after the first training.
func TestFigureStays(t *testing.T) {
	begin := func(text string) *desk {
		t.Helper()
		f, err := state.ParseFigure(text)
		if err != nil {
			t.Fatal(err)
		}
		d := &desk{t: t, s: state.New(recipe.Recipe{})}
		d.s.Figure, d.s.View.Colours = f, ""
		d.do(state.Start{})
		d.arrive("karate")
		return d
	}
	for text, edge := range map[string]int{"edge:2-1": 1, "edge:3-2": 2, "edge": 0, "edge:0-3": 0} {
		d := begin(text)
		if d.s.Edge() != edge || d.s.View.Panel != state.PanelEdge {
			t.Errorf("%s: edge %d in panel %s", text, d.s.Edge(), d.s.View.Panel)
		}
		if look := d.request(flat.ReadFrame); look.Focus.Edge != choice.Of(edge) {
			t.Errorf("%s: asks for edge %d", text, look.Focus.Edge)
		}
		d.do(state.PickNode{Node: 2})
		if d.s.View.Panel != state.PanelEdge || d.s.Edge() < 0 {
			t.Errorf("%s: after a click on a node: panel %s, edge %d", text, d.s.View.Panel, d.s.Edge())
		}
	}
	if d := begin("node:99"); d.s.Node() != 3 || d.s.View.Panel != state.PanelNode {
		t.Errorf("node %d in panel %s, of a graph of 4", d.s.Node(), d.s.View.Panel)
	}
	d := begin("stage:6")
	for _, m := range []state.Msg{state.PickStage{Stage: 2}, state.Step{Unit: "epoch"}, state.PickEdge{Edge: 2}, state.Open{Graph: "ring"}} {
		if d.do(m); d.s.ShownStage() != 6 || d.s.View.Panel != state.PanelStage {
			t.Errorf("after %T: stage %d in panel %s", m, d.s.ShownStage(), d.s.View.Panel)
		}
	}
	// What the figure does not show is not computed for it.
	if d := begin("spectrum"); len(d.cmds) != 0 {
		t.Errorf("the spectrum alone asks for more: %+v", d.cmds)
	}
	if d := begin("claims"); !d.request(flat.ReadFrame).Once.Claims {
		t.Error("the claims alone do not ask for them")
	}
}

// An address may name a graph of the menu: it is trained without a request to another host.
func TestNamedGraph(t *testing.T) {
	for _, first := range []bool{true, false} {
		var d *desk
		if first {
			r, asked, damage := state.FirstRecipe("#graph=sbm%3An%3D60", false)
			if asked != nil || damage != "" {
				t.Fatalf("asked %+v, %s", asked, damage)
			}
			d = &desk{t: t, s: state.New(r)}
			d.do(state.Start{})
		} else {
			d = loaded(t)
			d.do(state.Link{Text: "#graph=sbm%3An%3D60"})
		}
		load := d.requests(flat.Load)[0]
		if load.Recipe.Graph != "sbm:n=60" || load.Recipe.Method != recipe.MethodOpen || !load.Local {
			t.Errorf("first %v: loads %+v, local %v", first, load.Recipe, load.Local)
		}
		d.reply(flat.Reply{Seq: load.Seq, Kind: flat.Loaded, Graph: info("sbm")})
		d.reply(flat.Reply{Seq: load.Seq, Kind: flat.Framed, Final: true, Frame: at(0, 0)})
		if run := d.request(flat.Run); run.Epochs != state.FirstEpochs {
			t.Errorf("first %v: trains %d epochs", first, run.Epochs)
		}
	}
	for _, hash := range []string{"graph=", "graph=file", "graph=blank", "graph=url:https://example.org/a.csv"} {
		if r, asked, damage := state.FirstRecipe(hash, false); r.Graph != "" || asked != nil || damage == "" {
			t.Errorf("%s opens %+v, asks %+v, says %q", hash, r.Setup, asked, damage)
		}
	}
}

// A theme chosen inside another page is not stored.
func TestThemeInside(t *testing.T) {
	for _, inside := range []bool{false, true} {
		d := loaded(t)
		if inside {
			d.s.Embed.Origin = state.Unanswered
		}
		stored := false
		for _, c := range d.do(state.SetTheme{Theme: "dark"}) {
			e, ok := c.(state.Effect)
			stored = stored || ok && e.Kind == "store"
		}
		if stored == inside || d.s.View.Theme != "dark" {
			t.Errorf("inside %v: stored %v, theme %s", inside, stored, d.s.View.Theme)
		}
	}
}
