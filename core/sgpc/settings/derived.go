package settings

import (
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/spectral"
	"sheafscope/core/transport"
)

// plans reports whether the restriction maps depend on plans of transport.
func (c *Config) plans() bool {
	return c.Model == "sgpc" && c.Reading == "paper" && c.OwnMaps() && c.Lift != "independent"
}

// LiftSteps is the number of JKO steps that the lift takes.
func (c *Config) LiftSteps() int {
	if c.Lift == "sinkhorn" {
		return 0
	}
	return c.JKOSteps
}

// PlainEpsilon returns the temperature after k KL-JKO steps of the run's settings.
func (c *Config) PlainEpsilon(k int) float64 {
	return transport.EffectiveEpsilonN(min(k, c.LiftSteps()), c.Epsilon0, c.Epsilon, c.Tau)
}

// DrawsSparse reports whether the settings diffuse over drawn edges while training.
func (c *Config) DrawsSparse() bool { return c.SVR == "sparsified" || c.SVR == "anchored" }

// SharedUntil returns the last stage up to which the training pass comes to the
// numbers of its epoch's evaluation, 0 for none: with the same parameters, where
// nothing of the features drops out. The ascent, if there is one, changes the
// maps in between. In the reading "code" nothing drops out before the fusion.
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

// Networks is the number of networks, 1 or 2, that have operations of their own for a stage.
func (c *Config) Networks(stage int) float64 {
	if stage <= c.SharedUntil() {
		return 1
	}
	return 2
}

// LossSeesAll reports whether the loss depends on the classes of nodes without a training label:
// in the reading "code", where these terms are switched on late, from the first epoch on.
func (c *Config) LossSeesAll() bool {
	late := c.Reading == "code"
	return c.LambdaKL > 0 && !(late && c.KLWarmup > 0) || c.LambdaSpec > 0 && !(late && c.SpecWarmup > 0) || c.Calibrate || c.Head == "gat"
}

func TrackerOptions(c Config) spectral.TrackerOptions {
	rule := spectral.Preliminaries
	if c.Convention == "literal" {
		rule = spectral.Literal
	}
	return spectral.TrackerOptions{Rule: rule}
}
