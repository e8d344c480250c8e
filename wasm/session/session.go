// Package session is the worker's side of the protocol: it holds one run and
// answers the page's requests. It knows no browser: messages come in through
// Post, go out through a Host, and long work is cut into slices of at most
// Slice, between which the Host lets waiting messages arrive. So a Pause, a
// Cancel or a new Load is noticed within a slice, whatever is being computed.
//
// Every request is completed by exactly one reply that is Final and carries
// its Seq, unless a Load of a newer generation overtook it: then it is dropped
// without an answer. A request that fails leaves the run as it was.
package session

import (
	"slices"
	"time"

	"sheafscope/core/anatomy"
	"sheafscope/core/figures"
	"sheafscope/core/graph"
	"sheafscope/core/graphio/content"
	"sheafscope/core/sgpc"
	"sheafscope/wasm/data"
	"sheafscope/wasm/files"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
)

// Timing of a session.
const (
	// Slice is how long it works before it looks for messages.
	Slice = 30 * time.Millisecond
	// FrameEvery is the least time between two frames of a running run.
	FrameEvery = 80 * time.Millisecond
	// ProgressAfter is how long a job must have lasted to be worth a progress
	// bar, [ProgressEvery] the time between two reports.
	ProgressAfter = 300 * time.Millisecond
	ProgressEvery = 150 * time.Millisecond
)

// Runner is the run that a session drives; *sgpc.Run is one.
type Runner interface {
	StepInner()
	// StepOperation is for who does not stop in between.
	StepOperation()
	StepStage()
	// Seek goes to a position and reports whether it got there.
	Seek(position int, cancelled func() bool) bool
	Position() int
	Epoch() int
	Done() bool
	Look(sgpc.Focus, sgpc.Once) *sgpc.Frame
}

// Run is a run with its settings, and with Write, which makes a file of it: the
// trace of the epoch that it is in ("trace"), or an export.
type Run struct {
	Runner
	Config sgpc.Config
	// Forward tells the run that nobody goes back in it; nil where that changes nothing.
	Forward func()
	Write   func(what string) (content.File, error)
	// Predict takes the classes of the nodes of a run that is over, Measure the measures of a figure,
	// Stop those of a stop of the dial.
	Predict, Measure, Stop func() figures.Measured
	// Depth measures the layers of a run that has not begun; what it returns, those of the run that is over.
	Depth func() func() figures.Measured
	// Dissect trains epochs and tells where their time goes, by a clock in seconds.
	Dissect func(clock func() float64) *anatomy.Report
	// Crossed is that of sgpc.Run.
	Crossed func() float64
	// Asked answers questions about single predictions.
	Asked Asked
}

// Asked answers Explain, WhatIf and Flips; *sgpc.Run does.
type Asked interface {
	Explain(node int) (*sgpc.Explanation, error)
	WhatIf(sgpc.Change) (*sgpc.Answer, error)
	SearchFlips(node int) (*sgpc.FlipSearch, error)
}

// Source is a loaded graph with its split and settings: all that a run starts from.
type Source struct {
	Graph  *graph.Graph
	Split  graph.Split
	Splits []graph.Split // those that the files hold
	Maps   *content.Maps // those that the files hold, nil for none
	Config sgpc.Config
	Format string
	// Recognition is what the files were taken as, nil for a graph without files.
	Recognition *content.Recognition
	// Base is the source before edits, IDs the ids of the nodes of Graph; nil without edits.
	Base *Source
	IDs  []int
}

// Builder makes sources and runs; Core is the one of the product.
type Builder interface {
	// Source reads the graph that a recipe names.
	Source(r recipe.Run, files []content.File) (*Source, error)
	// Room fails for a source without a run, and for one whose run needs more memory
	// than there is; alone tells that it fits only when the run of the source now, if
	// not nil, is gone.
	Room(s, now *Source) (alone bool, err error)
	// Run starts a run at position 0.
	Run(s *Source) (*Run, error)
	// Do does a job with files.
	Do(files.Job) (files.Answer, error)
}

// Host is what surrounds a session.
type Host interface {
	Reply(proto.Reply)
	// Yield returns after the messages that were waiting have been posted.
	Yield()
	// Wait returns after at least one message was posted.
	Wait()
	// Now is the time since some moment before the session began.
	Now() time.Duration
	// Fetcher reaches the network; nil where there is none.
	Fetcher() *data.Fetcher
}

// Session answers requests one after the other. It is not safe for
// concurrent use, except that Host.Yield and Host.Wait may call Post.
type Session struct {
	host  Host
	build Builder
	queue []proto.Request

	// gen is the newest generation seen. Replies carry that of their request.
	gen    int
	recipe recipe.Run
	source *Source
	runner *Run
	focus  sgpc.Focus
	places places
	// sent is the number of epochs of the history that the page has.
	sent int

	// held is what was read of files that the user is asked about.
	held *held

	sliceStart   time.Duration
	lastFrame    time.Duration
	lastSpectrum time.Duration
	// spectrumCost is what the last frame with a spectrum took to be made and sent, frameCost the last one without.
	spectrumCost  time.Duration
	frameCost     time.Duration
	jobStart      time.Duration
	lastProgress  time.Duration
	configChanged bool
	// epochTime is how long the last whole epoch of a run took, 0 before there was one.
	epochTime time.Duration
}

// New returns a session without a run.
func New(host Host, build Builder) *Session {
	return &Session{host: host, build: build, focus: sgpc.Focus{Edge: -1, Node: -1, Eigenvector: -1}}
}

// Post queues a request.
func (s *Session) Post(r proto.Request) { s.queue = append(s.queue, r) }

// Serve answers requests for ever.
func (s *Session) Serve() {
	for {
		s.host.Wait()
		s.Drain()
	}
}

// Drain answers every request in the queue.
func (s *Session) Drain() {
	for len(s.queue) > 0 {
		r := s.pop()
		s.sliceStart = s.host.Now()
		s.jobStart, s.lastProgress = s.sliceStart, s.sliceStart
		s.answer(r)
	}
}

func (s *Session) pop() proto.Request {
	r := s.queue[0]
	s.queue[0] = proto.Request{}
	s.queue = s.queue[1:]
	return r
}

// answer does one request, also in the middle of another.
func (s *Session) answer(r proto.Request) {
	if r.Gen < s.gen {
		return // a newer Load overtook it
	}
	s.gen = r.Gen
	switch {
	case r.Kind == proto.Load:
		s.load(r)
	case r.Kind == proto.Job:
		s.job(r)
	case r.Kind == proto.Forget:
		s.held = nil
		s.host.Reply(proto.Reply{Gen: s.gen, Seq: r.Seq, Kind: proto.Forgotten, Final: true})
	case s.runner == nil:
		s.fail(r, "no graph is loaded")
	default:
		s.answerOfRun(r)
	}
}

// answerOfRun does a request that is about the run.
func (s *Session) answerOfRun(r proto.Request) {
	switch r.Kind {
	case proto.Step:
		s.step(r)
	case proto.Run:
		s.run(r)
	case proto.Seek:
		s.seek(r)
	case proto.Pause:
		s.finish(r)
	case proto.Look:
		s.look(r)
	case proto.Params:
		s.params(r)
	case proto.Trace, proto.Export:
		s.write(r)
	case proto.Explain, proto.WhatIf, proto.Flips:
		s.question(r)
	default:
		s.fail(r, "unknown request "+r.Kind)
	}
}

func (s *Session) fail(r proto.Request, message string) {
	s.host.Reply(proto.Reply{Gen: s.gen, Seq: r.Seq, Kind: proto.Failed, Final: true, Message: message})
}

// progress reports how much of a job is done, not too often.
func (s *Session) progress(r proto.Request, what string, fraction float64) {
	now := s.host.Now()
	spent := now - s.jobStart
	if spent < ProgressAfter || now-s.lastProgress < ProgressEvery {
		return
	}
	s.lastProgress = now
	p := proto.Reply{Gen: s.gen, Seq: r.Seq, Kind: proto.Progress, What: what, Fraction: fraction, Left: -1}
	if fraction > 0.01 {
		p.Left = spent.Seconds() * (1 - fraction) / fraction
	}
	s.host.Reply(p)
}

// tick lets messages arrive when the slice is used up.
func (s *Session) tick() {
	if s.host.Now()-s.sliceStart < Slice {
		return
	}
	s.host.Yield()
	s.sliceStart = s.host.Now()
}

// stopped ticks, answers what can be answered without leaving the job, and reports whether a request that ends the job is waiting.
func (s *Session) stopped(ends func(kind string) bool) bool {
	s.tick()
	for len(s.queue) > 0 {
		next := s.queue[0]
		switch {
		case next.Kind == proto.Flips && !ends(proto.Flips):
			s.fail(s.pop(), "the run goes on; pause it to search for changes")
		case leaves(next.Kind):
			s.answer(s.pop())
		case next.Kind != proto.Load && next.Gen < s.gen:
			s.pop()
		default:
			return s.waiting(ends)
		}
	}
	return false
}

// waiting reports whether any queued request ends the job.
func (s *Session) waiting(ends func(kind string) bool) bool {
	return slices.ContainsFunc(s.queue, func(r proto.Request) bool { return r.Gen >= s.gen && ends(r.Kind) })
}

// endsSeek: a Step or Run behind a Seek or Load waits for its end.
func endsSeek(kind string) bool {
	return kind == proto.Pause || kind == proto.Load || kind == proto.Seek
}

// leaves reports whether a request leaves the run as it is, and takes little time.
func leaves(kind string) bool {
	return slices.Contains([]string{proto.Look, proto.Trace, proto.Export, proto.Explain, proto.WhatIf}, kind)
}

// endsRun: everything that changes the run ends an unfinished Run. Params
// does too; run goes on after it.
func endsRun(kind string) bool { return !leaves(kind) && kind != proto.Flips }
