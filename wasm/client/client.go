// Package client is the page's side of the protocol: it numbers
// generations, drops replies that a newer Load has made stale, and survives a
// crash of the worker by starting a new one and replaying the recipe: the run
// is deterministic, so load and seek give the same state. Workers that die one
// after the other are replaced with a growing delay, and after three tries not
// any more before the user asks for it. It knows no browser.
package client

import (
	"maps"

	"sheafscope/core/sgpc"
	"sheafscope/wasm/proto"
)

// Client sends requests and passes replies on. It is not safe for concurrent
// use: in the page everything runs on one thread, and none of its methods blocks.
type Client struct {
	link    Link
	handler func(proto.Reply)

	gen int
	// numbered counts the requests that came without a number.
	numbered int
	// pending holds the requests without a final reply, in the order sent.
	pending []proto.Request

	// current is the Load that the worker's run came from, nil before the
	// first; settings and focus are those that hold since, position the newest seen.
	current  *proto.Request
	settings map[string]string
	focus    sgpc.Focus
	position int
	// size is that of the newest loaded graph, in words; loadedSeq is the Seq of its Load.
	size      string
	loadedSeq int
	// replaySeq is the Seq of a Load sent to replay after a crash, else 0.
	replaySeq int
	// holds reports whether the worker holds the files that it asked about.
	holds bool

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
func (c *Client) Replaying() bool { return c.replaySeq != 0 }

// Send sends a request and returns its number, by which the replies to it are
// known: Seq, or, for a request that comes without one, a number below 0. Gen of
// the argument is ignored. A Load begins a new generation: no reply to an earlier request
// comes through after it, except that each unfinished one is completed by a
// Failed reply of its old generation saying that it was overtaken.
func (c *Client) Send(r proto.Request) int {
	if r.Seq == 0 {
		c.numbered++
		r.Seq = -c.numbered
	}
	if c.life.resting && r.Kind != proto.Load && c.current != nil {
		c.replay() // which ends the rest
	}
	switch r.Kind {
	case proto.Forget:
		c.holds = false
	case proto.Load:
		r.Held = r.Held && c.holds // a new worker has nothing
		c.holds = r.Held
		c.gen++
		c.replaySeq = 0
		c.drop("another graph was loaded")
	case proto.Look:
		c.focus = r.Focus
	}
	r.Gen = c.gen
	c.pending = append(c.pending, r)
	switch {
	case c.life.resting:
		c.start()
	case !c.life.down:
		if r.Held {
			r.Files = nil // a copy of them is there
		}
		c.link.Post(r)
	case c.life.stopped && r.Kind == proto.Load:
		c.Restart() // another graph is a fresh start
	case c.life.stopped:
		c.complete(proto.Reply{Seq: r.Seq, Kind: proto.Failed})
		c.handler(proto.Reply{Gen: r.Gen, Seq: r.Seq, Kind: proto.Failed, Final: true, Message: stoppedText})
	}
	return r.Seq
}

// drop completes every pending request with an error.
func (c *Client) drop(why string) {
	for _, r := range c.take() {
		c.handler(proto.Reply{Gen: r.Gen, Seq: r.Seq, Kind: proto.Failed, Final: true, Overtaken: true, Message: why})
	}
}

func (c *Client) take() []proto.Request {
	list := c.pending
	c.pending = nil
	return list
}

// Receive takes a reply of the worker.
func (c *Client) Receive(r proto.Reply) {
	if r.Gen < c.gen || c.life.down {
		return
	}
	switch r.Kind {
	case proto.Loaded:
		c.holds, c.life.ran = false, true
		c.loaded(r.Seq)
		c.size, c.loadedSeq = sizeOf(r.Graph), r.Seq
	case proto.Doubtful:
		c.holds = true
	}
	if r.Frame != nil {
		c.position = r.Frame.Position
	}
	if r.Final {
		replayed := r.Seq == c.replaySeq
		c.complete(r)
		if !c.life.ran && !replayed {
			c.Rest()
		}
	}
	c.handler(r)
}

// loaded makes the pending Load the one to replay.
func (c *Client) loaded(seq int) {
	for i := range c.pending {
		if p := c.pending[i]; p.Seq == seq && p.Kind == proto.Load {
			c.current, c.settings, c.focus = &p, nil, p.Focus
		}
	}
}

// complete forgets a finished request.
func (c *Client) complete(r proto.Reply) {
	for i, p := range c.pending {
		if p.Seq != r.Seq {
			continue
		}
		c.pending = append(c.pending[:i], c.pending[i+1:]...)
		c.proven(p, r)
		// A setting that was refused, or that the worker died of, must not come back in a replay.
		if p.Kind == proto.Params && r.Kind != proto.Failed {
			if c.settings == nil {
				c.settings = map[string]string{}
			}
			maps.Copy(c.settings, p.Settings)
		}
		break
	}
	if r.Seq == c.replaySeq {
		c.replaySeq = 0
	}
}
