// Package tune chooses the settings of SGPC on one graph by the mean
//
//	v̄ = Σ v_r / R
//
// of the validation accuracies v_r of R paired runs, by successive halving (Jamieson and Talwalkar, 2016). In each round, called a rung,
// the best configurations continue with more runs or epochs.
// Each v_r is the accuracy of a [Score]. Paired runs of two configurations have the same splits and seeds.
// The package neither trains nor reads files: its caller runs the jobs of a [Search] and reports their scores.
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

// Sizes of a Search. MaxTried leaves room for the twelve starts, changesOfNetwork changes of the network, and five changes of the training.
const (
	// MaxTried is the largest number of configurations of a Search.
	MaxTried = 24
	// LeastRuns is the smallest number of runs of a configuration in the last rung, unless the search is reduced (limitWork) or made for each
	// split (Once). With fewer splits, the last rung uses further seeds.
	LeastRuns = 3
	// changesOfNetwork is the largest number of changes of the network. A stage adds at most changesOfOne changes of the same configuration,
	// because a configuration that is best by chance must not use all changes.
	changesOfNetwork, changesOfOne = 7, 4
	// manyNodes is the size of a validation set on which a single run can rank configurations.
	manyNodes = 1000
)

// Required numbers of validation nodes in the rungs of a Search, summed over the runs of the rung. The comments give the standard error of
// an accuracy of 80 % on as many independent nodes, in percentage points.
const (
	firstNodes  = 300  // 2.3
	middleNodes = 1500 // 1.0
	lastNodes   = 5000 // 0.6
)

// SearchSplit describes a split: its name, the number of its validation nodes, and the default settings of a run.
type SearchSplit struct {
	Name  string
	Val   int
	Usual settings.Config
}

// Job is a run that a search requests.
type Job struct {
	Trial, Run int               // index of the trial in Search.Trials, and index of the run in this trial, from 0
	Split      int               // index of the split in the list that New got
	Seed       uint64            // seed minus the seed of the search: 0 in the first pass over the splits
	Set        map[string]string // settings that replace the defaults of the split
}

// Candidate is one configuration of a Search.
type Candidate struct {
	// From is the name of the start. For a change of another trial it is the From of the other trial, a comma, and the name of the change.
	From string `json:"from"`
	// Settings are the settings that differ from the first guess on the first split.
	Settings map[string]string `json:"settings"`
	// ValMean is the mean validation accuracy, in 0..1, in the last stage that the configuration finished, or 0 without such a stage.
	ValMean float64 `json:"val_mean"`
	// Rungs has an element for each rung with new runs: more runs than the rung before it, or another number of epochs.
	Rungs []Rung `json:"rungs"`
	// Failed is the error of a failed run, "" if no run has failed.
	Failed string `json:"failed,omitempty"`

	peer      bool            // a start like a peer, which continues in the rungs even if it is not among the best; see survivors
	cfg       settings.Config // settings of the runs
	effective settings.Config // cfg without settings that have no effect
	val       []float64       // accuracies (Score.value) by run, NaN for a run without a score
}

// Rung is a configuration's result in a rung: the mean validation accuracy, in 0..1, over the first Runs runs of at most Epochs epochs.
// If Epochs is 0, only the settings limit the epochs.
type Rung struct {
	Runs    int     `json:"runs"`
	Epochs  int     `json:"epochs,omitempty"`
	ValMean float64 `json:"val_mean"`
}

// Search is a search in progress of at most MaxTried configurations. This comment describes the present [Version].
//
// A search begins with twelve starts on few splits. It adds changes of one network setting of the best configurations and, after another
// ranking, changes of one training setting. The best eight configurations continue on more splits, and the best three on even more.
// Starts that resemble the peers MLP or GCN take part in all rungs.
//
// If the expected work of these stages exceeds affordableInAll, the first rung trains for fewer epochs.
// Later rungs then train longer, with fewer configurations and runs. They may drop all starts that resemble GCN except for the best.
//
// Pending returns the requested jobs, and Report records the score of a job. Scores may be reported in any order.
// A search depends only on the arguments of New and on the scores, so a stopped search resumes when its scores are reported again.
// A search reads no test accuracy; its jobs should run on the graph of WithoutTest.
type Search struct {
	version   int        // 0 to Version
	shape     cost.Shape // shape of the graph
	splits    []SearchSplit
	fixed     map[string]string // settings that the search does not change
	limit     int               // largest number of configurations
	runs      int               // largest number of runs of a configuration
	stages    []stage
	stage     int         // index of the current stage from 0, len(stages) after the end of the search
	trials    []Candidate // all configurations so far, in the order of their addition
	alive     []int       // indices of the remaining trials, after the first ranking the best trial first
	reported  int         // number of reported runs
	trained   float64     // work of the reported runs, in multiplications
	spent     float64     // work of the first rung for all trials so far, in multiplications
	mostSpent float64     // limit of spent
}

// stage evaluates the first runs of every remaining configuration, and then drops or adds configurations.
type stage struct {
	runs      int                           // number of evaluated runs of a configuration
	epochs    int                           // largest number of epochs, 0 for no limit
	keep      int                           // number of best configurations to keep; 0 keeps all and adds changes
	changes   func(settings.Config) changes // returns the changes to add for the settings of a configuration
	mostAdded int                           // largest number of added changes
	spend     float64                       // largest work of the kept configurations in the next stage, in multiplications; 0 for no limit
}

// New begins a search on the splits of a graph with the given shape.
// The settings named in fixed keep the values of SearchSplit.Usual. limit is the largest number of configurations; 0 means MaxTried.
// version is Version for a new search, and 0 for an old search whose link has no version.
// New fails for a version or a limit out of range, without splits, and for a split without validation nodes. It also fails unless the first
// split has the model sgpc and the reading paper.
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
	for _, split := range splits {
		if split.Val == 0 {
			return nil, fmt.Errorf("split %s has no validation node to choose settings on; choose another split", split.Name)
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

// add adds a trial with the settings base, changed by a variant, and reports whether it has added the trial. from is Candidate.From.
// add adds nothing if the limit of configurations is reached. Otherwise it always adds the first configuration.
// A later configuration must have valid settings that differ in effect from all trials. Except for a start like a peer, its work must also
// fit into mostSpent.
func (s *Search) add(base settings.Config, v variant, from string) bool {
	if len(s.trials) == s.limit {
		return false
	}
	c, isValid := withVariant(base, v, s.fixed, s.shape)
	effective := c.Effective()
	if s.shape.Signed {
		effective.Features = "raw" // train.RowNormalized does not scale signed features
	}
	isEqual := func(t Candidate) bool { return t.effective == effective }
	// The work in the first rung, in which every trial takes part; the first stage has the runs and the epochs of the first rung.
	work := float64(s.runWork(c, s.stages[0].epochs) * float64(s.stages[0].runs))
	peer := s.version > 0 && isPeerLike(from)
	isFirst := len(s.trials) == 0
	if !isFirst {
		exceedsWork := !peer && s.spent+work > s.mostSpent
		if !isValid || exceedsWork || slices.ContainsFunc(s.trials, isEqual) {
			return false
		}
	}
	s.spent += work
	t := Candidate{From: from, Settings: map[string]string{}, peer: peer, cfg: c, effective: effective, val: make([]float64, s.runs)}
	for k := range t.val { // no run of the new trial has a score
		t.val[k] = math.NaN()
	}
	if !isFirst { // Settings are the differences from the first trial, which therefore has no Settings
		t.Settings = Difference(s.trials[0].cfg, c)
	}
	s.alive = append(s.alive, len(s.trials))
	s.trials = append(s.trials, t)
	return true
}

// Pending returns the jobs whose scores the search needs next. If all scores of a stage are reported, it begins the next stage. It returns
// nil after the end of the search.
func (s *Search) Pending() []Job {
	for s.stage < len(s.stages) {
		var jobs []Job
		for run := range s.stages[s.stage].runs {
			for _, trial := range s.alive {
				t := &s.trials[trial]
				if t.Failed == "" && math.IsNaN(t.val[run]) { // a failed trial has no further runs
					jobs = append(jobs, s.Job(trial, run))
				}
			}
		}
		if len(jobs) > 0 {
			return jobs
		}
		s.halve() // all scores of the stage are reported
	}
	return nil
}

// Job returns a run of a trial with the epochs of the current stage, or with all epochs after the end of the search.
// The runs of a trial use one split after the other. After the last split they begin again at the first, with the next seed.
func (s *Search) Job(trial, run int) Job {
	split, c := run%len(s.splits), s.trials[trial].cfg
	c.Epochs = s.epochs(c)
	seed := uint64(run / len(s.splits))
	return Job{Trial: trial, Run: run, Split: split, Seed: seed, Set: Difference(s.splits[split].Usual, c)}
}

// epochs returns the largest number of epochs of a run with the settings c in the current stage.
func (s *Search) epochs(c settings.Config) int {
	if s.stage == len(s.stages) || s.stages[s.stage].epochs == 0 {
		return c.Epochs
	}
	return min(c.Epochs, s.stages[s.stage].epochs)
}

// Report records the score of a job that Pending returned. If the run has failed, err is its error, and the trial takes part in no later
// stage. The score then has no effect. A repeated report replaces the score, but counts as no other run and revokes no error.
func (s *Search) Report(j Job, score Score, err error) {
	t := &s.trials[j.Trial]
	if math.IsNaN(t.val[j.Run]) { // false for a repeated report, which must not count twice
		s.reported++
		s.trained += s.runWork(t.cfg, s.stages[min(s.stage, len(s.stages)-1)].epochs) // the measure of Ahead
	}
	t.val[j.Run] = score.value(s.version)
	if err != nil {
		t.Failed = err.Error()
	}
}

// halve ends a stage and advances s.stage. It drops the configurations with a failed run and ranks the others. A rung then keeps the best
// configurations. Any other stage adds changes of the best configurations.
func (s *Search) halve() {
	ended := s.stages[s.stage]
	s.stage++
	s.alive = slices.DeleteFunc(s.alive, func(t int) bool { return s.trials[t].Failed != "" })
	for _, k := range s.alive {
		t := &s.trials[k]
		t.ValMean = 0
		for _, v := range t.val[:ended.runs] {
			t.ValMean += v / float64(ended.runs)
		}
		if ended.keep > 0 && t.hasNewRuns(ended) {
			t.Rungs = append(t.Rungs, Rung{ended.runs, ended.epochs, t.ValMean})
		}
	}
	// The order is descending by mean, and for equal means ascending by the index of the trial.
	order.By(s.alive, func(a, b int) bool {
		return cmp.Or(cmp.Compare(s.trials[b].ValMean, s.trials[a].ValMean), a-b) < 0
	})
	if ended.keep > 0 {
		s.alive = s.survivors(ended)
		return
	}
	added := 0
	for _, k := range slices.Clone(s.alive) { // add appends to s.alive
		t, addedToTrial := s.trials[k], 0 // t is a copy, because add may move the elements of s.trials
		for _, v := range ended.changes(t.cfg) {
			isWithinLimits := added < ended.mostAdded && addedToTrial < changesOfOne
			if isWithinLimits && s.add(t.cfg, v, t.From+", "+v.name) {
				added++
				addedToTrial++
			}
		}
	}
}

// hasNewRuns reports whether a stage that has ended has more runs or another number of epochs than the last recorded rung of the
// configuration. It returns true for a configuration without a rung.
func (t *Candidate) hasNewRuns(ended stage) bool {
	if len(t.Rungs) == 0 {
		return true
	}
	last := t.Rungs[len(t.Rungs)-1]
	return last.Runs < ended.runs || last.Epochs != ended.epochs
}

// survivors returns the indices of the configurations that continue after a stage that has ended: the best ended.keep configurations and,
// unless the stage was the last, the starts like peers (Candidate.peer).
// If ended.spend limits the work of the next stage, configurations beyond the limit stop, except for the best configuration, the start like
// MLP, and the best start like GCN.
func (s *Search) survivors(ended stage) (out []int) {
	wasLast := s.stage == len(s.stages) // halve has already advanced s.stage
	isLimited := ended.spend > 0 && !wasLast
	hasAverages := false // whether a better start is like GCN
	spent := 0.0         // work of the survivors in the next stage; not used without a limit
	for rank, k := range s.alive {
		t := &s.trials[k]
		staysAsBest := rank < ended.keep
		staysAsPeer := t.peer && !wasLast
		work := 0.0
		if isLimited {
			work = s.workOfNextStage(t.cfg, ended)
			fits := rank == 0 || spent+work <= ended.spend
			staysAsBest = staysAsBest && fits
			isAverage := t.peer && HasSheaf(t.cfg) // like GCN, since the start like MLP has no sheaf
			isLaterAverage := isAverage && hasAverages
			staysAsPeer = staysAsPeer && !isLaterAverage
			hasAverages = hasAverages || isAverage
		}
		if staysAsPeer || staysAsBest {
			spent += work
			out = append(out, k)
		}
	}
	// All runs are repeated if the number of epochs changes, because such scores are not comparable.
	if !wasLast && s.stages[s.stage].epochs != ended.epochs {
		for _, k := range out {
			for r := range s.trials[k].val {
				s.trials[k].val[r] = math.NaN()
			}
		}
	}
	return out
}

// workOfNextStage returns the work of a configuration in the stage after ended. Equal numbers of epochs save the runs of the ended stage.
func (s *Search) workOfNextStage(c settings.Config, ended stage) float64 {
	next := s.stages[s.stage] // halve has already advanced s.stage
	runs := next.runs
	if next.epochs == ended.epochs {
		runs -= ended.runs
	}
	return s.runWork(c, next.epochs) * float64(runs)
}
