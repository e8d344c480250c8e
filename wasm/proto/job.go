package proto

// This file defines the jobs of a pool of workers: the units of a query Measure, and their answers.

import (
	"sheafscope/core/sgpc/cost"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/train"
)

// JobAnswer is the answer to a query of the kind Measure, with the Outcome of the trained run. Pred and Tested are nil for JobBlind. Only
// JobMeasure, JobStop and JobDepth set Metrics and Series (core/figures: Measure, Stop, Depth). JobKnown trains no run: it sets only Val
// and Test of Outcome, to −1 (no accuracy).
type JobAnswer struct {
	train.Outcome
	// Prob has the class probabilities of the query's Node, calibrated if the model calibrates. It is nil except for JobNode.
	Prob []float64
	// Decided has the correctly classified test nodes with an edge whose removal changes the predicted class of the node. It is nil for
	// a graph with more than DecideEdges edges, for a non-empty Unit, and for a model without explanations: such jobs do not search.
	Decided []int32
	// Known is the answer to JobKnown, nil for other units.
	Known *Known
}

// DecideEdges is the largest number of edges for which a job searches the nodes of Decided. On a larger graph the search takes too long.
const DecideEdges = 500

// Units of a query of the kind Measure. The empty unit trains and returns accuracies and predictions.
const (
	JobBlind   = "blind"   // train without test nodes and their labels
	JobMeasure = "measure" // train, and compute the measures of a figure
	JobStop    = "stop"    // train, and compute the measures of a stop of the dial (lab.Dial): a family of maps
	JobDepth   = "depth"   // train, and measure each layer before and after (core/figures: Depth)
	JobKnown   = "known"   // train nothing, and return Known
	JobNode    = "node"    // train on the graph with Change, and return the probabilities of Node
)

// Known has the facts about a graph and a split that a search for settings needs.
type Known struct {
	Shape  cost.Shape      // sizes of the graph, from which the cost of a run follows
	Config settings.Config // settings before the search
	Split  string          // name of the split
	Val    int             // number of validation nodes
}
