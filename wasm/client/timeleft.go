package client

import (
	"strings"

	"sheafscope/core/order"
	"sheafscope/wasm/data"
	"sheafscope/wasm/recipe"
)

// A kind groups jobs of similar duration. Jobs with equal exact keys differ in split and seed alone; jobs of a family can also differ in
// settings and in the generated graph.
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

// A pace has the observed durations of a kind. An unfinished run counts with its extrapolated duration.
type pace struct {
	seconds float64 // total
	runs    float64 // number of runs
	ended   float64 // number of finished ones
}

// span returns the expected duration of another run. Its lower end is smaller before any run has finished, since each can stop early.
func (p pace) span() span {
	mean := p.seconds / p.runs
	if p.ended == 0 {
		return span{0.6 * mean, 1.2 * mean}
	}
	return span{0.85 * mean, 1.2 * mean}
}

// A span is a range of seconds.
type span struct{ least, most float64 }

const (
	paceFrom = 0.25 // share of a run's epochs from which its duration is extrapolated: before, its start dominates
	apart    = 2    // factor between durations of a family
)

// timeLeft estimates the remaining seconds as a range. It returns −1 while the family of an open job has neither a finished job nor one
// beyond paceFrom.
func (p *Pool) timeLeft() (least, most float64) {
	if len(p.workers) == 0 {
		return -1, -1
	}
	known := map[string]pace{}
	note := func(k kind, seconds, ended float64) {
		for _, key := range [...]string{k.exact, k.family} {
			old := known[key]
			known[key] = pace{old.seconds + seconds, old.runs + 1, old.ended + ended}
		}
	}
	for i, r := range p.results {
		if r.Done && p.spent[i] > 0 && r.Err == "" {
			note(p.kinds[i], p.spent[i], 1)
		}
	}
	now := p.workers[0].link.Now()
	passed := map[int]float64{} // seconds of running jobs, by job
	for _, w := range p.workers {
		if w.job < 0 {
			continue
		}
		passed[w.job] = (now - w.began).Seconds()
		if w.fraction >= paceFrom && known[p.kinds[w.job].exact].ended == 0 {
			note(p.kinds[w.job], passed[w.job]/w.fraction, 0)
		}
	}
	var sum, longest span
	for i, r := range p.results {
		if r.Done {
			continue
		}
		of, near := known[p.kinds[i].exact], 1.0
		if of.runs == 0 {
			if of, near = known[p.kinds[i].family], apart; of.runs == 0 {
				return -1, -1
			}
		}
		rest := of.span()
		rest = span{max(0, rest.least/near-passed[i]), max(0, rest.most*near-passed[i])}
		sum = span{sum.least + rest.least, sum.most + rest.most}
		longest = span{max(longest.least, rest.least), max(longest.most, rest.most)}
	}
	// The workers share the sum. At the end the longest job can run alone.
	n := float64(len(p.workers))
	return max(longest.least, sum.least/n), sum.most/n + longest.most*(1-1/n)/2
}
