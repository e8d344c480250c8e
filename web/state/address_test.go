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

// addresses returns the arguments of the effects that write the address, among the last commands.
func (d *desk) addresses() (list [][]string) {
	for _, c := range d.cmds {
		if e, ok := c.(state.Effect); ok && e.Kind == "address" {
			list = append(list, e.Args)
		}
	}
	return list
}

// written returns the recipe of the only address that the last commands write. It fails the test if the address is not written in the way
// how.
func (d *desk) written(how string) recipe.Recipe {
	d.t.Helper()
	list := d.addresses()
	if len(list) != 1 || list[0][1] != how {
		d.t.Fatalf("addresses %q, want one to %s", list, how)
	}
	r, err := recipe.Parse(list[0][0])
	if err != nil {
		d.t.Fatal(err)
	}
	return r
}

// A quiet message does not change what the page shows, so that no picture is drawn again.
func TestQuietMessagesDrawNothing(t *testing.T) {
	d := loaded(t)
	for _, m := range []state.Msg{state.Remember{}, state.CountClaims{}} {
		before := d.s
		var c state.Redraw
		d.s, _, c = state.Update(d.s, m)
		if before.Device = d.s.Device; c.Urgent || !reflect.DeepEqual(d.s, before) { // what was written is no picture
			t.Errorf("%T is not quiet", m)
		}
	}
	if _, _, c := state.Update(d.s, state.Step{Unit: "inner"}); !c.Shown || !c.Urgent || !c.Step {
		t.Errorf("a step is quiet: %+v", c)
	}
}

// Paced sends the drawing rate of the page to the worker. The answer changes nothing that is visible.
func TestPacedSendsTheDrawingRate(t *testing.T) {
	d := loaded(t)
	before := d.s
	next, cmds, change := state.Update(d.s, state.Paced{Every: 300 * time.Millisecond})
	q := cmds[0].(state.Send).Message.Query
	if change.Shown || len(cmds) != 1 || q.Question != proto.Pace || q.Every != 300*time.Millisecond {
		t.Fatalf("the worker is sent %+v", cmds)
	}
	next, cmds, _ = state.Update(next, state.FromWorker{Reply: proto.Reply{Answer: &proto.Answer{Seq: q.Seq, Question: q.Question}}})
	if len(cmds) != 0 || next.Error != "" || next.Frame != before.Frame || next.Busy() {
		t.Errorf("the answer leads to %+v", cmds)
	}
}

// A change writes the last position into the present history entry. It makes a new entry after the worker's reply, and none after a
// failure.
func TestChangesMakeEntries(t *testing.T) {
	d := loaded(t)
	if d.do(state.Remember{}); d.written("replace").Position != 30 {
		t.Fatal("the position is not in the address")
	}
	d.do(state.Open{Graph: "ring"})
	if r := d.written("replace"); r.Graph != "karate" || r.Position != 30 {
		t.Fatalf("the entry that is left holds %+v", r)
	}
	if d.do(state.Remember{}); len(d.addresses()) != 0 || d.s.AddressKey() != "" {
		t.Fatal("the address changes while a graph is on its way")
	}
	d.do(state.Seed{Text: "5"}) // overtakes it
	seq := d.request(flat.Load).Seq
	if len(d.addresses()) != 0 {
		t.Fatal("an entry for a graph that was never there")
	}
	d.reply(flat.Reply{Seq: seq, Kind: flat.Loaded, Graph: info("Ring")})
	if r := d.written("push"); r.Graph != "ring" || r.Seed != 5 {
		t.Fatalf("the new entry holds %+v", r)
	}
	d.reply(flat.Reply{Seq: seq, Kind: flat.Framed, Final: true, Frame: at(0, 0)})
	d.do(state.Cancel{})

	d.do(state.SetSetting{Name: "d", Value: "3"})
	seq = d.request(flat.Params).Seq
	d.written("replace")
	d.reply(flat.Reply{Seq: seq, Kind: flat.Framed, Final: true, Frame: at(0, 0), Config: &d.s.Config})
	if r := d.written("push"); r.Settings["d"] != "3" {
		t.Fatalf("after a setting: %+v", r)
	}
	d.do(state.SetSetting{Name: "d", Value: "-1"})
	if len(d.sent) != 0 || d.s.Error == "" {
		t.Fatalf("a setting that cannot be sends %+v", d.sent)
	}
	d.do(state.Open{Graph: "nowhere"})
	d.reply(flat.Reply{Seq: d.request(flat.Load).Seq, Kind: flat.Failed, Final: true, Message: "no such graph"})
	if len(d.addresses()) != 0 {
		t.Fatal("a failed change made an entry")
	}
	// A program makes none.
	d.do(state.OpenRecipe{Recipe: recipe.Recipe{Setup: recipe.Setup{Graph: "karate"}}})
	d.reply(flat.Reply{Seq: d.request(flat.Load).Seq, Kind: flat.Loaded, Graph: info("Karate"), Final: true})
	if len(d.addresses()) != 0 {
		t.Fatal("a program made an entry")
	}
}

// The button Back loads the run of the earlier entry at its position, without training. If the run is the same, it is a seek.
func TestGoingBack(t *testing.T) {
	d := loaded(t)
	d.do(state.PickEdge{Edge: 2})
	d.do(state.Remember{})
	first := d.addresses()[0][0]
	d.do(state.Open{Graph: "ring"})
	seq := d.request(flat.Load).Seq
	d.reply(flat.Reply{Seq: seq, Kind: flat.Loaded, Graph: info("Ring"), Final: true})
	d.do(state.Link{Text: first})
	r := d.request(flat.Load)
	if r.Recipe.Graph != "karate" || r.Recipe.Position != 30 || r.Focus.Edge != 2 {
		t.Fatalf("going back asks for %+v", r)
	}
	d.reply(flat.Reply{Seq: r.Seq, Kind: flat.Loaded, Graph: info("Karate")})
	d.reply(flat.Reply{Seq: r.Seq, Kind: flat.Framed, Frame: at(0, 0)})
	if key := d.s.AddressKey(); key != "" {
		t.Fatalf("on the way to its position the entry becomes %s", key)
	}
	d.reply(flat.Reply{Seq: r.Seq, Kind: flat.Framed, Final: true, Frame: at(30, 0)})
	if key := d.s.AddressKey(); !strings.Contains(key, `"Position":30,`) {
		t.Fatalf("at its position the entry is %q", key)
	}
	if len(d.addresses()) != 0 || d.s.Running() || d.s.View.Panel != state.PanelEdge {
		t.Fatalf("after going back: %+v, running %v, panel %s", d.cmds, d.s.Running(), d.s.View.Panel)
	}
	d.do(state.Seek{Position: 12})
	seq = d.request(flat.Seek).Seq
	d.reply(flat.Reply{Seq: seq, Kind: flat.Framed, Final: true, Frame: at(12, 0)})
	d.do(state.Link{Text: first})
	var kinds []string
	for _, r := range d.sent {
		kinds = append(kinds, r.Kind)
	}
	if strings.Join(kinds, " ") != flat.ReadFrame+" "+flat.Seek {
		t.Fatalf("within a run going back sends %v", kinds)
	}
}

// A link at position 0 is not trained. A graph from the menu is trained.
func TestLinksTrainNothing(t *testing.T) {
	text, err := recipe.Format(recipe.Recipe{Setup: recipe.Setup{Graph: "ring"}})
	if err != nil {
		t.Fatal(err)
	}
	first, _, _ := state.FirstRecipe("#"+text, false)
	for what, r := range map[string]recipe.Recipe{"a link": first, "no link": {}} {
		d := &desk{t: t, s: state.New(r)}
		d.do(state.Start{})
		seq := d.request(flat.Load).Seq
		d.reply(flat.Reply{Seq: seq, Kind: flat.Loaded, Graph: info("Ring")})
		d.reply(flat.Reply{Seq: seq, Kind: flat.Framed, Final: true, Frame: at(0, 0)})
		if d.s.Running() != (what == "no link") {
			t.Errorf("%s: running is %v", what, d.s.Running())
		}
	}
}

// The button Back finds the user's files of the earlier entry. A link whose files are missing waits for the files.
func TestOwnFilesAndHistory(t *testing.T) {
	file := func(text string) []content.File { return []content.File{{Name: "g.csv", Data: []byte(text)}} }
	big := "0,1\n" + strings.Repeat("# a comment that makes the file too large for the address\n", 2000)
	d := loaded(t)
	links := map[string]string{}
	for _, text := range []string{big, "1,2\n"} {
		d.do(state.Files{Files: file(text)})
		seq := d.request(flat.Load).Seq
		d.reply(flat.Reply{Seq: seq, Kind: flat.Loaded, Graph: info("g")})
		r := d.written("push")
		if carried := len(r.Files) == 1; carried != (text != big) || r.Own == "" {
			t.Fatalf("%d bytes: the address has %d files, sum %q", len(text), len(r.Files), r.Own)
		}
		links[text] = d.addresses()[0][0]
		d.reply(flat.Reply{Seq: seq, Kind: flat.Framed, Final: true, Frame: at(0, 0)})
		d.do(state.Cancel{})
	}
	d.do(state.Link{Text: links[big]})
	if r := d.request(flat.Load); string(r.Files[0].Data) != big {
		t.Fatalf("going back loads %d bytes", len(r.Files[0].Data))
	}

	// Another page does not have them. It waits, and goes on when they come.
	fresh := &desk{t: t, s: state.New(recipe.Recipe{})}
	_, asked, damage := state.FirstRecipe(links[big], false)
	if asked == nil || damage == "" {
		t.Fatal("a link without its files opens")
	}
	fresh.do(state.Start{})
	fresh.do(state.Fail{Text: damage})
	fresh.do(state.Offer{Recipe: *asked})
	if fresh.s.Asked() != nil || fresh.s.AddressKey() != "" {
		t.Fatal("the address is lost before the files came")
	}
	fresh.do(state.Files{Files: file(big)})
	if r := fresh.request(flat.Load); r.Recipe.Seed != d.s.Recipe.Seed || len(r.Files) != 1 || fresh.s.AddressKey() != "" {
		t.Fatalf("when the files come: %+v", r)
	}
}

// The link has the second run of a comparison, and restores it.
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
		t.Fatalf("the link holds %+v", r)
	}
	first, _, _ := state.FirstRecipe(text, false)
	e := &desk{t: t, s: state.New(first)}
	e.do(state.Start{})
	e.reply(flat.Reply{Seq: e.request(flat.Load).Seq, Kind: flat.Loaded, Graph: info("Karate")})
	c := e.s.Lab.Compare
	if !c.On || c.Key != "sgpc/code" || c.Seed != 9 || c.Settings["dt"] != "2" || e.s.View.Panel != state.PanelResults {
		t.Fatalf("the link opens %+v, panel %s", c, e.s.View.Panel)
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
		t.Fatalf("the second worker is asked for %+v", load)
	}
	// A link without a comparison ends it.
	plain, err := recipe.Format(recipe.Recipe{Setup: recipe.Setup{Graph: "karate"}})
	if err != nil {
		t.Fatal(err)
	}
	e.do(state.Link{Text: plain})
	e.reply(flat.Reply{Seq: e.request(flat.Load).Seq, Kind: flat.Loaded, Graph: info("Karate")})
	if e.s.Lab.Compare.On {
		t.Error("the comparison outlives a link without one")
	}
}

// A fragment that names a graph can also name a model. An unknown name is a damaged link.
func TestAddressNamesAModel(t *testing.T) {
	for hash, want := range map[string][2]string{"#graph=karate": {"karate", ""}, "#graph=karate&model=csnn": {"karate", "csnn"},
		"#graph=sbm%3An%3D20&model=gcn": {"sbm:n=20", "gcn"}} {
		if r, asked, damage := state.FirstRecipe(hash, false); r.Graph != want[0] || r.Model != want[1] || asked != nil || damage != "" {
			t.Errorf("%s: %+v, %q", hash, r.Setup, damage)
		}
	}
	for hash, want := range map[string]string{"#graph=karate&model=oracle": "“oracle”", "#graph=karate&model=gatt": "nearest is gat",
		"#graph=karate&seed=5": "“seed”", "#graph=karat": "nearest is karate", "#graph=data:texsa": "data:texas", "#graph=": "no graph"} {
		if r, _, damage := state.FirstRecipe(hash, false); !strings.Contains(damage, want) || r.Graph != "" {
			t.Errorf("%s: %+v, %q", hash, r.Setup, damage)
		}
	}
}
