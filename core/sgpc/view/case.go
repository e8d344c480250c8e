package view

// This file trains the run on which a claim of the paper is judged.

import (
	"cmp"
	"fmt"

	"sheafscope/core/claims"
	"sheafscope/core/graph"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/method"
)

// TrainCase trains the run of a case for c.Epochs epochs. It returns the run and the
// claim with the id c.Claim. The settings are the defaults of the graph, overridden by
// the settings of the case. TrainCase fails if the case is invalid or names no claim.
func TrainCase(c claims.Case) (*sgpc.Run, claims.Claim, error) {
	r, err := caseRun(c)
	if err != nil {
		return nil, claims.Claim{}, err
	}
	for range c.Epochs {
		r.StepEpoch()
	}
	for _, v := range Claims(r) {
		if v.ID == c.Claim {
			return r, v, nil
		}
	}
	return nil, claims.Claim{}, fmt.Errorf("no claim is called %s", c.Claim)
}

// caseRun returns the run of a case before its first operation. It fails for an unknown
// graph, an invalid split and invalid settings.
func caseRun(c claims.Case) (*sgpc.Run, error) {
	g, err := graph.Builtin(c.Graph)
	if err != nil {
		return nil, err
	}
	split, err := graph.ParseSplit(g, cmp.Or(c.Split, method.DefaultSplit), c.Seed)
	if err != nil {
		return nil, err
	}
	cfg, err := method.Configure(g, split, "sgpc", "paper", c.Seed)
	if err != nil {
		return nil, err
	}
	for name, value := range c.Settings {
		if err := cfg.Set(name, value); err != nil {
			return nil, err
		}
	}
	r, err := sgpc.New(g, split, cfg)
	if err != nil {
		return nil, err
	}
	r.ForwardOnly() // key frames take time, and only seeking backwards needs them
	return r, nil
}
