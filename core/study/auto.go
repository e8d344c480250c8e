// This file makes the training runs of a search for settings into cells of an experiment.

package study

import (
	"sheafscope/core/graph"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/cost"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/train"
	"sheafscope/core/tune"
)

// Search chooses the settings of SGPC by validation accuracies on splits of a graph.
// It is a tune.Search whose jobs, the training runs that it needs, are given as cells.
// It is deterministic: an interrupted search resumes if a new search receives the outcomes of the finished cells again.
type Search struct {
	*tune.Search
	graph *graph.Graph
	names []string // names of the splits
	base  Cell     // fields that all cells of the search share
	// jobs has the jobs that Pending returned, by the key of their cell with an empty stamp: within a search, the cell identifies the job.
	jobs map[string]tune.Job
}

// NewSearch returns a search on splits of g. names[k] is the name of splits[k], a Cell.Split.
// base has the data set, the method, the seed, and settings that the search must not change.
// NewSearch fails without splits, if a split has no validation nodes, or if a setting is invalid.
func NewSearch(g *graph.Graph, splits []graph.Split, names []string, base Cell) (*Search, error) {
	base.Model = "sgpc" // peers have a grid instead of a search; see choosePeerSettings
	s := &Search{graph: g, names: names, base: base, jobs: map[string]tune.Job{}}
	searchSplits := make([]tune.SearchSplit, len(splits))
	for k, split := range splits {
		defaults, err := ConfigFor(g, split, base)
		// All splits of a known graph have the same defaults (method.FamilyOf), so the check of the first split suffices.
		if err == nil && k == 0 {
			_, err = sgpc.Check(g, split, defaults)
		}
		if err != nil {
			return nil, err
		}
		searchSplits[k] = tune.SearchSplit{Name: names[k], Val: len(split.Val), Usual: defaults}
	}
	var err error
	s.Search, err = tune.New(tune.Version, cost.ShapeOf(g), searchSplits, base.Set, 0) // 0: tune.MaxTried configurations at most
	return s, err
}

// Pending returns the cells whose outcomes the search needs next. It returns nil after the end of the search.
func (s *Search) Pending() (out []Cell) {
	for _, j := range s.Search.Pending() {
		c := s.cell(j)
		s.jobs[c.Key(Stamp{})] = j
		out = append(out, c)
	}
	return out
}

// cell returns the cell of a job: base with the job's split, the sum of the seeds of base and job, and the settings of both.
func (s *Search) cell(j tune.Job) Cell {
	c := s.base
	c.Split = s.names[j.Split]
	c.Seed += j.Seed
	c.Set = merged(c.Set, j.Set)
	return c
}

// Report records the outcome of a cell, or the error of a failed cell. It ignores a cell that Pending has not returned.
func (s *Search) Report(c Cell, o train.Outcome, err error) {
	if j, ok := s.jobs[c.Key(Stamp{})]; ok {
		s.Search.Report(j, tune.Score{Around: o.Around, Crossed: o.Crossed}, err)
	}
}

// Final returns the cells of the chosen settings, on every split with each of the seeds, split by split.
// It fails before the end of the search, and if every configuration has a failed run.
func (s *Search) Final(seeds []uint64) ([]Cell, error) {
	best, _, err := s.Chosen() // best is the index of the chosen configuration
	if err != nil {
		return nil, err
	}
	var out []Cell
	// Run k of the best configuration is on split k. Its job lists only the settings that differ from the defaults of the split.
	for k := range s.names {
		for _, seed := range seeds {
			c := s.cell(s.Job(best, k))
			c.Seed = seed
			out = append(out, c)
		}
	}
	return out, nil
}

// Auto runs a whole search on one split, one run after the other. It returns the chosen settings and the list of candidates.
// base has the method, the seed and the fixed settings of the cells.
// A failed run only removes its configuration. Auto fails if NewSearch fails or if no configuration is left.
func Auto(g *graph.Graph, split graph.Split, base Cell) (settings.Config, []tune.Candidate, error) {
	splits := []graph.Split{split}
	s, err := NewSearch(g, splits, []string{"0"}, base) // "0" is the number of the only split
	if err != nil {
		return settings.Config{}, nil, err
	}
	lib := NewLibrary(func(string) (*graph.Graph, []graph.Split, error) { return g, splits, nil })
	lib.blind = true // no choice may depend on test labels
	for cells := s.Pending(); cells != nil; cells = s.Pending() {
		outcome, err := lib.Run(WithoutSeries)(cells[0]) // the other cells are pending again in the next pass
		s.Report(cells[0], outcome, err)
	}
	_, cfg, err := s.Chosen()
	return cfg, s.Trials(), err
}
