package proto

import (
	"sheafscope/core/sgpc/cost"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/train"
)

// JobAnswer is the result of a Job: the outcome of a run that was trained until it stopped by itself. A JobBlind leaves out Pred and
// Tested. Metrics and Series are those of JobMeasure, JobStop and JobDepth (core/figures: Measure, Stop, Depth).
type JobAnswer struct {
	train.Outcome
	// Prob are the probabilities of Node that count there, of a JobNode.
	Prob []float64
	// Decided are the test nodes that are called by their label, and not so without one of their own edges;
	// nil where that was not looked for (a graph of more than DecideEdges edges, another Unit).
	Decided []int32
	// Known answers a JobKnown, which trains nothing.
	Known *Known
}

// DecideEdges is the number of edges up to which a job looks for the test nodes that an edge decides.
const DecideEdges = 500

// What a Job does but for training with the accuracy on the test nodes, in its Unit.
const (
	JobBlind   = "blind"   // train without test nodes and their labels
	JobMeasure = "measure" // train, and take the measures of a figure
	JobStop    = "stop"    // train, and take the measures of a stop of the dial
	JobDepth   = "depth"   // train, and measure each layer before and after (core/figures: Depth)
	JobKnown   = "known"   // train nothing: answer with what a search must know of graph and split
	JobNode    = "node"    // train with Change made to the graph, and tell the probabilities of Node
)

// Known is what a search for settings must know of a graph and a split.
type Known struct {
	Shape  cost.Shape
	Config settings.Config
	Split  string
	Val    int
}
