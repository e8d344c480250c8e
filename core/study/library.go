package study

import (
	"sync"

	"sheafscope/core/graph"
)

// Loader reads a data set by name.
type Loader func(name string) (*graph.Graph, []graph.Split, error)

// Library reads data sets once and trains cells on them. It is safe for
// concurrent use.
type Library struct {
	load Loader
	mu   sync.Mutex
	sets map[string]*dataset
}

type dataset struct {
	once   sync.Once
	graph  *graph.Graph
	splits []graph.Split
	err    error
}

// NewLibrary returns a library that reads with load.
func NewLibrary(load Loader) *Library { return &Library{load: load, sets: map[string]*dataset{}} }

// resolve returns graph and split of a cell. Graphs are read-only afterwards.
func (l *Library) resolve(c Cell) (*graph.Graph, graph.Split, error) {
	l.mu.Lock()
	d := l.sets[c.Dataset]
	if d == nil {
		d = &dataset{}
		l.sets[c.Dataset] = d
	}
	l.mu.Unlock()
	d.once.Do(func() { d.graph, d.splits, d.err = l.load(c.Dataset) })
	if d.err != nil {
		return nil, graph.Split{}, d.err
	}
	s, err := SplitOf(d.graph, d.splits, c.Split)
	return d.graph, s, err
}

// Fingerprint is that of Plan.
func (l *Library) Fingerprint(c Cell) (string, error) {
	g, s, err := l.resolve(c)
	if err != nil {
		return "", err
	}
	return Fingerprint(g, s, c)
}

// Run returns the Runner of the library's data sets; without series the
// outcomes leave out their sequences, which a table does not need.
func (l *Library) Run(series bool) Runner {
	return func(c Cell) (Outcome, error) {
		g, s, err := l.resolve(c)
		if err != nil {
			return Outcome{}, err
		}
		o, err := Train(g, s, c, nil)
		if !series {
			o.Series = nil
		}
		return o, err
	}
}
