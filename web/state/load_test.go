package state_test

import (
	"testing"

	"sheafscope/core/graphio/content"
	"sheafscope/core/sgpc/stage"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
)

// A move during a load replaces the page's own moves: nothing is trained or restored, and the page is idle after the move.
func TestMoveBeforeALoadEnds(t *testing.T) {
	for name, m := range map[string]state.Msg{"a step": state.Step{Unit: "inner"}, "a seek": state.Seek{Position: 3},
		"a way back": state.Back{}} {
		d := &desk{t: t, s: state.New(recipe.Recipe{Version: recipe.Version, Setup: recipe.Setup{Graph: "karate", Method: recipe.MethodOpen},
			View: recipe.View{Seen: recipe.Seen{Table: &recipe.TableView{Of: state.TableNodes, Filter: "degree > 0"}}}})}
		d.do(state.Start{})
		load := d.request(flat.Load)
		d.reply(flat.Reply{Seq: load.Seq, Kind: flat.Loaded, Graph: info("karate")})
		d.reply(flat.Reply{Seq: load.Seq, Kind: flat.Framed, Frame: at(0, 0)})
		if !d.s.Restoring() {
			t.Fatalf("%s: nothing of the link is awaited", name)
		}
		d.do(m)
		move := d.sent[0]
		d.reply(flat.Reply{Seq: move.Seq, Kind: flat.Framed, Final: true, Frame: at(1, 0)})
		if d.s.Busy() || d.s.Running() || d.s.Restoring() || d.s.Frame.Position != 1 || d.s.View.Table.Filter != "" {
			t.Errorf("%s: busy %v, running %v, restoring %v, at %d, filter %q", name, d.s.Busy(), d.s.Running(), d.s.Restoring(),
				d.s.Frame.Position, d.s.View.Table.Filter)
		}
	}
}

// A load that fails after its graph has arrived is not trained.
func TestFailedLoadDoesNotTrain(t *testing.T) {
	d := &desk{t: t, s: state.New(recipe.Recipe{})}
	d.do(state.Start{})
	load := d.request(flat.Load)
	d.reply(flat.Reply{Seq: load.Seq, Kind: flat.Loaded, Graph: info("karate")})
	if d.reply(flat.Reply{Seq: load.Seq, Kind: flat.Failed, Message: "out of memory", Final: true}); len(d.sent) > 0 || d.s.Running() {
		t.Errorf("sends %+v", d.sent)
	}
}

// A change of a link that is being loaded keeps the link's notes and second run. If the link is dropped, the present graph keeps its notes
// and undo steps.
func TestLinkOnItsWay(t *testing.T) {
	link := recipe.Recipe{Version: recipe.Version, Setup: recipe.Setup{Graph: "karate", Seed: 7}, Compare: recipe.Second{Key: "gcn"},
		View: recipe.View{Notes: []recipe.Note{{Pin: "node:1", Text: "of the link"}}}}
	text, err := recipe.Format(link)
	if err != nil {
		t.Fatal(err)
	}
	for _, what := range []string{"a seed", "given up", "another graph"} {
		d := loaded(t)
		d.do(state.AddNote{Pin: "node:0", Text: "of the screen"})
		d.s.Sketch.Past = []recipe.Setup{{Graph: "karate"}}
		d.do(state.Link{Text: text})
		load := d.request(flat.Load)
		want := "of the screen"
		switch what {
		case "a seed":
			d.do(state.Seed{Text: "8"})
			load, want = d.request(flat.Load), "of the link"
			if !load.Local {
				t.Error("with another seed the link may request something of another host")
			}
		case "given up":
			d.do(state.Cancel{})
			load = d.request(flat.Load)
		case "another graph":
			d.do(state.Open{Graph: "ring"})
			load, want = d.request(flat.Load), ""
		}
		g := info(load.Recipe.Graph)
		d.reply(flat.Reply{Seq: load.Seq, Kind: flat.Loaded, Graph: g})
		if got := len(d.s.View.Notes) > 0; got != (want != "") || got && d.s.View.Notes[0].Text != want {
			t.Errorf("%s: notes %+v, want %q", what, d.s.View.Notes, want)
		}
		if d.s.Lab.Compare.On != (what == "a seed") {
			t.Errorf("%s: comparison %v", what, d.s.Lab.Compare.On)
		}
		if (len(d.s.Sketch.Past) > 0) != (what == "given up" || what == "a seed") {
			t.Errorf("%s: steps %+v", what, d.s.Sketch.Past)
		}
	}
}

// A step of editing on a link being loaded can be undone.
func TestStepOnALink(t *testing.T) {
	text, err := recipe.Format(recipe.Recipe{Version: recipe.Version, Setup: recipe.Setup{Graph: "karate", Seed: 7}})
	if err != nil {
		t.Fatal(err)
	}
	d := loaded(t)
	d.s.Graph.Train, d.s.Graph.Val, d.s.Graph.Test = []int{0, 2}, []int{1}, []int{3} // it can run
	d.do(state.Link{Text: text})
	d.do(state.SketchJoin{A: 0, B: 2})
	load := d.request(flat.Load)
	if d.reply(flat.Reply{Seq: load.Seq, Kind: flat.Loaded, Graph: info("karate")}); len(d.s.Sketch.Past) != 1 || load.Recipe.Edits == nil {
		t.Errorf("%d steps, edits %v", len(d.s.Sketch.Past), load.Recipe.Edits)
	}
}

// Only the newest reading of files counts.
func TestOnlyTheNewestReadingCounts(t *testing.T) {
	d := loaded(t)
	read := func(name string) flat.Request {
		var cmds []state.Command
		d.s, cmds, _ = state.Update(d.s, state.Files{Files: []content.File{{Name: name, Data: []byte(name)}}})
		list := sentBy(&d.talk, cmds)
		return list[len(list)-1]
	}
	answer := func(r flat.Request) []flat.Request {
		d.do(state.FromWorker{Reply: d.talk.Reply(flat.Reply{Seq: r.Seq, Kind: flat.Recognised,
			Recognition: &content.Recognition{Doubts: []content.Doubt{{Text: "Why " + r.Files[0].Name + "?"}}}})})
		return d.sent
	}
	old, newest := read("a.csv"), read("b.csv")
	if answer(old); d.s.Check() != nil || !d.s.Loading() {
		t.Fatalf("an older reading leads to %+v", d.s.Check())
	}
	if answer(newest); d.s.Check() == nil || d.s.Check().Files[0].Name != "b.csv" || d.s.Loading() {
		t.Fatalf("the newest reading leads to %+v", d.s.Check())
	}
	d.do(state.TakeFiles{})
	load := d.request(flat.Load)
	g := info("b")
	g.Doubts = []string{"Why b.csv?"}
	if d.reply(flat.Reply{Seq: load.Seq, Kind: flat.Loaded, Graph: g}); d.s.Chrome.Read == nil || d.s.Chrome.Read.Notes != "" {
		t.Errorf("doubts that were answered are stated again: %+v", d.s.Chrome.Read)
	}
}

// A link with a file of maps shows them, unless it has another change by hand.
func TestLinkWithMaps(t *testing.T) {
	turned := &recipe.ByHand{Gamma: []float64{1, 0, 0}}
	for name, own := range map[string]*recipe.ByHand{"alone": nil, "with another change": turned} {
		d := loaded(t)
		panel, at := d.s.View.Panel, d.s.View.Stage
		text, err := recipe.Format(recipe.Recipe{Setup: recipe.Setup{Graph: "file", Position: 1},
			View:  recipe.View{Seen: recipe.Seen{ByHand: own}},
			Files: []content.File{{Name: "a.csv", Data: []byte("0,1\n1,2\n")}}})
		if err != nil {
			t.Fatal(err)
		}
		d.do(state.Link{Text: "#" + text})
		load, g := d.request(flat.Load), info("file")
		g.Maps = proto.GivenMaps{D: 2, Epochs: 1, Layers: 1}
		d.reply(flat.Reply{Seq: load.Seq, Kind: flat.Loaded, Graph: g})
		if !d.s.Restoring() && d.s.Frame != nil {
			t.Errorf("%s: nothing is awaited", name)
		}
		if there := d.s.View.Panel == state.PanelStage && d.s.View.Stage == stage.Maps; there != (own == nil) {
			t.Errorf("%s: panel %q and stage %d after %q and %d", name, d.s.View.Panel, d.s.View.Stage, panel, at)
		}
	}
}
