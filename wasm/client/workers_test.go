package client_test

import (
	"maps"
	"runtime"
	"testing"
	"time"

	"sheafscope/core/graphio/content"
	"sheafscope/wasm/client"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/wire"
)

// The queue keeps the order of any number of waiting functions.
func TestQueueKeepsTheOrder(t *testing.T) {
	const many = 20_000
	q := client.NewWorkers(nil)
	var got []int
	over := make(chan struct{})
	go q.Run()
	q.Put(func() { time.Sleep(20 * time.Millisecond) }) // the others queue up behind it
	for i := range many {
		q.Put(func() { got = append(got, i) })
	}
	q.Put(func() { close(over) })
	<-over
	for i, k := range got {
		if k != i {
			t.Fatalf("number %d came as %d", k, i)
		}
	}
	if len(got) != many {
		t.Fatalf("%d of %d came", len(got), many)
	}
}

// recorder records the replies and crashes of a line.
type recorder struct {
	seqs  []int
	death []string
}

func (o *recorder) Receive(r proto.Reply)  { o.seqs = append(o.seqs, r.Status.Goal) }
func (o *recorder) Crashed(d client.Death) { o.death = append(o.death, d.Cause) }

// A line passes on the messages of its worker in order, and none of a stopped worker.
func TestLineDropsStoppedWorkers(t *testing.T) {
	h := newFakeWorkers()
	o := &recorder{}
	l := h.open(o)
	l.Start()
	for seq := range 3 {
		h.started[0].message(wire.Append(nil, proto.Reply{Status: &proto.Status{Goal: seq}}))
	}
	h.started[0].gone(client.Death{Cause: "a"})
	h.workers.Drain()
	h.started[0].message(wire.Append(nil, proto.Reply{Status: &proto.Status{Goal: 9}}))
	l.Start()
	h.workers.Drain()
	h.crash(1, "late")
	h.started[1].message([]byte{1})
	h.workers.Drain()
	l.Post(proto.Message{Goal: &proto.Goal{Seq: 4}})
	if len(o.seqs) != 3 || o.seqs[0] != 0 || o.seqs[2] != 2 || len(o.death) != 2 || o.death[0] != "a" ||
		o.death[1] != "wire: message ends too early" || h.query(2).Seq != 4 || len(h.alive) != 1 {
		t.Errorf("heard %v and %v, posted %+v, alive %v", o.seqs, o.death, h.query(2), h.alive)
	}
	l.Stop()
	if len(h.alive) != 0 {
		t.Error("a stopped worker lives")
	}
}

// A request has the number of its sender, or a unique one below 0. A closed client starts no worker.
func TestRequestsHaveUniqueNumbers(t *testing.T) {
	c, l, _ := setUp()
	if n := c.Send(flat.Request{Kind: flat.Load, Seq: 7}); n != 7 || l.last().Seq != 7 {
		t.Errorf("request 7 has the number %d", n)
	}
	a, b := c.Send(flat.Request{Kind: flat.Trace}), c.Send(flat.Request{Kind: flat.Trace})
	if a >= 0 || b >= 0 || a == b || l.last().Seq != b {
		t.Errorf("requests without a number are %d and %d", a, b)
	}
	l.crash(c, "x")
	c.Close()
	l.advance(time.Hour)
	l.crash(c, "x")
	if l.starts != 1 {
		t.Errorf("%d workers were started", l.starts)
	}
}

// A client never changes the messages of its caller, not even in a replay.
func TestClientDoesNotChangeMessages(t *testing.T) {
	c, l, _ := setUp()
	sent := []flat.Request{{Kind: flat.Load, Seq: 1, Recipe: recipe.Setup{Graph: "karate", Settings: map[string]string{"d": "2"}}},
		{Kind: flat.Params, Seq: 2, Settings: map[string]string{"dt": "2"}}, {Kind: flat.Params, Seq: 3, Settings: map[string]string{"d": "3"}}}
	for _, r := range sent {
		c.Send(r)
		answerNewest(c, l)
	}
	l.crash(c, "x")
	l.advance(client.Delays[0])
	if got := l.last().Recipe.Settings; !maps.Equal(got, map[string]string{"d": "3", "dt": "2"}) {
		t.Errorf("replays %v", got)
	}
	for k, want := range []map[string]string{{"d": "2"}, {"dt": "2"}, {"d": "3"}} {
		if got := sent[k]; !maps.Equal(got.Settings, want) && !maps.Equal(got.Recipe.Settings, want) || got.Recipe.Position != 0 {
			t.Errorf("request %d became %+v", k, got)
		}
	}
}

// A line does not copy the contents of files: they are passed beside the message.
func TestLineCopiesNoFile(t *testing.T) {
	h := newFakeWorkers()
	l := h.open(&recorder{})
	l.Start()
	data := make([]byte, 32<<20)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	l.Post(proto.Message{Goal: &proto.Goal{Load: true, Files: []content.File{{Name: "a.csv", Data: data}}}})
	runtime.ReadMemStats(&after)
	if grown := after.TotalAlloc - before.TotalAlloc; grown > 1<<20 {
		t.Errorf("%d bytes were taken for a file of %d", grown, len(data))
	}
	if p := h.started[0]; len(p.files) != 1 || &p.files[0].Data[0] != &data[0] || p.query.Files[0].Name != "a.csv" ||
		p.query.Files[0].Size() != 0 {
		t.Errorf("posted %+v", p.query)
	}
}
