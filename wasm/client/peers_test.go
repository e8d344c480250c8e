package client_test

import (
	"testing"

	"sheafscope/core/graphio/content"
	"sheafscope/core/sgpc"
	"sheafscope/wasm/client"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
)

// frame answers the newest request with its last frame, failed and doubtful with an error and a question.
func frame(c *client.Client, l *link, position int) {
	r := l.last()
	if r.Kind == proto.Load {
		c.Receive(proto.Reply{Gen: r.Gen, Seq: r.Seq, Kind: proto.Loaded})
	}
	c.Receive(proto.Reply{Gen: r.Gen, Seq: r.Seq, Kind: proto.Framed, Final: true, Frame: &sgpc.Frame{Position: position}})
}

func refused(c *client.Client, l *link, kind string) {
	r := l.last()
	c.Receive(proto.Reply{Gen: r.Gen, Seq: r.Seq, Kind: kind, Final: true})
}

func loadOf(model string) proto.Request {
	return proto.Request{Kind: proto.Load, Recipe: recipe.Run{Graph: "karate", Model: model}}
}

// The worker with all models starts when one is loaded, has that Load at once, stays,
// and comes back after a crash; SGPC alone never starts it.
func TestPeersHaveAWorkerOfTheirOwn(t *testing.T) {
	c, l, got := setUp()
	for _, model := range []string{"", "sgpc"} {
		c.Send(loadOf(model))
		frame(c, l, 3)
		c.Send(proto.Request{Kind: proto.Step, Unit: "epoch"})
		frame(c, l, 41)
	}
	if l.starts != 1 || l.peers {
		t.Fatalf("for SGPC %d workers were started, with peers: %v", l.starts, l.peers)
	}
	seq := c.Send(loadOf("gcn"))
	if l.starts != 2 || !l.peers || len(l.posted) != 1 || l.last().Seq != seq || l.last().Recipe.Model != "gcn" {
		t.Fatalf("worker %d, with peers %v, was asked for %+v", l.starts, l.peers, l.posted)
	}
	frame(c, l, 5)
	l.crash(c, "out of memory")
	l.pass(client.Delays[0])
	if l.starts != 3 || !l.peers || l.last().Recipe.Model != "gcn" || l.last().Recipe.Position != 5 {
		t.Fatalf("worker %d, with peers %v, replays %+v", l.starts, l.peers, l.last())
	}
	frame(c, l, 5)
	c.Send(loadOf("sgpc"))
	frame(c, l, 1)
	c.Send(loadOf("gat"))
	frame(c, l, 1)
	if l.starts != 3 {
		t.Errorf("%d workers were started: the one with all models has SGPC too", l.starts)
	}
	c.Rest()
	c.Send(loadOf("nsd-diag"))
	if l.starts != 4 || !l.peers || len(l.posted) != 1 {
		t.Errorf("after a rest worker %d, with peers %v, was asked for %+v", l.starts, l.peers, l.posted)
	}
	for _, r := range *got {
		if r.Kind == proto.Failed {
			t.Errorf("failed: %+v", r)
		}
	}
}

// A run whose worker went for a peer that was refused, or is asked about, comes back with
// the next request, where it stood.
func TestRefusedPeerKeepsTheRun(t *testing.T) {
	for _, kind := range []string{proto.Failed, proto.Doubtful} {
		c, l, _ := setUp()
		c.Send(loadOf("sgpc"))
		frame(c, l, 41)
		r := loadOf("geom-gcn")
		r.Files = []content.File{{Name: "a.csv"}}
		c.Send(r)
		refused(c, l, kind)
		if !c.Resting() || len(l.posted) != 0 {
			t.Fatalf("%s: resting %v, %+v", kind, c.Resting(), l.posted)
		}
		c.Send(proto.Request{Kind: proto.Step, Unit: "epoch"})
		if len(l.posted) != 2 || l.peers || l.starts != 3 {
			t.Fatalf("%s: worker %d, with peers %v, was asked for %+v", kind, l.starts, l.peers, l.posted)
		}
		if again := l.posted[0]; again.Recipe.Model != "sgpc" || again.Recipe.Position != 41 || l.last().Kind != proto.Step ||
			again.Gen != l.last().Gen {
			t.Errorf("%s: replays %+v, then %+v", kind, again, l.last())
		}
	}
	// What was asked about is taken: the files go to the worker that starts for them.
	c, l, _ := setUp()
	c.Send(loadOf("sgpc"))
	frame(c, l, 41)
	r := loadOf("gcn")
	r.Files, r.Ask = []content.File{{Name: "a.csv"}}, proto.AskDoubt
	c.Send(r)
	refused(c, l, proto.Doubtful)
	r.Ask, r.Held = "", true
	c.Send(r)
	if len(l.posted) != 1 || !l.peers || l.last().Held || len(l.last().Files) != 1 {
		t.Errorf("with peers %v: %+v", l.peers, l.posted)
	}
}

// The workers of a pool have all models, and so has one for the reading of the code. Where
// the page's own program has them there is no other.
func TestPoolWithPeers(t *testing.T) {
	_, h, _ := setUpPool(2, 3)
	if len(h.ports) != 2 || !h.ports[0].peers || !h.ports[1].peers {
		t.Errorf("%+v", h.ports)
	}
	c, l, _ := setUp()
	r := loadOf("sgpc")
	r.Recipe.Settings = map[string]string{"reading": "code"}
	if c.Send(r); !l.peers || l.starts != 2 {
		t.Errorf("worker %d, with all models %v", l.starts, l.peers)
	}
	h = &hands{queue: client.NewQueue()}
	whole := &client.Line{Open: h.start, Queue: h.queue, Owner: &owned{}, Whole: true}
	whole.Start(false)
	whole.Start(true)
	if !whole.Peers() || h.ports[0].peers || h.ports[1].peers {
		t.Error("another program is asked for by one that has all models")
	}
}
