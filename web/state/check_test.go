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

// checker is a page that opens files, with the replies of a worker.
type checker struct {
	t    *testing.T
	s    state.State
	said string
	sent []flat.Request
	talk flat.Talk
}

func (c *checker) do(m state.Msg) *checker {
	next, cmds, _ := state.Update(c.s, m)
	c.said, cmds = announced(c.said, cmds)
	c.s, c.sent = next, sentBy(&c.talk, cmds)
	return c
}

// load returns the only request for a load that the last message has sent.
func (c *checker) load() flat.Request {
	c.t.Helper()
	c.sent = slices.DeleteFunc(c.sent, func(r flat.Request) bool { return r.Kind == flat.Pause }) // of the run meanwhile
	if len(c.sent) != 1 || c.sent[0].Kind != flat.Load && c.sent[0].Kind != flat.Read {
		c.t.Fatalf("sent %+v, want one load", c.sent)
	}
	return c.sent[0]
}

func (c *checker) answer(seq int, r flat.Reply) {
	r.Seq, r.Final = seq, true
	c.do(state.FromWorker{Reply: c.talk.Reply(r)})
}

func (c *checker) take(seq int, g *proto.GraphInfo) {
	c.do(state.FromWorker{Reply: c.talk.Reply(flat.Reply{Seq: seq, Kind: flat.Loaded, Graph: g})})
	c.answer(seq, flat.Reply{Kind: flat.Framed, Frame: &frame.Frame{N: g.N}})
}

func newChecker(t *testing.T) *checker {
	c := &checker{t: t, s: state.New(recipe.Recipe{Setup: recipe.Setup{Graph: "karate"}})}
	c.do(state.Start{})
	c.take(c.load().Seq, &proto.GraphInfo{Name: "karate", N: 34})
	return c
}

var doubtful = &content.Recognition{Format: "table", Nodes: 3, Edges: 3, Doubts: []content.Doubt{{Rule: "r",
	Text: "Column 3 may be a class."}},
	Sheets: []content.Sheet{{File: "a.csv", Table: content.Edges, Separator: "comma", Rows: 3, Columns: []content.SheetColumn{
		{Role: content.RoleSource}, {Role: content.RoleTarget}, {Role: content.RoleIgnored}}}}}

// A doubtful reading opens the dialog beside the previous graph. Corrections read the files again, and the loaded recipe contains
// them.
func TestCheckBeforeTheGraphIsTaken(t *testing.T) {
	c := newChecker(t)
	files := []content.File{{Name: "a.csv", Data: []byte("0,1,2\n1,2,2\n2,0,1\n")}}
	open := c.do(state.Files{Files: files}).load()
	if open.Kind != flat.Load || len(open.Files) != 1 {
		t.Fatalf("opening sends %+v", open)
	}
	c.answer(open.Seq, flat.Reply{Kind: flat.Recognised, Recognition: doubtful})
	if c.s.Check() == nil || c.s.Loading() || c.s.Graph.Name != "karate" || c.s.Error != "" || !strings.Contains(c.said, "Column 3") {
		t.Fatalf("the question: %+v, %q", c.s.Check(), c.said)
	}
	fix := c.do(state.CorrectRole{Table: content.Edges, Column: 3, Role: content.RoleLabel}).load()
	if fix.Recipe.Read != "edges.label=3" || fix.Kind != flat.Read || len(fix.Files) != 1 || &fix.Files[0] != &files[0] ||
		c.s.Check() == nil || !c.s.Rereading() {
		t.Fatalf("a correction sends %+v", fix)
	}
	// A second one while the first is read goes on from there.
	if both := c.do(state.Correct{What: "from", Value: "0"}).load(); both.Recipe.Read != "edges.label=3,from=0" {
		t.Fatalf("two corrections send %+v", both)
	}
	// One that cannot be read leaves the one before.
	c.answer(c.load().Seq, flat.Reply{Kind: flat.Failed, Message: "a.csv:1: no"})
	if c.s.Check().Error != "a.csv:1: no" || c.s.Error != "" || c.s.Check().Recipe.Read != "" || c.s.Rereading() {
		t.Fatalf("a reading that fails: %+v, error %q", c.s.Check(), c.s.Error)
	}
	c.answer(c.do(state.CorrectRole{Table: content.Edges, Column: 3, Role: content.RoleLabel}).load().Seq,
		flat.Reply{Kind: flat.Recognised, Recognition: doubtful})
	if c.s.Check().Error != "" || c.s.Check().Recipe.Read != "edges.label=3" {
		t.Fatalf("a good reading: %+v", c.s.Check())
	}
	taken := c.do(state.TakeFiles{}).load()
	if len(taken.Files) != 1 || &taken.Files[0] != &files[0] ||
		taken.Kind != flat.Load || taken.Recipe.Read != "edges.label=3" || c.s.Check() != nil {
		t.Fatalf("taking sends %+v", taken)
	}
	c.take(taken.Seq, &proto.GraphInfo{Name: "a", Format: "table", N: 3, Doubts: []string{"Column 3 may be a class."},
		Notes: []string{"Noted."}})
	if c.s.Recipe.Read != "edges.label=3" || c.s.Chrome.Read == nil || c.s.Chrome.Read.Notes != "Noted." {
		t.Errorf("taken: %+v, %+v", c.s.Recipe.Setup, c.s.Chrome.Read)
	}
	// The link says how the files are read, and opening it asks nothing.
	link := c.s.Link()
	link.Files = []content.File{{Name: files[0].Name, Data: files[0].Data}}
	text, err := recipe.Format(link)
	if err != nil {
		t.Fatal(err)
	}
	other := newChecker(t)
	if l := other.do(state.Link{Text: text}).load(); l.Recipe.Read != "edges.label=3" || l.Kind != flat.Load || len(l.Files) != 1 {
		t.Errorf("the link loads %+v", l)
	}
	g := *c.s.Graph
	other.take(other.load().Seq, &g)
	if !strings.Contains(other.s.Chrome.Read.Notes, "Column 3 may be a class. Noted.") {
		t.Errorf("who opens the link reads %q", other.s.Chrome.Read.Notes)
	}
	// Another graph has no corrections; a seed keeps them.
	if l := c.do(state.Seed{Text: "4"}).load(); l.Recipe.Read != "edges.label=3" || l.Kind != flat.Load {
		t.Errorf("another seed loads %+v", l)
	}
	if l := c.do(state.Open{Graph: "florentine"}).load(); l.Recipe.Read != "" {
		t.Errorf("another graph loads %+v", l)
	}
}

// Leaving the dialog keeps the graph and drops the files, also during a reading. The training that the files stopped continues.
func TestLeaveTheCheck(t *testing.T) {
	for _, leave := range []state.Msg{state.LeaveFiles{}, state.Cancel{}} {
		c := newChecker(t)
		c.answer(c.do(state.Files{Files: []content.File{{Name: "a.csv", Data: []byte("0,1\n")}}}).load().Seq,
			flat.Reply{Kind: flat.Recognised, Recognition: doubtful})
		reading := c.do(state.Correct{What: "directed", Value: "yes"}).load().Seq
		c.do(leave)
		if c.s.Check() != nil || c.s.Loading() || len(c.sent) != 1 || c.sent[0].Kind != flat.Pause {
			t.Fatalf("leaving sends %+v", c.sent)
		}
		forget := c.sent[0].Seq
		c.answer(reading, flat.Reply{Kind: flat.Failed, Message: "too late"})
		c.answer(forget, flat.Reply{Kind: flat.Framed, Frame: &frame.Frame{N: 34}})
		if c.s.Check() != nil || c.s.Error != "" || c.s.Recipe.Graph != "karate" {
			t.Errorf("after leaving: %+v, %q", c.s.Check(), c.s.Error)
		}
		if len(c.sent) != 1 || c.sent[0].Kind != flat.Run || c.sent[0].Epochs != state.FirstEpochs {
			t.Errorf("after leaving: sent %+v, want the training of the fresh run", c.sent)
		}
	}
}

// A program gets no dialog. Open files can be checked again. Leaving files that were opened before the first graph loads the first graph.
func TestProgramsGetNoDialog(t *testing.T) {
	c := newChecker(t)
	files := []content.File{{Name: "a.csv", Data: []byte("0,1\n")}}
	if l := c.do(state.OpenRecipe{Recipe: recipe.Recipe{Setup: recipe.Setup{Graph: "file"}}, Files: files}).load(); l.Kind != flat.Load {
		t.Errorf("a program's load asks: %+v", l)
	}
	c.take(c.load().Seq, &proto.GraphInfo{Name: "a", N: 2})
	if l := c.do(state.CheckFiles{}).load(); l.Kind != flat.Read || len(l.Files) != 1 {
		t.Errorf("checking what is open sends %+v", l)
	}
	if c = newChecker(t).do(state.CheckFiles{}); len(c.sent) != 0 {
		t.Errorf("a graph of the page is checked: %+v", c.sent)
	}
	c = &checker{t: t, s: state.New(recipe.Recipe{})}
	c.do(state.Start{})
	c.answer(c.do(state.Files{Files: files}).load().Seq, flat.Reply{Kind: flat.Recognised, Recognition: doubtful})
	if l := c.do(state.LeaveFiles{}).load(); l.Recipe.Graph != "karate" {
		t.Errorf("leaving before there was a graph loads %+v", l)
	}
}
