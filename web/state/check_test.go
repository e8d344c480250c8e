package state_test

import (
	"slices"
	"strings"
	"testing"

	"sheafscope/core/graphio/content"
	"sheafscope/core/sgpc/frame"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
)

// This file tests the dialog that asks the user about files which can be read in several ways.

// filePage is a page that opens files, with the replies of a simulated worker.
type filePage struct {
	t            *testing.T
	s            state.State
	announcement string         // the newest one
	sent         []flat.Request // the requests to the worker by the last message
	talk         flat.Talk
}

// do applies a message.
func (c *filePage) do(m state.Msg) *filePage {
	next, cmds, _ := state.Update(c.s, m)
	c.announcement, cmds = lastAnnouncement(c.announcement, cmds)
	c.s, c.sent = next, sentBy(&c.talk, cmds)
	return c
}

// load returns the only request for a load or a reading that the last message has sent. A pause of the present run may stand beside it.
func (c *filePage) load() flat.Request {
	c.t.Helper()
	c.sent = slices.DeleteFunc(c.sent, func(r flat.Request) bool { return r.Kind == flat.Pause })
	if len(c.sent) != 1 {
		c.t.Fatalf("the page sends %+v, want one load", c.sent)
	}
	if kind := c.sent[0].Kind; kind != flat.Load && kind != flat.Read {
		c.t.Fatalf("the page sends %+v, want a load", c.sent[0])
	}
	return c.sent[0]
}

// answer applies a final reply to the goal seq.
func (c *filePage) answer(seq int, r flat.Reply) {
	r.Seq, r.Final = seq, true
	c.do(state.FromWorker{Reply: c.talk.Reply(r)})
}

// answerWithGraph replies to the load seq with a graph and its first frame.
func (c *filePage) answerWithGraph(seq int, g *proto.GraphInfo) {
	c.do(state.FromWorker{Reply: c.talk.Reply(flat.Reply{Seq: seq, Kind: flat.Loaded, Graph: g})})
	c.answer(seq, flat.Reply{Kind: flat.Framed, Frame: &frame.Frame{N: g.N}})
}

// newFilePage returns a page with the karate club, whose first training is under way.
func newFilePage(t *testing.T) *filePage {
	c := &filePage{t: t, s: state.New(recipe.Recipe{Setup: recipe.Setup{Graph: "karate"}})}
	c.do(state.Start{})
	c.answerWithGraph(c.load().Seq, &proto.GraphInfo{Name: "karate", N: 34})
	return c
}

// doubtful is the reading of a file of edges whose third column may be a class.
var doubtful = &content.Recognition{Format: "table", Nodes: 3, Edges: 3, Doubts: []content.Doubt{{Rule: "r",
	Text: "Column 3 may be a class."}},
	Sheets: []content.Sheet{{File: "a.csv", Table: content.Edges, Separator: "comma", Rows: 3, Columns: []content.SheetColumn{
		{Role: content.RoleSource}, {Role: content.RoleTarget}, {Role: content.RoleIgnored}}}}}

// A doubtful reading opens the dialog beside the present graph. Each correction reads the files again. If that fails, the last successful
// reading stays. The loaded recipe and its link have the corrections. A page that opens the link has no dialog, and states the doubt in a
// note. A new seed keeps the corrections, and another graph drops them.
func TestCheckBeforeTheGraphIsTaken(t *testing.T) {
	c := newFilePage(t)
	files := []content.File{{Name: "a.csv", Data: []byte("0,1,2\n1,2,2\n2,0,1\n")}}
	open := c.do(state.Files{Files: files}).load()
	if open.Kind != flat.Load || len(open.Files) != 1 {
		t.Fatalf("opening a file sends %+v", open)
	}
	c.answer(open.Seq, flat.Reply{Kind: flat.Recognised, Recognition: doubtful})
	if c.s.Check() == nil || c.s.Loading() || !strings.Contains(c.announcement, "Column 3") {
		t.Fatalf("the dialog is %+v, the announcement %q", c.s.Check(), c.announcement)
	}
	if c.s.Graph.Name != "karate" || c.s.Error != "" {
		t.Fatalf("beside the dialog is the graph %q with the error %q", c.s.Graph.Name, c.s.Error)
	}

	// A correction reads the same files again, not copies.
	fix := c.do(state.CorrectRole{Table: content.Edges, Column: 3, Role: content.RoleLabel}).load()
	if fix.Recipe.Read != "edges.label=3" || fix.Kind != flat.Read {
		t.Fatalf("a correction sends %+v", fix)
	}
	if len(fix.Files) != 1 || &fix.Files[0] != &files[0] {
		t.Fatalf("a correction reads other files: %+v", fix.Files)
	}
	if c.s.Check() == nil || !c.s.Rereading() {
		t.Fatalf("during the reading the dialog is %+v, rereading %v", c.s.Check(), c.s.Rereading())
	}
	// A second correction during the reading is added to the first one.
	if both := c.do(state.Correct{What: "from", Value: "0"}).load(); both.Recipe.Read != "edges.label=3,from=0" {
		t.Fatalf("two corrections send %+v", both)
	}
	// A reading that fails leaves the reading before both corrections.
	c.answer(c.load().Seq, flat.Reply{Kind: flat.Failed, Message: "a.csv:1: no"})
	if c.s.Check().Error != "a.csv:1: no" || c.s.Error != "" || c.s.Check().Recipe.Read != "" || c.s.Rereading() {
		t.Fatalf("after a failed reading the dialog is %+v, the error of the page %q", c.s.Check(), c.s.Error)
	}
	c.answer(c.do(state.CorrectRole{Table: content.Edges, Column: 3, Role: content.RoleLabel}).load().Seq,
		flat.Reply{Kind: flat.Recognised, Recognition: doubtful})
	if c.s.Check().Error != "" || c.s.Check().Recipe.Read != "edges.label=3" {
		t.Fatalf("after a successful reading the dialog is %+v", c.s.Check())
	}

	// The user takes the files: they are loaded as corrected. The doubt is not in the note about the files.
	taken := c.do(state.TakeFiles{}).load()
	if len(taken.Files) != 1 || &taken.Files[0] != &files[0] {
		t.Fatalf("other files are loaded: %+v", taken.Files)
	}
	if taken.Kind != flat.Load || taken.Recipe.Read != "edges.label=3" || c.s.Check() != nil {
		t.Fatalf("taking the files sends %+v, the dialog is %+v", taken, c.s.Check())
	}
	c.answerWithGraph(taken.Seq, &proto.GraphInfo{Name: "a", Format: "table", N: 3, Doubts: []string{"Column 3 may be a class."},
		Notes: []string{"Noted."}})
	if c.s.Recipe.Read != "edges.label=3" || c.s.Chrome.Read == nil || c.s.Chrome.Read.Notes != "Noted." {
		t.Errorf("after the load: recipe %+v, note %+v", c.s.Recipe.Setup, c.s.Chrome.Read)
	}

	// The link has the corrections, and opens without a dialog.
	link := c.s.Link()
	link.Files = []content.File{{Name: files[0].Name, Data: files[0].Data}}
	text, err := recipe.Format(link)
	if err != nil {
		t.Fatal(err)
	}
	other := newFilePage(t)
	if l := other.do(state.Link{Text: text}).load(); l.Recipe.Read != "edges.label=3" || l.Kind != flat.Load || len(l.Files) != 1 {
		t.Errorf("the link loads %+v", l)
	}
	g := *c.s.Graph
	other.answerWithGraph(other.load().Seq, &g)
	if !strings.Contains(other.s.Chrome.Read.Notes, "Column 3 may be a class. Noted.") {
		t.Errorf("the page that opens the link has the note %q", other.s.Chrome.Read.Notes)
	}

	// A new seed keeps the corrections, and another graph has none.
	if l := c.do(state.Seed{Text: "4"}).load(); l.Recipe.Read != "edges.label=3" || l.Kind != flat.Load {
		t.Errorf("another seed loads %+v", l)
	}
	if l := c.do(state.Open{Graph: "florentine"}).load(); l.Recipe.Read != "" {
		t.Errorf("another graph loads %+v", l)
	}
}

// Leaving the dialog keeps the graph and drops the files, also during a reading, whose late answer changes nothing. The training that
// the files stopped continues.
func TestLeaveTheCheck(t *testing.T) {
	for _, leave := range []state.Msg{state.LeaveFiles{}, state.Cancel{}} {
		c := newFilePage(t)
		c.answer(c.do(state.Files{Files: []content.File{{Name: "a.csv", Data: []byte("0,1\n")}}}).load().Seq,
			flat.Reply{Kind: flat.Recognised, Recognition: doubtful})
		reading := c.do(state.Correct{What: "directed", Value: "yes"}).load().Seq
		c.do(leave)
		if c.s.Check() != nil || c.s.Loading() || len(c.sent) != 1 || c.sent[0].Kind != flat.Pause {
			t.Fatalf("leaving the dialog sends %+v, want a pause", c.sent)
		}
		pause := c.sent[0].Seq
		c.answer(reading, flat.Reply{Kind: flat.Failed, Message: "too late"})
		c.answer(pause, flat.Reply{Kind: flat.Framed, Frame: &frame.Frame{N: 34}})
		if c.s.Check() != nil || c.s.Error != "" || c.s.Recipe.Graph != "karate" {
			t.Errorf("after leaving: dialog %+v, error %q, graph %s", c.s.Check(), c.s.Error, c.s.Recipe.Graph)
		}
		if len(c.sent) != 1 || c.sent[0].Kind != flat.Run || c.sent[0].Epochs != state.FirstEpochs {
			t.Errorf("after leaving: sent %+v, want the training of the fresh run", c.sent)
		}
	}
}

// A load by a program opens no dialog. The user can open the dialog for the present files, but not for a built-in graph. If files were
// opened before the first graph, leaving their dialog loads the first graph.
func TestProgramsGetNoDialog(t *testing.T) {
	c := newFilePage(t)
	files := []content.File{{Name: "a.csv", Data: []byte("0,1\n")}}
	if l := c.do(state.OpenRecipe{Recipe: recipe.Recipe{Setup: recipe.Setup{Graph: "file"}}, Files: files}).load(); l.Kind != flat.Load {
		t.Errorf("a load by a program sends %+v, want a load without a dialog", l)
	}
	c.answerWithGraph(c.load().Seq, &proto.GraphInfo{Name: "a", N: 2})
	if l := c.do(state.CheckFiles{}).load(); l.Kind != flat.Read || len(l.Files) != 1 {
		t.Errorf("the dialog for the present files sends %+v", l)
	}
	c = newFilePage(t).do(state.CheckFiles{})
	if len(c.sent) != 0 {
		t.Errorf("the dialog for a built-in graph sends %+v", c.sent)
	}

	// Files are opened during the load of the first graph.
	c = &filePage{t: t, s: state.New(recipe.Recipe{})}
	c.do(state.Start{})
	c.answer(c.do(state.Files{Files: files}).load().Seq, flat.Reply{Kind: flat.Recognised, Recognition: doubtful})
	l := c.do(state.LeaveFiles{}).load()
	if l.Recipe.Graph != "karate" || strings.Contains(c.announcement, "graph on the screen") {
		t.Errorf("leaving before the first graph loads %+v and announces %q", l, c.announcement)
	}
}
