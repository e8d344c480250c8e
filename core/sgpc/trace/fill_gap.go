package trace

import (
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/view"
)

// This file traces the gap ascent of an epoch.

// traceGap sets the gap ascent of the epoch, and the matrix step from the same start.
// If m·d² exceeds [MaxFloats], it omits directions and maps.
func (r *tracer) traceGap(t *Trace) {
	v := view.Gap(r.Run)
	g := &t.GapAscent
	*g = Gap{Mode: v.Mode, Before: []float64{}, LineSearch: []LineTrial{}, AfterMatrix: []float64{}, AfterSheaf: []float64{},
		MetricBefore: nestBlocks(r.ascent.Before, r.n.Raw.D), Metric: nestBlocks(r.ascent.Metric, r.n.Raw.D)}
	last := len(v.Trail) - 1
	if last < 0 {
		return
	}
	// The trace omits the λ₂ of an estimate that is not proved. Without an accepted step,
	// the last estimate is also the estimate at the start.
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
	c := v.Compared
	if c == nil {
		return
	}
	// The matrix step, and its two projections to a sheaf.
	g.AfterMatrix = []float64{c.Lambda2 + c.Matrix}
	compared := r.Compared()
	g.Nearest = &Nearest{Eta: c.Eta, Before: c.Lambda2, After: compared.Near.Lambda2, Residual: c.Residual, Iterations: c.Iterations,
		Tolerance: compared.Tolerance, Converged: compared.Converged, KernelDim: c.NearestKernel}
	if compared.Nearest != nil && fits {
		g.Nearest.Direction, g.Nearest.Maps = compared.Vector, nestBlocks(compared.Nearest.R, r.cfg.D)
	}
	g.Crude = &Crude{After: c.Lambda2 + c.Crude}
}

// traceTrials appends the trials of all line searches. It sets Before of a trial only if
// λ₂ at the start of the step differs from λ₂ of the last accepted trial or, before the
// first accepted trial, from Gap.Before. In the mode "matrix" it sets Before of every
// trial.
func traceTrials(g *Gap, v *frame.Gap) {
	expected := v.Trail[0] // λ₂ at the start of the present step, from the trace so far
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
