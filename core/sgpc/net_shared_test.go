package sgpc

import (
	"reflect"
	"slices"
	"testing"
)

// TestSharedStages trains runs whose evaluation has stages from the training network beside
// runs with two networks that have nothing in common: parameters and probabilities have the same bits.
func TestSharedStages(t *testing.T) {
	for name, kind := range map[string]struct {
		until, operations int // in front of the diffusion, without the dropout
		change            func(*Config)
	}{
		"no ascent": {StageLaplacian, 9, func(c *Config) { c.GapMode = "off" }},
		"rows, scalar, w2": {StageLaplacian, 13, func(c *Config) {
			c.GapMode, c.Structure, c.Norm, c.Lift, c.JKOMode = "off", "rows", "layer", "scalar", "w2"
		}},
		"ascent":            {StageJKO, 7, func(c *Config) { c.GapMode = "sheaf" }},
		"additive ascent":   {StageJKO, 7, func(c *Config) { c.GapMode, c.LambdaSpec = "additive", 1e-6 }},
		"features drop out": {0, 0, func(c *Config) { c.InputDropout = 0.3 }},
		"code":              {0, 0, func(c *Config) { c.Reading = "code" }},
	} {
		change := func(c *Config) {
			c.InputDropout, c.Norm, c.Layers = 0, "none", 2
			kind.change(c)
		}
		r, own := karateRun(t, change), karateRun(t, change)
		fit := own.fit
		own.fit = nil
		own.eval = buildNet(own, false)
		own.gap.follow(own.eval)
		own.fit, fit.evaluated = fit, nil
		count := evaluatedOps(r)
		if r.cfg.sharedUntil() != kind.until || count != kind.operations {
			t.Errorf("%s: %d operations until stage %d, want %d and %d", name, count, r.cfg.sharedUntil(), kind.operations, kind.until)
		}
		for range 4 {
			r.StepEpoch()
			own.StepEpoch()
		}
		r.StepStage() // into the next epoch
		own.StepStage()
		if a, b := r.Frame(everything), own.Frame(everything); !reflect.DeepEqual(a, b) {
			t.Errorf("%s: another frame", name)
		}
		if !slices.Equal(r.store.Snapshot(nil), own.store.Snapshot(nil)) || !slices.Equal(r.eval.predicted(), own.eval.predicted()) {
			t.Errorf("%s: other numbers than two networks", name)
		}
		if v := r.eval.predicted()[0]; !(v > 0 && v < 1) {
			t.Errorf("%s: a probability of %v", name, v)
		}
	}
}

// evaluatedOps counts the operations that the training pass leaves to the evaluation.
func evaluatedOps(r *Run) (count int) {
	for _, done := range r.fit.evaluated {
		if done {
			count++
		}
	}
	return count
}
