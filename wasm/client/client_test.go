package client_test

import (
	"maps"
	"reflect"
	"testing"
	"time"

	"sheafscope/core/graphio/content"
	"sheafscope/core/sgpc/frame"
	"sheafscope/wasm/client"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/wasm/recipe"
)

// link is a Link that records the calls of a client. Only advance moves its clock.
type fakeLink struct {
	starts int
	posted []flat.Request
	talk   flat.Talk
	now    time.Duration
	timers []timer
}

// timer is a function that is due at a time.
type timer struct {
	at time.Duration
	f  func()
}

func (l *fakeLink) Start()                          { l.starts++; l.posted = nil }
func (l *fakeLink) Stop()                           { l.posted = nil }
func (l *fakeLink) Post(m proto.Message)            { l.posted = append(l.posted, l.talk.Request(m)) }
func (l *fakeLink) Now() time.Duration              { return l.now }
func (l *fakeLink) After(d time.Duration, f func()) { l.timers = append(l.timers, timer{l.now + d, f}) }
func (l *fakeLink) crash(c *flatClient, why string) { c.Crashed(client.Death{Cause: why}) }

// advance moves the clock and runs the timers that are due.
func (l *fakeLink) advance(d time.Duration) {
	l.now += d
	list := l.timers
	l.timers = nil
	for _, t := range list {
		if t.at > l.now {
			l.timers = append(l.timers, t)
			continue
		}
		t.f()
	}
}

func (l *fakeLink) last() flat.Request { return l.posted[len(l.posted)-1] }

// page is a client for flat messages.
type flatClient struct {
	*client.Client
	l    *fakeLink
	talk flat.Talk
	held map[string]string // settings before the last message
}

// Send sends a message.
func (p *flatClient) Send(r flat.Request) int {
	p.held = p.talk.Settings
	return p.Client.Send(p.talk.Message(r))
}

// Receive receives a reply of a worker.
func (p *flatClient) Receive(r flat.Reply) {
	if r.Kind == flat.Failed {
		p.talk.Settings = p.held // the new ones were refused
	}
	p.Client.Receive(p.l.talk.Reply(r))
}

// setUp returns a client, its link, and a pointer to the list of all replies.
func setUp() (*flatClient, *fakeLink, *[]flat.Reply) {
	l := &fakeLink{now: 100 * time.Second}
	c := client.New(func(client.Owner) client.Link { return l })
	got := &[]flat.Reply{}
	c.SetHandler(func(r proto.Reply) { *got = append(*got, flat.Of(r)) })
	return &flatClient{Client: c, l: l}, l, got
}

// load sends a load and replies to it as a worker does.
func loadGraph(c *flatClient, l *fakeLink, name string) {
	c.Send(flat.Request{Kind: flat.Load, Recipe: recipe.Setup{Graph: name, Position: 3}})
	r := l.last()
	c.Receive(flat.Reply{Seq: r.Seq, Kind: flat.Loaded})
	c.Receive(flat.Reply{Seq: r.Seq, Kind: flat.Framed, Final: true, Frame: &frame.Frame{Position: 3}})
}

// TestStaleRepliesAreDropped checks that a load answers the open queries, and that replies about the earlier run do not reach the handler.
func TestStaleRepliesAreDropped(t *testing.T) {
	c, l, got := setUp()
	loadGraph(c, l, "karate")
	c.Send(flat.Request{Kind: flat.Explain, Node: 5})
	run := l.last()
	c.Send(flat.Request{Kind: flat.Load, Recipe: recipe.Setup{Graph: "ring"}})
	overtaken := (*got)[len(*got)-1]
	if !overtaken.Final || !overtaken.Overtaken || overtaken.Seq != run.Seq {
		t.Fatalf("the question was not answered when it was overtaken: %+v", overtaken)
	}
	before := len(*got)
	c.Receive(flat.Reply{Seq: run.Seq, Kind: flat.Framed, Final: true, Frame: &frame.Frame{Position: 99}})
	if len(*got) != before {
		t.Fatal("a reply of the run before came through")
	}
	c.Receive(flat.Reply{Seq: 1, Kind: flat.Framed, Frame: &frame.Frame{Position: 99}})
	if len(*got) != before || l.last().Seq != 2 {
		t.Fatalf("a frame of the run before came through, or the load has the number %d", l.last().Seq)
	}
}

// TestCrashReplaysTheRun checks that a new worker replays the newest run, with the confirmed settings and focus, to the newest position.
func TestCrashReplaysTheRun(t *testing.T) {
	c, l, got := setUp()
	loadGraph(c, l, "karate")
	c.Send(flat.Request{Kind: flat.Params, Settings: map[string]string{"dt": "2"}})
	c.Receive(flat.Reply{Seq: l.last().Seq, Kind: flat.Framed, Final: true, Frame: &frame.Frame{Position: 3}})
	c.Send(flat.Request{Kind: flat.Params, Settings: map[string]string{"d": "99"}})
	c.Receive(flat.Reply{Seq: l.last().Seq, Kind: flat.Failed, Final: true})
	c.Send(flat.Request{Kind: flat.ReadFrame, Focus: frame.Focus{Edge: 5}})
	c.Send(flat.Request{Kind: flat.Run})
	c.Receive(flat.Reply{Kind: flat.Framed, Frame: &frame.Frame{Position: 41}})
	c.Send(flat.Request{Kind: flat.Explain})
	run := l.last()
	l.crash(c, "out of memory")
	l.advance(client.Delays[0])

	if l.starts != 2 {
		t.Fatalf("the worker was started %d times, want 2", l.starts)
	}
	again := l.last()
	if again.Kind != flat.Load || again.Recipe.Graph != "karate" || again.Recipe.Position != 41 ||
		again.Recipe.Settings["dt"] != "2" || again.Focus.Edge != 5 {
		t.Fatalf("replayed with %+v", again)
	}
	if _, ok := again.Recipe.Settings["d"]; ok {
		t.Fatal("a refused setting was replayed")
	}
	var failed, crashed bool
	for _, r := range *got {
		failed = failed || r.Kind == flat.Failed && r.Final && r.Seq == run.Seq
		crashed = crashed || r.Kind == flat.Crashed
	}
	if !failed || !crashed {
		t.Fatalf("failed %v, crashed %v; both must be reported", failed, crashed)
	}

	// The replay is of the newest graph.
	loadGraph(c, l, "ring")
	l.crash(c, "again")
	l.advance(client.Delays[0])
	if l.last().Recipe.Graph != "ring" {
		t.Fatalf("replayed %+v", l.last())
	}
}

// A replay restores the focus and the settings that the worker has confirmed, but not the single requests of frame.Once.
func TestReplayRestoresFocusAndSettings(t *testing.T) {
	c, l, _ := setUp()
	loadGraph(c, l, "karate")
	answer := func(kind string) {
		c.Receive(flat.Reply{Seq: l.last().Seq, Kind: kind, Final: true, Frame: &frame.Frame{Position: 7}})
	}
	stays := frame.Focus{Edge: 5, Eigenvector: 3, Spectrum: true, Layout: true, Example: true}
	c.Send(flat.Request{Kind: flat.ReadFrame, Focus: stays})
	answer(flat.Framed)
	c.Send(flat.Request{Kind: flat.Params, Settings: map[string]string{"dt": "2"}})
	answer(flat.Framed)
	c.Send(flat.Request{Kind: flat.Params, Settings: map[string]string{"dt": "0", "q": "9"}})
	answer(flat.Failed)                                                             // dt=2 still applies
	c.Send(flat.Request{Kind: flat.Params, Settings: map[string]string{"dt": "5"}}) // unanswered: it may be the reason of the crash

	c.Send(flat.Request{Kind: flat.ReadFrame, Focus: stays, Once: frame.Once{Changes: []frame.MapChange{{Edge: 4, Scale: 2}},
		Gamma:  []float64{1},
		Claims: true, HistoryFrom: 3, Flow: true, FlowDt: 3, Maps: true, Features: true, Stalks: true}})
	l.crash(c, "out of memory")
	l.advance(client.Delays[0])
	again := l.last()
	if again.Focus != stays || !reflect.DeepEqual(again.Once, frame.Once{}) {
		t.Errorf("replays the focus %+v and %+v, want %+v", again.Focus, again.Once, stays)
	}
	if !maps.Equal(again.Recipe.Settings, map[string]string{"dt": "2"}) || again.Recipe.Position != 7 {
		t.Errorf("replays %v to %d, want dt=2 to 7", again.Recipe.Settings, again.Recipe.Position)
	}
}

// TestCrashWhileLoadingKeepsTheRun checks that the earlier run is replayed after a load has crashed the worker.
func TestCrashWhileLoadingKeepsTheRun(t *testing.T) {
	c, l, _ := setUp()
	loadGraph(c, l, "karate")
	c.Send(flat.Request{Kind: flat.Load, Recipe: recipe.Setup{Graph: "file"}, Files: []content.File{{Name: "bad"}}})
	l.crash(c, "reader")
	l.advance(client.Delays[0])
	if l.last().Recipe.Graph != "karate" {
		t.Fatalf("replayed %q, want the graph that was on the screen", l.last().Recipe.Graph)
	}
}

// Files that the worker holds for a decision are not sent again. A new worker receives them.
func TestHeldFilesAreNotSentAgain(t *testing.T) {
	c, l, got := setUp()
	loadGraph(c, l, "karate")
	files := []content.File{{Name: "a.csv", Data: []byte("0,1\n")}}
	ask := func() {
		c.Send(flat.Request{Kind: flat.Read, Recipe: recipe.Setup{Graph: "file"}, Files: files})
		if r := l.last(); len(r.Files) != 1 {
			t.Fatalf("the question was sent as %+v", r)
		}
		c.Receive(flat.Reply{Seq: l.last().Seq, Kind: flat.Recognised, Final: true, Recognition: &content.Recognition{}})
	}
	take := func() flat.Request {
		c.Send(flat.Request{Kind: flat.Load, Recipe: recipe.Setup{Graph: "file"}, Files: files})
		return l.last()
	}
	ask()
	r := take()
	if r.Files != nil {
		t.Fatalf("held files were sent: %+v", r)
	}
	c.Receive(flat.Reply{Seq: r.Seq, Kind: flat.Loaded})
	c.Receive(flat.Reply{Seq: r.Seq, Kind: flat.Framed, Final: true, Frame: &frame.Frame{Position: 2}})
	// After a crash the replay has the files, does not ask, and holds nothing.
	l.crash(c, "test")
	l.advance(client.Delays[0])
	if r = l.last(); r.Kind != flat.Load || len(r.Files) != 1 || r.Recipe.Position != 2 {
		t.Errorf("the replay is %+v", r)
	}
	c.Receive(flat.Reply{Seq: r.Seq, Kind: flat.Framed, Final: true, Frame: &frame.Frame{Position: 2}})
	for name, lose := range map[string]func(){
		"a crash":        func() { l.crash(c, "test"); l.advance(client.Delays[2]) },
		"a goal to stay": func() { c.Send(flat.Request{Kind: flat.Pause}) },
		"another graph":  func() { loadGraph(c, l, "ring") },
	} {
		ask()
		lose()
		if r := take(); len(r.Files) != 1 {
			t.Errorf("after %s the files are not sent: %+v", name, r)
		}
	}
	if len(*got) == 0 {
		t.Error("no reply came through")
	}
}
