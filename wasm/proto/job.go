package proto

import (
	"sheafscope/core/sgpc/cost"
	"sheafscope/core/sgpc/settings"
)

// Outcome is what a Job came to: a run trained until it stopped by itself,
// measured at the epoch that validation chose.
type Outcome struct {
	// Val and Test are shares of correct predictions in 0..1 at BestEpoch, -1 for an empty set.
	Val, Test float64
	// Around is the mean validation accuracy of the epochs around BestEpoch.
	Around float64
	// Crossed is that of sgpc.Run.Crossed, of a JobBlind.
	Crossed float64
	// BestEpoch and Epochs count from 1; Seconds is the time that training took.
	BestEpoch, Epochs int
	Seconds           float64
	// Position is that of the end of BestEpoch; Pred the class of each node there, which
	// a JobBlind does not tell; Tested the test nodes of the split.
	Position     int
	Pred, Tested []int32
	// Prob are the probabilities of Node that count there, of a JobNode.
	Prob []float64
	// Decided are the test nodes that are called by their label, and not so without one of their own edges;
	// nil where that was not looked for (a graph of more than DecideEdges edges, another Unit).
	Decided []int32
	// Metrics and Series are what JobMeasure, JobStop and JobDepth add (core/figures: Measure, Stop, Depth).
	Metrics map[string]float64
	Series  map[string][]float64
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
