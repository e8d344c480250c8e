package trace

import "sheafscope/core/sgpc/view"

// traceGap sets the gap ascent of the epoch and the matrix step from the same
// start.
func (r *tracer) traceGap(t *Trace) {
	v := view.Gap(r.Run)
	g := &t.GapAscent
	*g = Gap{Mode: v.Mode, Before: []float64{}, LineSearch: []LineTrial{}, AfterMatrix: []float64{}, AfterSheaf: []float64{}}
	last := len(v.Trail) - 1
	if last < 0 {
		return
	}
	est := r.gap.Last
	if !est.Unproven || last > 0 {
		g.Before = []float64{v.Trail[0], v.Lambda3[0]}
	}
	if !est.Unproven {
		g.AfterSheaf = []float64{v.Trail[last], v.Lambda3[last]}
	}
	g.UpperBounds = !r.gap.Proves
	base := v.Trail[0]
	for _, s := range v.Trials {
		t := LineTrial{Step: s.Step, Eta: s.Eta, Lambda2: s.Lambda2, Slope: s.Slope, SlopeAt: s.SlopeAt,
			Armijo: s.Armijo, Curvature: s.Curvature}
		if v.Mode == "matrix" || s.Before != base {
			t.Before = &s.Before
		}
		g.LineSearch = append(g.LineSearch, t)
		g.Promised = append(g.Promised, s.Promised)
		if s.Armijo {
			g.Eta, base = s.Eta, s.Lambda2
		}
	}
	if len(r.Graph.Edges)*r.cfg.D*r.cfg.D <= MaxFloats {
		g.Direction = nest(r.gap.Directions, r.gap.Width)
		g.Change = traceMetric(r.gap.Delta, r.cfg.D)
	}
	if c := v.Compared; c != nil {
		g.AfterMatrix = []float64{c.Lambda2 + c.Matrix}
		m := r.Compared()
		g.Nearest = &Nearest{Eta: c.Eta, Before: c.Lambda2, After: m.Near.Lambda2, Residual: c.Residual, Iterations: c.Iterations,
			Tolerance: m.Tolerance, Converged: m.Converged, KernelDim: c.NearestKernel}
		if m.Nearest != nil && len(r.Graph.Edges)*r.cfg.D*r.cfg.D <= MaxFloats {
			g.Nearest.Direction, g.Nearest.Maps = m.Vector, traceMetric(m.Nearest.R, r.cfg.D)
		}
		g.Crude = &Crude{After: c.Lambda2 + c.Crude}
	}
}
