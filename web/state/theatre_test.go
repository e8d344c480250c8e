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

// This file simulates the whole page without a browser: its state, its client, the session of the worker, and the numerics.

// simulation is a page with a client, a worker and a simulated clock. While a worker works, the clock advances by a millisecond with each
// step of a run; otherwise it advances to the next event. So every repetition gives the same result to the last bit.
type simulation struct {
	t          *testing.T
	s          state.State
	main       *workerLink
	other      *workerLink // of the comparison, nil without one
	now        time.Duration
	timed      []event        // events while the worker waits
	duringWork []event        // events that interrupt the worker, in the order in which they were added
	replyCount int            // number of replies of both workers
	points     []record.Point // the recorded steps
}

// event is a call that is due at a time of the simulated clock.
type event struct {
	due  time.Duration
	call func()
}

// workerLink is a client with its worker: the link of the client, and the host of the worker's session. Unlike a real worker it works in
// the goroutine of the page, when the simulation calls workOff. It never waits, and downloads nothing.
type workerLink struct {
	*simulation
	client  *client.Client
	session *session.Session
	owner   client.Owner
	died    bool // the worker has crashed; it ends at the next Yield
}

// deadWorker is the panic that ends the work of a crashed worker. workOff recovers from it.
type deadWorker struct{}

// Start implements client.Link. It starts a worker with the memory of the page.
func (s *workerLink) Start() {
	s.died = false
	s.session = session.New(s, clockedCore{session.Core{Files: jobs.Do, Memory: cost.PageMemory}, s.simulation})
}
func (s *workerLink) Stop() { s.session = nil }

// Post gives the session an encoded and decoded copy of a message. The files are not encoded: the page transfers them as buffers.
func (s *workerLink) Post(m proto.Message) {
	var copied proto.Message
	list := m.Files()
	m = m.With(content.Names(list))
	if err := wire.Decode(wire.Append(nil, &m), &copied); err != nil {
		s.t.Fatal(err)
	}
	s.session.Post(copied.With(list))
}
func (s *workerLink) After(d time.Duration, f func()) { s.timed = append(s.timed, event{s.now + d, f}) }
func (s *workerLink) Now() time.Duration              { return s.now }
func (s *workerLink) Wait()                           {}
func (s *workerLink) Fetcher() *data.Fetcher          { return nil }

// Yield carries out the due events during the work. The worker ends here if one of them has made it crash.
func (s *workerLink) Yield() {
	for len(s.duringWork) > 0 && s.duringWork[0].due <= s.now {
		next := s.duringWork[0]
		s.duringWork = s.duringWork[1:]
		next.call()
		if s.died {
			panic(deadWorker{})
		}
	}
}

// Reply gives the owner of the link an encoded and decoded copy of a reply.
func (s *workerLink) Reply(r proto.Reply) {
	var copied proto.Reply
	if err := wire.Decode(wire.Append(nil, &r), &copied); err != nil {
		s.t.Fatal(err)
	}
	s.owner.Receive(copied)
}

// workOff lets the worker answer all waiting messages. It reports whether the clock advanced, a reply came or the worker crashed.
// Without a worker it returns false.
func (s *workerLink) workOff() (worked bool) {
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
	timeBefore, repliesBefore := s.now, s.replyCount
	s.session.Drain()
	return s.now != timeBefore || s.replyCount != repliesBefore
}

// open returns a client that will start a worker of its own.
func (sim *simulation) open() *workerLink {
	s := &workerLink{simulation: sim}
	s.client = client.New(func(o client.Owner) client.Link {
		s.owner = o
		return s
	})
	return s
}

// clockedCore is a session.Core whose runs advance the clock of a simulation.
type clockedCore struct {
	session.Core
	sim *simulation
}

// Run implements session.Builder. It returns the run of Core as a clockedRun.
func (b clockedCore) Run(s *session.Source) (*session.Driven, error) {
	r, err := b.Core.Run(s)
	if err == nil {
		r.Runner = clockedRun{r.Runner, b.sim}
	}
	return r, err
}

// clockedRun is a run that advances the clock by a millisecond before each step.
type clockedRun struct {
	session.Runner
	sim *simulation
}

func (r clockedRun) StepInner()     { r.sim.now += time.Millisecond; r.Runner.StepInner() }
func (r clockedRun) StepOperation() { r.sim.now += time.Millisecond; r.Runner.StepOperation() }
func (r clockedRun) StepStage()     { r.sim.now += time.Millisecond; r.Runner.StepStage() }

// Seek implements session.Runner. The clock advances with each call of cancelled, which a seek calls for each operation.
func (r clockedRun) Seek(p int, cancelled func() bool) bool {
	return r.Runner.Seek(p, func() bool { r.sim.now += time.Millisecond; return cancelled() })
}

// simulate returns a simulation whose page has opened a recipe and then followed its work and events for two seconds of the clock.
func simulate(t *testing.T, r recipe.Recipe) *simulation {
	sim := &simulation{t: t, now: time.Second, s: state.New(r)}
	sim.main = sim.open()
	sim.main.client.SetHandler(func(r proto.Reply) {
		sim.replyCount++
		sim.apply(state.FromWorker{Reply: r})
	})
	sim.do(state.Start{})
	return sim
}

// apply applies a message and carries out its commands. It does not wait for the worker. Commands without a case have no effect.
func (sim *simulation) apply(m state.Msg) {
	next, cmds, _ := state.Update(sim.s, m)
	sim.s = next
	for _, c := range cmds {
		switch c := c.(type) {
		case state.Send:
			sim.main.client.Send(c.Message)
		case state.Revive:
			sim.main.client.Restart()
		case state.After:
			sim.timed = append(sim.timed, event{sim.now + time.Duration(c.Milliseconds)*time.Millisecond, func() { sim.apply(c.Msg) }})
		case state.Download:
			sim.addPoint("file "+c.Name, string(inArchive(c.Data)))
		case state.LabCommand:
			sim.compare(c.Command)
		}
	}
}

// compare opens or closes the worker of the comparison, or sends it a goal.
func (sim *simulation) compare(c lab.Command) {
	switch c := c.(type) {
	case lab.OpenB:
		sim.other = sim.open()
		sim.other.client.SetHandler(func(r proto.Reply) {
			sim.replyCount++
			sim.apply(state.Lab{Msg: lab.FromB{Reply: r}})
		})
	case lab.CloseB:
		sim.other.client.Close()
		sim.other = nil
	case lab.SendB:
		sim.other.client.Aim(c.Goal)
	}
}

// do applies messages one after the other, and then lets two seconds of the clock pass with all work and events.
func (sim *simulation) do(list ...state.Msg) *simulation {
	for _, m := range list {
		sim.apply(m)
	}
	return sim.advance(2 * time.Second)
}

// advance carries out work and events until no event is due in the next span of the clock. If work takes longer, the span ends with it.
func (sim *simulation) advance(span time.Duration) *simulation {
	for end := sim.now + span; ; {
		for sim.main.workOff() || sim.other.workOff() {
			end = max(end, sim.now)
		}
		slices.SortStableFunc(sim.timed, func(a, b event) int { return int(a.due - b.due) })
		if len(sim.timed) == 0 || sim.timed[0].due > end {
			return sim
		}
		next := sim.timed[0]
		sim.timed = sim.timed[1:]
		sim.now = max(sim.now, next.due)
		next.call()
	}
}

// sendAfter makes the worker's later work apply a message after a number of its steps, and returns at once.
func (sim *simulation) sendAfter(steps int, m state.Msg) *simulation {
	return sim.doAfter(steps, func() { sim.apply(m) })
}

// doAfter makes the worker's later work call f after a number of its steps, and returns at once.
func (sim *simulation) doAfter(steps int, f func()) *simulation {
	sim.duringWork = append(sim.duringWork, event{sim.now + time.Duration(steps)*time.Millisecond, f})
	return sim
}

// crashAfter makes the worker crash in its later work, after a number of its steps.
func (sim *simulation) crashAfter(steps int) *simulation {
	return sim.doAfter(steps, func() { sim.main.died = true })
}

// addPoint adds a step with the fields of a value to the record.
func (sim *simulation) addPoint(name string, value any) {
	sim.points = append(sim.points, record.Point{Name: name, Fields: record.Fields(value)})
}

// screen is the values that the page shows. B and HistoryB belong to the comparison. Explanation, Answer and Flips explain the class of the
// selected node.
type screen struct {
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

// withoutHistory returns a copy of a frame without its part of the history.
func withoutHistory(f *frame.Frame) *frame.Frame {
	next := *f
	next.History = frame.History{}
	return &next
}

// record adds a step with the values on the screen: graph, position, frame, history, settings, the answers about them, and the link. If
// the run is not idle, or if there is no frame, the step has only the error.
func (sim *simulation) record() *simulation {
	s := &sim.s
	if s.Frame == nil || !s.Idle() {
		sim.addPoint("nothing: "+s.Error, nil)
		return sim
	}
	v := screen{Graph: s.Graph, Config: s.Config, Method: s.Method, Frame: withoutHistory(s.Frame), History: s.History, Claims: s.Claims,
		Spectrum: s.Spectrum}
	if w := s.WhyOf(); w != nil {
		v.Explanation, v.Answer, v.Flips = w.View, w.Answer, w.Flips
	}
	if c := &s.Lab.Compare; c.Frame != nil {
		h := &c.History // only these curves of the comparison are recorded
		v.B, v.HistoryB = withoutHistory(c.Frame), frame.History{CE: h.CE, Val: h.Val, Test: h.Test, Train: h.Train, Position: h.Position,
			BestEpoch: h.BestEpoch}
	}
	v.Link = s.Link()
	v.Link.View.Seen = recipe.Seen{} // restored parts have tests of their own (wasm/recipe, seen_test.go)
	sim.addPoint(fmt.Sprintf("%s %d", s.Graph.Name, s.Frame.Position), v)
	return sim
}

// recordFigures adds a step with the data of three figures: the dial of a node's frame, the cycles, and the stalks of a node or an edge.
func (sim *simulation) recordFigures() *simulation {
	s := &sim.s
	var stalks *frame.Stalk
	for _, d := range s.Details {
		if d.Frame != nil && d.Stalks != nil {
			stalks = d.Stalks
		}
	}
	sim.addPoint("figures", struct {
		Turned *frame.Turned
		Round  *frame.Holonomies
		Stalks *frame.Stalk
		// Flow and Maps report whether the page has the iterates and the maps.
		Flow, Maps bool
	}{s.TurnedNow(), s.RoundNow(), stalks, s.Flow != nil, s.Maps() != nil})
	return sim
}

// runJobs trains the ring for 12 epochs as a job of each unit, with a pool of one worker, which replaces the main worker. It records each
// outcome, and fails the test if a job has an error or does not end.
func (sim *simulation) runJobs(units ...string) *simulation {
	for _, unit := range units {
		var answer *proto.JobAnswer // nil until the job has ended
		p := client.NewPool(func(o client.Owner) client.Link {
			s := &workerLink{simulation: sim, owner: o}
			sim.main = s
			return s
		}, 1)
		run := recipe.Setup{Graph: "ring", Method: recipe.MethodOpen, Settings: map[string]string{"epochs": "12"}}
		p.Run([]proto.Query{{Run: run, Unit: unit, Node: 3}}, func(r client.PoolState) {
			if r.Over {
				if r.Results[0].Err != "" {
					sim.t.Fatal(unit, r.Results[0].Err)
				}
				answer = &r.Results[0].Outcome
			}
		})
		sim.advance(0)
		if answer == nil {
			sim.t.Fatalf("the job %q did not end", unit)
		}
		sim.addPoint("job "+unit, *answer)
	}
	return sim
}

// inArchive returns the names and contents of the files of a zip archive, or the data if they are not an archive. The archive itself is not
// recorded, since versions of Go compress the same bytes in different ways.
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
