package sgpc

import (
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/trace"
)

// traceGap lists the ascent of the epoch, and the matrix step from the same start.
func (r *Run) traceGap(t *trace.Trace) {
	var v frame.Gap
	r.viewGap(&v, true)
	g := &t.GapAscent
	*g = trace.Gap{Mode: v.Mode, Before: []float64{}, LineSearch: []trace.Trial{}, AfterMatrix: []float64{}, AfterSheaf: []float64{}}
	last := len(v.Trail) - 1
	if last < 0 {
		return
	}
	est, proves := r.gap.end()
	if !est.Unproven || last > 0 {
		g.Before = []float64{v.Trail[0], v.Lambda3[0]}
	}
	if !est.Unproven {
		g.AfterSheaf = []float64{v.Trail[last], v.Lambda3[last]}
	}
	g.UpperBounds = !proves
	base := v.Trail[0]
	for _, s := range v.Trials {
		t := trace.Trial{Step: s.Step, Eta: s.Eta, Lambda2: s.Lambda2, Slope: s.Slope, SlopeAt: s.SlopeAt,
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
	if len(r.Graph.Edges)*r.cfg.D*r.cfg.D <= trace.MaxFloats {
		if a := r.gap.ascent; a != nil {
			g.Direction = nest(a.Directions(), len(r.gap.metric))
		} else {
			size := r.Graph.N * r.cfg.D
			if r.gap.maps.additive {
				size = len(r.gap.maps.delta)
			}
			g.Direction = nest(r.gap.maps.dirs, size)
			g.Change = traceMetric(r.gap.maps.delta, r.cfg.D)
		}
	}
	if c := v.Compared; c != nil {
		g.AfterMatrix = []float64{c.Lambda2 + c.Matrix}
		m := r.compared()
		g.Nearest = &trace.Nearest{Eta: c.Eta, Before: c.Lambda2, After: m.near.Lambda2, Residual: c.Residual, Iterations: c.Iterations,
			KernelDim: c.NearestKernel}
		if m.nearest != nil && len(r.Graph.Edges)*r.cfg.D*r.cfg.D <= trace.MaxFloats {
			g.Nearest.Direction, g.Nearest.Maps = m.vector, traceMetric(m.nearest.R, r.cfg.D)
		}
		g.Crude = &trace.Crude{After: c.Lambda2 + c.Crude}
	}
}
