package trace

import (
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/view"
)

// This file traces the gap ascent of an epoch.

// traceGap sets the gap ascent of the epoch, and the matrix step from the same
// start. Directions and maps are left out above [MaxFloats].
func (r *tracer) traceGap(t *Trace) {
	v := view.Gap(r.Run)
	g := &t.GapAscent
	*g = Gap{Mode: v.Mode, Before: []float64{}, LineSearch: []LineTrial{}, AfterMatrix: []float64{}, AfterSheaf: []float64{},
		MetricBefore: nestBlocks(r.ascent.Before, r.n.Raw.D), Metric: nestBlocks(r.ascent.Metric, r.n.Raw.D)}
	last := len(v.Trail) - 1
	if last < 0 {
		return
	}
	// An unproved last estimate has no λ₂. Without an accepted step, it is also the
	// estimate at the start.
	lastIsProved := !r.ascent.Last.Unproven
	if lastIsProved || last > 0 {
		g.Before = []float64{v.Trail[0], v.Lambda3[0]}
	}
	if lastIsProved {
		g.AfterSheaf = []float64{v.Trail[last], v.Lambda3[last]}
	}
	g.UpperBounds = !r.ascent.Proves
	traceTrials(g, &v)
	fits := len(r.Graph.Edges)*r.cfg.D*r.cfg.D <= MaxFloats
	if fits {
		g.Direction = nest(r.ascent.Directions, r.ascent.Width)
		g.Change = nestBlocks(r.ascent.Delta, r.cfg.D)
	}
	if c := v.Compared; c != nil {
		g.AfterMatrix = []float64{c.Lambda2 + c.Matrix}
		compared := r.Compared()
		g.Nearest = &Nearest{Eta: c.Eta, Before: c.Lambda2, After: compared.Near.Lambda2, Residual: c.Residual, Iterations: c.Iterations,
			Tolerance: compared.Tolerance, Converged: compared.Converged, KernelDim: c.NearestKernel}
		if compared.Nearest != nil && fits {
			g.Nearest.Direction, g.Nearest.Maps = compared.Vector, nestBlocks(compared.Nearest.R, r.cfg.D)
		}
		g.Crude = &Crude{After: c.Lambda2 + c.Crude}
	}
}

// traceTrials appends the trials of all line searches. A trial has Before only if
// the trials before it do not determine λ₂ at its start.
func traceTrials(g *Gap, v *frame.Gap) {
	expected := v.Trail[0] // λ₂ at the start of the present step
	for _, s := range v.Trials {
		trial := LineTrial{Step: s.Step, Eta: s.Eta, Lambda2: s.Lambda2, Slope: s.Slope, SlopeAt: s.SlopeAt,
			Armijo: s.Armijo, Curvature: s.Curvature}
		if v.Mode == "matrix" || s.Before != expected {
			trial.Before = &s.Before
		}
		g.LineSearch = append(g.LineSearch, trial)
		g.Promised = append(g.Promised, s.Promised)
		if s.Armijo {
			g.Eta, expected = s.Eta, s.Lambda2
		}
	}
}
