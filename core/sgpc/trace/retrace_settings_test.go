package trace_test

import (
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/settings"
)

// TestTraceIsWhole recomputes every number of a trace from the trace alone, for
// many settings.
func TestTraceIsWhole(t *testing.T) {
	t.Parallel()
	const usual = method.DefaultSplit
	for name, c := range map[string]struct {
		split  string
		epochs int
		change func(*settings.Config)
	}{
		"default":  {usual, 4, nil},
		"first":    {usual, 1, nil},
		"layers":   {usual, 3, func(c *settings.Config) { c.Layers, c.Residual = 3, true }},
		"shuffled": {usual, 2, func(c *settings.Config) { c.Lift = "shuffled" }},
		"uniform":  {usual, 2, func(c *settings.Config) { c.Lift = "uniform" }},
		"indep":    {usual, 2, func(c *settings.Config) { c.Lift, c.Centered = "independent", false }},
		"sinkhorn": {usual, 2, func(c *settings.Config) { c.Lift = "sinkhorn" }},
		"scalar":   {usual, 2, func(c *settings.Config) { c.Lift = "scalar" }},
		"identity": {usual, 3, func(c *settings.Config) {
			c.Maps, c.LambdaSpec, c.Layers, c.Convention = "identity", 0.01, 2, "literal"
		}},
		"zero":       {usual, 3, func(c *settings.Config) { c.Maps, c.LambdaSpec = "zero", 0.01 }},
		"w2":         {usual, 2, func(c *settings.Config) { c.JKOMode, c.JKOSteps = "w2", 2 }},
		"learn_dt":   {usual, 4, func(c *settings.Config) { c.LearnDt, c.Layers, c.LR = true, 2, 0.05 }},
		"sparsified": {usual, 2, func(c *settings.Config) { c.SVR = "sparsified" }},
		"literal": {usual, 2, func(c *settings.Config) {
			c.Convention, c.Sign, c.Centered, c.JKOSteps, c.LambdaSpec = "literal", 1, false, 3, 0.01
		}},
		"none":   {usual, 2, func(c *settings.Config) { c.Convention, c.Sign, c.Centered, c.LambdaSpec = "literal", 1, true, 0.01 }},
		"gat":    {usual, 2, func(c *settings.Config) { c.Head, c.Activation = "gat", "relu" }},
		"linear": {usual, 2, func(c *settings.Config) { c.Head, c.Norm = "linear", "none" }},
		"plain":  {usual, 2, func(c *settings.Config) { c.Operator, c.AFMWeights, c.Dt = "laplacian", "signed", 0.3 }},
		"features": {usual, 2, func(c *settings.Config) {
			c.Features, c.Structure, c.Calibrate, c.HetOff = "row", "normalized", false, true
		}},
		"branches":  {usual, 2, func(c *settings.Config) { c.SVR, c.Structure, c.Prior, c.Certify = "off", "rows", "train", "union" }},
		"warm":      {usual, 3, func(c *settings.Config) { c.KLWarmup, c.LambdaSpec, c.SpecWarmup, c.AFMWeights = 10, 0.01, 4, "off" }},
		"no ascent": {usual, 2, func(c *settings.Config) { c.GapMode = "off" }},
		"matrix":    {usual, 3, func(c *settings.Config) { c.GapMode = "matrix" }},
		"additive":  {usual, 3, func(c *settings.Config) { c.GapMode, c.Centered = "additive", true }},
		"no test":   {"random:0.6,0.4,0", 2, nil},
		"no val":    {"random:0.6,0,0.4", 2, nil},
	} {
		t.Run(name, func(t *testing.T) {
			r := karate(t, c.split, c.change)
			for range c.epochs {
				r.StepEpoch()
			}
			f := recheck(t, r, 1e-9, true)
			largest, where := 0.0, ""
			for place, d := range f.worst {
				if d > largest {
					largest, where = d, place
				}
			}
			t.Logf("%d places, largest difference %.1e at %s", len(f.worst), largest, where)
		})
	}
}

// TestTraceWithoutEdges traces a graph without edges: empty sets are [], not null.
func TestTraceWithoutEdges(t *testing.T) {
	g := graph.Karate()
	lone := graph.New("lone", g.N, nil)
	lone.X, lone.Labels, lone.Classes = g.X, g.Labels, g.Classes
	r := runOn(t, lone, method.DefaultSplit, nil)
	r.StepEpoch()
	recheck(t, r, 1e-9, true)
}

// TestTraceWithinAnEpoch traces within an epoch: every number belongs to the
// present parameters.
func TestTraceWithinAnEpoch(t *testing.T) {
	r := karate(t, method.DefaultSplit, func(c *settings.Config) { c.GapMode, c.Calibrate = "off", false })
	r.StepEpoch()
	for range 17 {
		r.StepInner()
	}
	recheck(t, r, 1e-9, false)
}
