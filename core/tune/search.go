// Package tune chooses the settings of SGPC on one graph by the mean
//
//	v̄ = Σ v_r / R
//
// of the validation accuracies v_r of R paired runs, by successive halving
// (Jamieson and Talwalkar, 2016). v_r is that of a [Score]. The package trains nothing and knows no
// graph: who drives a [Search] runs the jobs that it lists and reports what they came to.
package tune

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"sheafscope/core/order"
	"sheafscope/core/sgpc/cost"
	"sheafscope/core/sgpc/settings"
)

const (
	// MaxTried limits the configurations of a Search.
	MaxTried = 24
	// LeastRuns is the number of runs that the last rung has; other seeds fill up what the splits leave.
	LeastRuns = 3
	// changesOfNetwork limits the changes that are tried before those of the training, changesOfOne
	// those of one configuration: the best may be so by chance.
	changesOfNetwork, changesOfOne = 7, 4
	// manyNodes is the size of a validation set on which one run alone may rank configurations.
	manyNodes = 1000
)

// Numbers of validation nodes, over its runs, that a rung of a Search asks for.
const (
	firstNodes  = 300
	middleNodes = 1500
	lastNodes   = 5000
)

// SearchSplit is what a search knows of a split: its name, the number of its validation
// nodes, and the settings that a run on it has unless a job changes them.
type SearchSplit struct {
	Name  string
	Val   int
	Usual settings.Config
}

// Job is a run that a search waits for: on which split, with which seed above
// that of the search, and with which settings in the place of the usual ones.
type Job struct {
	Trial, Run int
	Split      int
	Seed       uint64
	Set        map[string]string
}

// Candidate is one configuration of a Search.
type Candidate struct {
	// From is the start, or the trial that was changed and how.
	From string `json:"from"`
	// Settings are those that differ from the first guess on the first split.
	Settings map[string]string `json:"settings"`
	// ValMean is the mean validation accuracy, that of a Score, over the runs so far.
	ValMean float64 `json:"val_mean"`
	// Rungs holds the mean at the end of each rung that the configuration took part in.
	Rungs []Rung `json:"rungs"`
	// Failed is why a run could not be made, or "".
	Failed string `json:"failed,omitempty"`

	peer           bool // stays to the end
	cfg, effective settings.Config
	val            []float64 // by run, NaN when it is open
}

// Rung is a stage of the halving: the mean validation accuracy over the first Runs runs, of at most Epochs
// epochs, 0 for as many as the configuration has.
type Rung struct {
	Runs    int     `json:"runs"`
	Epochs  int     `json:"epochs,omitempty"`
	ValMean float64 `json:"val_mean"`
}

// Search is a search under way: at most MaxTried configurations (twelve starts, then
// changes of one setting of the best two of them, then of the best two of all) on few splits,
// the best eight on more, the best three on more still, and on all of them the starts that are our MLP or average as our
// GCN does. On a graph on which that would take too long (affordableInAll) the first rung trains for a part of the
// epochs, and of what goes on to more of them, and of the runs, there is less. Pending lists the jobs that it
// waits for, Tell takes what one came to, in any order. What it does depends on
// what it was begun with and on the outcomes alone, so that a search that was
// stopped goes on when the outcomes are reported again. Of equal means the earlier
// trial's counts more. It asks for no test accuracy; run the jobs on WithoutTest.
type Search struct {
	version int
	shape   cost.Shape
	splits  []SearchSplit
	fixed   map[string]string
	limit   int
	runs    int
	stages  []stage
	stage   int // of stages; their number when the search has ended
	trials  []Candidate
	alive   []int
	told    int     // runs
	trained float64 // by the runs reported so far, in multiplications
	spent   float64 // on the first rung
	most    float64 // of that
}

// stage asks for the first runs of every configuration that is alive, with at most so many epochs (0: any). It keeps the best of
// them, or with keep 0 all, and tries changes of the best, the first most of them. What is kept costs, in the next stage, no more
// than spend (0: any).
type stage struct {
	runs, keep int
	changes    func(settings.Config) changes
	most       int
	epochs     int
	spend      float64
}

// New begins a search on the splits of a graph of this shape. The settings
// named in fixed stay as the usual ones have them; limit is the number of
// configurations, 0 for MaxTried. It fails when a split has no validation node. version is that of the
// search, Version for a new one and 0 for one of before there were versions.
func New(version int, shape cost.Shape, splits []SearchSplit, fixed map[string]string, limit int) (*Search, error) {
	if version < 0 || version > Version {
		return nil, fmt.Errorf("there is no version %d of the search; open the link with a newer program", version)
	}
	if len(splits) == 0 {
		return nil, errors.New("a search needs a split")
	}
	if limit < 0 || limit > MaxTried {
		return nil, fmt.Errorf("a search tries 1 to %d configurations, not %d", MaxTried, limit)
	}
	for _, p := range splits {
		if p.Val == 0 {
			return nil, fmt.Errorf("split %s has no validation node to choose settings on; choose another split", p.Name)
		}
	}
	s := &Search{version: version, shape: shape, splits: splits, fixed: fixed, limit: cmp.Or(limit, MaxTried)}
	guess := splits[0].Usual
	s.plan(guess)
	if guess.Model != "sgpc" || guess.Reading != "paper" {
		return nil, fmt.Errorf("a search changes parts that the reading %q of %s does not have; choose sgpc and the reading paper",
			guess.Reading, guess.Model)
	}
	for _, v := range s.starts() {
		s.try(guess, v, v.name)
	}
	return s, nil
}

// try adds c with a variant's settings, unless there is an equal one or no room,
// and reports whether it did.
func (s *Search) try(c settings.Config, v variant, from string) bool {
	if len(s.trials) == s.limit {
		return false
	}
	c, ok := changed(c, v, s.fixed, s.shape)
	effective := c.Effective()
	if s.shape.Signed {
		effective.Features = "raw" // such features are not scaled
	}
	equal := func(t Candidate) bool { return t.effective == effective }
	cost := s.work(c, s.stages[0].epochs) * float64(s.stages[0].runs)
	peer := s.version > 0 && likePeer(from)
	if len(s.trials) > 0 && (!ok || s.spent+cost > s.most && !peer || slices.ContainsFunc(s.trials, equal)) {
		return false
	}
	s.spent += cost
	t := Candidate{From: from, Settings: map[string]string{}, peer: peer, cfg: c, effective: effective, val: make([]float64, s.runs)}
	for k := range t.val {
		t.val[k] = math.NaN()
	}
	if len(s.trials) > 0 {
		t.Settings = Difference(s.trials[0].cfg, c)
	}
	s.alive, s.trials = append(s.alive, len(s.trials)), append(s.trials, t)
	return true
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

// Job is run k of trial t, with as many epochs as the stage under way has; at the end, with all.
func (s *Search) Job(t, k int) Job {
	p, c := k%len(s.splits), s.trials[t].cfg
	c.Epochs = s.epochs(c)
	return Job{Trial: t, Run: k, Split: p, Seed: uint64(k / len(s.splits)), Set: Difference(s.splits[p].Usual, c)}
}

// epochs are those of c at the stage under way.
func (s *Search) epochs(c settings.Config) int {
	if s.stage == len(s.stages) || s.stages[s.stage].epochs == 0 {
		return c.Epochs
	}
	return min(c.Epochs, s.stages[s.stage].epochs)
}

// Tell takes the score of a job that Pending listed, or why it has none.
func (s *Search) Tell(j Job, score Score, err error) {
	t := &s.trials[j.Trial]
	if math.IsNaN(t.val[j.Run]) {
		s.told++
		s.trained += s.work(t.cfg, s.epochs(t.cfg))
	}
	if t.val[j.Run] = score.of(s.version); err != nil {
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
		rung := Rung{now.runs, now.epochs, t.ValMean}
		if n := len(t.Rungs); now.keep > 0 && (n == 0 || t.Rungs[n-1].Runs < now.runs || t.Rungs[n-1].Epochs != now.epochs) {
			t.Rungs = append(t.Rungs, rung)
		}
	}
	order.By(s.alive, func(a, b int) bool {
		return cmp.Or(cmp.Compare(s.trials[b].ValMean, s.trials[a].ValMean), a-b) < 0
	})
	if now.keep > 0 {
		s.alive = s.kept(now)
		return
	}
	tried := 0
	for _, k := range slices.Clone(s.alive) {
		t, of := s.trials[k], 0
		for _, v := range now.changes(t.cfg) {
			if tried < now.most && of < changesOfOne && s.try(t.cfg, v, t.From+", "+v.name) {
				tried++
				of++
			}
		}
	}
}

// kept are the best of the ranked configurations, the first of them in any case, and, but for the end, the starts like
// peers. Where the next stage may spend no more, the dear ones do not go on, and of the starts that average only the best must.
func (s *Search) kept(now stage) (out []int) {
	ended, averages, spent := s.stage == len(s.stages), false, 0.0
	for n, k := range s.alive {
		t := &s.trials[k]
		stays, fits := t.peer && !ended, true
		if now.spend > 0 && !ended {
			next := s.stages[s.stage]
			runs := next.runs
			if next.epochs == now.epochs {
				runs -= now.runs
			}
			cost := s.work(t.cfg, next.epochs) * float64(runs)
			fits, stays = n == 0 || spent+cost <= now.spend, stays && !(averages && HasSheaf(t.cfg))
			averages = averages || t.peer && HasSheaf(t.cfg)
			if stays || fits && n < now.keep {
				spent += cost
			}
		}
		if stays || fits && n < now.keep {
			out = append(out, k)
		}
	}
	if !ended && s.stages[s.stage].epochs != now.epochs { // all runs begin anew
		for _, k := range out {
			for r := range s.trials[k].val {
				s.trials[k].val[r] = math.NaN()
			}
		}
	}
	return out
}
