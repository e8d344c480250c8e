package study

import (
	"sync"
	"time"

	"sheafscope/core/graph"
	"sheafscope/core/train"
	"sheafscope/core/tune"
)

// Loader reads a data set by name.
type Loader func(name string) (*graph.Graph, []graph.Split, error)

// Library loads each data set once and trains cells on it.
// It is safe for concurrent use.
type Library struct {
	reader Loader
	// blind hides test labels from the runs; see tune.WithoutTest.
	blind bool
	// votes records the predicted class of every node, for the counts of mistakes.
	votes bool
	// depth records the measures of figures.Depth instead of figures.Measure.
	depth bool
	mu    sync.Mutex
	sets  map[string]*dataset
	// last is the most recently trained network and key its cell: the swaps of an ablation follow each other and reuse it.
	last *trained
	key  string
}

// dataset is a loaded data set, or the error of loading it.
type dataset struct {
	once   sync.Once
	graph  *graph.Graph
	splits []graph.Split
	err    error
	input  string // inputDigest of graph
}

// NewLibrary returns a library that loads data sets with load.
func NewLibrary(load Loader) *Library {
	return &Library{reader: load, sets: map[string]*dataset{}}
}

// load is a Loader that loads each data set once; its graphs are not to be changed.
func (l *Library) load(name string) (*graph.Graph, []graph.Split, error) {
	d := l.dataset(name)
	return d.graph, d.splits, d.err
}

// dataset returns the named data set and loads it at the first call.
func (l *Library) dataset(name string) *dataset {
	l.mu.Lock()
	d := l.sets[name]
	if d == nil {
		d = &dataset{}
		l.sets[name] = d
	}
	l.mu.Unlock()
	// The library is unlocked here, so different data sets load at the same time and each one only once.
	d.once.Do(func() {
		if d.graph, d.splits, d.err = l.reader(name); d.err == nil {
			d.input = inputDigest(d.graph)
		}
	})
	return d
}

// Version returns the [ModelVersion] of a cell.
func (l *Library) Version(c Cell) (string, error) { return ModelVersion(c.Model, c.Set) }

// resolve returns the graph and the split of a cell.
func (l *Library) resolve(c Cell) (*graph.Graph, graph.Split, error) {
	g, splits, err := l.load(c.Dataset)
	if err != nil {
		return nil, graph.Split{}, err
	}
	s, err := SplitOf(g, splits, c.Split)
	if l.blind && err == nil {
		g, s = tune.WithoutTest(g, s)
	}
	return g, s, err
}

// Stamp returns the stamp of a cell, for [Experiment].
func (l *Library) Stamp(c Cell) (Stamp, error) {
	g, split, err := l.resolve(c)
	if err != nil {
		return Stamp{}, err
	}
	data, err := dataStamp(l.dataset(c.Dataset).input, g, split, c)
	if err != nil {
		return Stamp{}, err
	}
	if l.votes {
		data += " votes" // stored runs without votes must not be reused for them
	}
	if l.depth {
		data += " depth"
	}
	version, err := l.Version(c)
	return Stamp{data, version}, err
}

// Run returns a Runner on the data sets of the library; with series, outcomes include their sequences.
func (l *Library) Run(series bool) Runner {
	return func(c Cell) (train.Outcome, error) {
		g, s, err := l.resolve(c)
		if err != nil {
			return train.Outcome{}, err
		}
		start := time.Now()
		t, err := l.trainedCell(g, s, c)
		if err != nil {
			return train.Outcome{}, err
		}
		o, err := t.withSwap(c.Swap)
		o.Seconds = time.Since(start).Seconds()
		if l.votes {
			o.Pred, o.Tested = t.pred, nil
			for _, i := range s.Test {
				o.Tested = append(o.Tested, int32(i))
			}
		}
		if !series {
			o.Series = nil
		}
		return o, err
	}
}

// trainedCell returns the trained network of a cell without its swap; it reuses the last one if the cell is the same.
func (l *Library) trainedCell(g *graph.Graph, split graph.Split, c Cell) (*trained, error) {
	data, err := dataStamp(l.dataset(c.Dataset).input, g, split, c)
	if err != nil {
		return nil, err
	}
	c.Swap = nil
	key := c.Key(Stamp{Data: data})
	l.mu.Lock()
	t := l.last
	// The previous network is released before training, so that only one is in memory.
	if l.key != key {
		t, l.last, l.key = nil, nil, ""
	}
	l.mu.Unlock()
	if t != nil {
		return t, nil
	}
	if t, err = l.fit(g, split, c); err != nil {
		return nil, err
	}
	l.mu.Lock()
	l.last, l.key = t, key
	l.mu.Unlock()
	return t, nil
}
