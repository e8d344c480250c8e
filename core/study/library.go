// This file has the library of an experiment, which loads data sets and trains cells (single training runs) on them.

package study

import (
	"sync"
	"time"

	"sheafscope/core/graph"
	"sheafscope/core/train"
	"sheafscope/core/tune"
)

// Loader returns the graph and the splits of the data set with the given name.
type Loader func(name string) (*graph.Graph, []graph.Split, error)

// Library loads each data set once and trains cells on it. It is safe for concurrent use after its options blind, votes and depth are set.
type Library struct {
	reader Loader // loads a data set that is not in sets yet
	// blind hides test labels from the runs; see tune.WithoutTest.
	blind bool
	// votes adds the predicted class of every node to the outcomes, for the counts of mistakes.
	votes bool
	// depth adds the measures of figures.Depth to the outcomes in place of the measures of figures.Measure.
	depth bool
	// mu guards the fields below.
	mu   sync.Mutex
	sets map[string]*dataset // by name
	// last is the network that was trained last, or nil. lastKey identifies its cell without the swap, or is "" if last is nil.
	// A swap has the settings for an evaluation after the training (Cell.Swap). In the list of an ablation, cells that differ only in their
	// swap follow each other, and share this network.
	last    *trained
	lastKey string
}

// dataset is a data set that is loaded once: its graph and splits, or the error of loading them.
type dataset struct {
	once   sync.Once // loads the other fields
	graph  *graph.Graph
	splits []graph.Split
	err    error
	input  string // inputDigest of graph
}

// NewLibrary returns a library without data sets. It loads them by the given loader when a cell needs them.
func NewLibrary(load Loader) *Library {
	return &Library{reader: load, sets: map[string]*dataset{}}
}

// load is a [Loader] that reads each data set once. Callers share the graphs and must not change them.
func (l *Library) load(name string) (*graph.Graph, []graph.Split, error) {
	d := l.dataset(name)
	return d.graph, d.splits, d.err
}

// dataset returns the data set with the given name. The first call with the name loads the data set. Other calls wait until it is loaded.
func (l *Library) dataset(name string) *dataset {
	l.mu.Lock()
	d := l.sets[name]
	if d == nil {
		d = &dataset{}
		l.sets[name] = d
	}
	l.mu.Unlock()
	// The library is not locked during the loading, so that different data sets can load at the same time.
	d.once.Do(func() {
		d.graph, d.splits, d.err = l.reader(name)
		if d.err == nil {
			d.input = inputDigest(d.graph)
		}
	})
	return d
}

// Version returns the [ModelVersion] of a cell's model.
func (l *Library) Version(c Cell) (string, error) { return ModelVersion(c.Model, c.Set) }

// resolve returns the graph and the split of a cell, without test labels if the library is blind.
// It fails if the data set cannot be loaded, or if the split is missing or invalid.
func (l *Library) resolve(c Cell) (*graph.Graph, graph.Split, error) {
	g, splits, err := l.load(c.Dataset)
	if err != nil {
		return nil, graph.Split{}, err
	}
	split, err := SplitOf(g, splits, c.Split)
	if l.blind && err == nil {
		g, split = tune.WithoutTest(g, split)
	}
	return g, split, err
}

// Stamp returns the stamp of a cell, for the field Stamp of an [Experiment].
// It fails if the data set cannot be loaded, if the split is missing or invalid, or if the model or a setting is invalid.
func (l *Library) Stamp(c Cell) (Stamp, error) {
	g, split, err := l.resolve(c)
	if err != nil {
		return Stamp{}, err
	}
	data, err := dataStamp(l.dataset(c.Dataset).input, g, split, c)
	if err != nil {
		return Stamp{}, err
	}
	// A stored outcome without the predicted classes or the measures of depth must not replace a run that has to record them.
	if l.votes {
		data += " votes"
	}
	if l.depth {
		data += " depth"
	}
	version, err := l.Version(c)
	return Stamp{data, version}, err
}

// Series states whether the outcomes of runs have series, which are lists of numbers of a run.
type Series bool

// The two kinds of outcomes.
const (
	WithSeries    Series = true
	WithoutSeries Series = false
)

// Run returns a [Runner] on the data sets of the library.
// The time of an outcome covers the training and the evaluation, or the evaluation alone if the network was already trained.
// The Runner fails if the data set cannot be loaded, if the split is missing or invalid, or if the model or a setting is invalid.
func (l *Library) Run(series Series) Runner {
	return func(c Cell) (train.Outcome, error) {
		g, split, err := l.resolve(c)
		if err != nil {
			return train.Outcome{}, err
		}
		// The time does not include the loading of the data set.
		start := time.Now()
		network, err := l.trainedCell(g, split, c)
		if err != nil {
			return train.Outcome{}, err
		}
		outcome, err := network.withSwap(c.Swap) // callers ignore the outcome if err is not nil
		outcome.Seconds = time.Since(start).Seconds()
		if l.votes { // the counts of mistakes need the predicted classes and the test nodes
			outcome.Pred, outcome.Tested = network.pred, nil
			for _, i := range split.Test {
				outcome.Tested = append(outcome.Tested, int32(i))
			}
		}
		if series == WithoutSeries {
			outcome.Series = nil
		}
		return outcome, err
	}
}

// trainedCell returns the trained network of a cell without its swap. It does not train again if l.last is this network.
// Workers that run at the same time train their networks separately. The library keeps the network of the worker that finishes last.
func (l *Library) trainedCell(g *graph.Graph, split graph.Split, c Cell) (*trained, error) {
	data, err := dataStamp(l.dataset(c.Dataset).input, g, split, c)
	if err != nil {
		return nil, err
	}
	c.Swap = nil
	key := c.Key(Stamp{Data: data}) // without a version, which the cell determines within one program
	l.mu.Lock()
	if l.lastKey != key {
		// The last network is released before the next is trained, so that a single worker has only one in memory.
		l.last, l.lastKey = nil, ""
	}
	last := l.last
	l.mu.Unlock()
	if last != nil {
		return last, nil
	}
	next, err := l.fit(g, split, c)
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	l.last, l.lastKey = next, key
	l.mu.Unlock()
	return next, nil
}
