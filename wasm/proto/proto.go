// Package proto is the protocol between the page and the worker: plain structs, large arrays beside a small header.
//
// A run is a function of recipe and position. So the page says what it wants, a [Goal], and the worker converges to it, with a
// [Status] as it goes; a newer goal takes the place of an older one. Beside that the page asks a [Query] about the run as it stands,
// and gets one [Answer].
//
// A goal with Load, unless it asks, makes stale what was sent before it: queries are answered as overtaken. The status that says Reached
// carries a spectrum; those on the way carry one when it is cheap. A frame's History begins at History.From: keep that many entries of
// what is there, and append. The focus stays until the next goal or ReadFrame.
package proto

import (
	"time"

	"slices"

	"sheafscope/core/claims"
	"sheafscope/core/graphio/content"
	"sheafscope/core/sgpc/explain"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/settings"
	"sheafscope/wasm/recipe"
)

// Message goes from the page to the worker; one of its fields is set.
type Message struct {
	Goal  *Goal
	Query *Query
}

// Goal is what the page wants of the run.
type Goal struct {
	// Seq numbers goals and queries. The client numbers those without: goals go on counting, queries go down from −1.
	Seq int
	// Load begins with another run: Run and Files in full, first to Run.Position. Set replays the present run with the settings of Run,
	// which names nothing else.
	Load, Set bool
	// Asks says when the worker keeps the run before and answers a load with what its files were taken as: never, in doubt, or always.
	Asks  Asks
	Run   recipe.Setup
	Files []content.File
	// From is the position that Until counts from, −1 for where the run stands. Start is the Seq of the goal with which these steps began,
	// where this one is the same with more steps or other settings.
	From, Start int
	Until       Until
	Focus       frame.Focus
	// Local keeps a load from requesting anything of another host than the page's own. What needs one fails, with its name in Host.
	Local bool
	// Trained says that the run of a load is stored at an epoch up to Run.Position: it goes on from there.
	Trained bool
	// Forward says that nobody will go back in the run of a load, which then keeps nothing for that.
	Forward bool
}

// Asks is when a load leaves the decision to the user. Until it is taken it makes nothing stale, and leaves the goals before it alone.
// Its files are held until the next load, or a goal to stay: these need not bring them again.
type Asks int

const (
	Never Asks = iota
	InDoubt
	Always
)

// Takes reports whether the goal loads another run in any case.
func (g *Goal) Takes() bool { return g.Load && g.Asks == Never }

// Until is where a goal ends: N of a unit. The zero value stays where the run is.
type Until struct {
	Unit string
	N    int
}

// Units of Until.
const (
	At     = "at"     // position N
	Inner  = "inner"  // N inner steps, stages or epochs on
	Stage  = "stage"  //
	Epoch  = "epoch"  //
	Epochs = "epochs" // the same for a run, which a pause ends at once; 0: until it is done
)

// Questions.
const (
	ReadFrame = "frame"   // Focus changed: the frame of the present position, with what Once asks for
	Pace      = "pace"    // Every: frames of a run come no faster
	Explain   = "explain" // Node: its score taken apart
	WhatIf    = "whatif"  // Change: the predictions without what it takes away
	Flips     = "flips"   // Node: the smallest changes that flip it; ended early by a goal
	Try       = "try"     // Run: whether its graph can be made
	Write     = "write"   // Unit: "trace", or a format: the file
	Measure   = "measure" // Run and Files: train to the end beside the run, or as Unit says (job.go)
)

// Query is a question about the run as it stands, or about another run.
type Query struct {
	Seq      int
	Question string
	// For comes back in the answer.
	For   string
	Run   recipe.Setup
	Files []content.File
	Unit  string
	// Node is that of Explain, Flips and JobNode, Change that of WhatIf and JobNode.
	Node   int
	Change explain.Change
	// Every is the least time between two frames of a run, since nobody draws them faster.
	Every time.Duration
	// Focus stays; Once is of this one query.
	Focus frame.Focus
	Once  frame.Once
}

// Reply goes from the worker to the page; one of its fields is set.
type Reply struct {
	Status *Status
	Answer *Answer
}

// Status is how far the worker is with a goal. Graph comes with a run that was loaded, Config with other settings than before.
type Status struct {
	// Goal is the Seq of the goal, or of the query that Progress is about.
	Goal   int
	Graph  *GraphInfo
	Config *settings.Config
	Method method.Method // of Config
	Frame  *frame.Frame
	// Apart are the places of the graph with its communities side by side.
	Apart []float64
	// EpochSeconds is what the last whole epoch of a run took here, 0 when none did yet.
	EpochSeconds float64
	Progress     *Progress
	// Reached ends the goal, with the settings that the run has, unless Err says why it was not taken; the run before is then still there.
	Reached  bool
	Settings map[string]string
	Err      string
	// Found is what the files of a load that asks were taken as; then the run before is still there. With Err it is why they are no graph yet.
	Found *content.Recognition
	// Network is the trained network in the files of a load that asks, where its recipe does not name it; nil for none. Alone reports that
	// they hold nothing else, no graph either.
	Network *Network
	Alone   bool
	// Host is the host that a load with Local would have had to ask, else "".
	Host string
	// Crashed says that the worker died; sent by the page's own side of the protocol. Stopped, that no new one is started before the
	// user asks for one.
	Crashed, Stopped bool
}

// Progress of something long.
type Progress struct {
	What     string
	Fraction float64
	Left     float64 // seconds, −1 when not known
}

// Training is what a Progress says while a network is trained: its graph is there.
const Training = "Training"

// Answer answers a query.
type Answer struct {
	Seq           int
	Question, For string
	Frame         *frame.Frame
	Explanation   *explain.Parts
	WhatIf        *explain.Prediction
	Flips         *explain.Flips
	// Name and Bytes are the file of Write.
	Name    string
	Bytes   []byte
	Outcome *JobAnswer
	// Err is why there is none. Missing marks a job whose graph could not be fetched, Overtaken a query that a
	// newer run made stale, Died one whose worker is gone.
	Err                      string
	Missing, Overtaken, Died bool
}

// Network is a trained network in the files of a graph: its file, the model that computes it, what the file says of its settings, and the
// position of a run at which its forward pass has the classes.
type Network struct {
	File, Model string
	Settings    map[string]string
	Position    int
}

// GivenMaps describes restriction maps that came with a graph: their dimension, 0 for none, and how many
// sheaves there are. Number 1 is the first layer of the first epoch, then come the other layers.
type GivenMaps struct{ D, Epochs, Layers int }

// GraphInfo is what the page draws and lists of the loaded graph.
type GraphInfo struct {
	Name          string
	Format        string // recognised file format, or "built-in"
	N             int
	Edges         []int32 // 2m ends
	Labels        []int
	Classes       int
	ClassNames    []string
	NodeNames     []string
	Features      int
	EdgeHomophily float64
	NodeHomophily float64
	Components    int
	ClassSizes    []int
	SplitName     string
	Splits        []string // names of the splits in the files, for Recipe.Split = "file:" + name
	Train         []int
	Val           []int
	Test          []int
	Notes         []string
	// Maps reports which restriction maps the files hold.
	Maps GivenMaps
	// Doubts are the reasons to doubt how the files were read.
	Doubts []string
	// Kernel names the implementation of the numerics in the worker (linalg.Kernel).
	Kernel string
	// Layout holds 2N coordinates in [-1, 1], nil in a Base.
	Layout []float64
	// Apart are places with the communities side by side, as many; nil in a Base, for a graph that is drawn in part, and until a Status
	// brings them.
	Apart []float64
	// IDs holds the ids of the nodes of an edited graph, and Base the graph
	// before the edits; nil when it is as it came.
	IDs  []int
	Base *GraphInfo
}

// Ends are both ends of edge e.
func (g *GraphInfo) Ends(e int) (i, j int) { return int(g.Edges[2*e]), int(g.Edges[2*e+1]) }

// Alike compares the labels at both ends of edge e: 1 when they are one, 0 when they differ, −1 when one is missing.
func (g *GraphInfo) Alike(e int) int {
	i, j := g.Ends(e)
	switch p, q := g.Labels[i], g.Labels[j]; {
	case p < 0 || q < 0:
		return -1
	case p == q:
		return 1
	}
	return 0
}

// Sets names the set of each node: "train", "val", "test", or "" for none.
func (g *GraphInfo) Sets() []string {
	of := make([]string, g.N)
	for k, list := range [][]int{g.Train, g.Val, g.Test} {
		for _, i := range list {
			of[i] = [...]string{"train", "val", "test"}[k]
		}
	}
	return of
}

// Files are those that travel with a message.
func (m Message) Files() []content.File {
	if m.Goal != nil {
		return m.Goal.Files
	}
	return m.Query.Files
}

// With is the message with other files.
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

// Without is a queue without what a message makes stale: a goal takes the place of an older one, but for the load of the run that it
// is about, and a load that of everything.
func Without(queue []Message, m Message) []Message {
	switch {
	case m.Goal == nil || m.Goal.Asks != Never:
		return queue
	case m.Goal.Load:
		return nil
	}
	return slices.DeleteFunc(queue, func(x Message) bool { return x.Goal != nil && !x.Goal.Load })
}

// Report is what the worker has reported of a run so far. The page holds one of each run that it shows; what it points to is
// replaced, never changed.
type Report struct {
	Graph  *GraphInfo
	Config settings.Config
	Method method.Method // of Config
	// Frame is the last frame, Spectrum the last spectrum (a frame on the way may come without one), of position SpectrumAt.
	Frame      *frame.Frame
	Spectrum   *frame.SpectrumView
	SpectrumAt int
	// History of the whole run known so far; it may reach further than Frame, as MaxPosition does.
	History     frame.History
	MaxPosition int
	// Claims are the paper's claims as last evaluated, at position ClaimsAt.
	Claims   []claims.Claim
	ClaimsAt int
	// EpochSeconds is what the last whole epoch took here, 0 when it is not known.
	EpochSeconds float64
	Progress     *Progress
	// Error is what went wrong last, "" for nothing. Stopped reports that there is no worker, and none comes before the user requests it.
	Error   string
	Stopped bool
}

// Forget drops what other settings make untrue. The frame stays until the next one comes.
func (r *Report) Forget() {
	r.History, r.MaxPosition, r.Claims, r.ClaimsAt = frame.History{}, 0, nil, 0
}

// Merge joins the epochs that a frame brings to those known. The run is deterministic, so what is known beyond a frame stays true.
func (r *Report) Merge(f *frame.Frame) {
	h, g := &r.History, f.History
	have := len(h.Position)
	if g.From > have {
		return // a gap: the next ReadFrame brings what is missing
	}
	skip := have - g.From
	if skip < len(g.Position) {
		from := [...][]float64{g.CE, g.KL, g.Spec, g.Train, g.Val, g.Test, g.Bound, g.Lambda2}
		for k, to := range [...]*[]float64{&h.CE, &h.KL, &h.Spec, &h.Train, &h.Val, &h.Test, &h.Bound, &h.Lambda2} {
			*to = append((*to)[:have:have], from[k][skip:]...)
		}
		h.Position = append(h.Position[:have:have], g.Position[skip:]...)
	}
	if f.Epoch >= len(h.Position) {
		h.BestEpoch, h.ChoiceEpoch = g.BestEpoch, g.ChoiceEpoch
	}
}
