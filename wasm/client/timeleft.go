package client

import (
	"strings"

	"sheafscope/core/order"
	"sheafscope/wasm/data"
	"sheafscope/wasm/recipe"
)

// kind groups jobs of similar duration by two keys. Jobs with the same exact key differ only in split and seed. Jobs with the same family
// key can also differ in settings and, except for a public data set, in the graph.
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

// pace has the observed durations of a kind. An unfinished run counts with its extrapolated duration.
type pace struct {
	seconds float64 // sum of the durations
	runs    float64 // number of runs
	ended   float64 // number of finished runs
}

// span returns the expected duration of another run. Before any run has finished, the lower end is smaller, since a run can stop early.
func (p pace) span() span {
	mean := p.seconds / p.runs
	if p.ended == 0 {
		return span{0.6 * mean, 1.2 * mean}
	}
	return span{0.85 * mean, 1.2 * mean}
}

// span is a range of seconds.
type span struct{ least, most float64 }

const (
	// extrapolateFrom is the share of a run's epochs from which its duration is extrapolated. Earlier the start of the run dominates.
	extrapolateFrom = 0.25
	// familyFactor is the assumed factor between durations of jobs of a family.
	familyFactor = 2
)

// timeLeft estimates the remaining seconds as a range. It returns −1 if the family of an open job has neither a finished job nor a running
// one beyond extrapolateFrom.
func (p *Pool) timeLeft() (least, most float64) {
	if len(p.workers) == 0 {
		return -1, -1
	}
	paces, passed := p.observe()
	var sum, longest span
	for i, r := range p.results {
		if r.Done {
			continue
		}
		observed, factor := paces[p.kinds[i].exact], 1.0
		if observed.runs == 0 {
			observed, factor = paces[p.kinds[i].family], familyFactor
		}
		if observed.runs == 0 {
			return -1, -1
		}
		left := observed.span()
		left = span{max(0, left.least/factor-passed[i]), max(0, left.most*factor-passed[i])}
		sum = span{sum.least + left.least, sum.most + left.most}
		longest = span{max(longest.least, left.least), max(longest.most, left.most)}
	}
	// The workers share the sum. At the end the longest job can run alone.
	n := float64(len(p.workers))
	return max(longest.least, sum.least/n), sum.most/n + longest.most*(1-1/n)/2
}

// observe returns the paces by the exact and the family key of kinds, and the seconds of each running job by its index.
func (p *Pool) observe() (paces map[string]pace, passed map[int]float64) {
	paces = map[string]pace{}
	add := func(k kind, seconds, ended float64) {
		for _, key := range [...]string{k.exact, k.family} {
			old := paces[key]
			paces[key] = pace{old.seconds + seconds, old.runs + 1, old.ended + ended}
		}
	}
	for i, r := range p.results {
		if r.Done && p.spent[i] > 0 && r.Err == "" {
			add(p.kinds[i], p.spent[i], 1)
		}
	}
	// A running job counts only if no job of its exact kind has finished.
	now := p.workers[0].link.Now()
	passed = map[int]float64{}
	for _, w := range p.workers {
		if w.job < 0 {
			continue
		}
		passed[w.job] = (now - w.began).Seconds()
		if w.fraction >= extrapolateFrom && paces[p.kinds[w.job].exact].ended == 0 {
			add(p.kinds[w.job], passed[w.job]/w.fraction, 0)
		}
	}
	return paces, passed
}
