package study

import (
	"sheafscope/core/graph"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/cost"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/train"
	"sheafscope/core/tune"
)

// Search is a tune.Search over cells: it chooses the settings of SGPC on splits of a graph.
// A search resumes where it stopped when the outcomes of finished cells are reported again.
type Search struct {
	*tune.Search
	graph *graph.Graph
	names []string
	base  Cell
	jobs  map[string]tune.Job // the listed jobs, by the key of their cell
}

// NewSearch returns a search on splits of g; names are the names of the splits in a cell.
// base has the data set, method, seed and the settings that the search keeps.
// It fails where a split has no validation node, and where a setting is invalid.
func NewSearch(g *graph.Graph, splits []graph.Split, names []string, base Cell) (*Search, error) {
	// Peers have a grid instead of a search; see choosePeerSettings.
	base.Model = "sgpc"
	s := &Search{graph: g, names: names, base: base, jobs: map[string]tune.Job{}}
	known := make([]tune.SearchSplit, len(splits))
	for k, p := range splits {
		usual, err := ConfigFor(g, p, base)
		// One check suffices, since the settings are the same on every split.
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

// Pending returns the cells whose outcomes the search needs next, nil when it has chosen.
func (s *Search) Pending() (out []Cell) {
	for _, j := range s.Search.Pending() {
		c := s.cell(j)
		s.jobs[c.Key(Stamp{})] = j
		out = append(out, c)
	}
	return out
}

// cell returns the cell of a job.
func (s *Search) cell(j tune.Job) Cell {
	c := s.base
	c.Split, c.Seed, c.Set = s.names[j.Split], c.Seed+j.Seed, merged(c.Set, j.Set)
	return c
}

// Report records the outcome of a cell that Pending returned, or its error; other cells are ignored.
func (s *Search) Report(c Cell, o train.Outcome, err error) {
	if j, ok := s.jobs[c.Key(Stamp{})]; ok {
		s.Search.Report(j, tune.Score{Around: o.Around, Crossed: o.Crossed}, err)
	}
}

// Final returns the cells of the chosen settings on every split with each seed.
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

// Auto runs a whole search on one split and returns the chosen settings with the list of candidates.
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
		s.Report(cells[0], o, err)
	}
	_, c, err := s.Chosen()
	return c, s.Trials(), err
}
