// Package client is the page's side of the protocol with a worker. It drops stale replies, of runs that a newer load has superseded. After
// a crash of the worker it starts a new one and replays the run: runs are deterministic, so that the last proven goal and the newest
// position give the same state. Workers that crash in a row are replaced after growing delays; after three replacements the client waits
// for a request to restart. The package is independent of the browser.
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
	link    Link
	handler func(proto.Reply)

	numbered int // number of queries that the client has numbered
	newest   int // Seq of the last goal
	load     int // Seq of the last load
	// pending has the unreached goals and the unanswered queries in the order of sending.
	pending []proto.Message

	// proven is the load of the worker's run, with its present settings and focus; nil before the first load.
	proven    *proto.Goal
	position  int            // of the newest frame
	size      string         // of the newest loaded graph, in words
	loadedSeq int            // Seq of its load
	replaying bool           // a new worker replays the run after a crash
	holds     []content.File // files that the worker holds for a decision of the user

	life life
}

// New returns a client with a new worker.
func New(open Opener) *Client {
	c := &Client{handler: func(proto.Reply) {}}
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

// Aim sends a goal and returns its Seq. A load supersedes earlier messages: their replies are dropped, and each open query is answered with
// Overtaken.
func (c *Client) Aim(g proto.Goal) int { return c.Send(proto.Message{Goal: &g}) }

// Ask sends a query and returns its Seq.
func (c *Client) Ask(q proto.Query) int { return c.Send(proto.Message{Query: &q}) }

// Send sends a goal or a query and returns its Seq. It numbers a message whose Seq is 0, and does not change the message itself.
func (c *Client) Send(m proto.Message) (seq int) {
	if g := m.Goal; g != nil {
		own := *g
		m = proto.Message{Goal: &own}
		if own.Seq == 0 {
			own.Seq = c.newest + 1
		}
		if seq = own.Seq; own.Supersedes() {
			c.supersede(seq)
		} else if !own.Load {
			c.wake()
		}
		c.newest = seq
	} else {
		own := *m.Query
		m = proto.Message{Query: &own}
		if own.Seq == 0 {
			c.numbered++
			own.Seq = -c.numbered
		}
		seq = own.Seq
		c.wake()
		if own.Question == proto.ReadFrame && c.proven != nil {
			c.proven.Focus = own.Focus
		}
	}
	c.pending = append(proto.Supersede(c.pending, m), m)
	switch {
	case c.life.resting:
		c.start()
	case !c.life.down:
		c.post(m)
	case c.life.stopped && m.Goal != nil && m.Goal.Load:
		c.Restart() // a load needs no request of the user
	case c.life.stopped:
		c.complete(seq)
		if m.Goal != nil {
			c.handler(proto.Reply{Status: &proto.Status{Goal: seq, Reached: true, Err: stoppedText}})
		} else {
			c.answer(m, proto.Answer{Err: stoppedText})
		}
	}
	return seq
}

// supersede drops the pending messages about the run before a load, and answers the queries among them.
func (c *Client) supersede(load int) {
	c.load, c.replaying = load, false
	for _, m := range c.takePending() {
		if m.Goal != nil && m.Goal.Seq >= load {
			c.pending = append(c.pending, m)
		}
		c.answer(m, proto.Answer{Overtaken: true, Err: "another graph was loaded"})
	}
}

// wake replays the run of a resting worker.
func (c *Client) wake() {
	if c.life.resting && c.proven != nil {
		c.replay() // starts a worker
	}
}

// post posts a message to the worker, without files that the worker holds.
func (c *Client) post(m proto.Message) {
	sent, files := m, m.Files()
	same := len(files) > 0 && len(files) == len(c.holds) && &files[0] == &c.holds[0]
	if same {
		sent = m.With(nil)
	}
	// The worker drops held files with another load, and with a goal that keeps the present run.
	if g := m.Goal; g != nil && (g.Load || g.Until.Unit == "") && !(same && g.Asks == proto.Always) {
		c.holds = nil
	}
	c.link.Post(sent)
}

// answer answers a query in place of the worker. For a goal it does nothing.
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

// Receive passes a reply of the worker to the handler unless it is stale.
func (c *Client) Receive(r proto.Reply) {
	if c.life.down {
		return
	}
	switch st, a := r.Status, r.Answer; {
	case st != nil && (st.Goal >= c.load || c.find(st.Goal) >= 0):
		c.status(st)
	case a != nil && c.find(a.Seq) >= 0:
		c.setPosition(a.Frame)
		c.done(a.Seq, completion{failed: a.Err != ""})
	default:
		return // of a superseded run
	}
	c.handler(r)
}

// status updates the client from a status of the worker.
func (c *Client) status(st *proto.Status) {
	i := c.find(st.Goal)
	if st.Graph != nil {
		c.life.ran = true
		c.size, c.loadedSeq = sizeOf(st.Graph), st.Goal
		if i >= 0 && c.pending[i].Goal.Load {
			proven := *c.pending[i].Goal
			if c.proven = &proven; proven.Asks != proto.Never {
				proven.Asks, c.holds = proto.Never, nil
				c.supersede(st.Goal) // the worker has loaded the run without a question
			}
		}
	} else if i >= 0 && st.Found != nil && st.Err == "" {
		c.holds = c.pending[i].Goal.Files
	}
	c.setPosition(st.Frame)
	if !st.Reached {
		return
	}
	// A replay has settings only after the worker has confirmed them: refused ones, and ones that crash the worker, are excluded.
	if st.Err == "" && c.proven != nil {
		c.proven.Run.Settings = st.Settings
	}
	replayed := c.replaying && st.Goal == c.newest
	c.done(st.Goal, completion{failed: st.Err != "", replayed: replayed})
	c.replaying = c.replaying && !replayed
}

// setPosition records the position of a frame.
func (c *Client) setPosition(f *frame.Frame) {
	if f != nil {
		c.position = f.Position
	}
}

// completion is the way in which a message was completed.
type completion struct {
	failed   bool
	replayed bool // it was the replay after a crash
}

// done completes a message. A worker that was started for a load without result rests again.
func (c *Client) done(seq int, by completion) {
	if m := c.complete(seq); m != (proto.Message{}) {
		c.prove(m, by)
	}
	if !c.life.ran && !by.replayed {
		c.Rest()
	}
}

// complete removes a message from the pending ones and returns it, zero for an unknown one.
func (c *Client) complete(seq int) proto.Message {
	i := c.find(seq)
	if i < 0 {
		return proto.Message{}
	}
	m := c.pending[i]
	c.pending = slices.Delete(c.pending, i, i+1)
	return m
}

// find returns the index of a pending message, −1 for an unknown one.
func (c *Client) find(seq int) int {
	return slices.IndexFunc(c.pending, func(m proto.Message) bool {
		return m.Goal != nil && m.Goal.Seq == seq || m.Query != nil && m.Query.Seq == seq
	})
}

// prove records whether a completed message proves the worker to be healthy. A replay or a frame does not: the next message can crash the
// worker all the same.
func (c *Client) prove(m proto.Message, by completion) {
	if !by.failed && !by.replayed && (m.Goal != nil || m.Query.Question != proto.ReadFrame) {
		c.life.proven = true
	}
	if len(c.pending) == 0 {
		c.life.idle = c.link.Now()
	}
}
