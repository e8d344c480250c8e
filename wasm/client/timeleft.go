package client

// This file estimates the remaining time of a pool.

import (
	"strings"

	"sheafscope/core/order"
	"sheafscope/wasm/data"
	"sheafscope/wasm/recipe"
)

// kind groups jobs of similar duration by two keys. The family key, such as "gcn/ data:texas", has the model, the setting "reading" (here
// ""), and the graph if it is a public data set. The exact key, such as "gcn/ data:texas data:texas lr=0.01", adds any graph and all
// settings. Neither key has the split or the seed.
type kind struct{ exact, family string }

// kindOf returns the kind of a run.
func kindOf(r *recipe.Setup) kind {
	k := kind{family: r.Model + "/" + r.Settings["reading"]}
	if strings.HasPrefix(r.Graph, data.Prefix) {
		k.family += " " + r.Graph
	}
	k.exact = k.family + " " + r.Graph
	for _, name := range order.Keys(r.Settings) {
		k.exact += " " + name + "=" + r.Settings[name]
	}
	return k
}

// pace has the observed durations of the runs with one key. A running job contributes its extrapolated duration.
type pace struct {
	seconds float64 // sum of the durations
	runs    float64 // number of runs in the sum
	ended   float64 // number of finished runs in the sum
}

// Bounds of the duration of a run, in units of the mean duration. The lower bound is smaller before any run has finished, because a run can
// stop early.
const (
	leastBeforeEnd = 0.6  // lower bound before any run has finished
	leastShare     = 0.85 // lower bound afterwards
	mostShare      = 1.2  // upper bound
)

// span returns bounds of the duration of another run. p has at least one run.
func (p pace) span() span {
	mean := p.seconds / p.runs
	if p.ended == 0 {
		return span{leastBeforeEnd * mean, mostShare * mean}
	}
	return span{leastShare * mean, mostShare * mean}
}

// span is a range of durations in seconds.
type span struct{ least, most float64 }

const (
	// extrapolateFrom is the share of a run's epochs from which its duration is extrapolated. For a smaller share the start of the run
	// dominates the time.
	extrapolateFrom = 0.25
	// familyFactor is the assumed largest factor between durations of jobs with the same family key.
	familyFactor = 2
)

// timeLeft estimates a lower and an upper bound of the remaining seconds. It returns −1, −1 in two cases: there are no workers, or an
// unfinished job has no observed duration. The duration of a job is observed if a job of its family has succeeded, or if a running job of
// its family has reached extrapolateFrom.
func (p *Pool) timeLeft() (least, most float64) {
	if len(p.workers) == 0 {
		return -1, -1
	}
	paces, passed := p.observe()
	var sum, longest span // sum and maximum of the remaining times of the unfinished jobs
	for i, r := range p.results {
		if r.Done {
			continue
		}
		observed, factor := paces[p.kinds[i].exact], 1.0 // factor widens the bounds
		if observed.runs == 0 {
			observed, factor = paces[p.kinds[i].family], familyFactor
		}
		if observed.runs == 0 {
			return -1, -1
		}
		whole := observed.span()
		// passed is 0 for a job that has not begun.
		remaining := span{max(0, whole.least/factor-passed[i]), max(0, whole.most*factor-passed[i])}
		sum = span{sum.least + remaining.least, sum.most + remaining.most}
		longest = span{max(longest.least, remaining.least), max(longest.most, remaining.most)}
	}
	// n workers share the sum, but the batch does not end before its longest job. This job can be the last job, and then runs alone. In the
	// worst case this adds (1 − 1/n) of its time to sum/n. The upper bound adds half of the worst case.
	n := float64(len(p.workers))
	return max(longest.least, sum.least/n), sum.most/n + longest.most*(1-1/n)/2
}

// observe returns the paces by key, for the exact and the family keys of all kinds. Its second result has the seconds since the start of
// each running job, by the index of the job. The pool must have a worker, whose clock observe reads.
func (p *Pool) observe() (paces map[string]pace, passed map[int]float64) {
	paces = map[string]pace{}
	// add adds a run to both paces of its kind. ended is 1 for a finished run and 0 for a running one.
	add := func(k kind, seconds, ended float64) {
		for _, key := range [...]string{k.exact, k.family} {
			old := paces[key]
			paces[key] = pace{old.seconds + seconds, old.runs + 1, old.ended + ended}
		}
	}
	for i, r := range p.results {
		hasSucceeded := r.Done && r.Err == ""
		if hasSucceeded && p.spent[i] > 0 { // without a measured duration a job gives no pace
			add(p.kinds[i], p.spent[i], 1)
		}
	}
	// A running job, whose duration is less certain, counts only if no job of its exact kind has succeeded.
	now := p.workers[0].link.Now()
	passed = map[int]float64{}
	for _, w := range p.workers {
		if w.job < 0 {
			continue
		}
		passed[w.job] = (now - w.began).Seconds()
		noneFinished := paces[p.kinds[w.job].exact].ended == 0
		if noneFinished && w.fraction >= extrapolateFrom {
			add(p.kinds[w.job], passed[w.job]/w.fraction, 0)
		}
	}
	return paces, passed
}
