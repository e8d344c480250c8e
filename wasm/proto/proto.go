// Package proto defines the messages between the page and the worker.
//
// A run is a function of recipe and position. The page sends a [Goal], and the worker converges to it and reports each [Status]; a newer
// goal replaces an older one. Independently the page sends a [Query] about the present run, or about another run, and receives one
// [Answer].
//
// A goal with Load supersedes earlier messages, unless it asks the user. The client answers superseded queries with Overtaken.
//
// A status with Reached has a frame with the spectrum of the sheaf Laplacian. Three cases have no frame: an error, a load that asks the
// user, and a Pause (a goal without Until) without a run. An earlier frame has a spectrum only if spectra take at most a twentieth of the
// time.
package proto

import (
	"slices"
	"time"

	"sheafscope/core/claims"
	"sheafscope/core/graphio/content"
	"sheafscope/core/sgpc/explain"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/settings"
	"sheafscope/wasm/recipe"
)

// Message is a message from the page to the worker. One of its fields is set.
type Message struct {
	Goal  *Goal
	Query *Query
}

// Goal is the run, position and focus that the page wants.
type Goal struct {
	// Seq is the number of the goal. If it is 0, the client chooses the number after the last goal's.
	Seq int
	// Load loads the run of Run and Files, and seeks Run.Position. In a goal without Load, Set replays the present run with Run.Settings if
	// it has other settings. Run.Settings is then the only field of Run that is set.
	Load, Set bool
	Asks      Asks           // condition under which a load asks the user
	Run       recipe.Setup   // graph, split, settings and position of a load
	Files     []content.File // files of the graph, empty for a graph without files and for files in the network
	// From is the position from which Until counts, −1 for the present position.
	From int
	// Start is the Seq of the first goal of a sequence, 0 for a goal without a sequence. The goals of a sequence differ only in the number
	// of steps or in settings. A later goal continues the steps of the earlier goals, and does not seek From again.
	Start int
	Until Until       // end of the goal
	Focus frame.Focus // selection of the page, whose details the frames have until the next goal or ReadFrame
	// Local allows only requests to the page's own host during a load. A load that needs another host fails with Status.Host.
	Local bool
	// Trained starts the run of a load at the epoch of the trained run that is stored beside the page. The epoch ends at Run.Position or
	// before it.
	Trained bool
	// Forward declares that no later goal seeks back in the run of a load. The run then stores no key frames, the states from which a seek
	// repeats the steps.
	Forward bool
}

// Asks is the condition under which a load asks the user: the worker does not load a run, but returns its interpretation of the files.
// The present run then continues, and no message is superseded. The worker holds the files until the next load, or until a goal without
// Until. A load of held files need not contain them again. Except with Never, the load also asks the user after an error.
type Asks int

const (
	Never   Asks = iota // load the run in any case
	InDoubt             // ask if the interpretation is doubtful, or if the files have a network that the recipe does not name
	Always              // ask about every interpretation of files
)

// Supersedes reports whether the goal loads another run without asking, and therefore supersedes earlier messages.
func (g *Goal) Supersedes() bool { return g.Load && g.Asks == Never }

// Until is the end of a goal: N units after Goal.From, except for the unit At. The zero value keeps the present position.
type Until struct {
	Unit string
	N    int
}

// Units of Until.
const (
	At     = "at"     // seek position N
	Inner  = "inner"  // N inner steps, such as iterations of a solve
	Stage  = "stage"  // N stages: parts of an epoch (package stage)
	Epoch  = "epoch"  // N epochs
	Epochs = "epochs" // N epochs of a run that the user can pause, 0 for all
)

// Questions of a query. Each comment names the fields that the question reads, and the task of the worker.
const (
	ReadFrame = "frame"   // Focus, Once: return the frame of the present position
	Pace      = "pace"    // Every: set the least time between two frames
	Explain   = "explain" // Node: return the terms of the node's score
	WhatIf    = "whatif"  // Change: return the predictions after the change, without training
	Flips     = "flips"   // Node: search the smallest changes that flip the node's class; a goal or a long query ends the search early
	Try       = "try"     // Run: return an error if the graph cannot be made
	Write     = "write"   // Unit, "trace" or a format: return the file
	Measure   = "measure" // Run, Files, Unit (job.go): train another run to its end
)

// Query is a question about the present run or about another run.
type Query struct {
	Seq      int // number of the query; instead of 0 the client chooses −1, −2, …
	Question string
	For      string         // label that the answer repeats
	Run      recipe.Setup   // of Try and Measure: the graph or the run of the question
	Files    []content.File // of Measure: files of the graph
	Unit     string         // of Write: "trace" or a format; of Measure: a unit of job.go
	Node     int            // node of Explain, Flips and JobNode, counted from 0
	Change   explain.Change // change of WhatIf and JobNode
	Every    time.Duration  // interval of Pace
	Focus    frame.Focus    // applies to later frames, too
	Once     frame.Once     // additions to the frame of this query alone
}

// Reply is a message from the worker to the page. One of its fields is set.
type Reply struct {
	Status *Status
	Answer *Answer
}

// Status is the progress of a goal. A field that has not changed since the last status is nil or zero.
type Status struct {
	Goal         int              // Seq of the goal; for the Progress of a query, Seq of the query
	Graph        *GraphInfo       // after a load
	Config       *settings.Config // after a load or a change of settings
	Method       method.Method    // of Config
	Frame        *frame.Frame
	Apart        []float64 // GraphInfo.Apart, which is sent later than Graph
	EpochSeconds float64   // duration of the last whole epoch of the run, 0 before the first
	Progress     *Progress
	// Reached ends the goal. Without Err, Settings are then the settings of the run. With Err, the goal was refused, and the previous run is
	// unchanged, except after some errors of memory, which leave no run (package session).
	//
	// Err with neither Reached nor Crashed means that the worker has refused new settings: the goal goes on with the old settings.
	Reached  bool
	Settings map[string]string
	Err      string // "" without an error
	// Found is the interpretation of the files of a load that asks the user. If Err is not empty, the files need a correction by the user.
	Found *content.Recognition
	// Network is the trained network in the files of a load that asks the user. It is nil after an error, if the files have no network, or if
	// the recipe names another network. Alone reports that the files hold only a network, without a graph.
	Network *Network
	Alone   bool
	Host    string // host that a load with Local needs; "" if the load needs no other host
	// The client sets Crashed after a crash of the worker. It also sets Stopped if no new worker starts before the user's request.
	Crashed, Stopped bool
}

// Progress is the progress of a long operation.
type Progress struct {
	What     string  // name of the operation for the user, such as Training
	Fraction float64 // from 0 to 1
	Left     float64 // remaining seconds, −1 without an estimate
}

// Training is the What of a Progress while a network is trained. The graph is then loaded.
const Training = "Training"

// Answer is the answer to a query. The question of the query decides which fields are set.
type Answer struct {
	Seq           int
	Question, For string              // of the query
	Frame         *frame.Frame        // of ReadFrame
	Explanation   *explain.Parts      // of Explain
	WhatIf        *explain.Prediction // of WhatIf: the prediction after the change
	Flips         *explain.Flips      // of Flips
	Name          string              // name of the file of Write
	Bytes         []byte              // contents of this file
	Outcome       *JobAnswer          // of Measure
	Err           string              // reason of a failure, "" after a success
	Missing       bool                // the graph of a job could not be fetched
	Overtaken     bool                // a newer load has superseded the query
	Died          bool                // the worker crashed
}

// Network is a trained network in the files of a graph.
type Network struct {
	File     string            // name of the file
	Model    string            // name of the model whose weights the file has
	Settings map[string]string // settings in the file
	Position int               // position of the run after its first forward pass
}

// GivenMaps describes restriction maps in the files of a graph: Epochs × Layers sheaves with stalks of dimension D. All fields are 0 if the
// files have no maps. Sheaves are counted from 1, layer by layer within each epoch.
type GivenMaps struct{ D, Epochs, Layers int }

// GraphInfo describes the loaded graph for the page.
type GraphInfo struct {
	Name          string
	Format        string   // recognised file format, or "built-in"
	N             int      // number of nodes
	Edges         []int32  // 2m ends, two for each edge
	Labels        []int    // class of each node, −1 for a node without a label
	Classes       int      // number of classes
	ClassNames    []string // names from the files, nil if the classes have none
	NodeNames     []string // names from the files, nil if the nodes have none
	Features      int      // number of features of a node
	EdgeHomophily float64  // share of edges between nodes of the same class
	NodeHomophily float64  // mean over nodes of the share of neighbours of the same class
	Components    int      // number of connected components
	ClassSizes    []int    // number of nodes of each class
	SplitName     string
	Splits        []string  // names of the splits in the files, for Recipe.Split = "file:" + name
	Train         []int     // training nodes of the split
	Val           []int     // validation nodes
	Test          []int     // test nodes
	Notes         []string  // remarks about the load for the user
	Maps          GivenMaps // restriction maps in the files
	Doubts        []string  // about the interpretation of the files
	Kernel        string    // implementation of the numerics in the worker (linalg.Kernel)
	Layout        []float64 // coordinates x and y of each node, in [−1, 1]; nil in a Base
	// Apart has the coordinates, in the form of Layout, of the layout with communities side by side. It is nil in a Base, for a graph that is
	// drawn in part, or before the Status with Apart.
	Apart []float64
	// IDs has the identifiers of the nodes of an edited graph. Base is the graph before the edits. For a graph without edits, IDs and Base
	// are nil.
	IDs  []int
	Base *GraphInfo
}

// Ends returns the two end nodes of edge e, counted from 0.
func (g *GraphInfo) Ends(e int) (i, j int) { return int(g.Edges[2*e]), int(g.Edges[2*e+1]) }

// Alike compares the labels at the ends of edge e, counted from 0. It returns 1 for equal labels, 0 for different labels, and −1 if a label
// is missing.
func (g *GraphInfo) Alike(e int) int {
	i, j := g.Ends(e)
	labelI, labelJ := g.Labels[i], g.Labels[j]
	switch {
	case labelI < 0 || labelJ < 0:
		return -1
	case labelI == labelJ:
		return 1
	}
	return 0
}

// Sets returns the set of each node: "train", "val", "test", or "" for a node in none of these sets.
func (g *GraphInfo) Sets() []string {
	sets := make([]string, g.N)
	for k, nodes := range [][]int{g.Train, g.Val, g.Test} {
		name := [...]string{"train", "val", "test"}[k]
		for _, i := range nodes {
			sets[i] = name
		}
	}
	return sets
}

// Files returns the files of the message's goal or, if the message has no goal, of its query.
func (m Message) Files() []content.File {
	if m.Goal != nil {
		return m.Goal.Files
	}
	return m.Query.Files
}

// With returns a copy of the message with other files.
func (m Message) With(files []content.File) Message {
	if m.Goal != nil {
		g := *m.Goal
		g.Files = files
		return Message{Goal: &g}
	}
	q := *m.Query
	q.Files = files
	return Message{Query: &q}
}

// Supersede returns a queue without the messages that m supersedes. Queries, and goals that may ask the user, supersede nothing. A load
// supersedes all messages. Any other goal supersedes the goals without Load.
func Supersede(queue []Message, m Message) []Message {
	switch {
	case m.Goal == nil || m.Goal.Asks != Never:
		return queue
	case m.Goal.Load:
		return nil
	}
	return slices.DeleteFunc(queue, func(x Message) bool { return x.Goal != nil && !x.Goal.Load })
}

// Report has the latest values that the worker has reported about a run. The page has a report of each shown run. States of the page share
// the values behind pointers, so a new value replaces an old value and never changes it.
type Report struct {
	Graph        *GraphInfo
	Config       settings.Config
	Method       method.Method       // of Config
	Frame        *frame.Frame        // the last frame
	Spectrum     *frame.SpectrumView // the last spectrum, which can be older than Frame
	SpectrumAt   int                 // position of Spectrum
	History      frame.History       // known epochs of the run, which can be later than Frame
	MaxPosition  int                 // the largest known position
	Claims       []claims.Claim      // statements of the paper, checked by the run, as last evaluated
	ClaimsAt     int                 // position of Claims
	EpochSeconds float64             // duration of the last whole epoch, 0 before the first
	Progress     *Progress
	Error        string // the last error, "" if the last goal had no error
	Stopped      bool   // there is no worker, and none starts before the user's request
}

// Forget drops history, largest position and claims, because the settings change. Frame and spectrum stay until new ones replace them.
func (r *Report) Forget() {
	r.History, r.MaxPosition, r.Claims, r.ClaimsAt = frame.History{}, 0, nil, 0
}

// Merge appends to the history of the report the epochs that only the frame's history has. It does nothing if epochs between the two
// histories are missing. Epochs after the frame's last epoch stay, because the run is deterministic. The best epoch is replaced only if the
// frame has the last epoch: an earlier frame has the best of fewer epochs.
func (r *Report) Merge(f *frame.Frame) {
	h, added := &r.History, f.History
	known := len(h.Position) // number of epochs of the report
	if added.From > known {
		return // the next ReadFrame fills the gap
	}
	skip := known - added.From // number of epochs that both histories have
	if skip < len(added.Position) {
		// The clipped capacity makes append copy: earlier states of the page share the old slices.
		sources := [...][]float64{added.CE, added.KL, added.Spec, added.Train, added.Val, added.Test, added.Bound, added.Lambda2}
		for k, column := range [...]*[]float64{&h.CE, &h.KL, &h.Spec, &h.Train, &h.Val, &h.Test, &h.Bound, &h.Lambda2} {
			*column = append((*column)[:known:known], sources[k][skip:]...)
		}
		h.Position = append(h.Position[:known:known], added.Position[skip:]...)
	}
	if f.Epoch >= len(h.Position) { // both are numbers of finished epochs
		h.BestEpoch, h.ChoiceEpoch = added.BestEpoch, added.ChoiceEpoch
	}
}
