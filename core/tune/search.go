// Package tune chooses the settings of SGPC on one graph by the mean
//
//	v̄ = Σ v_r / R
//
// of the validation accuracies v_r of R paired runs, by successive halving
// (Jamieson and Talwalkar, 2016). It trains nothing and knows no graph: who
// drives a [Search] runs the jobs that it lists and tells what they came to.
package tune

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"sheafscope/core/sgpc"
)

const (
	// MaxTried limits the configurations of a Search.
	MaxTried = 24
	// firstNodes is the number of validation nodes, over its runs, that the first
	// rung of a Search asks for; it has at most half of all runs.
	firstNodes = 150
	// LeastRuns is the number of runs that the last rung has; other seeds fill up what the splits leave.
	LeastRuns = 3
)

// Split is what a search knows of a split: its name, the number of its validation
// nodes, and the settings that a run on it has unless a job changes them.
type Split struct {
	Name  string
	Val   int
	Usual sgpc.Config
}

// Job is a run that a search waits for: on which split, with which seed above
// that of the search, and with which settings in the place of the usual ones.
type Job struct {
	Trial, Run int
	Split      int
	Seed       uint64
	Set        map[string]string
}

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
	val            []float64 // by run, NaN when it is open
}

// Rung is a stage of the halving: the mean validation accuracy over the first Runs runs.
type Rung struct {
	Runs    int     `json:"runs"`
	ValMean float64 `json:"val_mean"`
}

// Search is a search under way: at most MaxTried configurations (eight starts,
// then changes of one setting of the best of them) on few splits, the best eight
// on three times as many, the best three on all. Pending lists the jobs that it
// waits for, Tell takes what one came to, in any order. What it does depends on
// what it was begun with and on the outcomes alone, so that a search that was
// stopped goes on when the outcomes are told again. Of equal means the earlier
// trial's counts more. It asks for no test accuracy; run the jobs on WithoutTest.
type Search struct {
	shape  sgpc.Shape
	splits []Split
	fixed  map[string]string
	limit  int
	runs   int
	stages []stage
	stage  int // of stages; their number when the search has ended
	trials []Trial
	alive  []int
}

// stage asks for the first runs of every configuration that is alive, and keeps the best of them; 0 keeps all, and tries changes.
type stage struct{ runs, keep int }

// New begins a search on the splits of a graph of this shape. The settings
// named in fixed stay as the usual ones have them; limit is the number of
// configurations, 0 for MaxTried. It fails when a split has no validation node.
func New(shape sgpc.Shape, splits []Split, fixed map[string]string, limit int) (*Search, error) {
	if len(splits) == 0 {
		return nil, errors.New("a search needs a split")
	}
	if limit < 0 || limit > MaxTried {
		return nil, fmt.Errorf("a search tries 1 to %d configurations, not %d", MaxTried, limit)
	}
	all := max(len(splits), LeastRuns)
	s := &Search{shape: shape, splits: splits, fixed: fixed, limit: cmp.Or(limit, MaxTried), runs: all}
	nodes, first := 0, 0
	for k := range all {
		p := splits[k%len(splits)]
		if p.Val == 0 {
			return nil, fmt.Errorf("split %s has no validation node to choose settings on; choose another split", p.Name)
		}
		if nodes < firstNodes {
			nodes += p.Val
			first++
		}
	}
	first = min(first, (all+1)/2)
	s.stages = []stage{{first, 0}, {first, 8}, {min(all, 3*first), 3}, {all, 1}}
	guess := splits[0].Usual
	if guess.Model != "sgpc" || guess.Reading != "paper" {
		return nil, fmt.Errorf("a search changes parts that the reading %q of %s does not have; choose sgpc and the reading paper",
			guess.Reading, guess.Model)
	}
	for _, v := range starts() {
		s.try(guess, v, v.name)
	}
	return s, nil
}

// try adds c with a variant's settings, unless there is an equal one or no room.
func (s *Search) try(c sgpc.Config, v variant, from string) {
	if len(s.trials) == s.limit {
		return
	}
	c, ok := changed(c, v, s.fixed, s.shape)
	effective := c.Effective()
	equal := func(t Trial) bool { return t.effective == effective }
	if !ok && len(s.trials) > 0 || slices.ContainsFunc(s.trials, equal) {
		return
	}
	t := Trial{From: from, Settings: map[string]string{}, cfg: c, effective: effective, val: make([]float64, s.runs)}
	for k := range t.val {
		t.val[k] = math.NaN()
	}
	if len(s.trials) > 0 {
		t.Settings = Difference(s.trials[0].cfg, c)
	}
	s.alive, s.trials = append(s.alive, len(s.trials)), append(s.trials, t)
}

// Pending lists the jobs that the search waits for, nil when it has chosen.
func (s *Search) Pending() []Job {
	for s.stage < len(s.stages) {
		var out []Job
		for k := range s.stages[s.stage].runs {
			for _, t := range s.alive {
				if s.trials[t].Failed == "" && math.IsNaN(s.trials[t].val[k]) {
					out = append(out, s.Job(t, k))
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

// Job is run k of trial t.
func (s *Search) Job(t, k int) Job {
	p := k % len(s.splits)
	return Job{Trial: t, Run: k, Split: p, Seed: uint64(k / len(s.splits)), Set: Difference(s.splits[p].Usual, s.trials[t].cfg)}
}

// Tell takes the validation accuracy of a job that Pending listed, or why it has none.
func (s *Search) Tell(j Job, val float64, err error) {
	t := &s.trials[j.Trial]
	if t.val[j.Run] = val; err != nil {
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
			s.try(t.cfg, v, t.From+", "+v.name)
		}
	}
}

// Runs counts the runs that were told, and those that a search has which finds
// as many configurations as it may try.
func (s *Search) Runs() (told, all int) {
	for _, t := range s.trials {
		for _, v := range t.val {
			if !math.IsNaN(v) {
				told++
			}
		}
	}
	kept, before := s.limit, 0
	for _, now := range s.stages {
		if now.runs > before {
			all += kept * (now.runs - before)
			before = now.runs
		}
		if now.keep > 0 {
			kept = min(kept, now.keep)
		}
	}
	return told, all
}

// Trials lists what was tried so far.
func (s *Search) Trials() []Trial { return s.trials }

// Config is what a trial trains with; the seed is that of the usual settings.
func (s *Search) Config(trial int) sgpc.Config { return s.trials[trial].cfg }

// Chosen returns the number of the best trial and its settings (with the seed
// of the usual ones); it fails before Pending is empty, and when no trial could be run.
func (s *Search) Chosen() (int, sgpc.Config, error) {
	switch {
	case s.stage < len(s.stages):
		return -1, sgpc.Config{}, errors.New("the search has not ended")
	case len(s.alive) == 0:
		return -1, sgpc.Config{}, fmt.Errorf("no configuration could be run: %s", s.trials[0].Failed)
	}
	return s.alive[0], s.trials[s.alive[0]].cfg, nil
}

// Settings are those of the chosen trial which give it on every split, whatever
// is usual there, and the fixed ones; nil before there is one.
func (s *Search) Settings() map[string]string {
	_, cfg, err := s.Chosen()
	if err != nil {
		return nil
	}
	set := with(map[string]string{}, s.fixed)
	for _, p := range s.splits {
		set = with(set, Difference(p.Usual, cfg))
	}
	return set
}
