package study

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc"
)

const (
	// MaxTried limits the configurations of a Search.
	MaxTried = 24
	// firstNodes is the number of validation nodes, over its runs, that the first
	// rung of a Search asks for; it has at most half of all runs.
	firstNodes = 150
	// leastRuns is the number of runs that the last rung has; other seeds fill up what the splits leave.
	leastRuns = 3
)

// Trial is one configuration of a Search.
type Trial struct {
	// From is the start, or the trial that was changed and how.
	From string `json:"from"`
	// Settings are those that differ from the first guess on the first split.
	Settings map[string]string `json:"settings"`
	// ValMean is the mean validation accuracy, at the best epoch, over the runs so far.
	ValMean float64 `json:"val_mean"`
	// Rungs holds the mean at the end of each rung that the configuration took part in.
	Rungs []Rung `json:"rungs"`
	// Failed is why a run could not be made, or "".
	Failed string `json:"failed,omitempty"`

	cfg, effective sgpc.Config
	cells          []Cell    // by run, once asked for
	val            []float64 // by run, NaN when it is open
}

// Rung is a stage of the halving: the mean validation accuracy over the first Runs runs.
type Rung struct {
	Runs    int     `json:"runs"`
	ValMean float64 `json:"val_mean"`
}

// Search chooses the settings of SGPC on one graph by mean validation accuracy
// over its splits, by successive halving (Jamieson and Talwalkar, 2016): at
// most MaxTried configurations (eight starts, then changes of one setting of
// the best of them) on few splits, the best eight on three times as many, the
// best three on all. It runs nothing by itself: Pending lists the cells whose
// outcomes it waits for, Tell takes one, in any order. What it does depends on
// the graph, the splits, the base and the outcomes alone, so that a search that
// was stopped goes on when the finished cells are told again. Of equal means the
// earlier trial's counts more. It asks for no test accuracy; run the cells on
// WithoutTest.
type Search struct {
	graph  *graph.Graph
	splits []graph.Split
	names  []string
	base   Cell
	runs   []run
	stages []stage
	stage  int // of stages; their number when the search has ended
	trials []Trial
	alive  []int
	asked  map[string][2]int // trial and run by key of the cell
}

// stage asks for the first runs of every configuration that is alive, and keeps the best of them; 0 keeps all, and tries changes.
type stage struct{ runs, keep int }

// run is one of the paired runs that every configuration may get.
type run struct {
	split int
	seed  uint64
}

// NewSearch begins a search on splits of g, whose names in a cell stand beside
// them. base gives data set, method, seed and the settings that stay. It fails
// when a split has no validation node, or a setting makes no sense.
func NewSearch(g *graph.Graph, splits []graph.Split, names []string, base Cell) (*Search, error) {
	base.Model = "sgpc"
	if len(splits) == 0 {
		return nil, errors.New("study: a search needs a split")
	}
	s := &Search{graph: g, splits: splits, names: names, base: base, asked: map[string][2]int{}}
	for k, p := range splits {
		if len(p.Val) == 0 {
			return nil, fmt.Errorf("split %s has no validation node to choose settings on; choose another split", names[k])
		}
	}
	all := max(len(splits), leastRuns)
	nodes, first := 0, 0
	for k := range all {
		s.runs = append(s.runs, run{k % len(splits), base.Seed + uint64(k/len(splits))})
		if nodes < firstNodes {
			nodes += len(splits[k%len(splits)].Val)
			first++
		}
	}
	first = min(first, (all+1)/2)
	s.stages = []stage{{first, 0}, {first, 8}, {min(all, 3*first), 3}, {all, 1}}
	guess, err := ConfigFor(g, splits[0], base)
	if err != nil {
		return nil, err
	}
	if err := sgpc.Check(g, splits[0], guess); err != nil {
		return nil, err
	}
	if guess.Reading != "paper" {
		return nil, fmt.Errorf("a search changes parts that the reading %q does not have; choose the reading paper", guess.Reading)
	}
	for _, v := range starts() {
		s.try(guess, v, v.Name)
	}
	return s, nil
}

// try adds c with a variant's settings, unless there is an equal one or no room.
func (s *Search) try(c sgpc.Config, v Variant, from string) {
	if len(s.trials) == MaxTried {
		return
	}
	c, ok := changed(c, v, s.base.Set, s.graph)
	effective := c.Effective()
	equal := func(t Trial) bool { return t.effective == effective }
	if !ok && len(s.trials) > 0 || slices.ContainsFunc(s.trials, equal) {
		return
	}
	t := Trial{From: from, Settings: map[string]string{}, cfg: c, effective: effective, cells: make([]Cell, len(s.runs)),
		val: make([]float64, len(s.runs))}
	for k := range t.val {
		t.val[k] = math.NaN()
	}
	if len(s.trials) > 0 {
		t.Settings = difference(s.trials[0].cfg, c)
	}
	s.alive, s.trials = append(s.alive, len(s.trials)), append(s.trials, t)
}

// Pending lists the cells whose outcomes the search waits for, nil when it has chosen.
func (s *Search) Pending() []Cell {
	for s.stage < len(s.stages) {
		var out []Cell
		for k := range s.stages[s.stage].runs {
			for _, t := range s.alive {
				if s.trials[t].Failed == "" && math.IsNaN(s.trials[t].val[k]) {
					out = append(out, s.cell(t, k))
				}
			}
		}
		if len(out) > 0 {
			return out
		}
		s.halve()
	}
	return nil
}

// cell is run k of trial t: what its settings change of those that the split has by default.
func (s *Search) cell(t, k int) Cell {
	if c := s.trials[t].cells[k]; c.Model != "" {
		return c
	}
	c, at := s.base, s.runs[k]
	c.Split, c.Seed = s.names[at.split], at.seed
	usual, _ := ConfigFor(s.graph, s.splits[at.split], c) // of the first split it did not fail
	c.Set = merged(s.base.Set, difference(usual, s.trials[t].cfg))
	s.trials[t].cells[k], s.asked[c.Key("")] = c, [2]int{t, k}
	return c
}

// Tell takes the outcome of a cell that Pending listed, or why it has none; what was not asked for is left out.
func (s *Search) Tell(c Cell, o Outcome, err error) {
	at, ok := s.asked[c.Key("")]
	if !ok {
		return
	}
	t := &s.trials[at[0]]
	if t.val[at[1]] = o.Val; err != nil {
		t.Failed = err.Error()
	}
}

// halve ends a stage: it ranks what is alive and keeps the best.
func (s *Search) halve() {
	now := s.stages[s.stage]
	s.stage++
	s.alive = slices.DeleteFunc(s.alive, func(t int) bool { return s.trials[t].Failed != "" })
	for _, k := range s.alive {
		t := &s.trials[k]
		t.ValMean = 0
		for _, v := range t.val[:now.runs] {
			t.ValMean += v / float64(now.runs)
		}
		if n := len(t.Rungs); now.keep > 0 && (n == 0 || t.Rungs[n-1].Runs < now.runs) {
			t.Rungs = append(t.Rungs, Rung{now.runs, t.ValMean})
		}
	}
	slices.SortStableFunc(s.alive, func(a, b int) int {
		return cmp.Or(cmp.Compare(s.trials[b].ValMean, s.trials[a].ValMean), a-b)
	})
	if now.keep > 0 {
		s.alive = s.alive[:min(len(s.alive), now.keep)]
		return
	}
	for _, k := range slices.Clone(s.alive) {
		t := s.trials[k]
		for _, v := range variations(t.cfg) {
			s.try(t.cfg, v, t.From+", "+v.Name)
		}
	}
}

// Trials lists what was tried so far.
func (s *Search) Trials() []Trial { return s.trials }

// Chosen returns the number of the best trial and its settings (the seed is
// the base's); it fails before Pending is empty, and when no trial could be run.
func (s *Search) Chosen() (int, sgpc.Config, error) {
	switch {
	case s.stage < len(s.stages):
		return -1, sgpc.Config{}, errors.New("the search has not ended")
	case len(s.alive) == 0:
		return -1, sgpc.Config{}, fmt.Errorf("no configuration could be run: %s", s.trials[0].Failed)
	}
	return s.alive[0], s.trials[s.alive[0]].cfg, nil
}

// Final lists the cells of the chosen settings on every split, with each seed.
func (s *Search) Final(seeds []uint64) ([]Cell, error) {
	best, _, err := s.Chosen()
	if err != nil {
		return nil, err
	}
	var out []Cell
	for k := range s.splits {
		for _, seed := range seeds {
			c := s.cell(best, k)
			c.Seed = seed
			out = append(out, c)
		}
	}
	return out, nil
}

// Auto searches on one split to the end, run after run, and returns the chosen settings and what was tried.
func Auto(g *graph.Graph, split graph.Split, base Cell) (sgpc.Config, []Trial, error) {
	splits := []graph.Split{split}
	s, err := NewSearch(g, splits, []string{"0"}, base)
	if err != nil {
		return sgpc.Config{}, nil, err
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

// WithoutTest returns graph and split as a search sees them: no test set, and no label but those of
// training and validation nodes.
func WithoutTest(g *graph.Graph, split graph.Split) (*graph.Graph, graph.Split) {
	seen := *g
	seen.Labels = make([]int, g.N)
	for i := range seen.Labels {
		seen.Labels[i] = -1
	}
	for _, i := range slices.Concat(split.Train, split.Val) {
		seen.Labels[i] = g.Labels[i]
	}
	split.Test = nil
	return &seen, split
}
