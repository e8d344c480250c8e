// This file resolves the settings and the split of a cell, trains the cell, and evaluates the trained network under other settings.

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

// ConfigFor returns the settings of a cell on its graph and split: the defaults of its method, overridden by c.Set.
// The setting "reading" also selects the defaults themselves. ConfigFor fails for an unknown method, model or reading, for an invalid
// setting, and for the setting epochs=0, with which a training never ends (settings.Config.Ends).
func ConfigFor(g *graph.Graph, split graph.Split, c Cell) (settings.Config, error) {
	parsed, err := method.Parse(c.Method)
	if err != nil {
		return settings.Config{}, err
	}
	// The reading of a cell without this setting is "paper".
	cfg, err := parsed.Configure(g, split, c.Model, cmp.Or(c.Set["reading"], "paper"), c.Seed)
	if err != nil {
		return cfg, err
	}
	err = cmp.Or(cfg.Overlay(c.Set), cfg.Ends())
	return cfg, err // not joined with the line above: Go could then copy cfg before Overlay changes it
}

// SplitOf returns the split with the given name, a Cell.Split. splits are the splits of the data set.
//   - A number is an index in splits, from 0 on.
//   - "planetoid" is the public split of the Planetoid files, if splits has it.
//   - Any other name describes a drawn split: a text for graph.ParseSplit, then @ and a seed. Without @ the seed is 0.
//
// SplitOf fails if splits lacks the split, or if the text of a drawn split or its seed is invalid.
func SplitOf(g *graph.Graph, splits []graph.Split, name string) (graph.Split, error) {
	if k, err := strconv.Atoi(name); err == nil {
		if k < 0 || k >= len(splits) {
			// The message is such as: texas has no split 12, only 0 to 9; choose one that is there, or a drawn one such as per-class:20@0
			hint := "there is none with a number; choose"
			if n := len(splits); n > 0 {
				hint = "only 0" + words.Either(n > 1, fmt.Sprintf(" to %d", n-1), "") + "; choose one that is there, or"
			}
			return graph.Split{}, fmt.Errorf("%s has no split %d, %s a drawn one such as per-class:20@0", g.Name, k, hint)
		}
		return splits[k], nil
	}
	if name == ProtocolPlanetoid {
		k := slices.IndexFunc(splits, func(s graph.Split) bool { return s.Name == graph.PlanetoidSplit })
		if k < 0 {
			return graph.Split{}, fmt.Errorf("%s has no public Planetoid split; that comes with the files ind.*.x, .allx and .test.index; choose "+
				"a number or per-class:20@0", g.Name)
		}
		return splits[k], nil
	}
	// Any other name describes a drawn split.
	spec, seedText, hasSeed := strings.Cut(name, "@")
	if !hasSeed {
		return graph.ParseSplit(g, spec, 0)
	}
	seed, err := strconv.ParseUint(seedText, 10, 64)
	if err != nil {
		return graph.Split{}, fmt.Errorf("split %q: what follows @ is no seed; write for example per-class:20@3", name)
	}
	return graph.ParseSplit(g, spec, seed)
}

// trained is a trained network with its outcome.
type trained struct {
	run     *sgpc.Run       // at the best epoch
	cfg     settings.Config // settings of the training
	outcome train.Outcome   // its field Pred is nil; pred has the predictions
	pred    []int32         // predicted class of each node at the best epoch
}

// fit trains a cell and ignores its swap. In a blind library, a run that reads no edge gets the graph without its edges (tune.Bare). This
// is faster and gives the same accuracies. fit fails if a setting is invalid, or if sgpc.New refuses the graph or the split.
func (l *Library) fit(g *graph.Graph, split graph.Split, c Cell) (*trained, error) {
	cfg, err := ConfigFor(g, split, c)
	if err != nil {
		return nil, err
	}
	if l.blind {
		g = tune.Bare(g, cfg)
	}
	// With certify=split, half of the validation nodes chooses an epoch for the certificate, and the training also waits for this choice.
	// Tables need no certificate. Unless the cell sets certify, the value "fixed" ends the training without this wait.
	if c.Set["certify"] == "" {
		cfg.Certify = "fixed"
	}
	r, err := sgpc.New(g, split, cfg)
	if err != nil {
		return nil, err
	}
	r.ForwardOnly() // without stored states of earlier epochs, since nobody steps back in the run
	measure := func() train.Outcome { return figures.Measure(r) }
	if l.depth {
		measure = figures.Depth(r) // figures.Depth measures the untrained network at once
	}
	for !r.Done() {
		r.StepEpoch()
	}
	// Pred moves to trained.pred, since results files store it only for the counts of mistakes (Library.votes).
	outcome := measure() // restores the best epoch
	pred := outcome.Pred
	outcome.Pred = nil
	return &trained{run: r, cfg: cfg, outcome: outcome, pred: pred}, nil
}

// withSwap evaluates the network under the settings of a swap. It returns the outcome of the run with the validation and test accuracies
// of this evaluation, or the outcome of the run if swap is nil. If there is an error, the outcome is not valid.
// withSwap is safe for concurrent use.
func (t *trained) withSwap(swap map[string]string) (train.Outcome, error) {
	o := t.outcome
	if swap == nil {
		return o, nil
	}
	// A swap of restriction maps has no settings.
	if maps := swap[mapsSwap]; maps != "" {
		changed, err := explain.WhatIf(t.run, explain.Change{Maps: maps})
		if err != nil {
			return o, err
		}
		accuracies := t.run.Accuracies(changed.Prob)
		o.Val, o.Test = accuracies.Val, accuracies.Test
		return o, nil
	}
	cfg := t.cfg
	if err := cfg.Overlay(swap); err != nil {
		return o, err
	}
	accuracies, err := t.run.EvaluateAs(cfg)
	if err != nil {
		return o, err
	}
	o.Val, o.Test = accuracies.Val, accuracies.Test
	return o, nil
}
