// Package lab is the part of the page's state that needs several runs: tables of several models over the splits of a graph, searches for
// settings, experiments, and the comparison of two runs. A pool of workers (client.Pool) trains the runs, except the second run of the
// comparison. Like package state the package is pure:
//
//	state × message → state × commands
//
// A table has R runs of a model. Run r has the test accuracy x_r at the epoch with its best validation accuracy. The table reports the mean
// x̄ = Σ x_r / R and the sample standard deviation sqrt(Σ (x_r − x̄)² / (R − 1)).
package lab

import (
	"strconv"

	"sheafscope/core/graphio/content"
	"sheafscope/core/sgpc/explain"
	"sheafscope/core/sgpc/frame"
	"sheafscope/wasm/client"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/wire"
)

// Subject is the page's run: its recipe, files, graph and newest frame. Graph and Frame are nil before they have arrived. A frame has the
// numbers of one position of the run. Key is the key of the graph, GraphKey of the state. It grows whenever the drawing must start anew.
type Subject struct {
	Recipe recipe.Setup
	Files  []content.File
	Graph  *proto.GraphInfo
	Key    int
	Frame  *frame.Frame
}

// Work is the purpose of the trainings in the pool, which has one Work at a time.
type Work int

// The purposes. The comparison is not among them, because its run B has a worker outside the pool.
const (
	ForNothing Work = iota // the pool is idle
	ForResults             // the table of results
	ForTune                // a search for settings
	ForPaper               // a figure, or a cell of the table, of the paper
	ForDial                // the families of maps
	ForRetrain             // the training on a changed graph
	ForDepth               // the study of depth
	ForHeat                // the map of accuracies over two parameters
)

// State holds tables, searches, experiments and the comparison. Version grows with every change, so that the page draws anew.
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

// Msg is an event of the page, a worker or the pool.
type Msg any

// Messages. Jobs and nodes count from 0.
type (
	// SelectModel adds the model Key ([Choice]) to the table, or removes it if On is false. SetRuns sets the number of splits or seeds.
	SelectModel struct {
		Key string
		On  bool
	}
	SetRuns struct{ Runs int }
	// StartResults trains the models of the table. StartMaps trains the page's run with learned, identity and zero maps. Cancel stops the
	// pool and keeps the finished runs.
	StartResults struct{}
	StartMaps    struct{}
	Cancel       struct{}
	// StartTune starts a search for settings on the loaded graph. As is the search of a link to repeat, or the zero value for a new search.
	StartTune struct{ As recipe.Tuned }
	// StartDial trains a network with each family of maps. A family is a stop of the dial.
	StartDial struct{}
	// StartRetrain trains on a changed graph and on the unchanged graph, to compare the predictions of a node.
	StartRetrain struct {
		Node   int
		Change explain.Change
	}
	// OpenStop loads the run of the stop At of the dial, counted from 0.
	OpenStop struct{ At int }
	// StartDepth trains the networks of the study of depth on the loaded graph. ShowDepth selects its model and data set.
	// StoredDepth is the text of the downloaded rows, a JSON object in each line.
	StartDepth  struct{}
	ShowDepth   struct{ Model, Set string }
	StoredDepth struct{ Text string }
	// StartHeat trains the chosen models over a grid of generated graphs. HeatAxis selects the grid by the name of its second axis.
	StartHeat struct{}
	HeatAxis  struct{ Name string }
	// StoredHeat is the text of a downloaded map.
	StoredHeat struct{ Text string }
	// StoredPaper is the text of the paper's experiments, downloaded with the page.
	StoredPaper struct{ Text string }
	// RunFigure trains the runs of a figure of the paper on the data set On, or on the loaded graph if On is "".
	RunFigure struct{ ID, On string }
	// RunCell trains the runs of a cell of the paper's table.
	RunCell struct{ Dataset, Model string }
	// ToggleVariant includes a variant in the next runs of the figure ID, or excludes the variant if On is false.
	ToggleVariant struct {
		ID, Variant string
		On          bool
	}
	// SaveFigure saves the curves of a figure as CSV.
	SaveFigure struct{ ID string }
	// Reported is a report of the pool.
	Reported struct{ Report client.PoolState }
	// OpenRun loads the run of a job, and selects a node that only this run predicts correctly.
	OpenRun struct{ Job, Node int }
	// CopyResults copies the table to the clipboard as "markdown" or "csv", or the mistakes by node as "nodes".
	CopyResults struct{ Format string }
	// OpenCompare starts the comparison with the run Second. The zero value stands for the default second run. CloseCompare ends the
	// comparison.
	OpenCompare  struct{ Second recipe.Second }
	CloseCompare struct{}
	// ChangeB changes one part of B's recipe to Value. Field is "model", "seed" or the name of a setting. For the Field "add", Value is the
	// name of a setting that gets another value than its present value. For "drop", Value is the name of a setting that is removed.
	ChangeB struct{ Field, Value string }
	// FromB is a reply of B's worker.
	FromB struct{ Reply proto.Reply }
	// PageRunMoved is sent after every change of the page's run.
	PageRunMoved struct{}
)

// Command is an effect after an update.
type Command any

// Commands.
type (
	// RunJobs starts a batch in the pool. CancelJobs stops the workers of the pool.
	RunJobs    struct{ Jobs []proto.Query }
	CancelJobs struct{}
	// ApplySettings loads the page's run with the settings of a search.
	ApplySettings struct {
		Settings map[string]string
		Tuned    recipe.Tuned
	}
	// ShowRun loads a run on the page's graph. If Among is not nil, it also selects these nodes, whose description is Name, and displays
	// Node.
	ShowRun struct {
		Recipe recipe.Setup
		Among  []int
		Name   string
		Node   int
	}
	// Save writes a file for the user.
	Save struct{ Name, Text string }
	// OpenB starts the worker of B. CloseB stops this worker. SendB sends a goal to this worker.
	OpenB  struct{}
	CloseB struct{}
	SendB  struct{ Goal proto.Goal }
	// CopyText copies a text to the clipboard. Announce passes a text to screen readers.
	CopyText struct{ Text string }
	Announce struct{ Text string }
)

// Update returns the next state and the effects of the message m. page is the page's run at this time. Every message except PageRunMoved
// increases Version. PageRunMoved increases it only if results are dropped (dropStale) or B is loaded again (follow).
func Update(s State, page Subject, m Msg) (State, []Command) {
	_, isMove := m.(PageRunMoved)
	if !isMove {
		s.Version++
	}

	// Each part of the state has a function for its messages.
	switch m := m.(type) {
	case StartTune:
		return s.startTune(page, m.As)
	case Cancel:
		return s.cancel()
	case Reported:
		return s.receiveReport(page, m.Report)
	case StartDial:
		return s.startDial(page)
	case StartDepth, ShowDepth, StoredDepth:
		return s.depth(page, m)
	case StartHeat:
		return s.startHeat(page)
	case HeatAxis:
		return s.heatGrid(m.Name), nil
	case StoredHeat:
		return s.storedHeat(m.Text), nil
	case StartRetrain:
		return s.startRetrain(page, m)
	case OpenStop:
		return s.openStop(m.At)
	case OpenRun:
		return s, s.Results.showRun(page, m)
	case StoredPaper, RunFigure, RunCell, ToggleVariant, SaveFigure:
		return s.paper(page, m)
	case SelectModel, SetRuns, StartResults, StartMaps, CopyResults:
		return s.results(page, m)
	case OpenCompare, CloseCompare, ChangeB, FromB:
		return s.compare(page, m)
	case PageRunMoved: // first the results of another run are dropped, then B follows the page's run
		s, dropped := s.dropStale(page)
		s, followed := s.follow(page)
		return s, append(dropped, followed...)
	}
	return s, nil
}

// Batch is a list of trainings for the page's run, with their progress.
type Batch struct {
	// Requests is nil before the first batch. Report has the results in the order of Requests.
	Requests []proto.Query
	Report   client.PoolState
	key      int // [Subject].Key at the start
}

// newBatch returns a batch of trainings on the page's graph, without results.
func newBatch(page Subject, requests []proto.Query) Batch {
	return Batch{Requests: requests, key: page.Key, // Left −1: the pool has no estimate yet
		Report: client.PoolState{Results: make([]client.JobState, len(requests)), Total: len(requests), Left: -1}}
}

// stale reports whether the page has another graph or setup than at the start of the batch. Before the first batch it returns false. first
// returns the setup that the first training of a new batch would have.
func (b *Batch) stale(page Subject, first func(Subject) recipe.Setup) bool {
	if b.Requests == nil {
		return false
	}
	return b.key != page.Key || !wire.Same(b.Requests[0].Run, first(page))
}

// receive applies a report of the pool, and reports whether all trainings have ended. It ignores a report whose number of trainings
// differs, which belongs to an earlier batch.
func (b *Batch) receive(r client.PoolState) (over bool) {
	if r.Total != len(b.Requests) {
		return false
	}
	b.Report = r
	return r.Over
}

// busyText is the announcement when the pool is busy.
const busyText = "Other runs are under way; cancel them first."

// Busy reports whether the pool has work.
func (s *State) Busy() bool { return s.Work != ForNothing }

// refuse returns the announcement that the pool is busy. It returns nil for an idle pool. It also returns nil if the pool works on
// w: a repeated request needs no announcement.
func (s *State) refuse(w Work) []Command {
	if !s.Busy() || s.Work == w {
		return nil
	}
	return []Command{Announce{busyText}}
}

// overText returns the announcement at the end of a batch, with the number of failed runs if there are any.
func overText(r client.PoolState) string {
	failed := 0
	for _, result := range r.Results {
		if result.Err != "" {
			failed++
		}
	}
	if failed > 0 {
		return "The runs are over; failed: " + strconv.Itoa(failed) + "."
	}
	return "The runs are over."
}

// finish ends the present work and returns cmds, followed by the announcement of text. As it changes s, it must be called before the return
// statement copies s.
func (s *State) finish(text string, cmds ...Command) []Command {
	s.Work = ForNothing
	return append(cmds, Announce{text})
}

// cancel stops the present work at once. Results of finished runs stay, except for a training on a changed graph.
func (s State) cancel() (State, []Command) {
	text := "The training is cancelled; what was finished stays."
	switch s.Work {
	case ForNothing:
		return s, nil
	case ForTune:
		s.Tune.Cancelled, text = true, "The search is cancelled; the run keeps its settings."
	case ForPaper, ForDepth:
		text = "The runs are cancelled; what was finished stays."
	case ForRetrain: // its comparison needs both runs
		s.Retrain, text = Retrain{}, "The training is cancelled."
	}
	cmds := s.finish(text, CancelJobs{})
	return s, cmds
}

// receiveReport applies a report of the pool to the present work, and announces the end of all its trainings.
func (s State) receiveReport(page Subject, r client.PoolState) (State, []Command) {
	// A search, the paper's experiments and the table have their own functions. Any other work has a Batch.
	var b *Batch
	switch s.Work {
	case ForTune:
		return s.receiveTuning(r)
	case ForPaper:
		return s.receivePaper(r)
	case ForResults:
		return s.receiveResults(page, r)
	case ForDial:
		b = &s.Dial.Batch
	case ForRetrain:
		b = &s.Retrain.Batch
	case ForDepth:
		b = &s.Depth.Batch
	case ForHeat:
		b = &s.Heat.Batch
	default: // ForNothing: the report arrives after a cancellation
		return s, nil
	}
	over := b.receive(r)
	if s.Work == ForHeat { // the map shows the results of an unfinished batch, too
		s.Heat.storeResults()
	}
	if !over {
		return s, nil
	}
	cmds := s.finish(overText(r))
	return s, cmds
}
