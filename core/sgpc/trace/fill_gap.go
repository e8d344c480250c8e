package trace

import (
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/view"
)

// traceGap sets t.GapAscent to the gap ascent of the epoch. It adds the matrix step, the
// step of the paper, from the start of the ascent. Before the first ascent of the run it sets
// the mode and the metrics alone. If m·d² exceeds [MaxFloats], it omits directions and maps.
func (r *tracer) traceGap(t *Trace) {
	v := view.Gap(r.Run)
	g := &t.GapAscent
	*g = Gap{Mode: v.Mode, Before: []float64{}, LineSearch: []LineTrial{}, AfterMatrix: []float64{}, AfterSheaf: []float64{},
		MetricBefore: nestBlocks(r.ascent.Before, r.eval.Raw.D), Metric: nestBlocks(r.ascent.Metric, r.eval.Raw.D)}
	// v.Trail and v.Lambda3 hold λ₂ and λ₃ at the start and after each accepted step.
	last := len(v.Trail) - 1
	if last < 0 { // before the first ascent
		return
	}
	// The trace omits eigenvalues whose proof failed (Unproven). An ascent steps only from a
	// proved λ₂, so that a step proves the eigenvalues at the start. Without a step, the start
	// and the last estimate are the same.
	lastIsProved, hasAcceptedStep := !r.ascent.Last.Unproven, last > 0
	if hasAcceptedStep || lastIsProved {
		g.Before = []float64{v.Trail[0], v.Lambda3[0]}
	}
	if lastIsProved {
		g.AfterSheaf = []float64{v.Trail[last], v.Lambda3[last]}
	}
	g.UpperBounds = !r.ascent.Proves // without proofs the estimates are only upper bounds
	traceTrials(g, &v)
	isWithinLimit := len(r.Graph.Edges)*r.cfg.D*r.cfg.D <= MaxFloats
	if isWithinLimit {
		g.Direction = nest(r.ascent.Directions, r.ascent.Width)
		g.Change = nestBlocks(r.ascent.Delta, r.cfg.D)
	}
	c := v.Compared
	if c == nil { // a large graph, or a failed comparison
		return
	}
	// The matrix step, and its two projections to a sheaf. c.Matrix and c.Crude are gains.
	g.AfterMatrix = []float64{c.Lambda2 + c.Matrix}
	compared := r.Compared() // not nil, as c is a copy of its numbers
	g.Nearest = &Nearest{Eta: c.Eta, Before: c.Lambda2, After: compared.Near.Lambda2, Residual: c.Residual, Iterations: c.Iterations,
		Tolerance: compared.Tolerance, Converged: compared.Converged, KernelDim: c.NearestKernel}
	if compared.Nearest != nil && isWithinLimit { // nil for the step length 0
		g.Nearest.Direction, g.Nearest.Maps = compared.Vector, nestBlocks(compared.Nearest.R, r.cfg.D)
	}
	g.Crude = &Crude{After: c.Lambda2 + c.Crude}
}

// traceTrials appends the trials of all line searches to g, and sets g.Eta. A reader of the
// trace expects that a step starts at the last accepted trial or, before the first accepted
// trial, at Gap.Before. traceTrials sets Before of a trial only if its step starts at another λ₂,
// and for every trial in the mode "matrix".
func traceTrials(g *Gap, v *frame.Gap) {
	expected := v.Trail[0] // expected λ₂ at the start of the present step
	for _, s := range v.Trials {
		trial := LineTrial{Step: s.Step, Eta: s.Eta, Lambda2: s.Lambda2, Slope: s.Slope, SlopeAt: s.SlopeAt,
			Armijo: s.Armijo, Curvature: s.Curvature}
		if v.Mode == "matrix" || s.Before != expected {
			trial.Before = &s.Before
		}
		g.LineSearch = append(g.LineSearch, trial)
		g.Promised = append(g.Promised, s.Promised)
		if s.Armijo { // a search accepts its last trial with Armijo's condition
			g.Eta, expected = s.Eta, s.Lambda2
		}
	}
}
