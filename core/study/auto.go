package study

import (
	"sheafscope/core/graph"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/cost"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/train"
	"sheafscope/core/tune"
)

// Search is a tune.Search whose jobs are cells: it chooses settings on splits
// of a graph, and goes on where it was when the finished cells are reported again.
type Search struct {
	*tune.Search
	graph *graph.Graph
	names []string
	base  Cell
	asked map[string]tune.Job // by key of the cell
}

// NewSearch begins a search on splits of g, whose names in a cell stand beside
// them. base gives data set, method, seed and the settings that stay. It fails
// when a split has no validation node, or a setting makes no sense.
func NewSearch(g *graph.Graph, splits []graph.Split, names []string, base Cell) (*Search, error) {
	base.Model = "sgpc"
	s := &Search{graph: g, names: names, base: base, asked: map[string]tune.Job{}}
	known := make([]tune.SearchSplit, len(splits))
	for k, p := range splits {
		usual, err := ConfigFor(g, p, base)
		if err == nil && k == 0 {
			_, err = sgpc.Check(g, p, usual)
		}
		if err != nil {
			return nil, err
		}
		known[k] = tune.SearchSplit{Name: names[k], Val: len(p.Val), Usual: usual}
	}
	var err error
	s.Search, err = tune.New(tune.Version, cost.ShapeOf(g), known, base.Set, 0)
	return s, err
}

// Pending lists the cells whose outcomes the search waits for, nil when it has chosen.
func (s *Search) Pending() (out []Cell) {
	for _, j := range s.Search.Pending() {
		c := s.cell(j)
		s.asked[c.Key(Stamp{})] = j
		out = append(out, c)
	}
	return out
}

func (s *Search) cell(j tune.Job) Cell {
	c := s.base
	c.Split, c.Seed, c.Set = s.names[j.Split], c.Seed+j.Seed, merged(c.Set, j.Set)
	return c
}

// Tell takes the outcome of a cell that Pending listed, or why it has none; what was not asked for is left out.
func (s *Search) Tell(c Cell, o train.Outcome, err error) {
	if j, ok := s.asked[c.Key(Stamp{})]; ok {
		s.Search.Tell(j, tune.Score{Around: o.Around, Crossed: o.Crossed}, err)
	}
}

// Final lists the cells of the chosen settings on every split, with each seed.
func (s *Search) Final(seeds []uint64) ([]Cell, error) {
	best, _, err := s.Chosen()
	if err != nil {
		return nil, err
	}
	var out []Cell
	for k := range s.names {
		for _, seed := range seeds {
			c := s.cell(s.Job(best, k))
			c.Seed = seed
			out = append(out, c)
		}
	}
	return out, nil
}

// Auto searches on one split to the end, run after run, and returns the chosen settings and what was tried.
func Auto(g *graph.Graph, split graph.Split, base Cell) (settings.Config, []tune.Candidate, error) {
	splits := []graph.Split{split}
	s, err := NewSearch(g, splits, []string{"0"}, base)
	if err != nil {
		return settings.Config{}, nil, err
	}
	lib := NewLibrary(func(string) (*graph.Graph, []graph.Split, error) { return g, splits, nil })
	lib.blind = true
	for cells := s.Pending(); cells != nil; cells = s.Pending() {
		o, err := lib.Run(false)(cells[0])
		s.Tell(cells[0], o, err)
	}
	_, c, err := s.Chosen()
	return c, s.Trials(), err
}
