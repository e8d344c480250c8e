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

// A move during a load replaces the page's own moves. After the move the page is idle at its position, nothing is trained, and the
// filter of the link is not restored.
func TestMoveBeforeALoadEnds(t *testing.T) {
	for name, m := range map[string]state.Msg{"a step": state.Step{Unit: "inner"}, "a seek": state.Seek{Position: 3},
		"a way back": state.Back{}} {
		d := &desk{t: t, s: state.New(recipe.Recipe{Version: recipe.Version, Setup: recipe.Setup{Graph: "karate", Method: recipe.MethodOpen},
			View: recipe.View{Seen: recipe.Seen{Table: &recipe.TableView{Of: state.TableNodes, Filter: "degree > 0"}}}})}
		d.do(state.Start{})
		load := d.request(flat.Load)
		d.reply(flat.Reply{Seq: load.Seq, Kind: flat.Loaded, Graph: graphInfo("karate")})
		d.reply(flat.Reply{Seq: load.Seq, Kind: flat.Framed, Frame: frameAt(0, 0)}) // not final: the load goes on
		if !d.s.Restoring() {
			t.Fatalf("%s: before the move the filter of the link is not waiting", name)
		}
		d.do(m)
		move := d.sent[0]
		d.reply(flat.Reply{Seq: move.Seq, Kind: flat.Framed, Final: true, Frame: frameAt(1, 0)})
		if d.s.Busy() || d.s.Running() || d.s.Restoring() {
			t.Errorf("%s: busy %v, running %v, restoring %v", name, d.s.Busy(), d.s.Running(), d.s.Restoring())
		}
		if d.s.Frame.Position != 1 || d.s.View.Table.Filter != "" {
			t.Errorf("%s: position %d, filter %q; want 1, none", name, d.s.Frame.Position, d.s.View.Table.Filter)
		}
	}
}

// A load that fails after its graph has arrived is followed by no training.
func TestFailedLoadDoesNotTrain(t *testing.T) {
	d := &desk{t: t, s: state.New(recipe.Recipe{})}
	d.do(state.Start{})
	load := d.request(flat.Load)
	d.reply(flat.Reply{Seq: load.Seq, Kind: flat.Loaded, Graph: graphInfo("karate")})
	d.reply(flat.Reply{Seq: load.Seq, Kind: flat.Failed, Message: "out of memory", Final: true})
	if len(d.sent) > 0 || d.s.Running() {
		t.Errorf("after the failure the page sends %+v, running %v", d.sent, d.s.Running())
	}
}

// A changed seed during the load of a link keeps the notes and the second run of the link, the undo steps of the page, and the ban on
// requests to other hosts. If the user cancels the link, the present graph keeps its notes and undo steps, without the second run. Another
// graph has neither notes, nor a second run, nor undo steps.
func TestChangeDuringALinkLoad(t *testing.T) {
	link := recipe.Recipe{Version: recipe.Version, Setup: recipe.Setup{Graph: "karate", Seed: 7}, Compare: recipe.Second{Key: "gcn"},
		View: recipe.View{Notes: []recipe.Note{{Pin: "node:1", Text: "of the link"}}}}
	text, err := recipe.Format(link)
	if err != nil {
		t.Fatal(err)
	}
	for _, change := range []string{"a seed", "cancelled", "another graph"} {
		d := loaded(t)
		d.do(state.AddNote{Pin: "node:0", Text: "of the screen"})
		d.s.Sketch.Past = []recipe.Setup{{Graph: "karate"}}
		d.do(state.Link{Text: text})
		load := d.request(flat.Load)

		// The change during the load. want is the note after it, "" for no note.
		want := "of the screen"
		switch change {
		case "a seed":
			d.do(state.Seed{Text: "8"})
			load, want = d.request(flat.Load), "of the link"
			if !load.Local {
				t.Error("with another seed the load of the link may request data of another host")
			}
		case "cancelled":
			d.do(state.Cancel{})
			load = d.request(flat.Load)
		case "another graph":
			d.do(state.Open{Graph: "ring"})
			load, want = d.request(flat.Load), ""
		}
		d.reply(flat.Reply{Seq: load.Seq, Kind: flat.Loaded, Graph: graphInfo(load.Recipe.Graph)})
		note := ""
		if len(d.s.View.Notes) > 0 {
			note = d.s.View.Notes[0].Text
		}
		if note != want {
			t.Errorf("%s: notes %+v, want %q", change, d.s.View.Notes, want)
		}
		if wantsSecond := change == "a seed"; d.s.Lab.Compare.On != wantsSecond {
			t.Errorf("%s: the comparison is open: %v, want %v", change, d.s.Lab.Compare.On, wantsSecond)
		}
		hasSteps, wantsSteps := len(d.s.Sketch.Past) > 0, change == "cancelled" || change == "a seed"
		if hasSteps != wantsSteps {
			t.Errorf("%s: undo steps %+v, want some: %v", change, d.s.Sketch.Past, wantsSteps)
		}
	}
}

// An edit during the load of a link is loaded with the link, and is one undo step.
func TestEditDuringALinkLoad(t *testing.T) {
	text, err := recipe.Format(recipe.Recipe{Version: recipe.Version, Setup: recipe.Setup{Graph: "karate", Seed: 7}})
	if err != nil {
		t.Fatal(err)
	}
	d := loaded(t)
	d.s.Graph.Train, d.s.Graph.Val, d.s.Graph.Test = []int{0, 2}, []int{1}, []int{3} // without a split an edited graph cannot run
	d.do(state.Link{Text: text})
	d.do(state.SketchJoin{A: 0, B: 2})
	load := d.request(flat.Load)
	d.reply(flat.Reply{Seq: load.Seq, Kind: flat.Loaded, Graph: graphInfo("karate")})
	if len(d.s.Sketch.Past) != 1 || load.Recipe.Edits == nil {
		t.Errorf("%d undo steps, want 1; the load has the edits %v", len(d.s.Sketch.Past), load.Recipe.Edits)
	}
}

// If files are opened while older files are being read, only the reading of the newer files opens the dialog. Doubts that the user has
// answered there are not repeated in the note about the files.
func TestOnlyTheNewestReadingCounts(t *testing.T) {
	d := loaded(t)
	// open opens a file and returns the request that reads it.
	open := func(name string) flat.Request {
		var cmds []state.Command
		d.s, cmds, _ = state.Update(d.s, state.Files{Files: []content.File{{Name: name, Data: []byte(name)}}})
		list := sentBy(&d.talk, cmds)
		return list[len(list)-1]
	}
	// doubt answers a reading with a doubt about its file.
	doubt := func(r flat.Request) {
		d.do(state.FromWorker{Reply: d.talk.Reply(flat.Reply{Seq: r.Seq, Kind: flat.Recognised,
			Recognition: &content.Recognition{Doubts: []content.Doubt{{Text: "Why " + r.Files[0].Name + "?"}}}})})
	}
	old, newest := open("a.csv"), open("b.csv")
	doubt(old)
	if d.s.Check() != nil || !d.s.Loading() {
		t.Fatalf("an older reading opens the dialog %+v; loading %v", d.s.Check(), d.s.Loading())
	}
	doubt(newest)
	if d.s.Check() == nil || d.s.Check().Files[0].Name != "b.csv" || d.s.Loading() {
		t.Fatalf("the newest reading opens the dialog %+v; loading %v", d.s.Check(), d.s.Loading())
	}

	// The user takes the files. The note about them has no answered doubt.
	d.do(state.TakeFiles{})
	load := d.request(flat.Load)
	g := graphInfo("b")
	g.Doubts = []string{"Why b.csv?"}
	d.reply(flat.Reply{Seq: load.Seq, Kind: flat.Loaded, Graph: g})
	if d.s.Chrome.Read == nil || d.s.Chrome.Read.Notes != "" {
		t.Errorf("answered doubts are in the note about the files: %+v", d.s.Chrome.Read)
	}
}

// A link to a file with maps opens the stage of the maps, unless the link has another change by hand.
func TestLinkWithMaps(t *testing.T) {
	mixing := &recipe.ByHand{Gamma: []float64{1, 0, 0}}
	for name, own := range map[string]*recipe.ByHand{"alone": nil, "with another change": mixing} {
		d := loaded(t)
		text, err := recipe.Format(recipe.Recipe{Setup: recipe.Setup{Graph: "file", Position: 1},
			View:  recipe.View{Seen: recipe.Seen{ByHand: own}},
			Files: []content.File{{Name: "a.csv", Data: []byte("0,1\n1,2\n")}}})
		if err != nil {
			t.Fatal(err)
		}
		d.do(state.Link{Text: "#" + text})
		load, g := d.request(flat.Load), graphInfo("file")
		g.Maps = proto.GivenMaps{D: 2, Epochs: 1, Layers: 1}
		d.reply(flat.Reply{Seq: load.Seq, Kind: flat.Loaded, Graph: g})
		if !d.s.Restoring() && d.s.Frame != nil {
			t.Errorf("%s: no part of the link waits for the run", name)
		}
		showsMaps, want := d.s.View.Panel == state.PanelStage && d.s.View.Stage == stage.Maps, own == nil
		if showsMaps != want {
			t.Errorf("%s: panel %q, stage %d; want the stage of the maps: %v", name, d.s.View.Panel, d.s.View.Stage, want)
		}
	}
}
