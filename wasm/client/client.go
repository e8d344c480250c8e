// Package client is the page's side of the protocol: it drops replies that a newer run has made stale, and survives a
// crash of the worker by starting a new one and replaying the recipe: the run
// is deterministic, so the last goal that was proven gives the same state at the newest position. Workers that die one
// after the other are replaced with a growing delay, and after three tries not
// any more before the user asks for it. It knows no browser.
package client

import (
	"slices"

	"sheafscope/core/graphio/content"
	"sheafscope/core/sgpc/frame"
	"sheafscope/wasm/proto"
)

// Client sends goals and queries, and passes replies on. It is not safe for concurrent
// use: in the page everything runs on one thread, and none of its methods blocks.
type Client struct {
	link    Link
	handler func(proto.Reply)

	// numbered counts the queries that came without a number, newest is that of the last goal, load of the last one that loads.
	numbered, newest, load int
	// pending holds the goal that is not reached and the queries without an answer, in the order sent.
	pending []proto.Message

	// proven is the load that the worker's run came from, with settings and focus that hold since; nil before the first.
	// position is the newest seen.
	proven   *proto.Goal
	position int
	// size is that of the newest loaded graph, in words; loadedSeq is the Seq of its load.
	size      string
	loadedSeq int
	// replaying reports whether a new worker replays the run of one that died.
	replaying bool
	// holds are the files that the worker holds since a load that asks.
	holds []content.File

	life life
}

// New returns a client and starts its worker.
func New(open Opener) *Client {
	c := &Client{handler: func(proto.Reply) {}}
	c.link = open(c)
	c.link.Start()
	return c
}

// Close ends the worker; no reply comes any more.
func (c *Client) Close() {
	c.life.down, c.life.stopped = true, true
	c.link.Stop()
}

// SetHandler says where replies go. The handler may call Send.
func (c *Client) SetHandler(f func(proto.Reply)) { c.handler = f }

// Replaying reports whether a new worker is still replaying the run of one that died.
func (c *Client) Replaying() bool { return c.replaying }

// Aim sends a goal. After one that loads no reply to an earlier message comes through, except that each open query gets an answer that
// says it was overtaken. It returns the number.
func (c *Client) Aim(g proto.Goal) int { return c.Send(proto.Message{Goal: &g}) }

// Ask sends a query.
func (c *Client) Ask(q proto.Query) int { return c.Send(proto.Message{Query: &q}) }

// Send is Aim or Ask.
func (c *Client) Send(m proto.Message) (seq int) {
	if g := m.Goal; g != nil {
		own := *g
		m = proto.Message{Goal: &own}
		if own.Seq == 0 {
			own.Seq = c.newest + 1
		}
		if seq = own.Seq; own.Takes() {
			c.overtake(seq)
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
	c.pending = append(proto.Without(c.pending, m), m)
	switch {
	case c.life.resting:
		c.start()
	case !c.life.down:
		c.post(m)
	case c.life.stopped && m.Goal != nil && m.Goal.Load:
		c.Restart() // another graph is a fresh start
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

// overtake drops what is about the run before a load, and what comes of it.
func (c *Client) overtake(load int) {
	c.load, c.replaying = load, false
	for _, m := range c.take() {
		if m.Goal != nil && m.Goal.Seq >= load {
			c.pending = append(c.pending, m)
		}
		c.answer(m, proto.Answer{Overtaken: true, Err: "another graph was loaded"})
	}
}

// wake replays the run of a worker that rests.
func (c *Client) wake() {
	if c.life.resting && c.proven != nil {
		c.replay() // which ends the rest
	}
}

// post posts a message to the worker that is there; files that it holds need not come again.
func (c *Client) post(m proto.Message) {
	sent, files := m, m.Files()
	same := len(files) > 0 && len(files) == len(c.holds) && &files[0] == &c.holds[0]
	if same {
		sent = m.With(nil)
	}
	if g := m.Goal; g != nil && (g.Load || g.Until.Unit == "") && !(same && g.Asks == proto.Always) {
		c.holds = nil
	}
	c.link.Post(sent)
}

// answer answers a query in the worker's place.
func (c *Client) answer(m proto.Message, a proto.Answer) {
	if q := m.Query; q != nil {
		a.Seq, a.Question, a.For = q.Seq, q.Question, q.For
		c.handler(proto.Reply{Answer: &a})
	}
}

func (c *Client) take() []proto.Message {
	list := c.pending
	c.pending = nil
	return list
}

// Receive takes a reply of the worker.
func (c *Client) Receive(r proto.Reply) {
	if c.life.down {
		return
	}
	switch st, a := r.Status, r.Answer; {
	case st != nil && (st.Goal >= c.load || c.find(st.Goal) >= 0):
		c.status(st)
	case a != nil && c.find(a.Seq) >= 0:
		c.seen(a.Frame)
		c.done(a.Seq, a.Err != "", false)
	default:
		return // of a run that a newer one has overtaken
	}
	c.handler(r)
}

func (c *Client) status(st *proto.Status) {
	i := c.find(st.Goal)
	if st.Graph != nil {
		c.life.ran = true
		c.size, c.loadedSeq = sizeOf(st.Graph), st.Goal
		if i >= 0 && c.pending[i].Goal.Load {
			proven := *c.pending[i].Goal
			if c.proven = &proven; proven.Asks != proto.Never {
				proven.Asks, c.holds = proto.Never, nil
				c.overtake(st.Goal)
			}
		}
	} else if i >= 0 && st.Found != nil && st.Err == "" {
		c.holds = c.pending[i].Goal.Files
	}
	c.seen(st.Frame)
	if !st.Reached {
		return
	}
	// A setting that was refused, or that the worker died of, must not come back in a replay.
	if st.Err == "" && c.proven != nil {
		c.proven.Run.Settings = st.Settings
	}
	replayed := c.replaying && st.Goal == c.newest
	c.done(st.Goal, st.Err != "", replayed)
	c.replaying = c.replaying && !replayed
}

func (c *Client) seen(f *frame.Frame) {
	if f != nil {
		c.position = f.Position
	}
}

// done completes a message. A worker that was started for a load which came to nothing rests again.
func (c *Client) done(seq int, failed, replayed bool) {
	if m := c.complete(seq); m != (proto.Message{}) {
		c.prove(m, failed, replayed)
	}
	if !c.life.ran && !replayed {
		c.Rest()
	}
}

// complete forgets a finished message.
func (c *Client) complete(seq int) proto.Message {
	i := c.find(seq)
	if i < 0 {
		return proto.Message{}
	}
	m := c.pending[i]
	c.pending = slices.Delete(c.pending, i, i+1)
	return m
}

// find is the place of a message among those that are not finished, −1 for none.
func (c *Client) find(seq int) int {
	return slices.IndexFunc(c.pending, func(m proto.Message) bool {
		return m.Goal != nil && m.Goal.Seq == seq || m.Query != nil && m.Query.Seq == seq
	})
}

// prove notes that a message is finished. A replay, and what the page only
// looks at, say nothing of whether the next message will be survived.
func (c *Client) prove(m proto.Message, failed, replayed bool) {
	if !failed && !replayed && (m.Goal != nil || m.Query.Question != proto.ReadFrame) {
		c.life.proven = true
	}
	if len(c.pending) == 0 {
		c.life.idle = c.link.Now()
	}
}
