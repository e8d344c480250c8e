package state_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"slices"
	"testing"
	"time"

	"sheafscope/core/claims"
	"sheafscope/core/graphio/content"
	"sheafscope/core/record"
	"sheafscope/core/sgpc/cost"
	"sheafscope/core/sgpc/explain"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/settings"
	"sheafscope/wasm/client"
	"sheafscope/wasm/data"
	"sheafscope/wasm/files/jobs"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/session"
	"sheafscope/wasm/wire"
	"sheafscope/web/lab"
	"sheafscope/web/state"
)

// A theatre has page, client, session and core together. Only the operations of runs move its clock, a millisecond each, so that every
// repetition gives the same result to the last bit.
type theatre struct {
	t     *testing.T
	s     state.State
	main  *seat
	other *seat // of the comparison
	now   time.Duration
	timed []cue
	due   []cue // messages in the middle of work
	heard int
	acts  []record.Point // what was seen
}

// A cue is an event at a time.
type cue struct {
	at time.Duration
	do func()
}

// A seat is a client with its worker. It is the link of the client and the host of the session.
type seat struct {
	*theatre
	client  *client.Client
	session *session.Session
	owner   client.Owner
	died    bool
}

type deadWorker struct{}

func (s *seat) Start() {
	s.died = false
	s.session = session.New(s, slowed{session.Core{Files: jobs.Do, Memory: cost.PageMemory}, s.theatre})
}
func (s *seat) Stop() { s.session = nil }
func (s *seat) Post(m proto.Message) {
	var copied proto.Message
	list := m.Files()
	m = m.With(content.Names(list))
	if err := wire.Decode(wire.Append(nil, &m), &copied); err != nil {
		s.t.Fatal(err)
	}
	s.session.Post(copied.With(list))
}
func (s *seat) After(d time.Duration, f func()) { s.timed = append(s.timed, cue{s.now + d, f}) }
func (s *seat) Now() time.Duration              { return s.now }
func (s *seat) Wait()                           {}
func (s *seat) Fetcher() *data.Fetcher          { return nil }
func (s *seat) Yield() {
	for len(s.due) > 0 && s.due[0].at <= s.now {
		next := s.due[0]
		s.due = s.due[1:]
		next.do()
		if s.died {
			panic(deadWorker{})
		}
	}
}
func (s *seat) Reply(r proto.Reply) {
	var copied proto.Reply
	if err := wire.Decode(wire.Append(nil, &r), &copied); err != nil {
		s.t.Fatal(err)
	}
	s.owner.Receive(copied)
}

// drain lets the worker answer all waiting messages.
func (s *seat) drain() (worked bool) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case deadWorker:
			s.owner.Crashed(client.Death{Cause: "out of memory"})
			worked = true
		default:
			panic(r)
		}
	}()
	if s == nil || s.session == nil {
		return false
	}
	before := s.now
	n := s.heard
	s.session.Drain()
	return s.now != before || s.heard != n
}

func (th *theatre) open() *seat {
	s := &seat{theatre: th}
	s.client = client.New(func(o client.Owner) client.Link {
		s.owner = o
		return s
	})
	return s
}

// slowed is a builder of runs that move the clock.
type slowed struct {
	session.Core
	th *theatre
}

func (b slowed) Run(s *session.Source) (*session.Driven, error) {
	r, err := b.Core.Run(s)
	if err == nil {
		r.Runner = slowRun{r.Runner, b.th}
	}
	return r, err
}

type slowRun struct {
	session.Runner
	th *theatre
}

func (r slowRun) StepInner()     { r.th.now += time.Millisecond; r.Runner.StepInner() }
func (r slowRun) StepOperation() { r.th.now += time.Millisecond; r.Runner.StepOperation() }
func (r slowRun) StepStage()     { r.th.now += time.Millisecond; r.Runner.StepStage() }
func (r slowRun) Seek(p int, cancelled func() bool) bool {
	return r.Runner.Seek(p, func() bool { r.th.now += time.Millisecond; return cancelled() })
}

// play returns a theatre whose page has opened a recipe.
func play(t *testing.T, r recipe.Recipe) *theatre {
	th := &theatre{t: t, now: time.Second, s: state.New(r)}
	th.main = th.open()
	th.main.client.SetHandler(func(r proto.Reply) {
		th.heard++
		th.say(state.FromWorker{Reply: r})
	})
	th.do(state.Start{})
	return th
}

// say applies a message and its commands. It does not wait for the worker.
func (th *theatre) say(m state.Msg) {
	next, cmds, _ := state.Update(th.s, m)
	th.s = next
	for _, c := range cmds {
		switch c := c.(type) {
		case state.Send:
			th.main.client.Send(c.Message)
		case state.Revive:
			th.main.client.Restart()
		case state.After:
			th.timed = append(th.timed, cue{th.now + time.Duration(c.Milliseconds)*time.Millisecond, func() { th.say(c.Msg) }})
		case state.Download:
			th.note("file "+c.Name, string(inArchive(c.Data)))
		case state.LabCommand:
			th.compare(c.Command)
		}
	}
}

func (th *theatre) compare(c lab.Command) {
	switch c := c.(type) {
	case lab.OpenB:
		th.other = th.open()
		th.other.client.SetHandler(func(r proto.Reply) {
			th.heard++
			th.say(state.Lab{Msg: lab.FromB{Reply: r}})
		})
	case lab.CloseB:
		th.other.client.Close()
		th.other = nil
	case lab.SendB:
		th.other.client.Aim(c.Goal)
	}
}

// do applies messages one after the other, and waits until all their consequences have ended.
func (th *theatre) do(list ...state.Msg) *theatre {
	for _, m := range list {
		th.say(m)
	}
	return th.rest(2 * time.Second)
}

// rest waits until no event is due for the duration long.
func (th *theatre) rest(long time.Duration) *theatre {
	for end := th.now + long; ; {
		for th.main.drain() || th.other.drain() {
			end = max(end, th.now)
		}
		slices.SortStableFunc(th.timed, func(a, b cue) int { return int(a.at - b.at) })
		if len(th.timed) == 0 || th.timed[0].at > end {
			return th
		}
		next := th.timed[0]
		th.timed = th.timed[1:]
		th.now = max(th.now, next.at)
		next.do()
	}
}

// in lets a message arrive after a number of operations of the worker.
func (th *theatre) in(operations int, m state.Msg) *theatre {
	return th.cue(operations, func() { th.say(m) })
}

func (th *theatre) cue(operations int, f func()) *theatre {
	th.due = append(th.due, cue{th.now + time.Duration(operations)*time.Millisecond, f})
	return th
}

// dies lets the worker crash after a number of operations.
func (th *theatre) dies(operations int) *theatre {
	return th.cue(operations, func() { th.main.died = true })
}

// note adds a step with its values to the record.
func (th *theatre) note(name string, seen any) {
	th.acts = append(th.acts, record.Point{Name: name, Fields: record.Fields(seen)})
}

// seen has the values that the page shows.
type seen struct {
	Graph             *proto.GraphInfo
	Config            settings.Config
	Method            method.Method
	Frame, B          *frame.Frame
	History, HistoryB frame.History
	Claims            []claims.Claim
	Spectrum          *frame.SpectrumView
	Explanation       *explain.Parts
	Answer            *explain.Prediction
	Flips             *explain.Flips
	Link              recipe.Recipe
}

// plain returns a frame without its part of the history.
func plain(f *frame.Frame) *frame.Frame {
	next := *f
	next.History = frame.History{}
	return &next
}

// see records the values on the screen: position, frame, history, settings and the answers about them.
func (th *theatre) see() *theatre {
	s := &th.s
	if s.Frame == nil || !s.Idle() {
		th.note("nothing: "+s.Error, nil)
		return th
	}
	v := seen{Graph: s.Graph, Config: s.Config, Method: s.Method, Frame: plain(s.Frame), History: s.History, Claims: s.Claims,
		Spectrum: s.Spectrum}
	if w := s.WhyOf(); w != nil {
		v.Explanation, v.Answer, v.Flips = w.View, w.Answer, w.Flips
	}
	if c := &s.Lab.Compare; c.Frame != nil {
		h := &c.History // the records have these curves of B
		v.B, v.HistoryB = plain(c.Frame), frame.History{CE: h.CE, Val: h.Val, Test: h.Test, Train: h.Train, Position: h.Position,
			BestEpoch: h.BestEpoch}
	}
	v.Link = s.Link()
	v.Link.View.Seen = recipe.Seen{} // which has tests of its own
	th.note(fmt.Sprintf("%s %d", s.Graph.Name, s.Frame.Position), v)
	return th
}

// figures records the data of the figures of another frame, of cycles, and of one node and one edge.
func (th *theatre) figures() *theatre {
	s := &th.s
	var stalks *frame.Stalk
	for _, d := range s.Details {
		if d.Frame != nil && d.Stalks != nil {
			stalks = d.Stalks
		}
	}
	th.note("figures", struct {
		Turned *frame.Turned
		Round  *frame.Holonomies
		Stalks *frame.Stalk
		// Flow and Maps report whether they are there.
		Flow, Maps bool
	}{s.TurnedNow(), s.RoundNow(), stalks, s.Flow != nil, s.Maps() != nil})
	return th
}

// jobs carries out jobs like a worker of the pool.
func (th *theatre) jobs(units ...string) *theatre {
	for _, unit := range units {
		var got *proto.JobAnswer
		p := client.NewPool(func(o client.Owner) client.Link {
			s := &seat{theatre: th, owner: o}
			th.main = s
			return s
		}, 1)
		run := recipe.Setup{Graph: "ring", Method: recipe.MethodOpen, Settings: map[string]string{"epochs": "12"}}
		p.Run([]proto.Query{{Run: run, Unit: unit, Node: 3}}, func(r client.PoolState) {
			if r.Over {
				if r.Results[0].Err != "" {
					th.t.Fatal(unit, r.Results[0].Err)
				}
				got = &r.Results[0].Outcome
			}
		})
		th.rest(0)
		if got == nil {
			th.t.Fatalf("job %q has no end", unit)
		}
		th.note("job "+unit, *got)
	}
	return th
}

// inArchive returns the contents of the files of a zip archive, or the data if they are not an archive. Versions of Go compress the same
// bytes in different ways.
func inArchive(data []byte) []byte {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return data
	}
	var all []byte
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			return data
		}
		text, err := io.ReadAll(r)
		if err != nil {
			return data
		}
		all = append(append(all, f.Name...), text...)
	}
	return all
}
