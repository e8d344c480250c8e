// Package lab is the part of the page's state that works with more than one
// run: the results of several models over all splits of a graph, and the
// comparison of two runs side by side. Like package state it is pure:
//
//	state × message → state × commands
//
// It reports the mean x̄ = Σ x_r / R and the sample standard deviation
// sqrt(Σ (x_r − x̄)² / (R − 1)) of the test accuracy at the epoch that
// validation chose.
package lab

import (
	"sheafscope/core/graphio/content"
	"sheafscope/core/sgpc/explain"
	"sheafscope/core/sgpc/frame"
	"sheafscope/wasm/client"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/wire"
)

// Subject is the run on the page: its recipe, its files, its graph (Key grows
// with every other graph) and its newest frame.
type Subject struct {
	Recipe recipe.Setup
	Files  []content.File
	Graph  *proto.GraphInfo
	Key    int
	Frame  *frame.Frame
}

// Work is what the pool trains for; it does one thing at a time.
type Work int

// Works.
const (
	ForNothing Work = iota
	ForResults
	ForTune
	ForPaper
	ForDial
	ForRetrain
	ForDepth
	ForHeat
)

// State holds the results, the search for settings and the comparison. Version grows with every change.
type State struct {
	Work    Work
	Results Results
	Compare Compare
	Tune    Tune
	Paper   Paper
	Dial    Dial
	Retrain Retrain
	Depth   Depth
	Heat    Heat
	Version int
}

// New returns the state before the first request.
func New() State {
	return State{Results: newResults(), Tune: Tune{Chosen: -1}, Depth: Depth{Model: "sgpc"}}
}

// Msg is something that happened.
type Msg any

// Messages.
type (
	// Choose switches a model of the results on or off; Count sets the number of splits or seeds.
	Choose struct {
		Key string
		On  bool
	}
	Count struct{ Runs int }
	// Start trains what is chosen; Cancel stops at once and keeps what is finished.
	Start struct{}
	// StartMaps trains the page's run with learned, identity and zero maps in turn.
	StartMaps struct{}
	Cancel    struct{}
	// StartTune searches for settings on the loaded graph; Cancel ends it.
	StartTune struct{ As recipe.Tuned }
	// StartDial trains the stops of the dial; OpenStop shows one on the page.
	StartDial struct{}
	// StartRetrain trains the graph with a change, for what a node is called then.
	StartRetrain struct {
		Node   int
		Change explain.Change
	}
	OpenStop struct{ At int }
	// StartDepth trains the networks of the study of depth on the loaded graph, ShowDepth chooses a model and a data set of it,
	// StoredDepth is the text of the rows that come with the page.
	StartDepth  struct{}
	ShowDepth   struct{ Model, Set string }
	StoredDepth struct{ Text string }
	// StartHeat trains the chosen models over a grid of generated graphs; HeatAxis chooses the grid by its second axis, and shows the
	// stored map again.
	StartHeat struct{}
	HeatAxis  struct{ Name string }
	// StoredHeat is the text of a map that comes with the page.
	StoredHeat struct{ Text string }
	// StoredPaper is the text of the paper's experiments, which comes with the page.
	StoredPaper struct{ Text string }
	// RunFigure trains the runs of a figure of the paper on a data set, or on the loaded graph for "";
	// RunCell those of a cell of its table. Toggle takes a variant into the next run of a figure, or out; SaveFigure
	// saves what a figure shows as CSV.
	RunFigure struct{ ID, On string }
	RunCell   struct{ Dataset, Model string }
	Toggle    struct {
		ID, Variant string
		On          bool
	}
	SaveFigure struct{ ID string }
	// Reported is a report of the pool.
	Reported struct{ Report client.PoolState }
	// OpenRun shows the run of a job on the page, and a node that it alone gets right.
	OpenRun struct{ Job, Node int }
	// Copy puts the table into the clipboard: "markdown", "csv", or the mistakes by node: "nodes".
	Copy struct{ Format string }
	// Open starts the comparison, with this second run unless it is zero; Close ends it.
	Open  struct{ Second recipe.Second }
	Close struct{}
	// ChangeB changes one part of the recipe of B: "model", "seed", or a setting by its name;
	// "add" gives it the named setting, at another value than it has, and "drop" takes it away.
	ChangeB struct{ Field, Value string }
	// FromB is a reply of the second worker.
	FromB struct{ Reply proto.Reply }
	// Follow says that the run on the page may have moved.
	Follow struct{}
)

// Command is something to do after an update.
type Command any

type (
	// RunJobs gives a batch to the pool; [CancelJobs] stops its workers.
	RunJobs    struct{ Jobs []proto.Query }
	CancelJobs struct{}
	// Take gives the run on the page the settings that a search chose.
	Take struct {
		Settings map[string]string
		Tuned    recipe.Tuned
	}
	// Show gives the page another run on its graph; with Among, which Name says what they are, these nodes are chosen, and one shown.
	Show struct {
		Recipe recipe.Setup
		Among  []int
		Name   string
		Node   int
	}
	// Save writes a file of the user's.
	Save struct{ Name, Text string }
	// OpenB starts the second worker, [CloseB] stops it, [SendB] gives it a goal.
	OpenB  struct{}
	CloseB struct{}
	SendB  struct{ Goal proto.Goal }
	// CopyText puts a text into the clipboard; Say gives it to screen readers.
	CopyText struct{ Text string }
	Say      struct{ Text string }
)

// Update answers a message with the next state and what must be done.
func Update(s State, on Subject, m Msg) (State, []Command) {
	if _, ok := m.(Follow); !ok {
		s.Version++
	}
	switch m := m.(type) {
	case StartTune:
		return s.startTune(on, m.As)
	case Cancel:
		return s.cancel()
	case Reported:
		return s.reported(on, m.Report)
	case StartDial:
		return s.startDial(on)
	case StartDepth, ShowDepth, StoredDepth:
		return s.depth(on, m)
	case StartHeat:
		return s.startHeat(on)
	case HeatAxis:
		return s.heatGrid(m.Name), nil
	case StoredHeat:
		return s.storedHeat(m.Text), nil
	case StartRetrain:
		return s.startRetrain(on, m)
	case OpenStop:
		return s.openStop(m.At)
	case OpenRun:
		return s, s.Results.showRun(on, m)
	case StoredPaper, RunFigure, RunCell, Toggle, SaveFigure:
		return s.paper(on, m)
	case Choose, Count, Start, StartMaps, Copy:
		return s.results(on, m)
	case Open, Close, ChangeB, FromB:
		return s.compare(on, m)
	case Follow:
		var cmds, more []Command
		s, cmds = s.forget(on)
		s, more = s.follow(on)
		return s, append(cmds, more...)
	}
	return s, nil
}

// Batch is what workers train at one time for the page's run, and how far they are.
type Batch struct {
	// Requests are the trainings, nil before the first request; Report has their results in this order.
	Requests []proto.Query
	Report   client.PoolState
	key      int // of the graph
}

// newBatch begins some trainings on the page's graph.
func newBatch(on Subject, requests []proto.Query) Batch {
	return Batch{Requests: requests, key: on.Key,
		Report: client.PoolState{Results: make([]client.JobState, len(requests)), Total: len(requests), Left: -1}}
}

// stale reports whether the page's run is another by now: its graph, or what the first training would be.
func (b *Batch) stale(on Subject, first func(Subject) recipe.Setup) bool {
	return b.Requests != nil && (b.key != on.Key || !wire.Same(b.Requests[0].Run, first(on)))
}

// take takes a report of the pool, unless it is of an earlier batch, and reports whether all has ended.
func (b *Batch) take(r client.PoolState) (over bool) {
	if r.Total != len(b.Requests) {
		return false
	}
	b.Report = r
	return r.Over
}

// busyText says why nothing begins.
const busyText = "Other runs are under way; cancel them first."

// Busy reports whether the pool has work.
func (s *State) Busy() bool { return s.Work != ForNothing }

// refuse says why no work begins; nothing where it is the work under way.
func (s *State) refuse(w Work) []Command {
	if s.Work == w {
		return nil
	}
	return []Command{Say{busyText}}
}

// end ends the work.
func (s *State) end(text string, cmds ...Command) []Command {
	s.Work = ForNothing
	return append(cmds, Say{text})
}

// cancel stops the work at once.
func (s State) cancel() (State, []Command) {
	text := "The training is cancelled; what was finished stays."
	switch s.Work {
	case ForNothing:
		return s, nil
	case ForTune:
		s.Tune.Cancelled, text = true, "The search is cancelled; the run keeps its settings."
	case ForPaper, ForDepth:
		text = "The runs are cancelled; what was finished stays."
	case ForRetrain:
		s.Retrain, text = Retrain{}, "The training is cancelled."
	}
	cmds := s.end(text, CancelJobs{})
	return s, cmds
}

// reported takes a report of the pool.
func (s State) reported(on Subject, r client.PoolState) (State, []Command) {
	var b *Batch
	text := ""
	switch s.Work {
	case ForTune:
		return s.tuning(r)
	case ForPaper:
		return s.papering(r)
	case ForResults:
		return s.tabling(on, r)
	case ForDial:
		b, text = &s.Dial.Batch, "All stops of the dial are trained."
	case ForRetrain:
		b, text = &s.Retrain.Batch, "The graph is trained with the change."
	case ForDepth:
		b, text = &s.Depth.Batch, "The runs are over."
	case ForHeat:
		b, text = &s.Heat.Batch, "The map is complete."
	default:
		return s, nil
	}
	over := b.take(r)
	if s.Work == ForHeat {
		s.Heat.fill()
	}
	if !over {
		return s, nil
	}
	cmds := s.end(text)
	return s, cmds
}
