package session_test

import (
	"errors"
	"reflect"
	"testing"
	"time"

	"sheafscope/core/graph"
	"sheafscope/core/graphio/content"
	"sheafscope/core/linalg"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
	"sheafscope/wasm/data"
	"sheafscope/wasm/files"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/session"
	"sheafscope/wasm/wire"
)

// A simulated page for the tests of a session.

// world is a host with a simulated clock. Work advances the clock, and messages arrive at given times.
type world struct {
	now     time.Duration
	replies []flat.Reply
	session *talker
	later   []timed       // messages that arrive during work
	longest time.Duration // longest time without a yield
	yielded time.Duration // time of the last yield
	framed  time.Duration // time to make and send a frame
}

// timed is a request that arrives at a time after zero.
type timed struct {
	at  time.Duration
	req flat.Request
}

// zero is the time at which the clock of a world begins.
const zero = time.Hour

// Reply implements session.Host. It records the reply.
func (w *world) Reply(r proto.Reply) {
	reply := flat.Of(r)
	w.replies = append(w.replies, reply)
	if reply.Kind == flat.Framed {
		w.now += w.framed
	}
}

func (w *world) Now() time.Duration     { return w.now }
func (w *world) Wait()                  {}
func (w *world) Fetcher() *data.Fetcher { return nil }

// Yield implements session.Host. It posts the messages that have arrived.
func (w *world) Yield() {
	w.longest = max(w.longest, w.now-w.yielded)
	w.yielded = w.now
	for len(w.later) > 0 && w.now-zero >= w.later[0].at {
		w.session.post(w.later[0].req)
		w.later = w.later[1:]
	}
}

// fake is a run whose epochs have ten operations of 5 ms each.
type fake struct {
	w    *world
	at   int
	cfg  settings.Config
	cost time.Duration // time for a spectrum
}

// perEpoch is the number of operations of an epoch.
const perEpoch = 10

// StepInner implements session.Runner.
func (f *fake) StepInner() {
	f.w.now += 5 * time.Millisecond
	f.at++
}
func (f *fake) StepOperation() { f.StepInner() }

func (f *fake) StepStage() { f.StepInner(); f.StepInner() }

// Seek implements session.Runner.
func (f *fake) Seek(p int, cancelled func() bool) bool {
	if p < f.at {
		f.at = 0
	}
	for f.at < p {
		if cancelled() {
			return false
		}
		f.StepInner()
	}
	return true
}

func (f *fake) Position() int { return f.at }
func (f *fake) Epoch() int    { return f.at / perEpoch }
func (f *fake) Done() bool    { return f.Epoch() >= f.cfg.Epochs }

// Frame implements session.Runner.
func (f *fake) Frame(x frame.Focus, once frame.Once) *frame.Frame {
	shown := &frame.Frame{Position: f.at, Epoch: f.Epoch()}
	shown.History.From = once.HistoryFrom
	shown.History.CE = make([]float64, f.Epoch()-once.HistoryFrom)
	if x.Spectrum {
		f.w.now += f.cost
		shown.Spectrum = &frame.SpectrumView{}
	}
	return shown
}

// builder is a session.Builder of fake runs.
type builder struct {
	w    *world
	cost time.Duration
}

// Source implements session.Builder. It fails for the graph "bad".
func (b builder) Source(r recipe.Setup, _ []content.File) (*session.Source, error) {
	if r.Graph == "bad" {
		return nil, errors.New("bad.csv:3: not a number")
	}
	cfg := settings.Default()
	for k, v := range r.Settings {
		if err := cfg.Set(k, v); err != nil {
			return nil, err
		}
	}
	g := &graph.Graph{Name: r.Graph, N: 2, Edges: []graph.Edge{{I: 0, J: 1}}, Labels: []int{0, 1}, Classes: 2,
		X: &linalg.CSR{Rows: 2, Ptr: make([]int32, 3)}}
	return &session.Source{Graph: g, Config: cfg, Format: "built-in"}, nil
}

func (b builder) Room(*session.Source, *session.Source) (bool, error) { return false, nil }

// Run implements session.Builder.
func (b builder) Run(s *session.Source) (*session.Driven, error) {
	return &session.Driven{Runner: &fake{w: b.w, cfg: s.Config, cost: b.cost}, Config: s.Config,
		Write: func(string) (content.File, error) { return content.File{Data: []byte("{}")}, nil }}, nil
}

func (b builder) Do(files.Job) (files.Output, error) { return files.Output{}, errors.New("no files") }

// start returns a world with a loaded run whose spectra take the time cost.
func start(cost time.Duration) *world {
	w := &world{now: zero, yielded: zero}
	w.session = newSession(w, builder{w, cost})
	w.do(flat.Request{Seq: 1, Kind: flat.Load, Recipe: recipe.Setup{Graph: "pair"}})
	return w
}

// do posts requests, waits until they are handled, and returns the replies. It panics if the session has changed a request.
func (w *world) do(list ...flat.Request) []flat.Reply {
	w.replies = nil
	var before []flat.Request
	for _, r := range list {
		var same flat.Request
		if err := wire.Decode(wire.Append(nil, &r), &same); err != nil {
			panic(err)
		}
		before = append(before, same)
		w.session.Post(r)
	}
	w.session.Drain()
	for k, r := range list {
		if !reflect.DeepEqual(r, before[k]) {
			panic("the request " + r.Kind + " was written into")
		}
	}
	return w.replies
}

// finals lists the Seq of the final replies.
func finals(replies []flat.Reply) (list []int) {
	for _, r := range replies {
		if r.Final {
			list = append(list, r.Seq)
		}
	}
	return list
}

// last returns the last reply.
func last(t *testing.T, replies []flat.Reply) flat.Reply {
	t.Helper()
	if len(replies) == 0 {
		t.Fatal("no reply")
	}
	return replies[len(replies)-1]
}
