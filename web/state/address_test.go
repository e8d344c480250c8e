package state_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"sheafscope/core/graphio/content"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/wasm/recipe"
	"sheafscope/web/lab"
	"sheafscope/web/state"
)

// addresses returns the arguments of the effects that write the address, among the last commands. The first argument is the link. The
// second is "push" for a new entry of the browser's history, or "replace" for the present entry.
func (d *desk) addresses() (list [][]string) {
	for _, c := range d.cmds {
		if e, ok := c.(state.Effect); ok && e.Kind == "address" {
			list = append(list, e.Args)
		}
	}
	return list
}

// written returns the recipe of the only address that the last commands write. It fails unless the address is written by this way, "push"
// or "replace".
func (d *desk) written(way string) recipe.Recipe {
	d.t.Helper()
	list := d.addresses()
	if len(list) != 1 || list[0][1] != way {
		d.t.Fatalf("addresses %q, want one to %s", list, way)
	}
	r, err := recipe.Parse(list[0][0])
	if err != nil {
		d.t.Fatal(err)
	}
	return r
}

// Remember and CountClaims change only the record of the address (Device), so that no picture is drawn again. A step changes something
// visible.
func TestQuietMessagesDrawNothing(t *testing.T) {
	d := loaded(t)
	for _, m := range []state.Msg{state.Remember{}, state.CountClaims{}} {
		before := d.s
		var c state.Redraw
		d.s, _, c = state.Update(d.s, m)
		before.Device = d.s.Device // the record of the address is not visible
		if c.Urgent || !reflect.DeepEqual(d.s, before) {
			t.Errorf("%T changes what the page shows", m)
		}
	}
	if _, _, c := state.Update(d.s, state.Step{Unit: "inner"}); !c.Shown || !c.Urgent || !c.Step {
		t.Errorf("a step changes %+v, want a visible and urgent step", c)
	}
}

// Paced sends the worker one query with the drawing rate of the page. The query and its answer change nothing visible.
func TestPacedSendsTheDrawingRate(t *testing.T) {
	d := loaded(t)
	before := d.s
	next, cmds, change := state.Update(d.s, state.Paced{Every: 300 * time.Millisecond})
	q := cmds[0].(state.Send).Message.Query
	if change.Shown || len(cmds) != 1 || q.Question != proto.Pace || q.Every != 300*time.Millisecond {
		t.Fatalf("Paced sends %+v, shown %v", cmds, change.Shown)
	}
	next, cmds, _ = state.Update(next, state.FromWorker{Reply: proto.Reply{Answer: &proto.Answer{Seq: q.Seq, Question: q.Question}}})
	if len(cmds) != 0 || next.Error != "" || next.Frame != before.Frame || next.Busy() {
		t.Errorf("the answer changes the page: commands %+v, error %q, busy %v", cmds, next.Error, next.Busy())
	}
}

// A change writes the last position into the present history entry. After the worker has replied to the change, a new entry is made. A
// replaced change, a failed change and a change by a program make no entry.
func TestChangesMakeEntries(t *testing.T) {
	d := loaded(t)
	d.do(state.Remember{})
	if d.written("replace").Position != 30 {
		t.Fatal("Remember does not write position 30 into the address")
	}

	// The entry of the karate club keeps its position. The ring is being loaded, and gets no entry before it is there.
	d.do(state.Open{Graph: "ring"})
	if r := d.written("replace"); r.Graph != "karate" || r.Position != 30 {
		t.Fatalf("the entry of the karate club has %+v", r)
	}
	d.do(state.Remember{})
	if len(d.addresses()) != 0 || d.s.AddressKey() != "" {
		t.Fatalf("the address changes during a load: %q, key %q", d.addresses(), d.s.AddressKey())
	}
	d.do(state.Seed{Text: "5"}) // replaces the load
	seq := d.request(flat.Load).Seq
	if len(d.addresses()) != 0 {
		t.Fatalf("the replaced load makes the entry %q", d.addresses())
	}
	d.reply(flat.Reply{Seq: seq, Kind: flat.Loaded, Graph: graphInfo("Ring")})
	if r := d.written("push"); r.Graph != "ring" || r.Seed != 5 {
		t.Fatalf("the new entry has %+v, want the ring with seed 5", r)
	}
	d.reply(flat.Reply{Seq: seq, Kind: flat.Framed, Final: true, Frame: frameAt(0, 0)})
	d.do(state.Cancel{})

	// A setting makes an entry when the worker has reached its goal. A refused setting sends nothing.
	d.do(state.SetSetting{Name: "d", Value: "3"})
	seq = d.request(flat.Params).Seq
	d.written("replace")
	d.reply(flat.Reply{Seq: seq, Kind: flat.Framed, Final: true, Frame: frameAt(0, 0), Config: &d.s.Config})
	if r := d.written("push"); r.Settings["d"] != "3" {
		t.Fatalf("after a setting the new entry has %+v, want d=3", r)
	}
	d.do(state.SetSetting{Name: "d", Value: "-1"})
	if len(d.sent) != 0 || d.s.Error == "" {
		t.Fatalf("d=-1 sends %+v and gives the error %q", d.sent, d.s.Error)
	}

	// A load that fails makes no entry.
	d.do(state.Open{Graph: "nowhere"})
	d.reply(flat.Reply{Seq: d.request(flat.Load).Seq, Kind: flat.Failed, Final: true, Message: "no such graph"})
	if len(d.addresses()) != 0 {
		t.Fatalf("a failed load makes the entry %q", d.addresses())
	}

	// A load by a program makes no entry.
	d.do(state.OpenRecipe{Recipe: recipe.Recipe{Setup: recipe.Setup{Graph: "karate"}}})
	d.reply(flat.Reply{Seq: d.request(flat.Load).Seq, Kind: flat.Loaded, Graph: graphInfo("Karate"), Final: true})
	if len(d.addresses()) != 0 {
		t.Fatalf("a load by a program makes the entry %q", d.addresses())
	}
}

// The button Back loads the run of the earlier entry at its position, without training. If the entry belongs to the present run, the page
// requests the details of the edge and seeks the position.
func TestGoingBack(t *testing.T) {
	d := loaded(t)
	d.do(state.PickEdge{Edge: 2})
	d.do(state.Remember{})
	first := d.addresses()[0][0]
	d.do(state.Open{Graph: "ring"})
	seq := d.request(flat.Load).Seq
	d.reply(flat.Reply{Seq: seq, Kind: flat.Loaded, Graph: graphInfo("Ring"), Final: true})

	// Back to the entry of the karate club.
	d.do(state.Link{Text: first})
	r := d.request(flat.Load)
	if r.Recipe.Graph != "karate" || r.Recipe.Position != 30 || r.Focus.Edge != 2 {
		t.Fatalf("going back loads %+v, want the karate club at position 30 with edge 2", r)
	}
	d.reply(flat.Reply{Seq: r.Seq, Kind: flat.Loaded, Graph: graphInfo("Karate")})
	d.reply(flat.Reply{Seq: r.Seq, Kind: flat.Framed, Frame: frameAt(0, 0)})
	if key := d.s.AddressKey(); key != "" {
		t.Fatalf("before the run has reached position 30, the address would become %s", key)
	}
	d.reply(flat.Reply{Seq: r.Seq, Kind: flat.Framed, Final: true, Frame: frameAt(30, 0)})
	if key := d.s.AddressKey(); !strings.Contains(key, `"Position":30,`) {
		t.Fatalf("at position 30 the key of the address is %q", key)
	}
	if len(d.addresses()) != 0 || d.s.Running() || d.s.View.Panel != state.PanelEdge {
		t.Fatalf("after going back: %+v, running %v, panel %s", d.cmds, d.s.Running(), d.s.View.Panel)
	}

	// Back to an entry of the same run: a frame for edge 2, and a seek.
	d.do(state.Seek{Position: 12})
	seq = d.request(flat.Seek).Seq
	d.reply(flat.Reply{Seq: seq, Kind: flat.Framed, Final: true, Frame: frameAt(12, 0)})
	d.do(state.Link{Text: first})
	var kinds []string
	for _, r := range d.sent {
		kinds = append(kinds, r.Kind)
	}
	if strings.Join(kinds, " ") != flat.ReadFrame+" "+flat.Seek {
		t.Fatalf("within a run going back sends %v, want %s and %s", kinds, flat.ReadFrame, flat.Seek)
	}
}

// The graph of a link at position 0 is not trained. The graph of a page without a link is trained.
func TestLinksTrainNothing(t *testing.T) {
	text, err := recipe.Format(recipe.Recipe{Setup: recipe.Setup{Graph: "ring"}})
	if err != nil {
		t.Fatal(err)
	}
	first, _, _ := state.FirstRecipe("#"+text, false)
	for title, r := range map[string]recipe.Recipe{"a link": first, "no link": {}} {
		d := &desk{t: t, s: state.New(r)}
		d.do(state.Start{})
		seq := d.request(flat.Load).Seq
		d.reply(flat.Reply{Seq: seq, Kind: flat.Loaded, Graph: graphInfo("Ring")})
		d.reply(flat.Reply{Seq: seq, Kind: flat.Framed, Final: true, Frame: frameAt(0, 0)})
		if want := title == "no link"; d.s.Running() != want {
			t.Errorf("%s: running is %v, want %v", title, d.s.Running(), want)
		}
	}
}

// An address has the files of the user if they are small, and otherwise only their sum. Back finds large files in the memory of the
// page. A page without these files keeps the address and waits until the user opens them.
func TestOwnFilesAndHistory(t *testing.T) {
	file := func(text string) []content.File { return []content.File{{Name: "g.csv", Data: []byte(text)}} }
	big := "0,1\n" + strings.Repeat("# a comment that makes the file too large for the address\n", 2000)
	d := loaded(t)
	links := map[string]string{}
	for _, text := range []string{big, "1,2\n"} {
		d.do(state.Files{Files: file(text)})
		seq := d.request(flat.Load).Seq
		d.reply(flat.Reply{Seq: seq, Kind: flat.Loaded, Graph: graphInfo("g")})
		r := d.written("push")
		hasFile, isSmall := len(r.Files) == 1, text != big
		if hasFile != isSmall || r.Own == "" {
			t.Fatalf("%d bytes: the address has %d files, sum %q", len(text), len(r.Files), r.Own)
		}
		links[text] = d.addresses()[0][0]
		d.reply(flat.Reply{Seq: seq, Kind: flat.Framed, Final: true, Frame: frameAt(0, 0)})
		d.do(state.Cancel{})
	}

	// This page has the large file in its memory.
	d.do(state.Link{Text: links[big]})
	if r := d.request(flat.Load); string(r.Files[0].Data) != big {
		t.Fatalf("going back loads %d bytes, want %d", len(r.Files[0].Data), len(big))
	}

	// A new page does not have the file. It waits until the user opens the file, and then loads the run of the link.
	fresh := &desk{t: t, s: state.New(recipe.Recipe{})}
	_, asked, damage := state.FirstRecipe(links[big], false)
	if asked == nil || damage == "" {
		t.Fatalf("a link without its files: asked %+v, damage %q", asked, damage)
	}
	fresh.do(state.Start{})
	fresh.do(state.Fail{Text: damage})
	fresh.do(state.Offer{Recipe: *asked})
	if fresh.s.Asked() != nil || fresh.s.AddressKey() != "" {
		t.Fatalf("before the files are opened: asked %+v, key of the address %q", fresh.s.Asked(), fresh.s.AddressKey())
	}
	fresh.do(state.Files{Files: file(big)})
	if r := fresh.request(flat.Load); r.Recipe.Seed != d.s.Recipe.Seed || len(r.Files) != 1 || fresh.s.AddressKey() != "" {
		t.Fatalf("after the files are opened the page loads %+v", r)
	}
}

// A link and a file of the pins have the files of the first pin, also while the page shows another graph.
func TestPinsHaveTheirOwnFiles(t *testing.T) {
	for name, next := range map[string]state.Msg{"other files": state.Files{Files: []content.File{{Name: "b.csv", Data: []byte("1,2\n")}}},
		"a built-in graph": state.Open{Graph: "path"}} {
		d := loaded(t)
		for k, m := range []state.Msg{state.Files{Files: []content.File{{Name: "a.csv", Data: []byte("0,1\n")}}}, next} {
			d.do(m)
			seq := d.request(flat.Load).Seq
			d.reply(flat.Reply{Seq: seq, Kind: flat.Loaded, Graph: graphInfo("g")})
			d.reply(flat.Reply{Seq: seq, Kind: flat.Framed, Final: true, Frame: frameAt(0, 0)})
			d.do(state.Cancel{}) // the training
			if k == 0 {
				d.do(state.AddPin{Name: "first"})
			}
		}
		d.do(state.SharePins{})
		link, err := recipe.Parse(d.effects("hash")[0][0])
		if err != nil || len(link.Files) != 1 || link.Files[0].Name != "a.csv" {
			t.Errorf("%s: the link has the files %+v, error %v; want a.csv", name, link.Files, err)
		}
		d.do(state.SavePins{})
		saved, err := recipe.ParseFile(d.cmds[0].(state.Download).Data)
		if err != nil || len(saved.Files) != 1 || saved.Files[0].Name != "a.csv" {
			t.Errorf("%s: the saved file has the files %+v, error %v; want a.csv", name, saved.Files, err)
		}
	}
}

// A saved state opens again: with long class names in its selection. A state that would not open, here with a split whose name is too long,
// is not saved, and the page shows the reason.
func TestSavedStatesOpen(t *testing.T) {
	d := loaded(t)
	d.s.Graph.ClassNames = []string{strings.Repeat("a", 250), strings.Repeat("b", 250)}
	d.s.Graph.Val, d.s.Frame.Pred = []int{0}, []int{1, 0, 0, 0}
	d.do(state.PickConfusion{Label: 0, Pred: 1})
	for _, split := range []string{"", strings.Repeat("s", 400)} {
		d.s.Recipe.Split = split
		d.do(state.SaveState{Whole: true})
		if split != "" {
			if len(d.cmds) != 0 || !strings.Contains(d.s.Error, "not saved") {
				t.Errorf("a long split: commands %+v, error %q", d.cmds, d.s.Error)
			}
			continue
		}
		saved, err := recipe.ParseFile(d.cmds[0].(state.Download).Data)
		if err != nil || len(saved.View.Chosen) != 1 {
			t.Errorf("the saved file opens with the selection %v and the error %v", saved.View.Chosen, err)
		}
	}
}

// The link has model, seed and settings of the second run of a comparison. A page with this link opens the comparison; a link without
// one closes it.
func TestCompareInTheLink(t *testing.T) {
	d := loaded(t)
	d.do(state.Lab{Msg: lab.OpenCompare{}})
	d.do(state.Lab{Msg: lab.ChangeB{Field: "model", Value: "sgpc/code"}})
	d.do(state.Lab{Msg: lab.ChangeB{Field: "seed", Value: "9"}})
	d.do(state.Lab{Msg: lab.ChangeB{Field: "dt", Value: "2"}})
	d.do(state.SetPanel{Panel: state.PanelResults})
	d.do(state.Remember{})
	text := d.addresses()[0][0]
	r := d.written("replace")
	if r.Compare.Key != "sgpc/code" || r.Compare.Seed != 9 || r.Compare.Settings["dt"] != "2" || r.View.Panel != state.PanelResults {
		t.Fatalf("the link has %+v", r)
	}

	// Another page opens the link.
	first, _, _ := state.FirstRecipe(text, false)
	e := &desk{t: t, s: state.New(first)}
	e.do(state.Start{})
	e.reply(flat.Reply{Seq: e.request(flat.Load).Seq, Kind: flat.Loaded, Graph: graphInfo("Karate")})
	c := e.s.Lab.Compare
	if !c.On || e.s.View.Panel != state.PanelResults {
		t.Fatalf("the link opens the comparison: %v, and the panel %s", c.On, e.s.View.Panel)
	}
	if c.Key != "sgpc/code" || c.Seed != 9 || c.Settings["dt"] != "2" {
		t.Fatalf("the link opens the second run %s with seed %d and settings %v", c.Key, c.Seed, c.Settings)
	}
	var load *proto.Goal
	for _, cmd := range e.cmds {
		if l, ok := cmd.(state.LabCommand); ok {
			if send, ok := l.Command.(lab.SendB); ok {
				load = &send.Goal
			}
		}
	}
	if load == nil || load.Run.Settings["reading"] != "code" || load.Run.Seed != 9 {
		t.Fatalf("the goal of the second worker is %+v", load)
	}

	// A link without a comparison closes the comparison.
	plain, err := recipe.Format(recipe.Recipe{Setup: recipe.Setup{Graph: "karate"}})
	if err != nil {
		t.Fatal(err)
	}
	e.do(state.Link{Text: plain})
	e.reply(flat.Reply{Seq: e.request(flat.Load).Seq, Kind: flat.Loaded, Graph: graphInfo("Karate")})
	if e.s.Lab.Compare.On {
		t.Error("the comparison stays open after a link without a comparison")
	}
}

// An address that names a graph may name a model, too. For an unknown graph, model or field the message has its name or the nearest known
// name. An address without a name of a graph has a message, too. In all these cases the recipe has no graph.
func TestAddressNamesAModel(t *testing.T) {
	// want has the graph and the model.
	for hash, want := range map[string][2]string{"#graph=karate": {"karate", ""}, "#graph=karate&model=csnn": {"karate", "csnn"},
		"#graph=sbm%3An%3D20&model=gcn": {"sbm:n=20", "gcn"}} {
		if r, asked, damage := state.FirstRecipe(hash, false); r.Graph != want[0] || r.Model != want[1] || asked != nil || damage != "" {
			t.Errorf("%s: graph and model %q, %q, want %q; asked %+v, damage %q", hash, r.Graph, r.Model, want, asked, damage)
		}
	}
	// want is a part of the message.
	for hash, want := range map[string]string{"#graph=karate&model=oracle": "“oracle”", "#graph=karate&model=gatt": "nearest is gat",
		"#graph=karate&seed=5": "“seed”", "#graph=karat": "nearest is karate", "#graph=data:texsa": "data:texas", "#graph=": "no graph"} {
		if r, _, damage := state.FirstRecipe(hash, false); !strings.Contains(damage, want) || r.Graph != "" {
			t.Errorf("%s: graph %q, damage %q, want %q in it", hash, r.Graph, damage, want)
		}
	}
}
