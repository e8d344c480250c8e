package state_test

import (
	"bytes"
	"slices"
	"testing"

	"sheafscope/core/sgpc/frame"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/wire"
	"sheafscope/web/state"
)

// This file has the page of most tests of package state, and what its simulated worker replies.

// desk is a page without a worker. A test applies messages with do, reads the requests to the worker, and writes the replies itself.
type desk struct {
	t            *testing.T
	s            state.State
	cmds         []state.Command // of the last message, without announcements
	announcement string          // the newest one
	sent         []flat.Request  // the requests to the worker among cmds
	talk         flat.Talk
}

// do applies a message and returns its commands without the announcements. It fails the test if the page waits for the answer to a query
// that it has not sent.
func (d *desk) do(m state.Msg) []state.Command {
	d.t.Helper()
	open := d.s.OpenQueries()
	d.s, d.cmds, _ = state.Update(d.s, m)
	for _, c := range d.cmds {
		if send, ok := c.(state.Send); ok && send.Query != nil {
			open = append(open, send.Query.Seq)
		}
	}
	for _, seq := range d.s.OpenQueries() {
		if !slices.Contains(open, seq) {
			d.t.Errorf("after %T %+v the page waits for the answer to query %d, which it has not sent", m, m, seq)
		}
	}
	d.announcement, d.cmds = lastAnnouncement(d.announcement, d.cmds)
	d.sent = sentBy(&d.talk, d.cmds)
	return d.cmds
}

// lastAnnouncement returns the text of the last announcement among commands, and the other commands. Without an announcement it returns
// the text before.
func lastAnnouncement(before string, cmds []state.Command) (text string, rest []state.Command) {
	text = before
	for _, c := range cmds {
		if a, ok := c.(state.Announce); ok {
			text = a.Text
		} else {
			rest = append(rest, c)
		}
	}
	return text, rest
}

// sentBy returns the messages to the worker among commands, in their flat form.
func sentBy(talk *flat.Talk, cmds []state.Command) (list []flat.Request) {
	for _, c := range cmds {
		if s, ok := c.(state.Send); ok {
			list = append(list, talk.Request(s.Message))
		}
	}
	return list
}

// request returns the only request among the last commands, which must be of a kind. Before a load it removes the pause of the present
// run.
func (d *desk) request(kind string) flat.Request {
	d.t.Helper()
	pausesFirst := len(d.sent) > 1 && d.sent[0].Kind == flat.Pause
	if kind == flat.Load && pausesFirst {
		d.sent = d.sent[1:]
	}
	if len(d.sent) != 1 || d.sent[0].Kind != kind {
		d.t.Fatalf("requests %+v, want one %q", d.sent, kind)
	}
	return d.sent[0]
}

// reply applies a reply of the worker. It fails the test if the state changes the reply.
func (d *desk) reply(flatReply flat.Reply) []state.Command {
	d.t.Helper()
	r := d.talk.Reply(flatReply)
	encoded := func() []byte {
		out := r
		if r.Status != nil { // the settings are a map, whose order in the encoding varies
			st := *r.Status
			st.Settings, out.Status = nil, &st
		}
		return wire.Append(nil, &out)
	}
	before := encoded()
	d.do(state.FromWorker{Reply: r})
	if !bytes.Equal(before, encoded()) {
		d.t.Errorf("the state changed the reply %s", flatReply.Kind)
	}
	return d.cmds
}

// perEpoch is the number of operations in an epoch of the frames that frameAt returns.
const perEpoch = 10

// frameAt returns a frame at a position of a run with perEpoch operations in each epoch. Its λ2 is the position. Its history has the
// completed epochs without the first from ones. Each value of the history is the number of the epoch, counted from 0.
func frameAt(position, from int) *frame.Frame {
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

// graphInfo returns a path of four nodes with two classes. The class names contain characters that are special in a CSV file.
func graphInfo(name string) *proto.GraphInfo {
	return &proto.GraphInfo{Name: name, N: 4, Edges: []int32{0, 1, 1, 2, 2, 3}, Labels: []int{0, 0, 1, 1}, Classes: 2,
		ClassNames: []string{"=cmd", "b,c"}}
}

// loaded returns a page with the karate club at position 30, that is after three epochs. The page has ended its first training there.
func loaded(t *testing.T) *desk {
	d := &desk{t: t, s: state.New(recipe.Recipe{})}
	d.s.View.Colours = "" // colours that follow the stage request numbers of their own (TestColoursByStage)
	d.do(state.Start{})
	r := d.request(flat.Load)
	if r.Recipe.Graph != "karate" {
		t.Fatalf("the page opens %q, want karate", r.Recipe.Graph)
	}
	d.reply(flat.Reply{Seq: r.Seq, Kind: flat.Loaded, Graph: graphInfo("karate")})
	d.reply(flat.Reply{Seq: r.Seq, Kind: flat.Framed, Final: true, Frame: frameAt(0, 0)})
	run := d.request(flat.Run)
	if run.Epochs != state.FirstEpochs || !d.s.Running() {
		t.Fatalf("the page requests %+v at the start, want a training of %d epochs", run, state.FirstEpochs)
	}
	d.reply(flat.Reply{Seq: run.Seq, Kind: flat.Framed, Final: true, Frame: frameAt(30, 0)})
	if d.s.Running() || d.s.Busy() {
		t.Fatalf("after the first training the run is not idle: %+v", d.s)
	}
	if d.s.Frame.Position != 30 || len(d.s.History.Position) != 3 {
		t.Fatalf("after the first training: position %d, %d epochs; want 30, 3", d.s.Frame.Position, len(d.s.History.Position))
	}
	return d
}
