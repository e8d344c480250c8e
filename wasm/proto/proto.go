// Package proto is the protocol between the page and the worker: plain
// structs, a generation number on each, large arrays beside a small header.
//
// The page sends Requests, the worker answers with Replies. Every Load starts
// a new generation; the page drops replies of older ones. package client fills
// in Gen, package session answers.
//
// Each request is completed by one reply with Final and its Seq. Frames that
// complete Load, Step, Run, Pause, Seek and Params carry a spectrum; frames on
// the way carry one when it is cheap. A frame's History begins at
// History.From: keep that many entries of what is there, and append. Look and
// Load set the focus; it stays until the next of them, and is all of a look that
// a replay after a crash repeats.
package proto

import (
	"sheafscope/core/graphio/content"
	"sheafscope/core/sgpc"
	"sheafscope/wasm/recipe"
)

// Request kinds.
const (
	Load    = "load"    // Recipe and Files: build graph and run, then seek to Recipe.Position
	Step    = "step"    // Unit: one inner | stage | epoch step
	Run     = "run"     // Epochs: run that many epochs (0: until Done or Pause), with frames on the way
	Pause   = "pause"   // stop a running Run or Seek
	Seek    = "seek"    // Position
	Look    = "look"    // Focus changed: answer with a Frame of the present position, with what Once asks for
	Trace   = "trace"   // answer with the trace as JSON bytes
	Export  = "export"  // Unit: a format; answer with the file
	Params  = "params"  // Settings: change settings and replay to the same position; answered by a frame, with Config
	Job     = "job"     // Recipe and Files: train to the end beside the run, or as Unit says (job.go); answered by Ended
	Explain = "explain" // Node: its score taken apart; answered by Answered
	WhatIf  = "whatif"  // Change: the predictions without what it takes away; answered by Answered
	Flips   = "flips"   // Node: the smallest changes that flip it; answered by Answered, ended early by what changes the run
	Forget  = "forget"  // let go of the files held since Doubtful; answered by Forgotten
)

// Request goes from the page to the worker.
type Request struct {
	Gen int
	// Seq is the request's one number, given by who sends it and echoed in the reply that
	// completes it: above 0 by the page's state, below by the client for everybody else.
	Seq      int
	Kind     string
	Recipe   recipe.Run
	Files    []content.File
	Unit     string
	Epochs   int
	Position int
	// Focus stays until the next Look or Load; Once is of this one request.
	Focus    sgpc.Focus
	Once     sgpc.Once
	Settings map[string]string
	// Node is that of Explain, Flips and JobNode, Change that of WhatIf and JobNode.
	Node   int
	Change sgpc.Change
	// Local tells a Load to ask no other host than the page's own. What needs
	// one is Failed, with its name in Host.
	Local bool
	// Ask, of a Load of the user's own files, is AskDoubt or AskAlways: then
	// Doubtful answers instead of Loaded, the run stays, and the worker holds
	// what it read. Held marks a Load of just these files: they need not come again.
	Ask  string
	Held bool
	// Forward tells a Load that nobody will go back in its run, which then keeps nothing for that.
	Forward bool
}

// When to ask before a graph is taken.
const (
	AskDoubt  = "doubt"  // when the reading of the files is not sure
	AskAlways = "always" // however sure it is
)

// Reply kinds.
const (
	Loaded    = "loaded"    // Graph, Config; frames follow, the last one is Final
	Framed    = "frame"     // Frame; Final when it completes request Seq
	Progress  = "progress"  // Fraction, Left (seconds, -1: not known yet), What
	Failed    = "error"     // Message; the previous run is still there
	Traced    = "traced"    // Bytes
	Exported  = "exported"  // Bytes, What (the file's name)
	Ended     = "ended"     // Outcome of a Job
	Answered  = "answered"  // Explanation, Answer or Flips
	Doubtful  = "doubtful"  // Recognition of the files of a Load with Ask; the previous run is still there
	Forgotten = "forgotten" // answers Forget
	Crashed   = "crashed"   // the worker died; sent by the page's own side of the protocol
)

// Training is what a Progress says while a network is trained: its graph is there.
const Training = "Training"

// Reply goes from the worker to the page.
type Reply struct {
	Gen    int
	Seq    int
	Kind   string
	Final  bool
	Graph  *GraphInfo
	Config *sgpc.Config
	Method sgpc.Method // of Config
	Frame  *sgpc.Frame
	// EpochSeconds is what the last whole epoch of a run took here, 0 when none did yet.
	EpochSeconds float64
	Fraction     float64
	Left         float64
	What         string
	Message      string
	// Host is the host that a Load with Local would have had to ask, else "".
	Host string
	// Missing marks a Failed reply of a job whose graph could not be fetched.
	Missing bool
	// Overtaken marks a Failed reply of a request that a newer Load made stale.
	Overtaken bool
	// Died marks a Failed reply of a request whose worker is gone; a Crashed reply follows.
	Died bool
	// Stopped marks a Crashed reply after which no new worker is started before the user asks for one.
	Stopped bool
	Bytes   []byte
	Outcome *Outcome
	// Explanation, Answer and Flips are those asked for by Explain, WhatIf and Flips.
	Explanation *sgpc.Explanation
	Answer      *sgpc.Answer
	Flips       *sgpc.Flips
	// Recognition is what was made of the files.
	Recognition *content.Recognition
}

// GivenMaps tells of restriction maps that came with a graph: their dimension, 0 for none, and how many
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
	// Maps tells which restriction maps the files hold.
	Maps GivenMaps
	// Doubts are the reasons to doubt how the files were read.
	Doubts []string
	// Kernel names the implementation of the numerics in the worker (linalg.Kernel).
	Kernel string
	// Layout holds 2N coordinates in [-1, 1], nil in a Base.
	Layout []float64
	// Apart are places with the communities side by side, as many; nil in a Base and for a graph that is drawn in part.
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
