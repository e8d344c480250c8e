// Package session is the worker's side of the protocol: it holds one run and
// pursues the page's goals and answers its queries. It knows no browser: messages come in through
// Post, go out through a Host, and long work is cut into slices of at most
// Slice, between which the Host lets waiting messages arrive. So a Pause, a
// Cancel or a new Load is noticed within a slice, whatever is being computed.
//
// A goal is pursued until it is reached or a newer one comes; every query gets exactly one
// answer. A goal that loads drops what waits. A goal that cannot be taken leaves the run as it was.
package session

import (
	"slices"
	"time"

	"sheafscope/core/graph"
	"sheafscope/core/graphio/content"
	"sheafscope/core/layout"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/explain"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/train"
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

// Runner is the run that a session drives.
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
	Frame(frame.Focus, frame.Once) *frame.Frame
}

// Driven is a run with its settings, and with Write, which makes a file of it: the
// trace of the epoch that it is in ("trace"), or an export.
type Driven struct {
	Runner
	Config settings.Config
	// Forward lets the run know that nobody goes back in it; nil where that changes nothing.
	Forward func()
	// Resume goes to the epoch at which the run is stored, if it is.
	Resume func()
	Write  func(what string) (content.File, error)
	// Predict takes the classes of the nodes of a run that is over, Measure the measures of a figure,
	// Stop those of a stop of the dial.
	Predict, Measure, Stop func() train.Outcome
	// Depth measures the layers of a run that has not begun; what it returns, those of the run that is over.
	Depth func() func() train.Outcome
	// Crossed is that of sgpc.Run.
	Crossed func() float64
	// Asked answers questions about single predictions.
	Asked Asked
}

// Asked answers Explain, WhatIf and Flips.
type Asked interface {
	Explain(node int) (*explain.Parts, error)
	WhatIf(explain.Change) (*explain.Prediction, error)
	SearchFlips(node int) (*explain.FlipSearch, error)
}

// Source is a loaded graph with its split and settings: all that a run starts from.
type Source struct {
	Graph  *graph.Graph
	Split  graph.Split
	Splits []graph.Split // those that the files hold
	Maps   *content.Maps // those that the files hold, nil for none
	Config settings.Config
	Format string
	// Recognition is what the files were taken as, nil for a graph without files.
	Recognition *content.Recognition
	// Base is the source before edits, IDs the ids of the nodes of Graph; nil without edits.
	Base *Source
	IDs  []int

	// Network is the trained network in the files, nil for none.
	Network *proto.Network
	weights *content.Weights
	given   []sgpc.Parameter // the weights that the run starts from
	made    *sgpc.Run        // the run with which they were tried, until one is made

	checked *sgpc.Checked // nil before check
}

// check fails where no run can be made of a source. A source is checked once; a copy with other settings is another source.
func (s *Source) check() (err error) {
	if s.checked == nil {
		s.checked, err = sgpc.Check(s.Graph, s.Split, s.Config)
	}
	return err
}

// Builder makes sources and runs; Core is the one of the product.
type Builder interface {
	// Source reads the graph that a recipe names.
	Source(r recipe.Setup, files []content.File) (*Source, error)
	// Room fails for a source without a run, and for one whose run needs more memory
	// than there is; alone reports that it fits only when the run of the source now, if
	// not nil, is gone.
	Room(s, now *Source) (alone bool, err error)
	// Run starts a run at position 0.
	Run(s *Source) (*Driven, error)
	// Do does a job with files.
	Do(files.Job) (files.Output, error)
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

// Session pursues one goal, and answers queries meanwhile. It is not safe for
// concurrent use, except that Host.Yield and Host.Wait may call Post.
type Session struct {
	host  Host
	build Builder
	queue []proto.Message

	// seq is the number of what is being done.
	seq    int
	recipe recipe.Setup
	source *Source
	runner *Driven
	walk   walk
	// back is where a replay with other settings was on its way to, −1 for none.
	back   int
	focus  frame.Focus
	series layout.Series
	// sent is the number of epochs of the history that the page has.
	sent int
	// every is the least time between two frames of a run that the page requests.
	every time.Duration

	// held is what was read of files that the user decides on.
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
	return &Session{host: host, build: build, back: -1, focus: frame.Focus{}}
}

// Post queues a message. A goal takes the place of one that waits, unless that loads the run that it is about.
func (s *Session) Post(m proto.Message) {
	s.queue = append(proto.Supersede(s.queue, m), m)
}

// Serve does what is posted, for ever.
func (s *Session) Serve() {
	for {
		s.host.Wait()
		s.Drain()
	}
}

// Drain does all that is in the queue.
func (s *Session) Drain() {
	for len(s.queue) > 0 {
		m := s.pop()
		s.sliceStart = s.host.Now()
		s.jobStart, s.lastProgress = s.sliceStart, s.sliceStart
		if m.Goal != nil {
			s.seq = m.Goal.Seq
			s.pursue(*m.Goal)
		} else {
			s.seq = m.Query.Seq
			s.answer(*m.Query)
		}
	}
}

func (s *Session) pop() proto.Message {
	m := s.queue[0]
	s.queue[0] = proto.Message{}
	s.queue = s.queue[1:]
	return m
}

// status sends a status of what is being done.
func (s *Session) status(st proto.Status) {
	st.Goal = s.seq
	s.host.Reply(proto.Reply{Status: &st})
}

// progress reports how much of something long is done, not too often.
func (s *Session) progress(what string, fraction float64) {
	now := s.host.Now()
	spent := now - s.jobStart
	if spent < ProgressAfter || now-s.lastProgress < ProgressEvery {
		return
	}
	s.lastProgress = now
	p := proto.Progress{What: what, Fraction: fraction, Left: -1}
	if fraction > 0.01 {
		p.Left = spent.Seconds() * (1 - fraction) / fraction
	}
	s.status(proto.Status{Progress: &p})
}

// tick lets messages arrive when the slice is used up.
func (s *Session) tick() {
	if s.host.Now()-s.sliceStart < Slice {
		return
	}
	s.host.Yield()
	s.sliceStart = s.host.Now()
}

// stopped ticks, answers what leaves the run as it is, and reports whether something waits that ends what is being done.
func (s *Session) stopped(ends func(proto.Message) bool) bool {
	s.tick()
	for len(s.queue) > 0 && s.queue[0].Query != nil {
		q := s.queue[0].Query
		switch {
		case q.Question == proto.Flips && !ends(s.queue[0]):
			s.pop()
			s.fail(*q, "the run goes on; pause it to search for changes")
		case leaves(q):
			s.pop()
			s.answer(*q)
		default:
			return s.waiting(ends)
		}
	}
	return s.waiting(ends)
}

// waiting reports whether anything in the queue ends what is being done.
func (s *Session) waiting(ends func(proto.Message) bool) bool {
	return slices.ContainsFunc(s.queue, ends)
}

// aGoal ends a run, a seek and a job.
func aGoal(m proto.Message) bool { return m.Goal != nil && m.Goal.Asks == proto.Never }

// another run, or staying at the one before, ends a load.
func another(m proto.Message) bool {
	return aGoal(m) && (m.Goal.Load || m.Goal.Until.Unit == "")
}

// leaves reports whether a query leaves the run as it is, and takes little time.
func leaves(q *proto.Query) bool {
	return slices.Contains([]string{proto.ReadFrame, proto.Pace, proto.Write, proto.Explain, proto.WhatIf, proto.Try}, q.Question)
}

// reply sends the answer to a query.
func (s *Session) reply(q proto.Query, a proto.Answer) {
	a.Seq, a.Question, a.For = q.Seq, q.Question, q.For
	s.host.Reply(proto.Reply{Answer: &a})
}

func (s *Session) fail(q proto.Query, message string) { s.reply(q, proto.Answer{Err: message}) }

// answer answers a query, also in the middle of a goal. The run stays as it is.
func (s *Session) answer(q proto.Query) {
	switch {
	case q.Question == proto.Measure:
		s.job(q)
	case q.Question == proto.Pace:
		s.every = q.Every
		s.reply(q, proto.Answer{})
	case q.Question == proto.Try:
		a := proto.Answer{}
		if _, err := s.build.Source(q.Run, nil); err != nil {
			a.Err = err.Error()
		}
		s.reply(q, a)
	case s.runner == nil:
		s.fail(q, "no graph is loaded")
	case q.Question == proto.ReadFrame:
		s.look(q)
	case q.Question == proto.Write:
		s.write(q)
	default:
		s.question(q)
	}
}
