package study

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/figures"
	"sheafscope/core/graph"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/explain"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/train"
	"sheafscope/core/tune"
	"sheafscope/core/words"
)

// ConfigFor returns the settings of a cell on its graph and split: the defaults of its method, overlaid by c.Set.
// The setting "reading" also selects the defaults.
func ConfigFor(g *graph.Graph, split graph.Split, c Cell) (settings.Config, error) {
	method, err := method.Parse(c.Method)
	if err != nil {
		return settings.Config{}, err
	}
	cfg, err := method.Configure(g, split, c.Model, cmp.Or(c.Set["reading"], "paper"), c.Seed)
	if err != nil {
		return cfg, err
	}
	return cfg, cmp.Or(cfg.Overlay(c.Set), cfg.Ends())
}

// SplitOf returns the split of a cell by its name.
// A number is an index in splits, and "planetoid" is the split of that name.
// Other names are a description for graph.ParseSplit with a seed after @, by default 0.
func SplitOf(g *graph.Graph, splits []graph.Split, text string) (graph.Split, error) {
	if k, err := strconv.Atoi(text); err == nil {
		if k < 0 || k >= len(splits) {
			there := "there is none with a number; choose"
			if n := len(splits); n > 0 {
				there = "only 0" + words.Either(n > 1, fmt.Sprintf(" to %d", n-1), "") + "; choose one that is there, or"
			}
			return graph.Split{}, fmt.Errorf("%s has no split %d, %s a drawn one such as per-class:20@0", g.Name, k, there)
		}
		return splits[k], nil
	}
	if text == ProtocolPlanetoid {
		k := slices.IndexFunc(splits, func(s graph.Split) bool { return s.Name == graph.PlanetoidSplit })
		if k < 0 {
			return graph.Split{}, fmt.Errorf("%s has no public Planetoid split; that comes with the files ind.*.x, .allx and .test.index; choose "+
				"a number or per-class:20@0", g.Name)
		}
		return splits[k], nil
	}
	spec, at, found := strings.Cut(text, "@")
	seed := uint64(0)
	if found {
		var err error
		if seed, err = strconv.ParseUint(at, 10, 64); err != nil {
			return graph.Split{}, fmt.Errorf("split %q: what follows @ is no seed; write for example per-class:20@3", text)
		}
	}
	return graph.ParseSplit(g, spec, seed)
}

// trained is a finished run with its measures.
type trained struct {
	run     *sgpc.Run
	cfg     settings.Config
	outcome train.Outcome
	pred    []int32
}

// fit trains a cell without its swap; a blind library measures accuracies only.
func (l *Library) fit(g *graph.Graph, split graph.Split, c Cell) (*trained, error) {
	cfg, err := ConfigFor(g, split, c)
	if err != nil {
		return nil, err
	}
	if l.blind {
		g = tune.Bare(g, cfg)
	}
	if c.Set["certify"] == "" {
		cfg.Certify = "fixed" // tables need no certificate: with one a run lasts until half of the validation nodes has chosen, too
	}
	r, err := sgpc.New(g, split, cfg)
	if err != nil {
		return nil, err
	}
	// Operations are not recorded one by one, since nobody steps through the run.
	r.ForwardOnly()
	measure := func() train.Outcome { return figures.Measure(r) }
	if l.depth {
		measure = figures.Depth(r)
	}
	for !r.Done() {
		r.StepEpoch()
	}
	o := measure()
	pred := o.Pred
	o.Pred = nil
	return &trained{run: r, cfg: cfg, outcome: o, pred: pred}, nil
}

// withSwap returns the outcome with the accuracies of the network under the settings of a swap; nil swaps nothing.
// It is safe for concurrent use.
func (t *trained) withSwap(swap map[string]string) (train.Outcome, error) {
	o := t.outcome
	if swap == nil {
		return o, nil
	}
	if with := swap[mapsSwap]; with != "" {
		a, err := explain.WhatIf(t.run, explain.Change{Maps: with})
		if err != nil {
			return o, err
		}
		o.Val, o.Test = t.accuracy(a.Pred, t.run.Split.Val), t.accuracy(a.Pred, t.run.Split.Test)
		return o, nil
	}
	cfg := t.cfg
	if err := cfg.Overlay(swap); err != nil {
		return o, err
	}
	a, err := t.run.EvaluateAs(cfg)
	if err != nil {
		return o, err
	}
	o.Val, o.Test = a.Val, a.Test
	return o, nil
}

// accuracy returns the share of the set whose prediction equals the label, −1 for an empty set.
func (t *trained) accuracy(pred, set []int) float64 {
	right := 0
	for _, i := range set {
		if pred[i] == t.run.Graph.Labels[i] {
			right++
		}
	}
	if len(set) == 0 {
		return -1
	}
	return float64(right) / float64(len(set))
}
