// Package tune chooses the settings of SGPC on one graph by the mean
//
//	v̄ = Σ v_r / R
//
// of the validation accuracies v_r of R paired runs, by successive halving (Jamieson and Talwalkar, 2016).
// Each v_r is the accuracy of a [Score].
// The package neither trains nor reads graphs: its caller runs the jobs of a [Search] and reports their scores.
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

// Sizes of a Search.
const (
	// MaxTried is the largest number of configurations of a Search.
	MaxTried = 24
	// LeastRuns is the smallest number of runs of the last rung; with fewer splits it uses further seeds.
	LeastRuns = 3
	// changesOfNetwork is the largest number of changes of the network. At most changesOfOne of them belong to one configuration,
	// so that a configuration that is best by chance does not use all of them.
	changesOfNetwork, changesOfOne = 7, 4
	// manyNodes is the size of a validation set on which a single run can rank configurations.
	manyNodes = 1000
)

// Required numbers of validation nodes in the rungs of a Search, summed over the runs of the rung.
const (
	firstNodes  = 300
	middleNodes = 1500
	lastNodes   = 5000
)

// SearchSplit describes a split: its name, the number of its validation nodes, and the default settings of a run.
type SearchSplit struct {
	Name  string
	Val   int
	Usual settings.Config
}

// Job is a run that a search requests: run number Run of a trial, on the split with an index, with settings that replace the defaults.
// The seed is relative to the seed of the search.
type Job struct {
	Trial, Run int
	Split      int
	Seed       uint64
	Set        map[string]string
}

// Candidate is one configuration of a Search.
type Candidate struct {
	// From is the name of the start; after a change it is the From of the changed trial, and the name of the change.
	From string `json:"from"`
	// Settings are the settings that differ from the first guess on the first split.
	Settings map[string]string `json:"settings"`
	// ValMean is the mean of the scores in the last stage that the configuration has ended, 0 before its first.
	ValMean float64 `json:"val_mean"`
	// Rungs has the mean score at the end of each rung that the configuration took part in.
	Rungs []Rung `json:"rungs"`
	// Failed is the error of a failed run, or "".
	Failed string `json:"failed,omitempty"`

	peer           bool // a start like a peer, which takes part in all rungs
	cfg, effective settings.Config
	val            []float64 // scores by run, NaN for open runs
}

// Rung is the result of a configuration in a rung. A rung is a stage that drops configurations.
// ValMean is the mean score of the first Runs runs, each with at most Epochs epochs. With Epochs = 0 the settings limit the epochs.
type Rung struct {
	Runs    int     `json:"runs"`
	Epochs  int     `json:"epochs,omitempty"`
	ValMean float64 `json:"val_mean"`
}

// Search is a search in progress of at most MaxTried configurations.
//
// A search begins with twelve starts on few splits. It ranks the starts, and adds configurations that change one network setting
// of the best. After a second ranking it adds configurations that change one training setting of the best.
// Three rungs follow: the best eight configurations continue on more splits, and the best three on even more splits.
// Starts that resemble the peers MLP or GCN take part in all rungs.
//
// If the expected work exceeds affordableInAll, the first rung trains for fewer epochs.
// Later rungs then train longer, with fewer configurations and runs.
//
// Pending returns the requested jobs, and Report records a score, in any order.
// A search depends only on the arguments of New and on the scores. A stopped search therefore resumes when its scores are reported again.
// Among equal means the earlier trial ranks first.
// A search reads no test accuracy; its jobs should run on the graph of WithoutTest.
type Search struct {
	version  int
	shape    cost.Shape
	splits   []SearchSplit
	fixed    map[string]string
	limit    int // largest number of configurations
	runs     int // number of runs of the last rung
	stages   []stage
	stage    int // index of the current stage; the number of stages after the end of the search
	trials   []Candidate
	alive    []int   // remaining trials, the best first after a stage
	reported int     // number of reported runs
	trained  float64 // work of the reported runs, in multiplications
	spent    float64 // work of all configurations in the first rung
	most     float64 // limit of spent; add adds no configuration beyond it, except a start like a peer
}

// stage evaluates the first runs of every remaining configuration. It then drops configurations (a rung) or adds changes.
type stage struct {
	runs    int                           // number of runs of each configuration
	epochs  int                           // largest number of epochs, 0 for no limit
	keep    int                           // number of best configurations that a rung keeps; 0 keeps all and adds changes
	changes func(settings.Config) changes // changes to add
	most    int                           // largest number of added changes
	spend   float64                       // largest work of the kept configurations in the next stage, 0 for no limit
}

// New begins a search on the splits of a graph with the given shape.
// The settings named in fixed keep their defaults. The limit is the largest number of configurations, 0 for MaxTried.
// The version is Version for a new search, and 0 for an old search without a version.
// New returns an error if a split has no validation node, and for models without the searched settings.
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
	// The first trial, the first guess, has the default settings of the first split.
	s := &Search{version: version, shape: shape, splits: splits, fixed: fixed, limit: cmp.Or(limit, MaxTried)}
	guess := splits[0].Usual
	s.plan(guess)
	if guess.Model != "sgpc" || guess.Reading != "paper" {
		return nil, fmt.Errorf("a search changes parts that the reading %q of %s does not have; choose sgpc and the reading paper",
			guess.Reading, guess.Model)
	}
	for _, v := range s.starts() {
		s.add(guess, v, v.name)
	}
	return s, nil
}

// add adds the configuration with the settings c, changed by a variant, and reports whether it did.
// It adds nothing if the limit of configurations is reached, if the settings are invalid, if an equal configuration exists, or
// if the work would exceed its limit. The limit of work excludes no start like a peer. The first configuration is always added.
func (s *Search) add(c settings.Config, v variant, from string) bool {
	if len(s.trials) == s.limit {
		return false
	}
	c, ok := withVariant(c, v, s.fixed, s.shape)
	effective := c.Effective()
	if s.shape.Signed {
		effective.Features = "raw" // train.RowNormalized does not scale signed features
	}
	equal := func(t Candidate) bool { return t.effective == effective }
	work := s.runWork(c, s.stages[0].epochs) * float64(s.stages[0].runs)
	isPeer := s.version > 0 && isPeerLike(from)
	if len(s.trials) > 0 && (!ok || s.spent+work > s.most && !isPeer || slices.ContainsFunc(s.trials, equal)) {
		return false
	}
	// All runs of a new trial are open.
	s.spent += work
	t := Candidate{From: from, Settings: map[string]string{}, peer: isPeer, cfg: c, effective: effective, val: make([]float64, s.runs)}
	for k := range t.val {
		t.val[k] = math.NaN()
	}
	if len(s.trials) > 0 {
		t.Settings = Difference(s.trials[0].cfg, c)
	}
	s.alive, s.trials = append(s.alive, len(s.trials)), append(s.trials, t)
	return true
}

// Pending returns the jobs whose scores the search needs next, or nil after the end of the search.
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

// Job returns run k of trial t, with the epochs of the current stage. After the end of the search it has all epochs.
func (s *Search) Job(t, k int) Job {
	p, c := k%len(s.splits), s.trials[t].cfg
	c.Epochs = s.epochs(c)
	return Job{Trial: t, Run: k, Split: p, Seed: uint64(k / len(s.splits)), Set: Difference(s.splits[p].Usual, c)}
}

// epochs returns the number of epochs of c in the current stage.
func (s *Search) epochs(c settings.Config) int {
	if s.stage == len(s.stages) || s.stages[s.stage].epochs == 0 {
		return c.Epochs
	}
	return min(c.Epochs, s.stages[s.stage].epochs)
}

// Report records the score of a job that Pending returned, or its error.
func (s *Search) Report(j Job, score Score, err error) {
	t := &s.trials[j.Trial]
	if math.IsNaN(t.val[j.Run]) {
		s.reported++
		s.trained += s.runWork(t.cfg, s.epochs(t.cfg))
	}
	if t.val[j.Run] = score.value(s.version); err != nil {
		t.Failed = err.Error()
	}
}

// halve ends a stage: it ranks the remaining configurations, and either keeps the best or adds changes of the best.
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
		// A rung that evaluates the same runs as the rung before is not recorded.
		if n := len(t.Rungs); now.keep > 0 && (n == 0 || t.Rungs[n-1].Runs < now.runs || t.Rungs[n-1].Epochs != now.epochs) {
			t.Rungs = append(t.Rungs, rung)
		}
	}
	// Descending by mean, then by the order of trials.
	order.By(s.alive, func(a, b int) bool {
		return cmp.Or(cmp.Compare(s.trials[b].ValMean, s.trials[a].ValMean), a-b) < 0
	})
	if now.keep > 0 {
		s.alive = s.survivors(now)
		return
	}
	added := 0
	for _, k := range slices.Clone(s.alive) {
		t, addedToTrial := s.trials[k], 0
		for _, v := range now.changes(t.cfg) {
			if added < now.most && addedToTrial < changesOfOne && s.add(t.cfg, v, t.From+", "+v.name) {
				added++
				addedToTrial++
			}
		}
	}
}

// survivors returns the configurations that continue after a rung: the best, and the starts like peers. After the last rung only the
// best one remains.
// If the work of the next rung is limited, configurations beyond the limit stop, except the best one and the starts like peers.
// Of the starts like peers that average over neighbours, only the best is then kept beyond the limit or the rank.
func (s *Search) survivors(now stage) (out []int) {
	ended := s.stage == len(s.stages) // now is the last rung
	hasAverages := false              // a better start like a peer averages over neighbours
	spent := 0.0                      // work of the kept configurations in the next rung
	for rank, k := range s.alive {
		t := &s.trials[k]
		mustContinue, fits, work := t.peer && !ended, true, 0.0
		if now.spend > 0 && !ended {
			next := s.stages[s.stage]
			// With equal epochs the next rung does not repeat the runs of this rung.
			runs := next.runs
			if next.epochs == now.epochs {
				runs -= now.runs
			}
			work = s.runWork(t.cfg, next.epochs) * float64(runs)
			fits = rank == 0 || spent+work <= now.spend
			isAverage := t.peer && HasSheaf(t.cfg)
			mustContinue = mustContinue && !(isAverage && hasAverages)
			hasAverages = hasAverages || isAverage
		}
		if mustContinue || fits && rank < now.keep {
			spent += work
			out = append(out, k)
		}
	}
	// Runs with another number of epochs are not comparable, so all runs are repeated.
	if !ended && s.stages[s.stage].epochs != now.epochs {
		for _, k := range out {
			for r := range s.trials[k].val {
				s.trials[k].val[r] = math.NaN()
			}
		}
	}
	return out
}
