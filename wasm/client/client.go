// Package client is the page's side of the protocol with a worker. It drops replies about a run that a newer load has superseded.
//
// After a crash of the worker the client starts a new one and replays the run. Runs are deterministic: the last proven load and the newest
// position give the same state. Consecutive crashes have growing delays before the replacement. After three replacements the client waits
// for Restart. The package is independent of the browser.
package client

import (
	"slices"

	"sheafscope/core/graphio/content"
	"sheafscope/core/sgpc/frame"
	"sheafscope/wasm/proto"
)

// Client sends goals and queries to a worker and passes replies to a handler. Its methods never block and are not safe for concurrent use:
// in the page everything runs on one thread.
type Client struct {
	link    Link              // to the worker
	handler func(proto.Reply) // receives the replies

	numbered int // number of queries to which the client has given a Seq: −1, −2, …
	newest   int // Seq of the last goal, 0 before the first
	load     int // Seq of the last load that superseded other messages, 0 before the first
	// pending has the unreached goals and the unanswered queries, in the order of sending.
	pending []proto.Message

	// provenLoad is the load of the worker's run. Its settings and its focus follow later goals and queries. It is nil before the first load.
	provenLoad *proto.Goal
	position   int            // position of the newest frame: the number of inner operations since the start
	size       string         // size of the newest loaded graph, such as " 34 nodes and 78 edges"
	loadedSeq  int            // Seq of the load of the graph in size
	replaying  bool           // a new worker replays the run after a crash
	heldFiles  []content.File // files that the worker holds for a decision of the user

	life life // state of the workers
}

// New returns a client with a new worker.
func New(open Opener) *Client {
	c := &Client{handler: func(proto.Reply) {}} // drops replies before SetHandler
	c.link = open(c)
	c.link.Start()
	return c
}

// Close stops the worker. No further reply reaches the handler.
func (c *Client) Close() {
	c.life.down, c.life.stopped = true, true
	c.link.Stop()
}

// SetHandler sets the handler of replies, which may call Send.
func (c *Client) SetHandler(f func(proto.Reply)) { c.handler = f }

// Replaying reports whether a new worker is replaying the run of a crashed one.
func (c *Client) Replaying() bool { return c.replaying }

// Aim sends a goal and returns its Seq. A load that does not ask the user supersedes earlier messages: their replies are dropped, and each
// unanswered query is answered with Overtaken.
func (c *Client) Aim(g proto.Goal) int { return c.Send(proto.Message{Goal: &g}) }

// Ask sends a query and returns its Seq.
func (c *Client) Ask(q proto.Query) int { return c.Send(proto.Message{Query: &q}) }

// Send sends a goal or a query and returns its Seq. A message with Seq 0 receives the next number, in a copy. The message starts a worker
// if the client rests, or if the client is stopped and the message is a load. Any other message to a stopped client fails at once. During
// the delay after a crash the message waits for the next worker.
func (c *Client) Send(m proto.Message) (seq int) {
	if m.Goal != nil {
		m, seq = c.admitGoal(*m.Goal)
	} else {
		m, seq = c.admitQuery(*m.Query)
	}
	c.pending = append(proto.Supersede(c.pending, m), m) // a goal replaces older goals for the same run
	isLoad := m.Goal != nil && m.Goal.Load
	switch {
	case c.life.resting:
		c.start() // posts the pending messages, and therefore m
	case !c.life.down:
		c.post(m)
	case c.life.stopped && isLoad:
		c.Restart() // a load needs no request of the user
	case c.life.stopped:
		c.refuse(m, seq)
	} // after a crash, m waits in pending for the next worker
	return seq
}

// admitGoal numbers a goal with Seq 0, and returns the message and its Seq. A load that does not ask the user supersedes the pending
// messages. A goal for the present run wakes a resting worker.
func (c *Client) admitGoal(g proto.Goal) (m proto.Message, seq int) {
	if g.Seq == 0 {
		g.Seq = c.newest + 1
	}
	if g.Supersedes() {
		c.supersede(g.Seq)
	} else if !g.Load { // a load needs no replay: it makes its own run
		c.wake() // before newest changes, since a replay has the Seq of the last goal
	}
	c.newest = g.Seq
	return proto.Message{Goal: &g}, g.Seq
}

// admitQuery numbers a query with Seq 0, wakes a resting worker, and returns the message and its Seq. The focus of a ReadFrame is stored
// for a later replay.
func (c *Client) admitQuery(q proto.Query) (m proto.Message, seq int) {
	if q.Seq == 0 {
		c.numbered++
		q.Seq = -c.numbered // negative, so that it differs from the Seq of every goal
	}
	c.wake()
	if q.Question == proto.ReadFrame && c.provenLoad != nil {
		c.provenLoad.Focus = q.Focus
	}
	return proto.Message{Query: &q}, q.Seq
}

// refuse replies to a message with the error of a stopped client. seq is the Seq of the message.
func (c *Client) refuse(m proto.Message, seq int) {
	c.complete(seq)
	if m.Goal != nil {
		c.handler(proto.Reply{Status: &proto.Status{Goal: seq, Reached: true, Err: stoppedText}})
	} else {
		c.answer(m, proto.Answer{Err: stoppedText})
	}
}

// supersede drops the pending messages that a load supersedes: all queries, which it answers with Overtaken, and the goals with a Seq below
// load. load is the Seq of the load. A replay in progress ends.
func (c *Client) supersede(load int) {
	c.load, c.replaying = load, false
	for _, m := range c.takePending() {
		if m.Goal != nil && m.Goal.Seq >= load {
			c.pending = append(c.pending, m)
		}
		c.answer(m, proto.Answer{Overtaken: true, Err: "a newer load has interrupted it: send it again"}) // does nothing for a goal
	}
}

// wake replays the run if the worker rests.
func (c *Client) wake() {
	if c.life.resting && c.provenLoad != nil {
		c.replay() // starts a worker
	}
}

// post posts a message to the worker, without files that the worker holds.
func (c *Client) post(m proto.Message) {
	files := m.Files()
	// Equal files are recognised by their array, without a comparison of contents.
	areHeld := len(files) > 0 && len(files) == len(c.heldFiles) && &files[0] == &c.heldFiles[0]
	if g := m.Goal; g != nil {
		// A load or a pause (a goal without a unit) makes the worker drop the held files, except a load of the held files with Always, which
		// asks about them again. A load InDoubt may load the run, so the client assumes that the files are dropped.
		dropsHeld := g.Load || g.Until.Unit == ""
		asksAgain := areHeld && g.Asks == proto.Always
		if dropsHeld && !asksAgain {
			c.heldFiles = nil
		}
	}
	if areHeld {
		m = m.With(nil)
	}
	c.link.Post(m)
}

// answer passes an answer to a query to the handler, in place of the worker. For a goal it does nothing.
func (c *Client) answer(m proto.Message, a proto.Answer) {
	if q := m.Query; q != nil {
		a.Seq, a.Question, a.For = q.Seq, q.Question, q.For
		c.handler(proto.Reply{Answer: &a})
	}
}

// takePending removes and returns the pending messages.
func (c *Client) takePending() []proto.Message {
	list := c.pending
	c.pending = nil
	return list
}

// Receive implements Owner. It passes a reply of the worker to the handler, and drops a reply about a superseded run. A status is about the
// present run if its goal is pending, is the last load, or is later than this load. An answer is about the present run if its query is
// pending.
func (c *Client) Receive(r proto.Reply) {
	if c.life.down { // a late reply of a worker that has crashed or rests
		return
	}
	st, a := r.Status, r.Answer
	isCurrent := func(goal int) bool { return goal >= c.load || c.find(goal) >= 0 }
	switch {
	case st != nil && isCurrent(st.Goal):
		c.applyStatus(st)
	case a != nil && c.find(a.Seq) >= 0:
		c.setPosition(a.Frame) // nil except for ReadFrame
		c.done(a.Seq, completion{failed: a.Err != ""})
	default:
		return
	}
	c.handler(r)
}

// applyStatus updates the client from a status of the worker. If the status ends its goal, applyStatus completes the goal.
func (c *Client) applyStatus(st *proto.Status) {
	c.recordLoad(st)
	c.setPosition(st.Frame)
	if !st.Reached {
		return
	}
	// A replay uses only settings that the worker has confirmed. Settings that the run refuses, or that crash the worker, are excluded.
	if st.Err == "" && c.provenLoad != nil {
		c.provenLoad.Run.Settings = st.Settings
	}
	wasReplay := c.replaying && st.Goal == c.newest // a replay has the Seq of the last goal
	c.done(st.Goal, completion{failed: st.Err != "", replayed: wasReplay})
	if wasReplay {
		c.replaying = false
	}
}

// recordLoad records the result of a load, given a status.
//   - If the status asks the user about files, without an error, recordLoad records these files, which the worker holds.
//   - If the status has a graph, a pending load with the goal's Seq becomes the proven load. If this load could have asked the user, it
//     supersedes the earlier messages only now.
func (c *Client) recordLoad(st *proto.Status) {
	i := c.find(st.Goal)
	if st.Graph == nil {
		asksUser := st.Found != nil && st.Err == ""
		if asksUser && i >= 0 {
			c.heldFiles = c.pending[i].Goal.Files
		}
		return
	}
	c.life.hadRun = true
	c.size, c.loadedSeq = sizeOf(st.Graph), st.Goal
	if i < 0 || !c.pending[i].Goal.Load { // the status belongs to no pending load
		return
	}
	load := *c.pending[i].Goal
	c.provenLoad = &load
	if load.Asks != proto.Never { // the worker has loaded the run without a question; its replay must not ask either
		load.Asks, c.heldFiles = proto.Never, nil // the worker holds no files for a decision any more
		c.supersede(st.Goal)
	}
}

// setPosition records the position of a frame, from which a later replay continues. For nil it does nothing.
func (c *Client) setPosition(f *frame.Frame) {
	if f != nil {
		c.position = f.Position
	}
}

// completion describes how a message was completed.
type completion struct {
	failed   bool // with an error
	replayed bool // the message was the replay after a crash
}

// done completes the pending message with a Seq. A worker without a run, for example after a refused load, then rests. It does not rest
// after a failed replay: from rest, the next message would only replay again.
func (c *Client) done(seq int, end completion) {
	m := c.complete(seq)
	isPending := m != (proto.Message{})
	if isPending {
		c.prove(m, end)
	}
	if !c.life.hadRun && !end.replayed {
		c.Rest()
	}
}

// complete removes the message with a Seq from the pending ones and returns it. For an unknown Seq it returns the zero message.
func (c *Client) complete(seq int) proto.Message {
	i := c.find(seq)
	if i < 0 {
		return proto.Message{}
	}
	m := c.pending[i]
	c.pending = slices.Delete(c.pending, i, i+1)
	return m
}

// find returns the index of the pending message with a Seq, −1 for an unknown Seq.
func (c *Client) find(seq int) int {
	return slices.IndexFunc(c.pending, func(m proto.Message) bool {
		if m.Goal != nil {
			return m.Goal.Seq == seq
		}
		return m.Query.Seq == seq
	})
}

// prove records that the completed message m proves the worker healthy. A failure, a replay and a frame are no proof: the next message can
// still crash the worker. Without further messages the worker is idle from now on.
func (c *Client) prove(m proto.Message, end completion) {
	isFrame := m.Query != nil && m.Query.Question == proto.ReadFrame
	if !end.failed && !end.replayed && !isFrame {
		c.life.proved = true
	}
	if len(c.pending) == 0 {
		c.life.idleSince = c.link.Now()
	}
}
