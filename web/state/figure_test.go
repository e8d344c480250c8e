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

// ParseFigure reads the name of a figure with its object: a stage, counted from 1, a node, or the two ends of an edge. Each of these
// texts gives name, panel and object. Refused are unknown names, objects that the figure cannot have, and objects that are malformed or out
// of range.
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
			t.Errorf("%s is read as %+v, %v; want %+v", text, got, err, want)
		}
	}
	// Texts that are refused. Stages have the numbers 1 to len(stage.Names) − 1.
	for _, text := range []string{"", "graphs", "graph:1", "stage:", "stage:0", fmt.Sprint("stage:", len(stage.Names)), "stage:x", "code:0",
		"edge:3", "edge:3-3", "edge:1-2-3", "node:-1", "node:a", "claims:1"} {
		if got, err := state.ParseFigure(text); err == nil || got != (state.SoleFigure{}) {
			t.Errorf("%q is read as %+v, %v; want an error and no figure", text, got, err)
		}
	}
}

// A page that shows one figure of the inspector keeps the panel of the figure under clicks, steps and loads. After the first training it
// selects the object of the figure: the edge between the given ends, edge 0 without such an edge, or the last node for a number beyond
// the graph. It requests only details that the figure shows.
func TestFigureStays(t *testing.T) {
	// begin returns a page that shows one figure after its first training, 10 operations.
	begin := func(text string) *desk {
		t.Helper()
		f, err := state.ParseFigure(text)
		if err != nil {
			t.Fatal(err)
		}
		d := &desk{t: t, s: state.New(recipe.Recipe{})}
		d.s.Figure, d.s.View.Colours = f, ""
		d.do(state.Start{})
		d.answerLoad("karate")
		return d
	}
	// The graph is the path 0–1–2–3, whose edge k joins k and k+1.
	for text, edge := range map[string]int{"edge:2-1": 1, "edge:3-2": 2, "edge": 0, "edge:0-3": 0} {
		d := begin(text)
		if d.s.Edge() != edge || d.s.View.Panel != state.PanelEdge {
			t.Errorf("%s: edge %d in panel %s, want edge %d in panel edge", text, d.s.Edge(), d.s.View.Panel, edge)
		}
		if r := d.request(flat.ReadFrame); r.Focus.Edge != choice.Of(edge) {
			t.Errorf("%s: the focus has edge %d, want %d", text, r.Focus.Edge, choice.Of(edge))
		}
		d.do(state.PickNode{Node: 2})
		if d.s.View.Panel != state.PanelEdge || d.s.Edge() < 0 {
			t.Errorf("%s: after a click on a node: panel %s, edge %d; want panel edge and an edge", text, d.s.View.Panel, d.s.Edge())
		}
	}
	if d := begin("node:99"); d.s.Node() != 3 || d.s.View.Panel != state.PanelNode {
		t.Errorf("node 99 of a graph with 4 nodes: node %d in panel %s, want 3", d.s.Node(), d.s.View.Panel)
	}
	d := begin("stage:6")
	for _, m := range []state.Msg{state.PickStage{Stage: 2}, state.Step{Unit: "epoch"}, state.PickEdge{Edge: 2}, state.Open{Graph: "ring"}} {
		d.do(m)
		if d.s.ShownStage() != 6 || d.s.View.Panel != state.PanelStage {
			t.Errorf("after %T: stage %d in panel %s, want 6 in panel stage", m, d.s.ShownStage(), d.s.View.Panel)
		}
	}

	// Details that the figure does not show are not requested.
	if d := begin("spectrum"); len(d.cmds) != 0 {
		t.Errorf("the figure spectrum requests %+v", d.cmds)
	}
	if d := begin("claims"); !d.request(flat.ReadFrame).Once.Claims {
		t.Error("the figure claims does not request the claims")
	}
}

// An address may name a graph of the menu, on the first page and later. The graph is trained without a request to another host. An address
// is damaged if its name is empty, or names an empty canvas or a graph that needs files or another host.
func TestNamedGraph(t *testing.T) {
	for _, isFirst := range []bool{true, false} { // the address opens the page, or a link on a loaded page
		var d *desk
		if isFirst {
			r, asked, damage := state.FirstRecipe("#graph=sbm%3An%3D60", state.WithoutFiles)
			if asked != nil || damage != "" {
				t.Fatalf("the name of a graph: asked %+v, damage %q", asked, damage)
			}
			d = &desk{t: t, s: state.New(r)}
			d.do(state.Start{})
		} else {
			d = loaded(t)
			d.do(state.Link{Text: "#graph=sbm%3An%3D60"})
		}
		load := d.requests(flat.Load)[0]
		if load.Recipe.Graph != "sbm:n=60" || load.Recipe.Method != recipe.MethodOpen || !load.Local {
			t.Errorf("first page %v: loads %+v, local %v", isFirst, load.Recipe, load.Local)
		}
		d.reply(flat.Reply{Seq: load.Seq, Kind: flat.Loaded, Graph: graphInfo("sbm")})
		d.reply(flat.Reply{Seq: load.Seq, Kind: flat.Framed, Final: true, Frame: frameAt(0, 0)})
		if run := d.request(flat.Run); run.Epochs != state.FirstEpochs {
			t.Errorf("first page %v: trains %d epochs, want %d", isFirst, run.Epochs, state.FirstEpochs)
		}
	}

	// Damaged addresses.
	for _, hash := range []string{"graph=", "graph=file", "graph=blank", "graph=url:https://example.org/a.csv"} {
		if r, asked, damage := state.FirstRecipe(hash, state.WithoutFiles); r.Graph != "" || asked != nil || damage == "" {
			t.Errorf("%s opens %+v, asked %+v, damage %q; want only a damage", hash, r.Setup, asked, damage)
		}
	}
}

// A selected theme is shown. It is stored, except inside another page.
func TestThemeInside(t *testing.T) {
	for _, inside := range []bool{false, true} {
		d := loaded(t)
		if inside {
			d.s.Embed.Origin = state.Unanswered
		}
		stored := false
		for _, c := range d.do(state.SetTheme{Theme: "dark"}) {
			if e, ok := c.(state.Effect); ok && e.Kind == "store" {
				stored = true
			}
		}
		if stored == inside || d.s.View.Theme != "dark" {
			t.Errorf("inside another page %v: stored %v, theme %s, want dark", inside, stored, d.s.View.Theme)
		}
	}
}
