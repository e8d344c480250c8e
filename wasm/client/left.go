package client

import (
	"strings"

	"sheafscope/core/order"
	"sheafscope/wasm/data"
	"sheafscope/wasm/recipe"
)

// A kind groups jobs that take about the same time: exact ones differ in split and seed alone; those of a family in settings, too, and in
// which graph was generated.
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

// A pace is what is known of a kind: the seconds of so many runs, of which some have ended.
type pace struct{ seconds, runs, ended float64 }

// span returns the range of the seconds of another run of the kind. While none has ended each may yet stop early.
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
	paceFrom = 0.25 // of a run's epochs: before them its start counts for too much
	apart    = 2    // how far a run differs from another of its family
)

// left estimates the seconds that remain as a range, -1 while a family of the open jobs has neither a finished job nor one in the
// second quarter of its epochs.
func (p *Pool) left() (least, most float64) {
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
	passed := map[int]float64{} // of the jobs under way
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
	// The workers share the sum; at the end the longest job may run alone.
	n := float64(len(p.workers))
	return max(longest.least, sum.least/n), sum.most/n + longest.most*(1-1/n)/2
}
