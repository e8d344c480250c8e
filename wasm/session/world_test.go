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

// This file simulates the page of a session: a host with a clock of its own, and runs whose operations only take time.

// simulatedHost is a host with a simulated clock. Work advances the clock, and messages arrive at given times.
type simulatedHost struct {
	now       time.Duration
	replies   []flat.Reply
	session   *flatSession
	later     []timedRequest // requests that arrive during work, in the order of their times
	longest   time.Duration  // longest time without a yield
	yielded   time.Duration  // time of the last yield
	frameTime time.Duration  // time to make and send a frame
}

// timedRequest is a request that arrives during work.
type timedRequest struct {
	arrival time.Duration // time after clockStart
	req     flat.Request
}

// clockStart is the time at which the clock of a simulatedHost begins.
const clockStart = time.Hour

// Reply implements session.Host. It records the reply.
func (w *simulatedHost) Reply(r proto.Reply) {
	reply := flat.Of(r)
	w.replies = append(w.replies, reply)
	if reply.Kind == flat.Framed {
		w.now += w.frameTime
	}
}

func (w *simulatedHost) Now() time.Duration     { return w.now }
func (w *simulatedHost) Wait()                  {}
func (w *simulatedHost) Fetcher() *data.Fetcher { return nil }

// Yield implements session.Host. It records the time since the last yield, and posts the messages that have arrived.
func (w *simulatedHost) Yield() {
	w.longest = max(w.longest, w.now-w.yielded)
	w.yielded = w.now
	for len(w.later) > 0 && w.now-clockStart >= w.later[0].arrival {
		w.session.post(w.later[0].req)
		w.later = w.later[1:]
	}
}

// fakeRun is a run without a network. Its epochs have perEpoch operations, each of which takes operationTime of the host's clock.
type fakeRun struct {
	w            *simulatedHost
	position     int
	cfg          settings.Config
	spectrumTime time.Duration // time to compute a spectrum
}

// operationTime is the time of an operation of a fakeRun.
const operationTime = 5 * time.Millisecond

// perEpoch is the number of operations of an epoch.
const perEpoch = 10

// StepInner implements session.Runner.
func (f *fakeRun) StepInner() {
	f.w.now += operationTime
	f.position++
}
func (f *fakeRun) StepOperation() { f.StepInner() }

// StepStage implements session.Runner. A stage has two operations.
func (f *fakeRun) StepStage() { f.StepInner(); f.StepInner() }

// Seek implements session.Runner. It returns false if cancelled returns true before the position p is reached.
func (f *fakeRun) Seek(p int, cancelled func() bool) bool {
	if p < f.position {
		f.position = 0
	}
	for f.position < p {
		if cancelled() {
			return false
		}
		f.StepInner()
	}
	return true
}

func (f *fakeRun) Position() int { return f.position }
func (f *fakeRun) Epoch() int    { return f.position / perEpoch }
func (f *fakeRun) Done() bool    { return f.Epoch() >= f.cfg.Epochs }

// Frame implements session.Runner. The frame has the losses of the epochs from once.HistoryFrom on, all 0. It has a spectrum if x
// requests one.
func (f *fakeRun) Frame(x frame.Focus, once frame.Once) *frame.Frame {
	shown := &frame.Frame{Position: f.position, Epoch: f.Epoch()}
	shown.History.From = once.HistoryFrom
	shown.History.CE = make([]float64, f.Epoch()-once.HistoryFrom)
	if x.Spectrum {
		f.w.now += f.spectrumTime
		shown.Spectrum = &frame.SpectrumView{}
	}
	return shown
}

// builder is a session.Builder of fake runs.
type builder struct {
	w            *simulatedHost
	spectrumTime time.Duration // of each run
}

// Source implements session.Builder. It returns a graph of two nodes with the name and the settings of the recipe, and fails for the
// graph "bad".
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

// Room implements session.Builder: there is always room for a second run.
func (b builder) Room(*session.Source, *session.Source) (bool, error) { return false, nil }

// Run implements session.Builder. The run writes each file as {}.
func (b builder) Run(s *session.Source) (*session.Driven, error) {
	return &session.Driven{Runner: &fakeRun{w: b.w, cfg: s.Config, spectrumTime: b.spectrumTime}, Config: s.Config,
		Write: func(string) (content.File, error) { return content.File{Data: []byte("{}")}, nil }}, nil
}

// Do implements session.Builder: there is no program for files.
func (b builder) Do(files.Job) (files.Output, error) { return files.Output{}, errors.New("no files") }

// loadedHost returns a host whose session has loaded a fakeRun. Its spectra take spectrumTime.
func loadedHost(spectrumTime time.Duration) *simulatedHost {
	w := &simulatedHost{now: clockStart, yielded: clockStart}
	w.session = newSession(w, builder{w, spectrumTime})
	w.do(flat.Request{Seq: 1, Kind: flat.Load, Recipe: recipe.Setup{Graph: "pair"}})
	return w
}

// do posts requests, waits until they are handled, and returns the replies. It panics if the session has changed a request.
func (w *simulatedHost) do(list ...flat.Request) []flat.Reply {
	w.replies = nil
	var before []flat.Request
	for _, r := range list {
		var copied flat.Request
		if err := wire.Decode(wire.Append(nil, &r), &copied); err != nil {
			panic(err)
		}
		before = append(before, copied)
		w.session.Post(r)
	}
	w.session.Drain()
	for k, r := range list {
		if !reflect.DeepEqual(r, before[k]) {
			panic("the session changed the request " + r.Kind)
		}
	}
	return w.replies
}

// finalSeqs returns the Seq of each final reply, in order.
func finalSeqs(replies []flat.Reply) (list []int) {
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
		t.Fatal("the session sends no reply")
	}
	return replies[len(replies)-1]
}
