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

// house is a page with its client and a real worker, without a browser. The worker answers each request at once. It crashes at a request
// for which deadly returns true.
type house struct {
	t       *testing.T
	s       state.State
	client  *client.Client
	talk    flat.Talk
	worker  *session.Session
	alive   bool
	starts  int
	deadly  func(flat.Request) bool
	now     time.Duration
	due     []func()
	events  []func()
	written []string
}

func newHouse(t *testing.T, r recipe.Recipe, deadly func(flat.Request) bool) *house {
	h := &house{t: t, s: state.New(r), deadly: deadly, now: time.Hour}
	h.client = client.New(func(client.Owner) client.Link { return h })
	h.client.SetHandler(func(r proto.Reply) { h.send(state.FromWorker{Reply: r}) })
	return h
}

// do applies a message, and all messages that result from it.
func (h *house) do(m state.Msg) {
	h.t.Helper()
	h.send(m)
	for len(h.events) > 0 || len(h.due) > 0 {
		if len(h.events) == 0 { // nothing happens: time passes
			h.now += 5 * time.Second
			h.events, h.due = h.due, nil
		}
		next := h.events[0]
		h.events = h.events[1:]
		next()
	}
}

func (h *house) send(m state.Msg) {
	var cmds []state.Command
	h.s, cmds, _ = state.Update(h.s, m)
	for _, c := range cmds {
		switch c := c.(type) {
		case state.Send:
			h.client.Send(c.Message)
		case state.Revive:
			h.client.Restart()
		case state.Effect:
			if c.Kind == "address" {
				h.written = append(h.written, c.Args[0])
			}
		}
	}
}

func (h *house) Start() {
	h.starts++
	h.alive = true
	h.worker = session.New(&rooms{h, h.starts}, session.Core{})
}
func (h *house) Stop()                           { h.alive = false }
func (h *house) Now() time.Duration              { return h.now }
func (h *house) After(_ time.Duration, f func()) { h.due = append(h.due, f) }
func (h *house) Post(m proto.Message) {
	r := h.talk.Request(m)
	if r.Kind == flat.Run {
		g := *m.Goal
		g.Until.N, m.Goal = 1, &g // of sixty: the run is not what is tested
	}
	worker := h.starts
	h.events = append(h.events, func() {
		switch {
		case worker != h.starts || !h.alive:
		case h.deadly != nil && h.deadly(r):
			h.client.Crashed(client.Death{Cause: "panic: of " + r.Recipe.Graph})
		default:
			h.worker.Post(m)
			h.worker.Drain()
		}
	})
}

// rooms is the host of one worker's session.
type rooms struct {
	h      *house
	worker int
}

func (r *rooms) Reply(reply proto.Reply) {
	r.h.events = append(r.h.events, func() {
		if r.worker == r.h.starts && r.h.alive {
			r.h.client.Receive(reply)
		}
	})
}
func (*rooms) Yield()                 {}
func (*rooms) Wait()                  {}
func (*rooms) Fetcher() *data.Fetcher { return nil }
func (*rooms) Now() time.Duration     { return 1 }

// A failed first load shows its reason and the default graph; the address keeps the link while the message is shown.
func TestFirstLoadFails(t *testing.T) {
	set := func(name, value string) map[string]string { return map[string]string{name: value} }
	for want, r := range map[string]recipe.Setup{
		"link could not be opened: setting d=64: want a whole number from 1 to 8.": {Graph: "karate", Settings: set("d", "64")},
		"setting model=nope: want one of":                                          {Graph: "karate", Model: "nope"},
		"no setting is called \"foo\"":                                             {Graph: "karate", Settings: set("foo", "1")},
		"n=1000000000 is not a whole number from 2 to 20000.":                      {Graph: "sbm:n=1000000000"},
		"there is no network to load \"data:texas\" from.":                         {Graph: "data:texas"},
		"no built-in graph":                                                        {Graph: "nothing"},
		"no split \"x\" in the files":                                              {Graph: "karate", Split: "file:x"},
	} {
		h := newHouse(t, recipe.Recipe{Setup: r, Version: recipe.Version, View: recipe.View{Node: 900, Edge: 3}}, nil)
		h.do(state.Start{})
		if h.s.Graph == nil || h.s.Graph.N != 34 || h.s.Frame == nil || h.s.Loading() || h.s.Busy() || h.s.Node() >= 0 {
			t.Errorf("%+v: the default graph is not there: %+v", r, h.s.Graph)
			continue
		}
		if !strings.Contains(h.s.Error, want) || !strings.HasSuffix(h.s.Error, ". The page opened its default graph instead.") {
			t.Errorf("%+v: the message is %q, want %q in it", r, h.s.Error, want)
		}
		at := h.s.Frame.Position
		h.do(state.Step{Unit: "inner"})
		if h.s.Frame.Position != at+1 || h.s.AddressKey() != "" {
			t.Errorf("%+v: a step leads from %d to %d; the address may change: %q", r, at, h.s.Frame.Position, h.s.AddressKey())
		}
		h.do(state.Dismiss{})
		if h.s.AddressKey() == "" {
			t.Errorf("%+v: the address never follows the page again", r)
		}
	}
}

// Cancelling the first load opens the default graph.
func TestFirstLoadCancelled(t *testing.T) {
	d := &desk{t: t, s: state.New(recipe.Recipe{Setup: recipe.Setup{Graph: "data:texas"}, Version: recipe.Version})}
	d.do(state.Start{})
	d.request(flat.Load)
	d.do(state.Cancel{})
	if r := d.request(flat.Load); r.Recipe.Graph != "karate" || !strings.HasPrefix(d.s.Error, "Loading was cancelled. The page opened") {
		t.Errorf("loads %q, says %q", r.Recipe.Graph, d.s.Error)
	}
}

// A first graph that crashes its worker is reported, and the default graph is opened.
func TestCrashOfTheFirstGraphOpensDefault(t *testing.T) {
	h := newHouse(t, recipe.Recipe{Setup: recipe.Setup{Graph: "ring"}, Version: recipe.Version},
		func(r flat.Request) bool { return r.Recipe.Graph == "ring" })
	h.do(state.Start{})
	if h.s.Graph == nil || h.s.Graph.N != 34 || h.starts != 2 ||
		!strings.HasPrefix(h.s.Error, "The worker stopped: of ring while loading ring. The page opened") {
		t.Errorf("%d starts, says %q, shows %+v", h.starts, h.s.Error, h.s.Graph)
	}
}

// Repeated crashes end with a button, which starts a worker again.
func TestEveryWorkerDies(t *testing.T) {
	for _, first := range []recipe.Recipe{{}, {Setup: recipe.Setup{Graph: "ring"}, Version: recipe.Version}} {
		broken := true
		h := newHouse(t, first, func(flat.Request) bool { return broken })
		h.do(state.Start{})
		if h.starts != 4 || !h.s.Stopped || h.s.Error == "" || h.s.Loading() || h.s.Busy() || h.s.Graph != nil {
			t.Fatalf("%q: %d starts, stopped %v, says %q", first.Graph, h.starts, h.s.Stopped, h.s.Error)
		}
		h.do(state.Step{Unit: "inner"})
		h.do(state.Restart{})
		if !h.s.Stopped || h.starts != 8 {
			t.Fatalf("%q: again: %d starts, stopped %v", first.Graph, h.starts, h.s.Stopped)
		}
		broken = false
		h.do(state.Restart{})
		if h.s.Stopped || h.s.Graph == nil || h.s.Error != "" || h.starts != 9 {
			t.Fatalf("%q: healed: %d starts, stopped %v, says %q", first.Graph, h.starts, h.s.Stopped, h.s.Error)
		}
		// The run of a graph that was there comes back at its place.
		for range 3 {
			h.do(state.Step{Unit: "stage"})
		}
		at := h.s.Frame.Position
		broken = true
		h.do(state.Step{Unit: "inner"})
		if !h.s.Stopped || h.s.Frame.Position != at {
			t.Fatalf("%q: stopped %v at %d", first.Graph, h.s.Stopped, h.s.Frame.Position)
		}
		broken = false
		h.do(state.Restart{})
		h.do(state.Step{Unit: "inner"})
		if h.s.Stopped || h.s.Frame.Position != at+1 {
			t.Errorf("%q: after Restart a step leads to %d, want %d", first.Graph, h.s.Frame.Position, at+1)
		}
	}
}

// A setting or a detail that crashed the worker is not requested again.
func TestCrashingRequestsAreNotRepeated(t *testing.T) {
	h := newHouse(t, recipe.Recipe{}, func(r flat.Request) bool { return r.Settings["dt"] == "3" })
	h.do(state.Start{})
	before := h.s.Recipe.Settings["dt"]
	h.do(state.SetSetting{Name: "dt", Value: "3"})
	if h.starts != 2 || h.s.Stopped || h.s.Recipe.Settings["dt"] != before || h.s.Graph == nil {
		t.Errorf("a setting: %d starts, stopped %v, dt=%q", h.starts, h.s.Stopped, h.s.Recipe.Settings["dt"])
	}
	for _, look := range []struct {
		m    state.Msg
		asks func(flat.Request) bool
	}{
		{state.PickStage{Stage: 1}, func(r flat.Request) bool { return r.Once.Features }},
		{state.PickStage{Stage: 5}, func(r flat.Request) bool { return r.Once.Maps }},
		{state.SetPanel{Panel: state.PanelClaims}, func(r flat.Request) bool { return r.Once.Claims }},
	} {
		h := newHouse(t, recipe.Recipe{}, look.asks)
		h.do(state.Start{})
		h.do(look.m)
		if h.starts != 2 || h.s.Stopped || h.s.Graph == nil || h.s.Error == "" {
			t.Errorf("%+v: %d starts, stopped %v", look.m, h.starts, h.s.Stopped)
		}
	}
}
