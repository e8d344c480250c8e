package state_test

import (
	"slices"
	"strings"
	"testing"

	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
)

func texts(list []recipe.Note) (out []string) {
	for _, n := range list {
		out = append(out, n.Pin+" "+n.Text)
	}
	return out
}

// Notes are written, changed and deleted. The link has the notes, and opens them. A note that no link can hold changes nothing.
func TestNotesAreInTheLink(t *testing.T) {
	b := openSessionPage(t, recipe.Recipe{Setup: recipe.Setup{Graph: "florentine"}})
	b.send(state.AddNote{Pin: "node:3", Text: "  a hub "})
	at := b.s.Frame.Position
	b.send(state.Seek{Position: 40})
	b.send(state.AddNote{Pin: "eigen:2", Text: "the gap"})
	before := b.s.View.Notes
	for _, m := range []state.AddNote{{Pin: "node:3", Text: " "}, {Pin: "nothing", Text: "a"},
		{Pin: "node:1", Text: strings.Repeat("a", recipe.MaxNoteText+1)}} {
		b.send(m)
		if !slices.Equal(b.s.View.Notes, before) || !strings.Contains(b.s.Error, "not taken") {
			t.Errorf("%+v: %v, %q", m, texts(b.s.View.Notes), b.s.Error)
		}
		b.send(state.Dismiss{})
	}
	want := []recipe.Note{{Pin: "node:3", Text: "a hub", Position: at}, {Pin: "eigen:2", Text: "the gap", Position: 40}}
	if !slices.Equal(b.s.View.Notes, want) || !slices.Equal(b.s.Link().View.Notes, want) {
		t.Fatalf("%+v", b.s.View.Notes)
	}
	other := openSessionPage(t, b.s.Link())
	if !slices.Equal(other.s.View.Notes, want) {
		t.Fatalf("the link opens with %+v", other.s.View.Notes)
	}
	// A note leads to where it was written.
	other.send(state.OpenNote{Index: 0})
	if other.s.Node() != 3 || other.s.View.Panel != state.PanelNode || other.s.Frame.Position != at {
		t.Errorf("node %d at %d", other.s.Node(), other.s.Frame.Position)
	}
	other.send(state.OpenNote{Index: 1})
	if other.s.Eigen() != 1 || other.s.Chrome.Tab != "charts" || other.s.Frame.Position != 40 {
		t.Errorf("eigenvalue %d at %d", other.s.Eigen(), other.s.Frame.Position)
	}
	b.send(state.EditNote{Index: 1, Text: "λ2"})
	b.send(state.EditNote{Index: 0})
	b.send(state.EditNote{Index: 7})
	if !slices.Equal(texts(b.s.View.Notes), []string{"eigen:2 λ2"}) || !slices.Equal(texts(before), []string{"node:3 a hub",
		"eigen:2 the gap"}) {
		t.Errorf("%v, the list before %v", texts(b.s.View.Notes), texts(before))
	}
}

// Notes follow their nodes through edits. They stay if another graph cannot be opened, and are dropped with their graph.
func TestNotesFollowTheirGraph(t *testing.T) {
	b := openSessionPage(t, recipe.Recipe{Setup: recipe.Setup{Graph: "florentine"}})
	i, j := int(b.s.Graph.Edges[6]), int(b.s.Graph.Edges[7])
	edge := recipe.Pin{Kind: recipe.PinEdge, A: i, B: j}.String()
	for _, pin := range []string{"node:0", "node:5", edge, "figure:bound"} {
		b.send(state.AddNote{Pin: pin, Text: "x"})
	}
	b.send(state.SketchOn{On: true})
	b.send(state.PickNode{Node: 1})
	b.send(state.SketchDelete{})
	got := texts(b.s.View.Notes)
	if i == 0 || j == 0 {
		t.Fatal("the edge of the test goes with the node")
	}
	want := []string{"figure:graph x", "node:4 x", recipe.Pin{Kind: recipe.PinEdge, A: i - 1, B: j - 1}.String() + " x", "figure:bound x"}
	if !slices.Equal(got, want) {
		t.Errorf("after the node is gone: %q, want %q", got, want)
	}
	b.send(state.Open{Graph: "no such graph"})
	if !slices.Equal(texts(b.s.View.Notes), want) {
		t.Errorf("after a graph that is none: %q", texts(b.s.View.Notes))
	}
	b.send(state.Open{Graph: "karate"})
	if len(b.s.View.Notes) != 0 {
		t.Errorf("another graph has %q", texts(b.s.View.Notes))
	}
	// A link to the same run on the screen has its own notes.
	link := b.s.Link()
	link.View.Notes = []recipe.Note{{Pin: "node:33", Text: "y"}, {Pin: "node:34", Text: "not there"}}
	text, err := recipe.Format(link)
	if err != nil {
		t.Fatal(err)
	}
	b.send(state.Link{Text: text})
	if got := texts(b.s.View.Notes); !slices.Equal(got, []string{"node:33 y", "figure:graph not there"}) {
		t.Errorf("the link on the same run: %q", got)
	}
}

// The message that writes a note also writes the address, without a wait for the next Remember.
func TestNoteIsRememberedAtOnce(t *testing.T) {
	b := openSessionPage(t, recipe.Recipe{Setup: recipe.Setup{Graph: "florentine"}})
	written := []state.Msg{state.AddNote{Pin: "node:3", Text: "a hub"}, state.EditNote{Index: 0, Text: "the hub"}, state.EditNote{Index: 0}}
	for _, m := range written {
		_, cmds, _ := state.Update(b.s, m)
		if !slices.ContainsFunc(cmds, func(c state.Command) bool { e, ok := c.(state.Effect); return ok && e.Kind == "address" }) {
			t.Errorf("%#v leaves the address as it is: %v", m, cmds)
		}
		b.send(m)
	}
}
