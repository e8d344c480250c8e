package state_test

import (
	"slices"
	"strings"
	"testing"

	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
)

// texts returns “PLACE TEXT” for each note, for example “node:3 a hub”.
func texts(list []recipe.Note) (out []string) {
	for _, n := range list {
		out = append(out, n.Pin+" "+n.Text)
	}
	return out
}

// A note is stored with its place, its text without spaces at the ends, and the position of the run. The link has the notes, and a page
// that opens it shows them. A note opens its place and position. An empty text, an unknown place and a text that is too long are
// refused. A changed text replaces a note, an empty text deletes it, and a change of a missing note does nothing.
func TestNotesAreInTheLink(t *testing.T) {
	b := openSessionPage(t, recipe.Recipe{Setup: recipe.Setup{Graph: "florentine"}})
	b.send(state.AddNote{Pin: "node:3", Text: "  a hub "})
	position := b.s.Frame.Position
	b.send(state.Seek{Position: 40})
	b.send(state.AddNote{Pin: "eigen:2", Text: "the gap"})

	// Three notes that are refused.
	before := b.s.View.Notes
	for _, m := range []state.AddNote{{Pin: "node:3", Text: " "}, {Pin: "nothing", Text: "a"},
		{Pin: "node:1", Text: strings.Repeat("a", recipe.MaxNoteText+1)}} {
		b.send(m)
		if !slices.Equal(b.s.View.Notes, before) || !strings.Contains(b.s.Error, "not taken") {
			t.Errorf("%+v: notes %v, error %q", m, texts(b.s.View.Notes), b.s.Error)
		}
		b.send(state.Dismiss{})
	}
	want := []recipe.Note{{Pin: "node:3", Text: "a hub", Position: position}, {Pin: "eigen:2", Text: "the gap", Position: 40}}
	if !slices.Equal(b.s.View.Notes, want) || !slices.Equal(b.s.Link().View.Notes, want) {
		t.Fatalf("the page has the notes %+v, the link %+v, want %+v", b.s.View.Notes, b.s.Link().View.Notes, want)
	}
	other := openSessionPage(t, b.s.Link())
	if !slices.Equal(other.s.View.Notes, want) {
		t.Fatalf("the link opens with the notes %+v, want %+v", other.s.View.Notes, want)
	}

	// Each note opens its place and position. A pin counts nodes from 0, and eigenvalues from 1.
	other.send(state.OpenNote{Index: 0})
	if other.s.Node() != 3 || other.s.View.Panel != state.PanelNode || other.s.Frame.Position != position {
		t.Errorf("the first note opens node %d at %d, want 3 at %d", other.s.Node(), other.s.Frame.Position, position)
	}
	other.send(state.OpenNote{Index: 1})
	if other.s.Eigen() != 1 || other.s.Chrome.Tab != "charts" || other.s.Frame.Position != 40 {
		t.Errorf("the second note opens eigenvalue %d at %d, want 1 at 40", other.s.Eigen(), other.s.Frame.Position)
	}

	// A changed, a deleted and a missing note. The list of before, which other states share, does not change.
	b.send(state.EditNote{Index: 1, Text: "λ2"})
	b.send(state.EditNote{Index: 0})
	b.send(state.EditNote{Index: 7})
	if !slices.Equal(texts(b.s.View.Notes), []string{"eigen:2 λ2"}) {
		t.Errorf("after the changes the notes are %v, want eigen:2 λ2", texts(b.s.View.Notes))
	}
	if !slices.Equal(texts(before), []string{"node:3 a hub", "eigen:2 the gap"}) {
		t.Errorf("the list of before has become %v", texts(before))
	}
}

// Notes follow their nodes through edits; the note of a deleted node goes to the graph. Notes stay if another graph cannot be opened,
// and are dropped with their graph. A link to the run on the screen brings its own notes.
func TestNotesFollowTheirGraph(t *testing.T) {
	b := openSessionPage(t, recipe.Recipe{Setup: recipe.Setup{Graph: "florentine"}})
	i, j := int(b.s.Graph.Edges[6]), int(b.s.Graph.Edges[7]) // the ends of any edge without node 0
	edge := recipe.Pin{Kind: recipe.PinEdge, A: i, B: j}.String()
	for _, pin := range []string{"node:0", "node:5", edge, "figure:bound"} {
		b.send(state.AddNote{Pin: pin, Text: "x"})
	}

	// Node 0, which has the first note, is deleted. PickNode counts from 1. The numbers of the other nodes decrease by one.
	b.send(state.SketchOn{On: true})
	b.send(state.PickNode{Node: 1})
	b.send(state.SketchDelete{})
	got := texts(b.s.View.Notes)
	if i == 0 || j == 0 {
		t.Fatalf("the edge %d–%d of the test is deleted with node 0", i, j)
	}
	want := []string{"figure:graph x", "node:4 x", recipe.Pin{Kind: recipe.PinEdge, A: i - 1, B: j - 1}.String() + " x", "figure:bound x"}
	if !slices.Equal(got, want) {
		t.Errorf("after the deletion the notes are %q, want %q", got, want)
	}

	// Other graphs: first one that cannot be opened.
	b.send(state.Open{Graph: "no such graph"})
	if !slices.Equal(texts(b.s.View.Notes), want) {
		t.Errorf("after a failed load the notes are %q, want %q", texts(b.s.View.Notes), want)
	}
	b.send(state.Open{Graph: "karate"})
	if len(b.s.View.Notes) != 0 {
		t.Errorf("another graph has the notes %q", texts(b.s.View.Notes))
	}

	// A link to the run on the screen. Karate has the nodes 0 to 33, so that the note of node 34 goes to the graph.
	link := b.s.Link()
	link.View.Notes = []recipe.Note{{Pin: "node:33", Text: "y"}, {Pin: "node:34", Text: "not there"}}
	text, err := recipe.Format(link)
	if err != nil {
		t.Fatal(err)
	}
	b.send(state.Link{Text: text})
	if got := texts(b.s.View.Notes); !slices.Equal(got, []string{"node:33 y", "figure:graph not there"}) {
		t.Errorf("after the link the notes are %q", got)
	}
}

// The message that adds, changes or deletes a note also writes the address, without a wait for the next Remember.
func TestNoteIsRememberedAtOnce(t *testing.T) {
	b := openSessionPage(t, recipe.Recipe{Setup: recipe.Setup{Graph: "florentine"}})
	messages := []state.Msg{state.AddNote{Pin: "node:3", Text: "a hub"}, state.EditNote{Index: 0, Text: "the hub"}, state.EditNote{Index: 0}}
	for _, m := range messages {
		_, cmds, _ := state.Update(b.s, m)
		isAddress := func(c state.Command) bool { e, ok := c.(state.Effect); return ok && e.Kind == "address" }
		if !slices.ContainsFunc(cmds, isAddress) {
			t.Errorf("%#v does not write the address: %v", m, cmds)
		}
		b.send(m)
	}
}
