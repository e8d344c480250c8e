package settings

// This file has quantities that follow from settings.

import (
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/spectral"
	"sheafscope/core/transport"
)

// usesPlans reports whether the restriction maps depend on transport plans.
func (c *Config) usesPlans() bool {
	return c.Model == "sgpc" && c.Reading == "paper" && c.OwnMaps() && c.Lift != "independent"
}

// LiftSteps returns the number of JKO steps in the lift. For lift=sinkhorn it is 0. The plan
// of lift=independent does not depend on the steps.
func (c *Config) LiftSteps() int {
	if c.Lift == "sinkhorn" {
		return 0
	}
	return c.JKOSteps
}

// PlainEpsilon returns the effective temperature after k JKO steps of the mode "kl".
// For k above LiftSteps it returns the temperature after LiftSteps steps.
func (c *Config) PlainEpsilon(k int) float64 {
	return transport.EffectiveEpsilonN(min(k, c.LiftSteps()), c.Epsilon0, c.Epsilon, c.Tau)
}

// DrawsSparse reports whether training diffuses over sampled edges, in place of all edges.
func (c *Config) DrawsSparse() bool { return c.SVR == "sparsified" || c.SVR == "anchored" }

// SharedUntil returns the last stage that the evaluation pass of an epoch shares with the
// training pass, or 0. Up to this stage both passes compute equal results from the same
// parameters. A gap ascent changes the maps between the two passes.
func (c *Config) SharedUntil() int {
	switch {
	case c.Model != "sgpc" || c.InputDropout > 0: // input dropout changes stage 1
		return 0
	case c.Reading == "code" && c.GapMode != "off":
		return stage.Features // stage 2 of this reading computes the maps
	case c.GapMode != "off":
		return stage.JKO // stage 4 computes the maps
	case c.Reading == "code" && !c.DrawsSparse():
		return stage.Mixing // the dropout of this reading comes in stage 8
	}
	// Sampled edges change the diffusion. In the reading "paper" dropout changes its input; even
	// with a dropout of 0 the passes do not share the diffusion.
	return stage.Laplacian
}

// Networks returns the number of networks that compute a stage, a factor in estimates of
// cost. It is 1 for a stage that evaluation and training network share, and 2 otherwise.
func (c *Config) Networks(stage int) float64 {
	if stage <= c.SharedUntil() {
		return 1
	}
	return 2
}

// LossSeesAll reports whether the loss can depend, from the first epoch on, on class
// probabilities of nodes outside the training set. The KL term, the spectral term and the
// calibration depend on the posterior of all edges, and attention reads the neighbours.
func (c *Config) LossSeesAll() bool {
	// In the reading "code" the loss lacks a term until the end of its warm-up. In the reading
	// "paper" it has the term from the start, if only with the weight 0.
	isDelayed := func(warmup int) bool { return c.Reading == "code" && warmup > 0 }
	hasKL := c.LambdaKL > 0 && !isDelayed(c.KLWarmup)
	hasSpectral := c.LambdaSpec > 0 && !isDelayed(c.SpecWarmup)
	return hasKL || hasSpectral || c.Calibrate || c.Head == "gat"
}

// TrackerOptions returns the options of a spectral.Tracker, a solver for λ₂. The rule is the
// definition of λ₂, which depends on the convention.
func TrackerOptions(c Config) spectral.TrackerOptions {
	rule := spectral.Preliminaries
	if c.Convention == "literal" {
		rule = spectral.Literal
	}
	return spectral.TrackerOptions{Rule: rule}
}
