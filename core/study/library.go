// The library: data sets, loaded once, and the training of cells on them.

package study

import (
	"sync"
	"time"

	"sheafscope/core/graph"
	"sheafscope/core/train"
	"sheafscope/core/tune"
)

// Loader reads the data set with a name: its graph and its splits.
type Loader func(name string) (*graph.Graph, []graph.Split, error)

// Library loads each data set once and trains cells on it. It is safe for concurrent use, except for changes of its options.
type Library struct {
	reader Loader
	// blind hides test labels from the runs; see tune.WithoutTest.
	blind bool
	// votes adds the predicted class of every node to the outcomes, for the counts of mistakes.
	votes bool
	// depth adds the measures of figures.Depth to the outcomes in place of those of figures.Measure.
	depth bool
	// mu guards the fields below.
	mu   sync.Mutex
	sets map[string]*dataset // by name
	// last is the network that was trained last, and key identifies its cell. Cells that differ in their swap follow each other and
	// share the network.
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

// NewLibrary returns a library without data sets. It loads them by the given loader when a cell needs them.
func NewLibrary(load Loader) *Library {
	return &Library{reader: load, sets: map[string]*dataset{}}
}

// load is a [Loader] that reads each data set once. Callers share its graphs and must not change them.
func (l *Library) load(name string) (*graph.Graph, []graph.Split, error) {
	d := l.dataset(name)
	return d.graph, d.splits, d.err
}

// dataset returns the data set with a name, or its error. The first call loads it.
func (l *Library) dataset(name string) *dataset {
	l.mu.Lock()
	d := l.sets[name]
	if d == nil {
		d = &dataset{}
		l.sets[name] = d
	}
	l.mu.Unlock()
	// The library is unlocked here, so that different data sets load at the same time. Each loads only once.
	d.once.Do(func() {
		if d.graph, d.splits, d.err = l.reader(name); d.err == nil {
			d.input = inputDigest(d.graph)
		}
	})
	return d
}

// Version returns the [ModelVersion] of a cell's model.
func (l *Library) Version(c Cell) (string, error) { return ModelVersion(c.Model, c.Set) }

// resolve returns the graph and the split of a cell, without test labels if the library is blind.
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

// Stamp returns the stamp of a cell, for the field of this name in [Experiment].
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
		data += " votes" // a stored run without votes must not replace a run with votes
	}
	if l.depth {
		data += " depth"
	}
	version, err := l.Version(c)
	return Stamp{data, version}, err
}

// Run returns a [Runner] on the data sets of the library. Outcomes have no series unless series is true.
func (l *Library) Run(series bool) Runner {
	return func(c Cell) (train.Outcome, error) {
		g, s, err := l.resolve(c)
		if err != nil {
			return train.Outcome{}, err
		}
		start := time.Now()
		network, err := l.trainedCell(g, s, c)
		if err != nil {
			return train.Outcome{}, err
		}
		outcome, err := network.withSwap(c.Swap)
		outcome.Seconds = time.Since(start).Seconds()
		if l.votes {
			outcome.Pred, outcome.Tested = network.pred, nil
			for _, i := range s.Test {
				outcome.Tested = append(outcome.Tested, int32(i))
			}
		}
		if !series {
			outcome.Series = nil
		}
		return outcome, err
	}
}

// trainedCell returns the trained network of a cell without its swap.
// It returns the network that was trained last if that belongs to the same cell.
func (l *Library) trainedCell(g *graph.Graph, split graph.Split, c Cell) (*trained, error) {
	data, err := dataStamp(l.dataset(c.Dataset).input, g, split, c)
	if err != nil {
		return nil, err
	}
	c.Swap = nil
	key := c.Key(Stamp{Data: data})
	l.mu.Lock()
	t := l.last
	// The last network is released before the next is trained, so that memory holds only one.
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
