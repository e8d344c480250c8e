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

// The queue carries out 20 000 waiting functions in the order in which they were put. The first function sleeps, so that all others
// wait.
func TestQueueKeepsTheOrder(t *testing.T) {
	const many = 20_000
	q := client.NewWorkers(nil)
	var got []int
	done := make(chan struct{})
	go q.Run()
	q.Put(func() { time.Sleep(20 * time.Millisecond) }) // the other functions wait
	for i := range many {
		q.Put(func() { got = append(got, i) })
	}
	q.Put(func() { close(done) })
	<-done
	for i, k := range got {
		if k != i {
			t.Fatalf("function %d is carried out as number %d", k, i)
		}
	}
	if len(got) != many {
		t.Fatalf("%d functions are carried out, want %d", len(got), many)
	}
}

// recorder is an owner that records the goals of the replies, and the causes of the crashes.
type recorder struct {
	goals  []int
	causes []string
}

func (o *recorder) Receive(r proto.Reply)  { o.goals = append(o.goals, r.Status.Goal) }
func (o *recorder) Crashed(d client.Death) { o.causes = append(o.causes, d.Cause) }

// A line passes on the messages of its worker in order. It drops late messages and a second crash of a crashed worker. A message that
// cannot be decoded counts as a crash. Stop stops the worker.
func TestLineDropsCrashedWorkers(t *testing.T) {
	h := newFakeWorkers()
	o := &recorder{}
	l := h.open(o)
	l.Start()

	// Three messages, a crash, and a late message of the first worker.
	for seq := range 3 {
		h.started[0].message(wire.Append(nil, proto.Reply{Status: &proto.Status{Goal: seq}}))
	}
	h.started[0].gone(client.Death{Cause: "a"})
	h.workers.Drain()
	h.started[0].message(wire.Append(nil, proto.Reply{Status: &proto.Status{Goal: 9}}))

	// The second worker sends a message that is no reply. The worker still receives a goal, because only the owner replaces a worker.
	l.Start()
	h.workers.Drain()
	h.crash(1, "late")
	h.started[1].message([]byte{1})
	h.workers.Drain()
	l.Post(proto.Message{Goal: &proto.Goal{Seq: 4}})
	if len(o.goals) != 3 || o.goals[0] != 0 || o.goals[2] != 2 {
		t.Errorf("the owner receives replies to the goals %v, want 0, 1, 2", o.goals)
	}
	if len(o.causes) != 2 || o.causes[0] != "a" || o.causes[1] != "wire: message ends too early" {
		t.Errorf("the owner receives the crashes %q, want a and the error of decoding", o.causes)
	}
	if h.query(2).Seq != 4 || len(h.alive) != 1 {
		t.Errorf("the second worker received %+v, want the goal 4; alive are %v", h.query(2), h.alive)
	}
	l.Stop()
	if len(h.alive) != 0 {
		t.Errorf("after Stop the workers %v are alive", h.alive)
	}
}

// A request keeps the number of its sender. Queries without a number get different numbers below 0. A closed client starts no worker, not
// even for a crash before Close.
func TestRequestsHaveUniqueNumbers(t *testing.T) {
	c, l, _ := setUp()
	if n := c.Send(flat.Request{Kind: flat.Load, Seq: 7}); n != 7 || l.last().Seq != 7 {
		t.Errorf("the request with the number 7 is sent as %d", n)
	}
	a, b := c.Send(flat.Request{Kind: flat.Trace}), c.Send(flat.Request{Kind: flat.Trace})
	if a >= 0 || b >= 0 || a == b || l.last().Seq != b {
		t.Errorf("queries without a number are sent as %d and %d, want different numbers below 0", a, b)
	}

	// A crash before and after Close.
	l.crash(c, "x")
	c.Close()
	l.advance(time.Hour)
	l.crash(c, "x")
	if l.starts != 1 {
		t.Errorf("a closed client has started %d workers, want 1 from before", l.starts)
	}
}

// A client changes no message of its caller, not even if it replays them with merged settings.
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
		t.Errorf("the replay has the settings %v, want d=3 and dt=2", got)
	}
	for k, want := range []map[string]string{{"d": "2"}, {"dt": "2"}, {"d": "3"}} {
		got := sent[k]
		hasSettings := maps.Equal(got.Settings, want) || maps.Equal(got.Recipe.Settings, want) // a load has them in its recipe
		if !hasSettings || got.Recipe.Position != 0 {
			t.Errorf("request %d has become %+v, want the settings %v", k, got, want)
		}
	}
}

// A line passes files beside the message, without their contents in it and without a copy: for a file of 32 MB it allocates at
// most 1 MB.
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
		t.Errorf("%d bytes are allocated for a file of %d, want at most 1 MB", grown, len(data))
	}
	p := h.started[0]
	if len(p.files) != 1 || &p.files[0].Data[0] != &data[0] {
		t.Errorf("%d files are passed beside the message, want the file itself", len(p.files))
	}
	if p.query.Files[0].Name != "a.csv" || p.query.Files[0].Size() != 0 {
		t.Errorf("the message has the files %+v, want the name without contents", p.query.Files)
	}
}
