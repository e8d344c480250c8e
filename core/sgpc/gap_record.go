package sgpc

import (
	"sheafscope/core/sheaf"
	"sheafscope/core/spectral"
)

// Ascent is what the last gap ascent of a run has made. It is read only.
type Ascent struct {
	// Mode is that of the setting gap_mode, "off" where there is nothing to ascend.
	Mode string
	// Started reports whether an ascent has begun; what stands below Current and Pull is empty before.
	Started bool
	// Current holds the restriction maps on show: those of the evaluation, or of the ascent once it began.
	Current *sheaf.Sheaf
	// Pull is ‖∂λ₂/∂R_e‖ by edge, of maps changed by hand, too.
	Pull []float64
	// Metric is the change of metric A of every edge (m·d²) of the mode "sheaf", Before what it was at the start;
	// Delta the change Δ of the maps (2m·d²) of the modes "matrix" and "additive".
	Metric, Before, Delta []float64
	// Lambda2 and Lambda3 are those at the start and after each accepted step.
	Lambda2, Lambda3 []float64
	Trials           []spectral.Trial
	// Change is the relative change of the maps.
	Change float64
	// Directions are those of all steps, Width numbers each.
	Directions []float64
	Width      int
	// Last is the estimate at the present point; Proves reports whether such are proved.
	Last   spectral.Estimate
	Proves bool
}

// Ascent describes the last gap ascent.
func (r *Run) Ascent() *Ascent {
	g := r.gap
	v := &Ascent{Mode: g.mode, Started: g.started, Current: g.current, Metric: g.metric, Before: g.before, Pull: g.look, Delta: g.delta()}
	if !g.started {
		return v
	}
	v.Lambda2, v.Lambda3 = g.trail()
	v.Last, v.Proves = g.end()
	pull := []float64(nil)
	if m := g.maps; m != nil {
		v.Trials, v.Change, v.Directions, pull = m.trials, m.change, m.dirs, m.pull
		if v.Width = r.Graph.N * r.cfg.D; m.additive {
			v.Width = len(m.delta)
		}
	} else {
		v.Trials, v.Change, v.Directions, pull = g.ascent.Trials(), g.ascent.Change(), g.ascent.Directions(), g.ascent.Pull()
		v.Width = len(g.metric)
	}
	if v.Pull == nil {
		v.Pull = pull
	}
	return v
}

// Lambda2 returns λ₂ of the operator after the last gap ascent, −1 before the first.
func (r *Run) Lambda2() float64 { return r.gap.lambda2() }
