package settings

import (
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/spectral"
	"sheafscope/core/transport"
)

// usesPlans reports whether the restriction maps depend on transport plans.
func (c *Config) usesPlans() bool {
	return c.Model == "sgpc" && c.Reading == "paper" && c.OwnMaps() && c.Lift != "independent"
}

// LiftSteps returns the number of JKO steps in the lift.
func (c *Config) LiftSteps() int {
	if c.Lift == "sinkhorn" {
		return 0
	}
	return c.JKOSteps
}

// PlainEpsilon returns the effective temperature after k JKO steps of the mode
// "kl", at most LiftSteps.
func (c *Config) PlainEpsilon(k int) float64 {
	return transport.EffectiveEpsilonN(min(k, c.LiftSteps()), c.Epsilon0, c.Epsilon, c.Tau)
}

// DrawsSparse reports whether training diffuses over sampled edges.
func (c *Config) DrawsSparse() bool { return c.SVR == "sparsified" || c.SVR == "anchored" }

// SharedUntil returns the last stage with equal results in evaluation and training
// pass of an epoch, 0 for none. Both have the same parameters. They differ from the
// first stage on with input dropout, and from the maps on with a gap ascent, which
// changes the maps between the two. The reading "code" has no dropout before the
// fusion.
func (c *Config) SharedUntil() int {
	switch {
	case c.Model != "sgpc" || c.InputDropout > 0:
		return 0
	case c.Reading == "code" && c.GapMode != "off":
		return stage.Features
	case c.GapMode != "off":
		return stage.JKO
	case c.Reading == "code" && !c.DrawsSparse():
		return stage.Mixing
	}
	return stage.Laplacian
}

// Networks returns the number of networks, 1 or 2, with operations of their own in
// a stage.
func (c *Config) Networks(stage int) float64 {
	if stage <= c.SharedUntil() {
		return 1
	}
	return 2
}

// LossSeesAll reports whether the loss of the first epoch depends on nodes without
// a training label. In the reading "code" a warm-up delays the terms that do.
func (c *Config) LossSeesAll() bool {
	late := c.Reading == "code"
	return c.LambdaKL > 0 && !(late && c.KLWarmup > 0) || c.LambdaSpec > 0 && !(late && c.SpecWarmup > 0) || c.Calibrate || c.Head == "gat"
}

// TrackerOptions returns the options of a spectral.Tracker for the operator of the
// settings.
func TrackerOptions(c Config) spectral.TrackerOptions {
	rule := spectral.Preliminaries
	if c.Convention == "literal" {
		rule = spectral.Literal
	}
	return spectral.TrackerOptions{Rule: rule}
}
