// Package session is the worker's side of the protocol. A session holds one run, pursues the page's goals and answers the page's queries.
// It is independent of the browser: messages enter by Post and leave by a Host. Long work is divided into slices of about [Slice]. Between
// slices the Host delivers waiting messages, and a Pause or a new load ends the work there. Reading files is a single slice.
//
// A session pursues a goal until the goal is reached or a newer goal arrives. A goal that fails leaves the run unchanged, except in the
// cases that load and replay describe. A session answers every query exactly once, except the waiting queries that a load drops; the client
// answers them.
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
	// Slice is the time of work after which a session checks for messages. A longer operation is not interrupted.
	Slice = 30 * time.Millisecond
	// FrameEvery is the least time between two frames of a run.
	FrameEvery = 80 * time.Millisecond
	// ProgressAfter is the least time from the start of work to its first progress report. ProgressEvery is the least time between two.
	ProgressAfter = 300 * time.Millisecond
	ProgressEvery = 150 * time.Millisecond
)

// Runner is the run that a session drives.
type Runner interface {
	// StepInner advances by one inner operation, such as an iteration of a solve.
	StepInner()
	// StepOperation advances by one inner operation or, within a solve, by all remaining iterations of the solve. It is faster than
	// StepInner on large graphs.
	StepOperation()
	// StepStage advances to the end of the stage of the next inner operation.
	StepStage()
	// Seek moves to a position, and reports whether it has reached the position. It stops early if the run ends, or if cancelled, which it
	// calls between operations, returns true.
	Seek(position int, cancelled func() bool) bool
	// Position returns the number of inner operations since the start of the run. Epoch returns the number of finished epochs.
	Position() int
	Epoch() int
	// Done reports whether the run has finished its last epoch.
	Done() bool
	// Frame returns the quantities of the present position that the page draws.
	Frame(frame.Focus, frame.Once) *frame.Frame
}

// Driven is a run with its settings and measures.
type Driven struct {
	Runner
	Config settings.Config // of the run
	// Forward drops the key frames, the stored states from which a seek back repeats the steps. It is nil for a run without key frames.
	Forward func()
	// Resume moves a new run to the position of the stored run. If no stored run fits, the run stays at position 0. Resume is nil for a
	// run that cannot be stored.
	Resume func()
	// Write makes a file: the trace of the present epoch if format is "trace", otherwise an export in this format.
	Write func(format string) (content.File, error)
	// Predict, Measure and Stop evaluate a finished run at its best epoch by validation. Predict returns the predicted classes, Measure the
	// measures of a figure, and Stop the measures of one network of the dial, which goes from a graph to a sheaf.
	Predict, Measure, Stop func() train.Outcome
	// Depth measures the layers of a run before training, and returns a function that measures the same layers after training.
	Depth func() func() train.Outcome
	// Crossed returns the accuracy on validation nodes that did not choose the epoch (sgpc.Run.Crossed).
	Crossed   func() float64
	Explainer Explainer // nil for a run without explanations
}

// Explainer answers the queries Explain, WhatIf and Flips. SearchFlips searches for changes that flip the predicted class of a node.
type Explainer interface {
	Explain(node int) (*explain.Parts, error)
	WhatIf(explain.Change) (*explain.Prediction, error)
	SearchFlips(node int) (*explain.FlipSearch, error)
}

// Source is a loaded graph with its split and settings, from which a run starts.
type Source struct {
	Graph       *graph.Graph
	Split       graph.Split   // split of the run
	Splits      []graph.Split // all splits in the files
	Maps        *content.Maps // restriction maps in the files, nil if the files have none
	Config      settings.Config
	Format      string               // recognised file format, or "built-in"
	Recognition *content.Recognition // interpretation of the files, nil for a graph without files
	// Base is the source before edits, and IDs are the identifiers of the nodes of Graph (graph.Edits.Apply). Without edits, Base and IDs
	// are nil.
	Base *Source
	IDs  []int

	Network *proto.Network   // the trained network in the files, nil if the files have none
	weights *content.Weights // weights of this network as read from the files
	initial []sgpc.Parameter // initial weights of the run, nil for random weights
	tried   *sgpc.Run        // run that withNetwork has made; the first call of run returns it

	checked *sgpc.Checked // result of check, nil before the first call
}

// check returns an error if graph, split and settings allow no run. It stores a result without an error in checked. A copy of the source
// with other settings must reset checked to nil.
func (s *Source) check() (err error) {
	if s.checked == nil {
		s.checked, err = sgpc.Check(s.Graph, s.Split, s.Config)
	}
	return err
}

// Builder makes sources and runs; [Core] implements it.
type Builder interface {
	// Source makes the graph, split and settings of a recipe.
	Source(r recipe.Setup, files []content.File) (*Source, error)
	// Room returns an error if s allows no run, or if the run of s does not fit into memory. present is the source of the existing run, nil
	// without a run. alone reports that the run of s fits into memory only after the existing run is dropped.
	Room(s, present *Source) (alone bool, err error)
	// Run starts a run at position 0.
	Run(s *Source) (*Driven, error)
	// Do performs a job with files.
	Do(files.Job) (files.Output, error)
}

// Host connects a session to its page: messages, clock and network.
type Host interface {
	// Reply sends a reply to the page.
	Reply(proto.Reply)
	// Yield delivers the waiting messages, by calls of Post.
	Yield()
	// Wait blocks until a message is posted.
	Wait()
	// Now returns the time since a fixed moment before the session.
	Now() time.Duration
	// Fetcher returns a fetcher of files from the network, nil if the host has no network.
	Fetcher() *data.Fetcher
}

// Session pursues one goal, and answers queries meanwhile. It is not safe for concurrent use, but Host.Yield and Host.Wait may call Post.
type Session struct {
	host  Host
	build Builder
	queue []proto.Message // posted messages that wait, the oldest first

	seq int // number of the goal or query in progress
	// recipe, source and runner belong together: the runner has the settings of the recipe. runner is nil before the first load, or after a
	// load whose run failed.
	recipe recipe.Setup
	source *Source
	runner *Driven
	walk   walk // steps of the last goal that stepped the run
	// replayTo is the target position of an interrupted replay with other settings, −1 if no replay was interrupted.
	replayTo int
	focus    frame.Focus   // selection of the next frames: edge, node, eigenvector and more
	series   layout.Series // layout of the last loaded graph, from which an edited graph starts
	sent     int           // number of epochs that the page has in its history
	every    time.Duration // least time between two frames that the page has requested, 0 before a request

	held *held // files that wait for the user's decision, nil if no files wait

	// The next six fields have times of Host.Now.
	sliceStart   time.Duration // start of the slice
	workStart    time.Duration // start of the goal or query in progress
	lastFrame    time.Duration // end of the last frame
	lastSpectrum time.Duration // end of the last frame with a spectrum
	lastProgress time.Duration // the last progress report; workStart before the first report
	operation    operation     // operation of the last call of progress
	// The next two fields are the time to make and send a frame.
	spectrumCost time.Duration // of the last frame with a spectrum
	frameCost    time.Duration // of the last frame without a spectrum

	configChanged bool          // a replay has changed the settings, and no frame has brought them to the page yet
	epochTime     time.Duration // duration of the last whole epoch, 0 before the end of the first
}

// operation is an operation of a goal or query, such as a seek. Its remaining time is estimated from its own progress.
type operation struct {
	name  string
	start time.Duration // time of the first report
	first float64       // fraction of the first report, above 0 if an earlier goal has done a part of the operation
}

// New returns a session without a run.
func New(host Host, build Builder) *Session {
	return &Session{host: host, build: build, replayTo: -1, focus: frame.Focus{}}
}

// Post queues a message. The waiting messages that a goal supersedes leave the queue (proto.Supersede).
func (s *Session) Post(m proto.Message) {
	s.queue = append(proto.Supersede(s.queue, m), m)
}

// Serve handles posted messages. It does not return.
func (s *Session) Serve() {
	for {
		s.host.Wait()
		s.Drain()
	}
}

// Drain handles the messages of the queue until the queue is empty.
func (s *Session) Drain() {
	for len(s.queue) > 0 {
		m := s.pop()
		now := s.host.Now()
		s.sliceStart, s.workStart, s.lastProgress, s.operation = now, now, now, operation{}
		if m.Goal != nil {
			s.seq = m.Goal.Seq
			s.pursue(*m.Goal)
		} else {
			s.seq = m.Query.Seq
			s.answer(*m.Query)
		}
	}
}

// pop removes the first message of the queue.
func (s *Session) pop() proto.Message {
	m := s.queue[0]
	s.queue[0] = proto.Message{} // the array must not keep the files of a load alive
	s.queue = s.queue[1:]
	return m
}

// status sends a status of the goal or query in progress.
func (s *Session) status(st proto.Status) {
	st.Goal = s.seq
	s.host.Reply(proto.Reply{Status: &st})
}

// progress reports the finished fraction (0 to 1) of an operation, given by its name. It sends no report earlier than ProgressAfter after
// the start of the work, or ProgressEvery after the last report.
func (s *Session) progress(name string, fraction float64) {
	now := s.host.Now()
	if s.operation.name != name {
		s.operation = operation{name, now, fraction}
	}
	if now-s.workStart < ProgressAfter || now-s.lastProgress < ProgressEvery {
		return
	}
	s.lastProgress = now
	p := proto.Progress{What: name, Fraction: fraction, Left: -1}
	done := fraction - s.operation.first
	const leastDone = 0.01 // a smaller part gives no useful estimate of the remaining time
	if done > leastDone {  // the rest is assumed to be as fast as this part
		p.Left = (now - s.operation.start).Seconds() * (1 - fraction) / done
	}
	s.status(proto.Status{Progress: &p})
}

// tick yields to the host if the slice has ended, and begins the next slice.
func (s *Session) tick() {
	if s.host.Now()-s.sliceStart < Slice {
		return
	}
	s.host.Yield()
	s.sliceStart = s.host.Now()
}

// stopped yields at the end of a slice, and answers quick queries at the head of the queue. Without a run all queries wait: the load in
// progress can be the load of their run. stopped reports whether a message in the queue ends the present work, as ends decides.
func (s *Session) stopped(ends func(proto.Message) bool) bool {
	s.tick()
	for s.runner != nil && len(s.queue) > 0 && s.queue[0].Query != nil {
		q := s.queue[0].Query
		switch {
		case q.Question == proto.Flips && !ends(s.queue[0]): // the search would delay the present work
			s.pop()
			s.fail(*q, "the run goes on; pause it to search for changes")
		case readsOnly(q):
			s.pop()
			s.answer(*q)
		default: // a long query waits for the end of the present work
			return s.waiting(ends)
		}
	}
	return s.waiting(ends)
}

// waiting reports whether a message in the queue ends the present work.
func (s *Session) waiting(ends func(proto.Message) bool) bool {
	return slices.ContainsFunc(s.queue, ends)
}

// endsRun reports whether a message ends a training, a seek or a job: any goal, except a load that may ask the user. The present run then
// continues until the user has decided.
func endsRun(m proto.Message) bool { return m.Goal != nil && m.Goal.Asks == proto.Never }

// endsLoad reports whether a message ends a load: a Pause, or another load that does not ask the user.
func endsLoad(m proto.Message) bool {
	if !endsRun(m) {
		return false
	}
	isPause := m.Goal.Until.Unit == ""
	return m.Goal.Load || isPause
}

// readsOnly reports whether a query takes little time. Flips and Measure take long.
func readsOnly(q *proto.Query) bool {
	return slices.Contains([]string{proto.ReadFrame, proto.Pace, proto.Write, proto.Explain, proto.WhatIf, proto.Try}, q.Question)
}

// reply sends the answer to a query.
func (s *Session) reply(q proto.Query, a proto.Answer) {
	a.Seq, a.Question, a.For = q.Seq, q.Question, q.For
	s.host.Reply(proto.Reply{Answer: &a})
}

// fail answers a query with an error.
func (s *Session) fail(q proto.Query, message string) { s.reply(q, proto.Answer{Err: message}) }

// answer answers a query, possibly while a goal is in progress. The run stays unchanged. Measure, Pace and Try need no loaded run.
func (s *Session) answer(q proto.Query) {
	switch {
	case q.Question == proto.Measure:
		s.job(q)
	case q.Question == proto.Pace:
		s.every = q.Every
		s.reply(q, proto.Answer{})
	case q.Question == proto.Try:
		a := proto.Answer{} // without an error if the graph of the recipe can be made
		if _, err := s.build.Source(q.Run, nil); err != nil {
			a.Err = err.Error()
		}
		s.reply(q, a)
	case s.runner == nil:
		s.fail(q, "no graph is loaded")
	case q.Question == proto.ReadFrame:
		s.readFrame(q)
	case q.Question == proto.Write:
		s.write(q)
	default:
		s.question(q)
	}
}
