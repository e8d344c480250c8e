// Package client is the page's side of the protocol: it numbers requests and
// generations, drops replies that a newer Load has made stale, and survives a
// crash of the worker by starting a new one and replaying the recipe: the run
// is deterministic, so load and seek give the same state. It knows no browser.
package client

import (
	"maps"

	"sheafscope/core/sgpc"
	"sheafscope/wasm/proto"
)

// Link is the connection to a worker.
type Link interface {
	// Start starts a worker, after stopping the one that was there.
	Start()
	// Post sends a request to the worker; before it is ready, requests wait.
	Post(proto.Request)
}

// Client sends requests and passes replies on. It is not safe for concurrent
// use: in the page everything runs on one thread, and none of its methods blocks.
type Client struct {
	link    Link
	handler func(proto.Reply)

	gen, seq int
	// pending holds the requests without a final reply, in the order sent.
	pending []proto.Request

	// current is the Load that the worker's run came from, nil before the
	// first; settings and focus are those that hold since, position the newest seen.
	current  *proto.Request
	settings map[string]string
	focus    sgpc.Focus
	position int
	// replaySeq is the Seq of a Load sent to replay after a crash, else 0.
	replaySeq int
	// holds reports whether the worker holds the files that it asked about.
	holds bool
}

// New returns a client and starts its worker.
func New(link Link) *Client {
	c := &Client{link: link, handler: func(proto.Reply) {}}
	link.Start()
	return c
}

// SetHandler says where replies go. The handler may call Send.
func (c *Client) SetHandler(f func(proto.Reply)) { c.handler = f }

// LastSeq returns the number of the newest request.
func (c *Client) LastSeq() int { return c.seq }

// Replaying reports whether a new worker is still replaying the run of one that died.
func (c *Client) Replaying() bool { return c.replaySeq != 0 }

// Send numbers a request and sends it. Gen and Seq of the argument are
// ignored. A Load begins a new generation: no reply to an earlier request
// comes through after it, except that each unfinished one is completed by a
// Failed reply of its old generation saying that it was overtaken.
func (c *Client) Send(r proto.Request) {
	c.seq++
	r.Seq = c.seq
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
		c.focus = r.Focus.After(c.focus) // a replay shows the run, and nothing that was asked for once
	}
	r.Gen = c.gen
	c.pending = append(c.pending, r)
	if r.Held {
		r.Files = nil // a copy of them is there
	}
	c.link.Post(r)
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
	if r.Gen < c.gen {
		return
	}
	switch r.Kind {
	case proto.Loaded:
		c.holds = false
		c.loaded(r.Seq)
	case proto.Doubtful:
		c.holds = true
	}
	if r.Frame != nil {
		c.position = r.Frame.Position
	}
	if r.Final {
		c.complete(r)
	}
	c.handler(r)
}

// loaded makes the pending Load the one to replay.
func (c *Client) loaded(seq int) {
	for i := range c.pending {
		if p := c.pending[i]; p.Seq == seq && p.Kind == proto.Load {
			c.current, c.settings, c.focus = &p, nil, p.Focus.After(sgpc.Focus{Edge: -1, Node: -1, Eigenvector: -1})
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

// Crashed tells the client that its worker died, with the cause. It completes
// what was pending with errors, reports the crash, starts a new worker and
// replays the run up to the newest position seen. A Load that was being read,
// or a replay that crashes again, is not tried a second time.
func (c *Client) Crashed(cause string) {
	lost := c.take()
	replaying := c.replaySeq != 0
	c.replaySeq, c.holds = 0, false
	for _, r := range lost {
		c.handler(proto.Reply{Gen: r.Gen, Seq: r.Seq, Kind: proto.Failed, Final: true, Message: "the worker stopped: " + cause})
	}
	c.link.Start()
	if replaying {
		c.current = nil
	}
	if c.current == nil {
		c.handler(proto.Reply{Gen: c.gen, Kind: proto.Crashed,
			Message: "The worker stopped: " + cause + ". A new one is ready: choose another graph or other settings."})
		return
	}
	c.handler(proto.Reply{Gen: c.gen, Kind: proto.Crashed,
		Message: "The worker stopped: " + cause + ". A new one is replaying the run."})
	again := *c.current
	again.Ask, again.Held = "", false
	again.Recipe.Position = c.position
	again.Recipe.Settings = maps.Clone(again.Recipe.Settings)
	if again.Recipe.Settings == nil {
		again.Recipe.Settings = map[string]string{}
	}
	maps.Copy(again.Recipe.Settings, c.settings)
	again.Focus = c.focus
	c.Send(again)
	c.replaySeq = c.seq
}
