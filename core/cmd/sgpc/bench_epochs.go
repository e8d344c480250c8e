package main

import (
	"fmt"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc"
)

// benchEpoch adds the training epoch of one graph, the same work on every graph:
// d = 4, 16 channels, all terms of the loss, gap ascent.
func benchEpoch(p *benchPlan, name string) error {
	row := "SGPC epoch, " + benchName(name)
	if !p.wants(row) {
		return nil
	}
	g, splits, err := loadGraph(name)
	if err != nil {
		return err
	}
	split, err := loadSplit(g, splits, "", 0)
	if err != nil {
		return err
	}
	return p.epochs(row, g, split, func(c *sgpc.Config) {
		c.D, c.Channels, c.Hidden, c.GapMode, c.LambdaKL, c.LambdaSpec, c.Calibrate = 4, 16, 64, "sheaf", 0.1, 1e-6,
			true // λ2 begins at about 1e-6
	})
}

// epochs adds a run that the kernels step in turn; as they return the same
// bits, which of them did the epochs before makes no difference.
func (p *benchPlan) epochs(row string, g *graph.Graph, split graph.Split, change func(*sgpc.Config)) error {
	cfg, err := sgpc.Configure(g, split, "sgpc", "paper", 0)
	if err != nil {
		return err
	}
	change(&cfg)
	cfg.Epochs, cfg.Patience = 0, 0
	r, err := sgpc.New(g, split, cfg)
	if err == nil {
		p.kernels(row, 0, r.StepEpoch)
	}
	return err
}

// benchScaling adds epochs on random graphs of mean degree 20, with the
// settings that large graphs have by default.
func benchScaling(p *benchPlan) error {
	sizes := []int{1000, 3000, 10_000, 30_000, 100_000, 200_000}
	if p.quick {
		sizes = sizes[:1]
	}
	for _, m := range sizes {
		row := fmt.Sprintf("SGPC epoch, m = %d", m)
		if !p.wants(row) {
			continue
		}
		g, err := graph.SBM(graph.SBMParams{N: m / 10, Classes: 4, Degree: 20, Homophily: 0.3, Signal: 1, Features: 16, Seed: 1})
		if err != nil {
			return err
		}
		split, err := graph.ParseSplit(g, sgpc.DefaultSplit, 0)
		if err != nil {
			return err
		}
		if err := p.epochs(row, g, split, func(c *sgpc.Config) {
			c.D, c.Channels, c.GapMode, c.CGTol, c.CGTolTrain = 2, 32, "off", 1e-6, 1e-4
		}); err != nil {
			return err
		}
	}
	return nil
}
