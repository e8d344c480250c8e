package client_test

import (
	"maps"
	"reflect"
	"slices"
	"testing"
	"time"

	"sheafscope/core/graphio/content"
	"sheafscope/core/sgpc/frame"
	"sheafscope/wasm/client"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/wasm/recipe"
)

// fakeLink is a Link without a worker: it records the calls of a client, and a test passes the replies to Receive. Only advance moves its
// clock.
type fakeLink struct {
	starts int            // number of workers so far
	posted []flat.Request // requests to the present worker
	talk   flat.Talk
	now    time.Duration
	timers []timer
}

// timer is a function that is called at a time of the clock.
type timer struct {
	due time.Duration
	f   func()
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
		if t.due > l.now {
			l.timers = append(l.timers, t)
			continue
		}
		t.f()
	}
}

// last returns the last request to the present worker.
func (l *fakeLink) last() flat.Request { return l.posted[len(l.posted)-1] }

// flatClient is a client for the flat messages of package flat, which talk converts.
type flatClient struct {
	*client.Client
	l              *fakeLink
	talk           flat.Talk
	settingsBefore map[string]string // settings of the conversation before the last message
}

// Send sends a message.
func (p *flatClient) Send(r flat.Request) int {
	p.settingsBefore = p.talk.Settings
	return p.Client.Send(p.talk.Message(r))
}

// Receive receives a reply of a worker.
func (p *flatClient) Receive(r flat.Reply) {
	if r.Kind == flat.Failed {
		p.talk.Settings = p.settingsBefore // the worker refused the new settings
	}
	p.Client.Receive(p.l.talk.Reply(r))
}

// setUp returns a client, its link, and a pointer to the list of all replies that the client passes on.
func setUp() (*flatClient, *fakeLink, *[]flat.Reply) {
	l := &fakeLink{now: 100 * time.Second}
	c := client.New(func(client.Owner) client.Link { return l })
	got := &[]flat.Reply{}
	c.SetHandler(func(r proto.Reply) { *got = append(*got, flat.Of(r)) })
	return &flatClient{Client: c, l: l}, l, got
}

// loadGraph sends a load to position 3 and replies to it as a worker does.
func loadGraph(c *flatClient, l *fakeLink, name string) {
	c.Send(flat.Request{Kind: flat.Load, Recipe: recipe.Setup{Graph: name, Position: 3}})
	r := l.last()
	c.Receive(flat.Reply{Seq: r.Seq, Kind: flat.Loaded})
	c.Receive(flat.Reply{Seq: r.Seq, Kind: flat.Framed, Final: true, Frame: &frame.Frame{Position: 3}})
}

// A load answers the open queries as overtaken. Later replies about the earlier run are dropped.
func TestStaleRepliesAreDropped(t *testing.T) {
	c, l, got := setUp()
	loadGraph(c, l, "karate")
	c.Send(flat.Request{Kind: flat.Explain, Node: 5})
	query := l.last()
	c.Send(flat.Request{Kind: flat.Load, Recipe: recipe.Setup{Graph: "ring"}})
	overtaken := (*got)[len(*got)-1]
	if !overtaken.Final || !overtaken.Overtaken || overtaken.Seq != query.Seq {
		t.Fatalf("a load gives the open query the answer %+v, want it overtaken", overtaken)
	}

	// Late replies about the first run. Its load has the number 1, and the second load the number 2.
	before := len(*got)
	c.Receive(flat.Reply{Seq: query.Seq, Kind: flat.Framed, Final: true, Frame: &frame.Frame{Position: 99}})
	if len(*got) != before {
		t.Fatalf("a late answer is passed on: %+v", (*got)[before:])
	}
	c.Receive(flat.Reply{Seq: 1, Kind: flat.Framed, Frame: &frame.Frame{Position: 99}})
	if len(*got) != before || l.last().Seq != 2 {
		t.Fatalf("a late frame is passed on: %+v; the load has the number %d, want 2", (*got)[before:], l.last().Seq)
	}
}

// After a crash a new worker replays the newest run, with the confirmed settings and the focus, to the newest position. A refused
// setting is not replayed. The crash is reported, and the open query fails. After another load a crash replays the newer graph.
func TestCrashReplaysTheRun(t *testing.T) {
	c, l, got := setUp()
	// A confirmed and a refused setting, a focus, a run to position 41, and an open query.
	loadGraph(c, l, "karate")
	c.Send(flat.Request{Kind: flat.Params, Settings: map[string]string{"dt": "2"}})
	c.Receive(flat.Reply{Seq: l.last().Seq, Kind: flat.Framed, Final: true, Frame: &frame.Frame{Position: 3}})
	c.Send(flat.Request{Kind: flat.Params, Settings: map[string]string{"d": "99"}})
	c.Receive(flat.Reply{Seq: l.last().Seq, Kind: flat.Failed, Final: true})
	c.Send(flat.Request{Kind: flat.ReadFrame, Focus: frame.Focus{Edge: 5}})
	c.Send(flat.Request{Kind: flat.Run})
	c.Receive(flat.Reply{Kind: flat.Framed, Frame: &frame.Frame{Position: 41}})
	c.Send(flat.Request{Kind: flat.Explain})
	query := l.last()
	l.crash(c, "out of memory")
	l.advance(client.Delays[0])

	if l.starts != 2 {
		t.Fatalf("%d workers were started, want 2", l.starts)
	}
	replay := l.last()
	if replay.Kind != flat.Load || replay.Recipe.Graph != "karate" || replay.Recipe.Position != 41 {
		t.Fatalf("the replay is %+v, want karate to position 41", replay)
	}
	if replay.Recipe.Settings["dt"] != "2" || replay.Focus.Edge != 5 {
		t.Fatalf("the replay has the settings %v and the focus %+v, want dt=2 and edge 5", replay.Recipe.Settings, replay.Focus)
	}
	if _, ok := replay.Recipe.Settings["d"]; ok {
		t.Fatal("the replay has a refused setting")
	}
	failed := slices.ContainsFunc(*got, func(r flat.Reply) bool { return r.Kind == flat.Failed && r.Final && r.Seq == query.Seq })
	crashed := slices.ContainsFunc(*got, func(r flat.Reply) bool { return r.Kind == flat.Crashed })
	if !failed || !crashed {
		t.Fatalf("the query fails: %v, the crash is reported: %v; want both", failed, crashed)
	}

	// A crash after another load.
	loadGraph(c, l, "ring")
	l.crash(c, "again")
	l.advance(client.Delays[0])
	if l.last().Recipe.Graph != "ring" {
		t.Fatalf("the replay is %+v, want ring", l.last())
	}
}

// A replay restores the position, the focus, and the settings that the worker has confirmed. It restores neither the single requests of
// frame.Once, nor settings that the worker refused or had not confirmed before the crash.
func TestReplayRestoresFocusAndSettings(t *testing.T) {
	c, l, _ := setUp()
	loadGraph(c, l, "karate")
	// answer replies to the newest request at position 7.
	answer := func(kind string) {
		c.Receive(flat.Reply{Seq: l.last().Seq, Kind: kind, Final: true, Frame: &frame.Frame{Position: 7}})
	}
	focus := frame.Focus{Edge: 5, Eigenvector: 3, Spectrum: true, Layout: true, Example: true}
	c.Send(flat.Request{Kind: flat.ReadFrame, Focus: focus})
	answer(flat.Framed)
	c.Send(flat.Request{Kind: flat.Params, Settings: map[string]string{"dt": "2"}})
	answer(flat.Framed)
	c.Send(flat.Request{Kind: flat.Params, Settings: map[string]string{"dt": "0", "q": "9"}})
	answer(flat.Failed)                                                             // dt=2 still applies
	c.Send(flat.Request{Kind: flat.Params, Settings: map[string]string{"dt": "5"}}) // not confirmed: it may be the reason of the crash

	c.Send(flat.Request{Kind: flat.ReadFrame, Focus: focus, Once: frame.Once{Changes: []frame.MapChange{{Edge: 4, Scale: 2}},
		Gamma:  []float64{1},
		Claims: true, HistoryFrom: 3, Flow: true, FlowDt: 3, Maps: true, Features: true, Stalks: true}})
	l.crash(c, "out of memory")
	l.advance(client.Delays[0])
	replay := l.last()
	if replay.Focus != focus || !reflect.DeepEqual(replay.Once, frame.Once{}) {
		t.Errorf("the replay has the focus %+v and the requests %+v, want %+v and none", replay.Focus, replay.Once, focus)
	}
	if !maps.Equal(replay.Recipe.Settings, map[string]string{"dt": "2"}) || replay.Recipe.Position != 7 {
		t.Errorf("the replay has the settings %v and the position %d, want dt=2 and 7", replay.Recipe.Settings, replay.Recipe.Position)
	}
}

// If a load crashes the worker, the earlier run is replayed.
func TestCrashWhileLoadingKeepsTheRun(t *testing.T) {
	c, l, _ := setUp()
	loadGraph(c, l, "karate")
	c.Send(flat.Request{Kind: flat.Load, Recipe: recipe.Setup{Graph: "file"}, Files: []content.File{{Name: "bad"}}})
	l.crash(c, "reader")
	l.advance(client.Delays[0])
	if l.last().Recipe.Graph != "karate" {
		t.Fatalf("the replay loads %q, want karate", l.last().Recipe.Graph)
	}
}

// Files that the worker holds during the dialog about them are not sent again with their load. They are sent again in a replay, and
// after the worker has lost them: by a crash, a goal for the present run, or another graph.
func TestHeldFilesAreNotSentAgain(t *testing.T) {
	c, l, got := setUp()
	loadGraph(c, l, "karate")
	files := []content.File{{Name: "a.csv", Data: []byte("0,1\n")}}
	// read opens the dialog about the files, which the worker then holds.
	read := func() {
		c.Send(flat.Request{Kind: flat.Read, Recipe: recipe.Setup{Graph: "file"}, Files: files})
		if r := l.last(); len(r.Files) != 1 {
			t.Fatalf("the reading is sent as %+v, want it with the file", r)
		}
		c.Receive(flat.Reply{Seq: l.last().Seq, Kind: flat.Recognised, Final: true, Recognition: &content.Recognition{}})
	}
	// take loads the files after the dialog, and returns the request to the worker.
	take := func() flat.Request {
		c.Send(flat.Request{Kind: flat.Load, Recipe: recipe.Setup{Graph: "file"}, Files: files})
		return l.last()
	}
	read()
	r := take()
	if r.Files != nil {
		t.Fatalf("held files are sent again: %+v", r)
	}
	c.Receive(flat.Reply{Seq: r.Seq, Kind: flat.Loaded})
	c.Receive(flat.Reply{Seq: r.Seq, Kind: flat.Framed, Final: true, Frame: &frame.Frame{Position: 2}})

	// After a crash the replay has the files, and needs no dialog.
	l.crash(c, "test")
	l.advance(client.Delays[0])
	if r = l.last(); r.Kind != flat.Load || len(r.Files) != 1 || r.Recipe.Position != 2 {
		t.Errorf("the replay is %+v, want a load with the file to position 2", r)
	}
	c.Receive(flat.Reply{Seq: r.Seq, Kind: flat.Framed, Final: true, Frame: &frame.Frame{Position: 2}})

	// Three ways in which the worker loses the files. Delays[2], the longest delay, is enough after any number of crashes.
	for name, lose := range map[string]func(){
		"a crash":        func() { l.crash(c, "test"); l.advance(client.Delays[2]) },
		"a goal to stay": func() { c.Send(flat.Request{Kind: flat.Pause}) },
		"another graph":  func() { loadGraph(c, l, "ring") },
	} {
		read()
		lose()
		if r := take(); len(r.Files) != 1 {
			t.Errorf("after %s the files are not sent: %+v", name, r)
		}
	}
	if len(*got) == 0 {
		t.Error("no reply is passed on")
	}
}
