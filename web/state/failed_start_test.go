package state_test

import (
	"strings"
	"testing"
	"time"

	"sheafscope/wasm/client"
	"sheafscope/wasm/data"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/session"
	"sheafscope/web/state"
)

// crashablePage is a page with its client and a real worker, without a browser. The worker answers each request at once. It crashes at a
// request for which isDeadly returns true. crashablePage is the link of the client.
type crashablePage struct {
	t        *testing.T
	s        state.State
	client   *client.Client
	talk     flat.Talk
	worker   *session.Session // the newest one
	alive    bool             // the worker runs
	starts   int              // number of workers so far
	isDeadly func(flat.Request) bool
	now      time.Duration // the clock, which only do advances
	timed    []func()      // the calls of After that wait; do makes them when nothing else is under way
	events   []func()      // messages and replies under way
}

// newCrashablePage returns a page before its first message. With a nil isDeadly its workers never crash.
func newCrashablePage(t *testing.T, r recipe.Recipe, isDeadly func(flat.Request) bool) *crashablePage {
	h := &crashablePage{t: t, s: state.New(r), isDeadly: isDeadly, now: time.Hour} // the client reads the time 0 as “never”
	h.client = client.New(func(client.Owner) client.Link { return h })
	h.client.SetHandler(func(r proto.Reply) { h.send(state.FromWorker{Reply: r}) })
	return h
}

// do applies a message, and all messages that result from it, until nothing is under way.
func (h *crashablePage) do(m state.Msg) {
	h.t.Helper()
	h.send(m)
	for len(h.events) > 0 || len(h.timed) > 0 {
		if len(h.events) == 0 { // only waits are left: all of them end
			h.now += 5 * time.Second // longer than the longest delay of the client, 4 s
			h.events, h.timed = h.timed, nil
		}
		next := h.events[0]
		h.events = h.events[1:]
		next()
	}
}

// send applies a message and gives its commands to the client.
func (h *crashablePage) send(m state.Msg) {
	var cmds []state.Command
	h.s, cmds, _ = state.Update(h.s, m)
	for _, c := range cmds {
		switch c := c.(type) {
		case state.Send:
			h.client.Send(c.Message)
		case state.Revive:
			h.client.Restart()
		}
	}
}

// Start implements client.Link. It starts the next worker.
func (h *crashablePage) Start() {
	h.starts++
	h.alive = true
	h.worker = session.New(&workerHost{h, h.starts}, session.Core{})
}
func (h *crashablePage) Stop()                           { h.alive = false }
func (h *crashablePage) Now() time.Duration              { return h.now }
func (h *crashablePage) After(_ time.Duration, f func()) { h.timed = append(h.timed, f) }

// Post lets the worker answer a message later, or crash at it.
func (h *crashablePage) Post(m proto.Message) {
	r := h.talk.Request(m)
	if r.Kind == flat.Run {
		g := *m.Goal
		g.Until.N, m.Goal = 1, &g // one epoch in place of FirstEpochs, to save time
	}
	worker := h.starts
	h.events = append(h.events, func() {
		switch {
		case worker != h.starts || !h.alive: // the worker of the message is gone
		case h.isDeadly != nil && h.isDeadly(r):
			h.client.Crashed(client.Death{Cause: "panic: of " + r.Recipe.Graph})
		default:
			h.worker.Post(m)
			h.worker.Drain()
		}
	})
}

// workerHost is the host of one worker's session. Replies of a worker that is gone are dropped. The clock of the worker stands still.
type workerHost struct {
	page   *crashablePage
	worker int // number of the worker, from 1
}

// Reply implements session.Host. The reply arrives later.
func (r *workerHost) Reply(reply proto.Reply) {
	r.page.events = append(r.page.events, func() {
		if r.worker == r.page.starts && r.page.alive {
			r.page.client.Receive(reply)
		}
	})
}
func (*workerHost) Yield()                 {}
func (*workerHost) Wait()                  {}
func (*workerHost) Fetcher() *data.Fetcher { return nil }
func (*workerHost) Now() time.Duration     { return 1 }

// If the first load fails, the page shows the reason and its default graph, karate with 34 nodes, without the selection of the link. The
// address keeps the link while the message is shown. Each link has one fault: a setting out of range, an unknown model, setting, graph or
// split, a graph that is too large, or a data set without a network.
func TestFirstLoadFails(t *testing.T) {
	setting := func(name, value string) map[string]string { return map[string]string{name: value} }
	for want, r := range map[string]recipe.Setup{ // each key is a part of the message
		"link could not be opened: setting d=64: want a whole number from 1 to 8.": {Graph: "karate", Settings: setting("d", "64")},
		"setting model=nope: want one of":                                          {Graph: "karate", Model: "nope"},
		"no setting is called \"foo\"":                                             {Graph: "karate", Settings: setting("foo", "1")},
		"n=1000000000 is not a whole number from 2 to 20000.":                      {Graph: "sbm:n=1000000000"},
		"there is no network to load \"data:texas\" from.":                         {Graph: "data:texas"},
		"no built-in graph":                                                        {Graph: "nothing"},
		"no split \"x\" in the files":                                              {Graph: "karate", Split: "file:x"},
	} {
		h := newCrashablePage(t, recipe.Recipe{Setup: r, Version: recipe.Version, View: recipe.View{Node: 900, Edge: 3}}, nil)
		h.do(state.Start{})
		if h.s.Graph == nil || h.s.Graph.N != 34 || h.s.Frame == nil {
			t.Errorf("%+v: the default graph is not shown: %+v", r, h.s.Graph)
			continue
		}
		if h.s.Loading() || h.s.Busy() || h.s.Node() >= 0 {
			t.Errorf("%+v: loading %v, busy %v, node %d is selected", r, h.s.Loading(), h.s.Busy(), h.s.Node())
			continue
		}
		if !strings.Contains(h.s.Error, want) || !strings.HasSuffix(h.s.Error, ". The page opened its default graph instead.") {
			t.Errorf("%+v: the message is %q, want %q in it", r, h.s.Error, want)
		}

		// The default graph can run. Its address follows only after the message has been closed.
		position := h.s.Frame.Position
		h.do(state.Step{Unit: "inner"})
		if h.s.Frame.Position != position+1 || h.s.AddressKey() != "" {
			t.Errorf("%+v: a step leads from %d to %d; the key of the address is %q", r, position, h.s.Frame.Position, h.s.AddressKey())
		}
		h.do(state.Dismiss{})
		if h.s.AddressKey() == "" {
			t.Errorf("%+v: after the message is closed, the address does not follow the page", r)
		}
	}
}

// Cancelling the first load opens the default graph, with a message.
func TestFirstLoadCancelled(t *testing.T) {
	d := &desk{t: t, s: state.New(recipe.Recipe{Setup: recipe.Setup{Graph: "data:texas"}, Version: recipe.Version})}
	d.do(state.Start{})
	d.request(flat.Load)
	d.do(state.Cancel{})
	if r := d.request(flat.Load); r.Recipe.Graph != "karate" || !strings.HasPrefix(d.s.Error, "Loading was cancelled. The page opened") {
		t.Errorf("after Cancel the page loads %q with the error %q", r.Recipe.Graph, d.s.Error)
	}
}

// If the first graph crashes the worker, a second worker opens the default graph, and the page reports the crash.
func TestCrashOfTheFirstGraphOpensDefault(t *testing.T) {
	h := newCrashablePage(t, recipe.Recipe{Setup: recipe.Setup{Graph: "ring"}, Version: recipe.Version},
		func(r flat.Request) bool { return r.Recipe.Graph == "ring" })
	h.do(state.Start{})
	if h.s.Graph == nil || h.s.Graph.N != 34 || h.starts != 2 ||
		!strings.HasPrefix(h.s.Error, "The worker stopped: of ring while loading ring. The page opened") {
		t.Errorf("%d workers, error %q, graph %+v", h.starts, h.s.Error, h.s.Graph)
	}
}

// After four workers have crashed, the page offers the button Restart. Restart starts a worker again: four more if the crashes continue.
// After the end of the crashes, Restart brings the page back to its graph and position. The page starts with its default graph or a link.
func TestRestartAfterCrashes(t *testing.T) {
	for _, first := range []recipe.Recipe{{}, {Setup: recipe.Setup{Graph: "ring"}, Version: recipe.Version}} {
		broken := true
		h := newCrashablePage(t, first, func(flat.Request) bool { return broken })

		// Every worker crashes at its first request.
		h.do(state.Start{})
		if h.starts != 4 || !h.s.Stopped || h.s.Error == "" {
			t.Fatalf("%q: %d workers, stopped %v, error %q", first.Graph, h.starts, h.s.Stopped, h.s.Error)
		}
		if h.s.Loading() || h.s.Busy() || h.s.Graph != nil {
			t.Fatalf("%q: after the crashes loading %v, busy %v, graph %+v", first.Graph, h.s.Loading(), h.s.Busy(), h.s.Graph)
		}
		h.do(state.Step{Unit: "inner"}) // starts no worker
		h.do(state.Restart{})
		if !h.s.Stopped || h.starts != 8 {
			t.Fatalf("%q: after Restart %d workers, stopped %v", first.Graph, h.starts, h.s.Stopped)
		}

		// The crashes have ended.
		broken = false
		h.do(state.Restart{})
		if h.s.Stopped || h.s.Graph == nil || h.s.Error != "" || h.starts != 9 {
			t.Fatalf("%q: after the crashes have ended: %d workers, stopped %v, error %q", first.Graph, h.starts, h.s.Stopped, h.s.Error)
		}

		// Crashes during the run: after Restart it continues at its position.
		for range 3 {
			h.do(state.Step{Unit: "stage"})
		}
		position := h.s.Frame.Position
		broken = true
		h.do(state.Step{Unit: "inner"})
		if !h.s.Stopped || h.s.Frame.Position != position {
			t.Fatalf("%q: stopped %v at position %d, want %d", first.Graph, h.s.Stopped, h.s.Frame.Position, position)
		}
		broken = false
		h.do(state.Restart{})
		h.do(state.Step{Unit: "inner"})
		if h.s.Stopped || h.s.Frame.Position != position+1 {
			t.Errorf("%q: after Restart a step leads to %d, want %d", first.Graph, h.s.Frame.Position, position+1)
		}
	}
}

// A setting or a detail that has crashed the worker is not requested from the second worker. The setting keeps its previous value.
func TestCrashingRequestsAreNotRepeated(t *testing.T) {
	h := newCrashablePage(t, recipe.Recipe{}, func(r flat.Request) bool { return r.Settings["dt"] == "3" })
	h.do(state.Start{})
	before := h.s.Recipe.Settings["dt"]
	h.do(state.SetSetting{Name: "dt", Value: "3"})
	if h.starts != 2 || h.s.Stopped || h.s.Recipe.Settings["dt"] != before || h.s.Graph == nil {
		t.Errorf("dt=3 crashes: %d workers, stopped %v, dt is %q, want %q", h.starts, h.s.Stopped, h.s.Recipe.Settings["dt"], before)
	}
	for _, c := range []struct {
		m        state.Msg
		isDeadly func(flat.Request) bool
	}{
		{state.PickStage{Stage: 1}, func(r flat.Request) bool { return r.Once.Features }},
		{state.PickStage{Stage: 5}, func(r flat.Request) bool { return r.Once.Maps }},
		{state.SetPanel{Panel: state.PanelClaims}, func(r flat.Request) bool { return r.Once.Claims }},
	} {
		h := newCrashablePage(t, recipe.Recipe{}, c.isDeadly)
		h.do(state.Start{})
		h.do(c.m)
		if h.starts != 2 || h.s.Stopped || h.s.Graph == nil || h.s.Error == "" {
			t.Errorf("%+v crashes: %d workers, stopped %v, error %q", c.m, h.starts, h.s.Stopped, h.s.Error)
		}
	}
}
