package trace_test

import (
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/settings"
)

// TestTraceIsWhole recomputes every number of a trace from the trace alone (retrace), on the
// karate club with many settings. All numbers agree to 1e-9, except where retrace has a
// tolerance of its own. No number except givenPlaces is left out.
func TestTraceIsWhole(t *testing.T) {
	t.Parallel()
	const defaultSplit = method.DefaultSplit
	for name, c := range map[string]struct {
		split  string
		epochs int                    // before the trace
		change func(*settings.Config) // of the default settings; nil: none
	}{
		"default":  {defaultSplit, 4, nil},
		"first":    {defaultSplit, 1, nil},
		"layers":   {defaultSplit, 3, func(c *settings.Config) { c.Layers, c.Residual = 3, true }},
		"shuffled": {defaultSplit, 2, func(c *settings.Config) { c.Lift = "shuffled" }},
		"uniform":  {defaultSplit, 2, func(c *settings.Config) { c.Lift = "uniform" }},
		"indep":    {defaultSplit, 2, func(c *settings.Config) { c.Lift, c.Centered = "independent", false }},
		"sinkhorn": {defaultSplit, 2, func(c *settings.Config) { c.Lift = "sinkhorn" }},
		"scalar":   {defaultSplit, 2, func(c *settings.Config) { c.Lift = "scalar" }},
		"identity": {defaultSplit, 3, func(c *settings.Config) {
			c.Maps, c.LambdaSpec, c.Layers, c.Convention = "identity", 0.01, 2, "literal"
		}},
		"zero":       {defaultSplit, 3, func(c *settings.Config) { c.Maps, c.LambdaSpec = "zero", 0.01 }},
		"w2":         {defaultSplit, 2, func(c *settings.Config) { c.JKOMode, c.JKOSteps = "w2", 2 }},
		"learn_dt":   {defaultSplit, 4, func(c *settings.Config) { c.LearnDt, c.Layers, c.LR = true, 2, 0.05 }},
		"sparsified": {defaultSplit, 2, func(c *settings.Config) { c.SVR = "sparsified" }},
		"literal": {defaultSplit, 2, func(c *settings.Config) {
			c.Convention, c.Sign, c.Centered, c.JKOSteps, c.LambdaSpec = "literal", 1, false, 3, 0.01
		}},
		"literal centered": {defaultSplit, 2, func(c *settings.Config) {
			c.Convention, c.Sign, c.Centered, c.LambdaSpec = "literal", 1, true, 0.01
		}},
		"gat":    {defaultSplit, 2, func(c *settings.Config) { c.Head, c.Activation = "gat", "relu" }},
		"linear": {defaultSplit, 2, func(c *settings.Config) { c.Head, c.Norm = "linear", "none" }},
		"plain":  {defaultSplit, 2, func(c *settings.Config) { c.Operator, c.AFMWeights, c.Dt = "laplacian", "signed", 0.3 }},
		"features": {defaultSplit, 2, func(c *settings.Config) {
			c.Features, c.Structure, c.Calibrate, c.HetOff = "row", "normalized", false, true
		}},
		"branches":  {defaultSplit, 2, func(c *settings.Config) { c.SVR, c.Structure, c.Prior, c.Certify = "off", "rows", "train", "union" }},
		"warm":      {defaultSplit, 3, func(c *settings.Config) { c.KLWarmup, c.LambdaSpec, c.SpecWarmup, c.AFMWeights = 10, 0.01, 4, "off" }},
		"simcalib":  {defaultSplit, 2, func(c *settings.Config) { c.SimCalib = true }},
		"no ascent": {defaultSplit, 2, func(c *settings.Config) { c.GapMode = "off" }},
		"matrix":    {defaultSplit, 3, func(c *settings.Config) { c.GapMode = "matrix" }},
		"additive":  {defaultSplit, 3, func(c *settings.Config) { c.GapMode, c.Centered = "additive", true }},
		"no test":   {"random:0.6,0.4,0", 2, nil},
		"no val":    {"random:0.6,0,0.4", 2, nil},
	} {
		t.Run(name, func(t *testing.T) {
			r := karateRun(t, c.split, c.change)
			for range c.epochs {
				r.StepEpoch()
			}
			f := recomputeTrace(t, r, 1e-9, true)
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

// TestTraceWithoutEdges recomputes every number of the trace of a graph without edges: the
// nodes, features and labels of the karate club after one epoch.
func TestTraceWithoutEdges(t *testing.T) {
	g := graph.Karate()
	edgeless := graph.New("lone", g.N, nil)
	edgeless.X, edgeless.Labels, edgeless.Classes = g.X, g.Labels, g.Classes
	r := runOn(t, edgeless, method.DefaultSplit, nil)
	r.StepEpoch()
	recomputeTrace(t, r, 1e-9, true)
}

// TestTraceWithinAnEpoch recomputes a trace within the second epoch, at its position 17.
// Every number belongs to the present parameters. The history, which ends with the first
// epoch, is not compared. Gap ascent and calibration are off.
func TestTraceWithinAnEpoch(t *testing.T) {
	r := karateRun(t, method.DefaultSplit, func(c *settings.Config) { c.GapMode, c.Calibrate = "off", false })
	r.StepEpoch()
	for range 17 {
		r.StepInner()
	}
	recomputeTrace(t, r, 1e-9, false)
}
