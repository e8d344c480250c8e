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

// Library reads data sets once and trains cells on them. It is safe for
// concurrent use.
type Library struct {
	reader Loader
	// blind keeps test labels from the runs: see tune.WithoutTest.
	blind bool
	// votes keeps the class of every node, for the mistakes over runs.
	votes bool
	// depth takes the measures of figures.Depth in place of the others.
	depth bool
	mu    sync.Mutex
	sets  map[string]*dataset
	// last is the network that was trained last, key its cell: what is swapped
	// in the same network comes next in an ablation.
	last *trained
	key  string
}

type dataset struct {
	once   sync.Once
	graph  *graph.Graph
	splits []graph.Split
	err    error
	input  string // inputDigest of graph
}

// NewLibrary returns a library that reads with load.
func NewLibrary(load Loader) *Library {
	return &Library{reader: load, sets: map[string]*dataset{}}
}

// load is the Loader that reads each data set once. Graphs are read-only afterwards.
func (l *Library) load(name string) (*graph.Graph, []graph.Split, error) {
	d := l.dataset(name)
	return d.graph, d.splits, d.err
}

func (l *Library) dataset(name string) *dataset {
	l.mu.Lock()
	d := l.sets[name]
	if d == nil {
		d = &dataset{}
		l.sets[name] = d
	}
	l.mu.Unlock()
	d.once.Do(func() {
		if d.graph, d.splits, d.err = l.reader(name); d.err == nil {
			d.input = inputDigest(d.graph)
		}
	})
	return d
}

// Version returns that of the cell's model, of ModelVersion.
func (l *Library) Version(c Cell) (string, error) { return ModelVersion(c.Model, c.Set) }

// resolve returns graph and split of a cell.
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

// Stamp is that of Plan.
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
		data += " votes" // result files without them say nothing of single nodes
	}
	if l.depth {
		data += " depth"
	}
	version, err := l.Version(c)
	return Stamp{data, version}, err
}

// Run returns the Runner of the library's data sets; without series the
// outcomes leave out their sequences, which a table does not need.
func (l *Library) Run(series bool) Runner {
	return func(c Cell) (train.Outcome, error) {
		g, s, err := l.resolve(c)
		if err != nil {
			return train.Outcome{}, err
		}
		start := time.Now()
		t, err := l.fitted(g, s, c)
		if err != nil {
			return train.Outcome{}, err
		}
		o, err := t.under(c.Swap)
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

// fitted trains the cell without its swap, unless that was the last one.
func (l *Library) fitted(g *graph.Graph, split graph.Split, c Cell) (*trained, error) {
	data, err := dataStamp(l.dataset(c.Dataset).input, g, split, c)
	if err != nil {
		return nil, err
	}
	c.Swap = nil
	key := c.Key(Stamp{Data: data})
	l.mu.Lock()
	t := l.last
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
