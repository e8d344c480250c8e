package state_test

import (
	"bytes"
	"strings"
	"testing"

	"sheafscope/core/graphio/content"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/words"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/wire"
	"sheafscope/web/state"
)

// desk applies messages to a state, and keeps the last commands.
type desk struct {
	t    *testing.T
	s    state.State
	cmds []state.Command // but for announcements
	said string          // the newest of those
	sent []flat.Request  // those among the commands
	talk flat.Talk
}

func (d *desk) do(m state.Msg) []state.Command {
	d.t.Helper()
	d.s, d.cmds, _ = state.Update(d.s, m)
	d.said, d.cmds = announced(d.said, d.cmds)
	d.sent = sentBy(&d.talk, d.cmds)
	return d.cmds
}

// announced returns the announcement among commands, or the announcement before if the commands have none.
func announced(before string, cmds []state.Command) (said string, rest []state.Command) {
	said = before
	for _, c := range cmds {
		if a, ok := c.(state.Announce); ok {
			said = a.Text
		} else {
			rest = append(rest, c)
		}
	}
	return said, rest
}

// sentBy returns the messages to the worker among commands.
func sentBy(talk *flat.Talk, cmds []state.Command) (list []flat.Request) {
	for _, c := range cmds {
		if s, ok := c.(state.Send); ok {
			list = append(list, talk.Request(s.Message))
		}
	}
	return list
}

// request returns the only request of a kind among the last commands.
func (d *desk) request(kind string) flat.Request {
	d.t.Helper()
	if n := len(d.sent); n > 1 && kind == flat.Load && d.sent[0].Kind == flat.Pause { // of the run meanwhile
		d.sent = d.sent[1:]
	}
	if len(d.sent) != 1 || d.sent[0].Kind != kind {
		d.t.Fatalf("requests %+v, want one %q", d.sent, kind)
	}
	return d.sent[0]
}

// reply applies a reply of the worker. It fails the test if the state changes the reply.
func (d *desk) reply(r0 flat.Reply) []state.Command {
	d.t.Helper()
	r := d.talk.Reply(r0)
	written := func() []byte {
		out := r
		if r.Status != nil { // but for the settings, which have no order
			st := *r.Status
			st.Settings, out.Status = nil, &st
		}
		return wire.Append(nil, &out)
	}
	before := written()
	d.do(state.FromWorker{Reply: r})
	if !bytes.Equal(before, written()) {
		d.t.Errorf("the reply %s was written into", r0.Kind)
	}
	return d.cmds
}

const perEpoch = 10

// at returns a frame at a position of a run with ten operations per epoch.
func at(position, from int) *frame.Frame {
	f := &frame.Frame{N: 4, M: 3, Classes: 2, D: 2, Position: position, Epoch: position / perEpoch, Stage: 1 + position%perEpoch,
		Spectrum: &frame.SpectrumView{Lambda2: float64(position)}}
	f.History.From = from
	for e := from; e < f.Epoch; e++ {
		v := float64(e)
		h := &f.History
		h.CE, h.KL, h.Spec, h.Train, h.Val, h.Test = append(h.CE, v), append(h.KL, v), append(h.Spec, v), append(h.Train, v),
			append(h.Val, v), append(h.Test, v)
		h.Bound, h.Lambda2, h.Position = append(h.Bound, v), append(h.Lambda2, v), append(h.Position, (e+1)*perEpoch)
	}
	return f
}

func info(name string) *proto.GraphInfo {
	return &proto.GraphInfo{Name: name, N: 4, Edges: []int32{0, 1, 1, 2, 2, 3}, Labels: []int{0, 0, 1, 1}, Classes: 2,
		ClassNames: []string{"=cmd", "b,c"}}
}

// loaded returns a page with a graph at position 0 whose first training was stopped.
func loaded(t *testing.T) *desk {
	d := &desk{t: t, s: state.New(recipe.Recipe{})}
	d.s.View.Colours = "" // colours that follow the stage request numbers of their own (TestColoursByStage)
	d.do(state.Start{})
	r := d.request(flat.Load)
	if r.Recipe.Graph != "karate" {
		t.Fatalf("opens %q", r.Recipe.Graph)
	}
	d.reply(flat.Reply{Seq: r.Seq, Kind: flat.Loaded, Graph: info("karate")})
	d.reply(flat.Reply{Seq: r.Seq, Kind: flat.Framed, Final: true, Frame: at(0, 0)})
	run := d.request(flat.Run)
	if run.Epochs != state.FirstEpochs || !d.s.Running() {
		t.Fatalf("does not train at the start: %+v", run)
	}
	d.reply(flat.Reply{Seq: run.Seq, Kind: flat.Framed, Final: true, Frame: at(30, 0)})
	if d.s.Running() || d.s.Busy() || d.s.Frame.Position != 30 || len(d.s.History.Position) != 3 {
		t.Fatalf("after the first training: %+v", d.s)
	}
	return d
}

func TestStepsAndBack(t *testing.T) {
	d := loaded(t)
	for _, unit := range []string{"inner", "stage", "epoch"} {
		d.do(state.Step{Unit: unit})
		r := d.request(flat.Step)
		if r.Unit != unit {
			t.Fatalf("steps by %q", r.Unit)
		}
		d.reply(flat.Reply{Seq: r.Seq, Kind: flat.Framed, Final: true, Frame: at(d.s.Frame.Position+1, 3)})
	}
	d.do(state.Back{})
	if d.s.Frame.Position != 32 {
		t.Fatalf("a step back shows position %d at once, want the cached 32", d.s.Frame.Position)
	}
	r := d.request(flat.Seek)
	if r.Position != 32 {
		t.Fatalf("seeks %d", r.Position)
	}
	d.reply(flat.Reply{Seq: r.Seq, Kind: flat.Framed, Final: true, Frame: at(32, 0)})
	if len(d.s.History.Position) != 3 || d.s.MaxPosition != 33 {
		t.Fatal("going back forgot the run")
	}
	d.do(state.Back{Epoch: true})
	if r := d.request(flat.Seek); r.Position != 30 {
		t.Fatalf("an epoch back is %d", r.Position)
	}
}

func TestScrubKeepsOnlyTheLastWish(t *testing.T) {
	d := loaded(t)
	d.do(state.Scrub{Epoch: 1.5})
	first := d.request(flat.Seek)
	if first.Position != 15 {
		t.Fatalf("epoch 1.5 is position %d", first.Position)
	}
	d.do(state.Scrub{Epoch: 2})
	d.do(state.Scrub{Epoch: 0.3})
	if r := d.request(flat.Seek); r.Position != 3 {
		t.Fatalf("the last wish is %d, want 3", r.Position)
	}
	last := d.sent[0].Seq
	d.reply(flat.Reply{Seq: first.Seq, Kind: flat.Framed, Final: true, Frame: at(15, 0)})
	if len(d.cmds) != 0 || !d.s.Busy() || d.s.Frame.Position == 15 {
		t.Fatalf("a wish that was overtaken shows %d and brings about %+v", d.s.Frame.Position, d.cmds)
	}
	d.reply(flat.Reply{Seq: last, Kind: flat.Framed, Final: true, Frame: at(3, 0)})
	if d.s.Busy() || d.s.Frame.Position != 3 {
		t.Fatalf("shows %d, want 3", d.s.Frame.Position)
	}
	if e := d.s.EpochAt(25); e != 2.5 {
		t.Errorf("position 25 lies at epoch %v", e)
	}
}

// A number that a user types is stored in the form of links. A number that can be read in two ways is refused.
func TestTypedNumbers(t *testing.T) {
	for text, want := range map[string]string{"0,02": "0.02", " .02": "0.02", "2e-2": "2e-2", "٠٫٠٢": "0.02", "０．０２": "0.02"} {
		d := loaded(t)
		if d.do(state.SetSetting{Name: "lr", Value: text}); d.s.Recipe.Settings["lr"] != want || d.s.Error != "" {
			t.Errorf("%q is stored as %q: %s", text, d.s.Recipe.Settings["lr"], d.s.Error)
		}
	}
	for _, text := range []string{"1,234", "-3", "fast", ""} {
		d := loaded(t)
		if d.do(state.SetSetting{Name: "lr", Value: text}); d.s.Recipe.Settings["lr"] != "" || d.s.Error == "" {
			t.Errorf("%q is stored as %q", text, d.s.Recipe.Settings["lr"])
		}
	}
	d := loaded(t)
	if d.do(state.Seed{Text: "１ 000"}); d.request(flat.Load).Recipe.Seed != 1000 {
		t.Error("the seed is another")
	}
}

// A pause during a load cancels the training after the load, before and after the graph is shown.
func TestPauseWhileLoading(t *testing.T) {
	for _, early := range []bool{true, false} {
		d := loaded(t)
		d.do(state.Open{Graph: "petersen"})
		r := d.request(flat.Load)
		if early {
			d.do(state.Pause{})
		}
		d.reply(flat.Reply{Seq: r.Seq, Kind: flat.Loaded, Graph: info("petersen")})
		d.do(state.Pause{})
		d.reply(flat.Reply{Seq: r.Seq, Kind: flat.Framed, Final: true, Frame: at(0, 0)})
		if list := d.requests(flat.Run); len(list) > 0 || d.s.Running() || d.s.Graph.Name != "petersen" {
			t.Errorf("early %v: %s trains (%d), running %v", early, d.s.Graph.Name, len(list), d.s.Running())
		}
	}
}

func TestRunPauseAndSlowMotion(t *testing.T) {
	d := loaded(t)
	d.do(state.Toggle{})
	run := d.request(flat.Run)
	if run.Epochs != 0 || !d.s.Running() {
		t.Fatal("does not run")
	}
	d.do(state.Toggle{})
	d.request(flat.Pause)
	d.reply(flat.Reply{Seq: run.Seq, Kind: flat.Framed, Final: true, Frame: at(41, 3)})
	d.do(state.SetSpeed{Speed: state.SpeedSlow})
	d.do(state.Toggle{})
	step := d.request(flat.Step)
	if step.Unit != "inner" {
		t.Fatalf("slow motion steps by %q", step.Unit)
	}
	d.reply(flat.Reply{Seq: step.Seq, Kind: flat.Framed, Final: true, Frame: at(42, 4)})
	after, ok := d.cmds[len(d.cmds)-1].(state.After)
	if !ok || after.Milliseconds <= 0 {
		t.Fatalf("no rest after a step: %+v", d.cmds)
	}
	d.do(after.Msg)
	d.request(flat.Step)
	d.do(state.Toggle{})
	d.do(after.Msg)
	if len(d.cmds) != 0 {
		t.Fatal("steps on after the pause")
	}
}

func TestFailedLoadKeepsTheGraph(t *testing.T) {
	d := loaded(t)
	d.do(state.Files{Files: []content.File{{Name: "bad.csv"}}})
	r := d.request(flat.Load)
	if !d.s.Loading() || d.s.Shown().Graph != "file" {
		t.Fatal("the bar does not show what is loading")
	}
	d.reply(flat.Reply{Seq: r.Seq, Kind: flat.Failed, Final: true, Message: "bad.csv:3: no number"})
	if d.s.Graph.Name != "karate" || d.s.Frame == nil || d.s.Error != "bad.csv:3: no number" || d.s.Shown().Graph != "karate" ||
		d.s.Loading() {
		t.Fatalf("after a failed load: %+v", d.s)
	}
	d.do(state.Dismiss{})
	if d.s.Error != "" {
		t.Error("the message stays")
	}
}

func TestSelection(t *testing.T) {
	d := loaded(t)
	d.do(state.PickEdge{Edge: 3})
	if r := d.request(flat.ReadFrame); r.Focus.Edge != 3 || d.s.View.Panel != state.PanelEdge {
		t.Fatalf("focus %+v", r.Focus)
	}
	d.do(state.PickNode{Node: 4})
	if r := d.request(flat.ReadFrame); r.Focus.Node != 4 || r.Focus.Edge != 0 || d.s.View.Panel != state.PanelNode {
		t.Fatalf("focus %+v", r.Focus)
	}
	d.do(state.PickEdge{Edge: 100})
	if d.s.Edge() != -1 || len(d.cmds) != 0 {
		t.Error("an edge that does not exist is selected")
	}
	d.do(state.PickEigen{Index: 1})
	if r := d.request(flat.ReadFrame); r.Focus.Eigenvector != 2 || d.s.View.Nodes != "eigenvector" {
		t.Fatal("the eigenvector is not asked for")
	}
	d.do(state.PickEigen{Index: 1})
	if d.s.View.Nodes != "prediction" {
		t.Error("a second click does not take the eigenvector away")
	}
}

func TestSeedAndLinks(t *testing.T) {
	d := loaded(t)
	d.do(state.Seed{Text: "7.5"})
	if len(d.cmds) != 0 || !strings.Contains(d.s.Error, "7.5") {
		t.Fatalf("error %q", d.s.Error)
	}
	d.do(state.Seed{Text: " 12 "})
	if r := d.request(flat.Load); r.Recipe.Seed != 12 {
		t.Fatalf("seed %d", r.Recipe.Seed)
	}
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
		t.Fatalf("the link holds %+v, %v", r, err)
	}
	d.do(state.Link{Text: "#s1.broken!"})
	if r := d.request(flat.Load); r.Recipe.Graph != "karate" || !strings.Contains(d.s.Error, "damaged") {
		t.Errorf("a damaged link loads %+v and says %q", r, d.s.Error)
	}
}

func TestCrashKeepsTheMessage(t *testing.T) {
	d := loaded(t)
	d.reply(flat.Reply{Kind: flat.Crashed, Message: "The worker stopped: out of memory."})
	if d.s.Busy() || d.s.Running() || d.s.Error == "" {
		t.Fatalf("after a crash: %+v", d.s)
	}
	d.reply(flat.Reply{Kind: flat.Loaded, Graph: info("karate")})
	d.reply(flat.Reply{Kind: flat.Framed, Final: true, Frame: at(30, 0)})
	if d.s.Error == "" || d.s.Frame.Position != 30 {
		t.Fatal("the replay took the message away")
	}
}

func TestEscape(t *testing.T) {
	d := loaded(t)
	d.do(state.SetMenu{Menu: "export"})
	d.do(state.Cancel{})
	if d.s.Chrome.Menu != "" || len(d.cmds) != 0 {
		t.Error("escape does not close the menu first")
	}
	d.do(state.Cancel{})
	if len(d.cmds) != 0 {
		t.Error("escape asks the worker for nothing")
	}
	d.do(state.Train{})
	d.do(state.Cancel{})
	d.request(flat.Pause)
}

func TestCSVIsSafe(t *testing.T) {
	d := loaded(t)
	d.s.Frame.Pred = []int{0, 1, 1, 0}
	d.do(state.Export{What: "csv"})
	f, ok := d.cmds[0].(state.Download)
	if !ok || f.Name != "karate-nodes.csv" {
		t.Fatalf("%+v", d.cmds)
	}
	text, noted := strings.CutPrefix(string(f.Data), words.GuardNote)
	if !noted || strings.Count(text, "\n") != 5 || !strings.Contains(text, "'=cmd") || !strings.Contains(text, `"b,c"`) {
		t.Errorf("%s", text)
	}
}

func TestCacheIsBounded(t *testing.T) {
	d := loaded(t)
	for k := 31; k < 600; k++ {
		d.reply(flat.Reply{Kind: flat.Framed, Frame: at(k, 0)})
	}
	d.do(state.Back{Epoch: true})
	if d.s.Frame.Position != 590 {
		t.Errorf("shows %d", d.s.Frame.Position)
	}
	for _, r := range d.sent {
		if r.Kind == flat.Seek {
			d.reply(flat.Reply{Seq: r.Seq, Kind: flat.Framed, Final: true, Frame: at(590, 0)})
		}
	}
	d.do(state.Seek{Position: 40})
	if d.s.Frame.Position == 40 {
		t.Error("position 40 should have left the cache")
	}
}
