package state_test

import (
	"strings"
	"testing"

	"sheafscope/core/graphio/content"
	"sheafscope/core/words"
	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
)

// This file tests the state of the page with a worker whose replies the tests write: training, input, selection, links, crashes and files.

// A step requests its unit. A step back shows the cached frame of the previous position at once, and seeks this position. The history
// and the newest position stay. Back by an epoch seeks the start of the epoch.
func TestStepsAndBack(t *testing.T) {
	d := loaded(t)
	for _, unit := range []string{"inner", "stage", "epoch"} {
		d.do(state.Step{Unit: unit})
		r := d.request(flat.Step)
		if r.Unit != unit {
			t.Fatalf("the step has the unit %q, want %q", r.Unit, unit)
		}
		d.reply(flat.Reply{Seq: r.Seq, Kind: flat.Framed, Final: true, Frame: frameAt(d.s.Frame.Position+1, 3)})
	}

	// The three steps led from 30 to 33. Position 32 is in the cache.
	d.do(state.Back{})
	if d.s.Frame.Position != 32 {
		t.Fatalf("a step back shows position %d at once, want the cached 32", d.s.Frame.Position)
	}
	r := d.request(flat.Seek)
	if r.Position != 32 {
		t.Fatalf("a step back seeks %d, want 32", r.Position)
	}
	d.reply(flat.Reply{Seq: r.Seq, Kind: flat.Framed, Final: true, Frame: frameAt(32, 0)})
	if len(d.s.History.Position) != 3 || d.s.MaxPosition != 33 {
		t.Fatalf("after going back: %d epochs, newest position %d; want 3, 33", len(d.s.History.Position), d.s.MaxPosition)
	}
	d.do(state.Back{Epoch: true})
	if r := d.request(flat.Seek); r.Position != 30 {
		t.Fatalf("a step back by an epoch seeks %d, want 30", r.Position)
	}
}

// A scrub seeks the position at its point of the epoch axis; an epoch has ten positions. A newer scrub replaces an older one, whose frame
// is not shown. EpochAt is the inverse: the point of the axis at a position.
func TestScrubKeepsOnlyTheLastWish(t *testing.T) {
	d := loaded(t)
	d.do(state.Scrub{Epoch: 1.5})
	first := d.request(flat.Seek)
	if first.Position != 15 {
		t.Fatalf("epoch 1.5 is position %d, want 15", first.Position)
	}
	d.do(state.Scrub{Epoch: 2})
	d.do(state.Scrub{Epoch: 0.3})
	if r := d.request(flat.Seek); r.Position != 3 {
		t.Fatalf("the last scrub seeks %d, want 3", r.Position)
	}
	last := d.sent[0].Seq

	// The answer to the first scrub arrives after the newer scrubs, and is not shown.
	d.reply(flat.Reply{Seq: first.Seq, Kind: flat.Framed, Final: true, Frame: frameAt(15, 0)})
	if len(d.cmds) != 0 || !d.s.Busy() || d.s.Frame.Position == 15 {
		t.Fatalf("after the answer to a replaced scrub: position %d, commands %+v", d.s.Frame.Position, d.cmds)
	}
	d.reply(flat.Reply{Seq: last, Kind: flat.Framed, Final: true, Frame: frameAt(3, 0)})
	if d.s.Busy() || d.s.Frame.Position != 3 {
		t.Fatalf("after the answer to the last scrub: position %d, want 3", d.s.Frame.Position)
	}
	if e := d.s.EpochAt(25); e != 2.5 {
		t.Errorf("EpochAt(25) = %v, want 2.5", e)
	}
}

// A typed learning rate is stored as in links: with ASCII digits, a decimal point and no spaces. Refused are 1,234, which can be read in
// two ways, a negative number, a word and an empty text. A seed may have a space between its digits.
func TestTypedNumbers(t *testing.T) {
	for text, want := range map[string]string{"0,02": "0.02", " .02": "0.02", "2e-2": "2e-2", "٠٫٠٢": "0.02", "０．０２": "0.02"} {
		d := loaded(t)
		d.do(state.SetSetting{Name: "lr", Value: text})
		if d.s.Recipe.Settings["lr"] != want || d.s.Error != "" {
			t.Errorf("%q is stored as %q, want %q; error %q", text, d.s.Recipe.Settings["lr"], want, d.s.Error)
		}
	}
	for _, text := range []string{"1,234", "-3", "fast", ""} {
		d := loaded(t)
		d.do(state.SetSetting{Name: "lr", Value: text})
		if d.s.Recipe.Settings["lr"] != "" || d.s.Error == "" {
			t.Errorf("%q is stored as %q, want an error and no value; error %q", text, d.s.Recipe.Settings["lr"], d.s.Error)
		}
	}
	d := loaded(t)
	d.do(state.Seed{Text: "１ 000"})
	if d.request(flat.Load).Recipe.Seed != 1000 {
		t.Error("the seed “１ 000” is not read as 1000")
	}
}

// A pause cancels the training after a load once the graph is shown. Before, while the graph is being loaded, a pause has no effect: the
// scripts also pause a page that rests outside the window, and its graph must be trained when the page returns.
func TestPauseWhileLoading(t *testing.T) {
	for name, c := range map[string]struct{ pausesBefore, pausesAfter, trains bool }{
		"no pause":                   {pausesBefore: false, pausesAfter: false, trains: true},
		"a pause before the graph":   {pausesBefore: true, pausesAfter: false, trains: true},
		"a pause after the graph":    {pausesBefore: false, pausesAfter: true, trains: false},
		"pauses before and after it": {pausesBefore: true, pausesAfter: true, trains: false},
	} {
		d := loaded(t)
		d.do(state.Open{Graph: "petersen"})
		r := d.request(flat.Load)
		if c.pausesBefore {
			d.do(state.Pause{})
		}
		d.reply(flat.Reply{Seq: r.Seq, Kind: flat.Loaded, Graph: graphInfo("petersen")})
		if c.pausesAfter {
			d.do(state.Pause{})
		}
		d.reply(flat.Reply{Seq: r.Seq, Kind: flat.Framed, Final: true, Frame: frameAt(0, 0)})
		trains := len(d.requests(flat.Run)) > 0
		if trains != c.trains || d.s.Running() != c.trains || d.s.Graph.Name != "petersen" {
			t.Errorf("%s: graph %s, a training is requested: %v, running: %v; want petersen and %v", name, d.s.Graph.Name, trains, d.s.Running(),
				c.trains)
		}
	}
}

// Toggle starts a run without an end (Epochs is 0), and pauses a run. In slow motion a run is a sequence of inner steps with rests between
// them. A rest that ends after a pause starts no step.
func TestRunPauseAndSlowMotion(t *testing.T) {
	d := loaded(t)
	d.do(state.Toggle{})
	run := d.request(flat.Run)
	if run.Epochs != 0 || !d.s.Running() {
		t.Fatalf("Toggle requests %+v, want a run without an end", run)
	}
	d.do(state.Toggle{})
	d.request(flat.Pause)
	d.reply(flat.Reply{Seq: run.Seq, Kind: flat.Framed, Final: true, Frame: frameAt(41, 3)})

	// Slow motion: one inner step, and the next one after a rest.
	d.do(state.SetSpeed{Speed: state.SpeedSlow})
	d.do(state.Toggle{})
	step := d.request(flat.Step)
	if step.Unit != "inner" {
		t.Fatalf("slow motion steps by %q, want inner", step.Unit)
	}
	d.reply(flat.Reply{Seq: step.Seq, Kind: flat.Framed, Final: true, Frame: frameAt(42, 4)})
	after, ok := d.cmds[len(d.cmds)-1].(state.After)
	if !ok || after.Milliseconds <= 0 {
		t.Fatalf("the last command after a step is no rest: %+v", d.cmds)
	}
	d.do(after.Msg)
	d.request(flat.Step)
	d.do(state.Toggle{})
	d.do(after.Msg)
	if len(d.cmds) != 0 {
		t.Fatalf("a rest that ends after the pause leads to %+v", d.cmds)
	}
}

// A query during a rest of slow motion, for example of a selection, does not stop slow motion: the end of the rest requests one more step.
// The same rest requests no second step.
func TestQueriesDoNotStopSlowMotion(t *testing.T) {
	for _, m := range []state.Msg{state.PickNode{Node: 2}, state.PickEdge{Edge: 2}, state.PickEigen{Index: 1},
		state.SetLayout{Layout: state.LayoutSpectral}} {
		d := loaded(t)
		d.do(state.SetSpeed{Speed: state.SpeedSlow})
		d.do(state.Toggle{})
		for position := 31; position < 34; position++ {
			d.reply(flat.Reply{Seq: d.request(flat.Step).Seq, Kind: flat.Framed, Final: true, Frame: frameAt(position, 3)})
			rest := d.cmds[len(d.cmds)-1].(state.After)
			d.do(m)
			for _, r := range d.requests(flat.ReadFrame) {
				d.reply(flat.Reply{Seq: r.Seq, Kind: flat.Framed, Final: true, Frame: frameAt(position, 3)})
			}
			d.do(rest.Msg)
			step := d.sent
			d.do(rest.Msg)
			if len(step) != 1 || step[0].Kind != flat.Step || len(d.sent) != 0 || !d.s.Running() {
				t.Fatalf("%T: after the rest at position %d the page requests %+v, and then %+v; want one step", m, position, step, d.sent)
			}
			d.sent = step
		}
	}
}

// A setting that is changed in slow motion has its entry in the history as soon as it is reached. The pause after it, in a rest, then
// requests the claims of the shown panel.
func TestSettingInSlowMotion(t *testing.T) {
	d := loaded(t)
	d.do(state.SetSpeed{Speed: state.SpeedSlow})
	d.do(state.SetPanel{Panel: state.PanelClaims})
	d.do(state.Toggle{})
	d.reply(flat.Reply{Seq: d.request(flat.Step).Seq, Kind: flat.Framed, Final: true, Frame: frameAt(31, 3)})
	d.do(state.SetSetting{Name: "dt", Value: "2"})
	d.reply(flat.Reply{Seq: d.sent[0].Seq, Kind: flat.Framed, Final: true, Frame: frameAt(31, 3), Config: &d.s.Config})
	entries := d.effects("address")
	if len(entries) != 1 || entries[0][1] != "push" || !d.s.Running() {
		t.Errorf("after the setting: entries %q, running %v; want one pushed entry, true", entries, d.s.Running())
	}
	d.do(state.Pause{})
	if !d.request(flat.ReadFrame).Once.Claims || d.s.AddressKey() == "" {
		t.Errorf("after the pause: request %+v, key %q; want the claims, a key", d.sent, d.s.AddressKey())
	}
	d.do(state.Pause{})
	if len(d.sent) != 0 {
		t.Errorf("a second pause requests %+v", d.sent)
	}
}

// While files are loaded, the page shows the name "file" for their graph. After a failed load it shows the previous graph. It also shows
// the error, until the user closes the error.
func TestFailedLoadKeepsTheGraph(t *testing.T) {
	d := loaded(t)
	d.do(state.Files{Files: []content.File{{Name: "bad.csv"}}})
	r := d.request(flat.Load)
	if !d.s.Loading() || d.s.Shown().Graph != "file" {
		t.Fatalf("during the load: loading %v, the page names %q; want true, file", d.s.Loading(), d.s.Shown().Graph)
	}
	d.reply(flat.Reply{Seq: r.Seq, Kind: flat.Failed, Final: true, Message: "bad.csv:3: no number"})
	if d.s.Graph.Name != "karate" || d.s.Frame == nil || d.s.Shown().Graph != "karate" || d.s.Loading() {
		t.Fatalf("after a failed load the karate club is not shown: %+v", d.s)
	}
	if d.s.Error != "bad.csv:3: no number" {
		t.Fatalf("after a failed load the error is %q, want the message of the worker", d.s.Error)
	}
	d.do(state.Dismiss{})
	if d.s.Error != "" {
		t.Error("the closed error is still shown")
	}
}

// A selected edge or node opens its panel, and the page requests its details. A node replaces an edge. An edge beyond the graph is not
// selected. A click on an eigenvalue colours the nodes by its eigenvector, and a second click ends this. Edges, nodes and eigenvectors are
// counted from 1, with 0 for none; only the index of PickEigen and the result of Edge are counted from 0, with −1 for none.
func TestSelection(t *testing.T) {
	d := loaded(t)
	d.do(state.PickEdge{Edge: 3})
	if r := d.request(flat.ReadFrame); r.Focus.Edge != 3 || d.s.View.Panel != state.PanelEdge {
		t.Fatalf("after the selection of edge 3: focus %+v, panel %s; want edge 3 and the panel of the edge", r.Focus, d.s.View.Panel)
	}
	d.do(state.PickNode{Node: 4})
	if r := d.request(flat.ReadFrame); r.Focus.Node != 4 || r.Focus.Edge != 0 || d.s.View.Panel != state.PanelNode {
		t.Fatalf("after the selection of node 4: focus %+v, panel %s; want node 4, no edge, the panel of the node", r.Focus, d.s.View.Panel)
	}
	d.do(state.PickEdge{Edge: 100})
	if d.s.Edge() != -1 || len(d.cmds) != 0 {
		t.Errorf("edge 100 of 3 is picked: selected is %d, commands %+v; want -1 and none", d.s.Edge(), d.cmds)
	}
	d.do(state.PickEigen{Index: 1})
	if r := d.request(flat.ReadFrame); r.Focus.Eigenvector != 2 || d.s.View.Nodes != "eigenvector" {
		t.Fatalf("after a click on the eigenvalue of index 1: focus %+v, colouring %s; want eigenvector 2, eigenvector", r.Focus, d.s.View.Nodes)
	}
	d.do(state.PickEigen{Index: 1})
	if d.s.View.Nodes != "prediction" {
		t.Errorf("after a second click the colouring is %s, want prediction", d.s.View.Nodes)
	}
}

// A seed that is no integer is refused, and spaces around a seed are ignored. The copied link has the position and the selected edge. The
// page reports the damage of a damaged link, and loads the default graph.
func TestSeedAndLinks(t *testing.T) {
	d := loaded(t)
	d.do(state.Seed{Text: "7.5"})
	if len(d.cmds) != 0 || !strings.Contains(d.s.Error, "7.5") {
		t.Fatalf("the seed 7.5 leads to the commands %+v and the error %q, want none and an error with 7.5", d.cmds, d.s.Error)
	}
	d.do(state.Seed{Text: " 12 "})
	if r := d.request(flat.Load); r.Recipe.Seed != 12 {
		t.Fatalf("the load has the seed %d, want 12", r.Recipe.Seed)
	}

	// Another page copies its link. The first argument of the effect "hash" is the text of the link.
	d = loaded(t)
	d.do(state.PickEdge{Edge: 2})
	d.do(state.Share{})
	link := ""
	for _, c := range d.cmds {
		if e, ok := c.(state.Effect); ok && e.Kind == "hash" {
			link = e.Args[0]
		}
	}
	r, err := recipe.Parse(link)
	if err != nil || r.Position != 30 || r.View.Edge != 2 {
		t.Fatalf("the link holds %+v, error %v; want position 30 and edge 2", r, err)
	}
	d.do(state.Link{Text: "#s1.broken!"})
	if r := d.request(flat.Load); r.Recipe.Graph != "karate" || !strings.Contains(d.s.Error, "damaged") {
		t.Errorf("a damaged link loads %+v with the error %q, want karate and an error with damaged", r, d.s.Error)
	}
}

// After a crash the run is idle, and the page shows an error. The worker's replay of the run does not remove this error.
func TestCrashKeepsTheMessage(t *testing.T) {
	d := loaded(t)
	d.reply(flat.Reply{Kind: flat.Crashed, Message: "The worker stopped: out of memory."})
	if d.s.Busy() || d.s.Running() || d.s.Error == "" {
		t.Fatalf("after a crash: busy %v, running %v, error %q", d.s.Busy(), d.s.Running(), d.s.Error)
	}
	d.reply(flat.Reply{Kind: flat.Loaded, Graph: graphInfo("karate")})
	d.reply(flat.Reply{Kind: flat.Framed, Final: true, Frame: frameAt(30, 0)})
	if d.s.Error == "" || d.s.Frame.Position != 30 {
		t.Fatalf("after the replay: error %q, position %d; want the error of the crash, 30", d.s.Error, d.s.Frame.Position)
	}
}

// Cancel, the message of the Escape key, closes the open menu. Without a menu it sends nothing on an idle page, and pauses a run.
func TestEscape(t *testing.T) {
	d := loaded(t)
	d.do(state.SetMenu{Menu: "export"})
	d.do(state.Cancel{})
	if d.s.Chrome.Menu != "" || len(d.cmds) != 0 {
		t.Errorf("Cancel with an open menu: menu %q, commands %+v", d.s.Chrome.Menu, d.cmds)
	}
	d.do(state.Cancel{})
	if len(d.cmds) != 0 {
		t.Errorf("Cancel on an idle page leads to %+v", d.cmds)
	}
	d.do(state.Train{})
	d.do(state.Cancel{})
	d.request(flat.Pause)
}

// The exported table of the nodes has a note, a header and a row for each of the four nodes. A class name that is a formula has an
// apostrophe before it; a name with a comma has quotes.
func TestCSVIsSafe(t *testing.T) {
	d := loaded(t)
	d.s.Frame.Pred = []int{0, 1, 1, 0}
	d.do(state.Export{What: "csv"})
	f, ok := d.cmds[0].(state.Download)
	if !ok || f.Name != "karate-nodes.csv" {
		t.Fatalf("the export leads to %+v, want the file karate-nodes.csv", d.cmds)
	}
	text, noted := strings.CutPrefix(string(f.Data), words.GuardNote)
	// After the note come five lines: the header and four nodes. "=cmd" and "b,c" are the class names of graphInfo.
	if !noted || strings.Count(text, "\n") != 5 || !strings.Contains(text, "'=cmd") || !strings.Contains(text, `"b,c"`) {
		t.Errorf("note %v; the table is\n%s", noted, text)
	}
}

// After the frames of the positions 30 to 599, the cache still has position 590, one of the newest, but no longer position 40.
func TestCacheIsBounded(t *testing.T) {
	d := loaded(t)
	for k := 31; k < 600; k++ {
		d.reply(flat.Reply{Kind: flat.Framed, Frame: frameAt(k, 0)})
	}
	d.do(state.Back{Epoch: true})
	if d.s.Frame.Position != 590 {
		t.Errorf("a step back by an epoch from 599 shows position %d, want 590", d.s.Frame.Position)
	}
	for _, r := range d.sent { // the seek must end before the next one starts
		if r.Kind == flat.Seek {
			d.reply(flat.Reply{Seq: r.Seq, Kind: flat.Framed, Final: true, Frame: frameAt(590, 0)})
		}
	}
	d.do(state.Seek{Position: 40})
	if d.s.Frame.Position == 40 {
		t.Error("position 40 is shown at once, so it is still cached")
	}
}
