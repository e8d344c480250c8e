package sgpc

import (
	"sheafscope/core/sheaf"
	"sheafscope/core/spectral"
)

// Ascent is the record of the last gap ascent of a run. It is read only.
type Ascent struct {
	// Mode is the setting gap_mode, or "off" for a model without gap ascent.
	Mode string
	// Started reports whether the run has begun an ascent. It is false for maps changed by
	// hand ([Run.Changed]). If it is false, the fields from Lambda2 on are empty.
	Started bool
	// Current holds the present restriction maps: first the maps of the evaluation and,
	// from the start of the ascent of an epoch, the maps of the ascent.
	Current *sheaf.Sheaf
	// Origin holds the maps at the start of the ascent. Before the first ascent, and for maps
	// changed by hand, it is nil.
	Origin *sheaf.Sheaf
	// Pull is ‖∂λ₂/∂R_e‖ by edge, nil before the first ascent. For maps changed by hand it
	// is also nil for more than frame.ShownEdges edges.
	Pull []float64
	// Metric is the change of metric A of every edge (m·d²) in the mode "sheaf".
	// Before is A at the start of the ascent. Delta is the change Δ of the maps
	// (2m·d²) in the modes "matrix" and "additive". In all other modes each of them is nil.
	Metric, Before, Delta []float64
	// Lambda2 and Lambda3 hold λ₂ and λ₃ at the start and after each accepted step. Trials
	// holds the trials of all line searches, in order.
	Lambda2, Lambda3 []float64
	Trials           []spectral.Trial
	// Change is ‖R − R⁰‖/‖R⁰‖ for the present maps R and the maps R⁰ of the lift, or 0 if R⁰
	// is 0.
	Change float64
	// Directions holds the directions of all steps, Width numbers for each step. A direction
	// is a change of the metric (Mode "sheaf"), an eigenvector ("matrix") or a change of the
	// maps ("additive"). A last step without a direction has no numbers.
	Directions []float64
	Width      int
	// Last is the estimate of λ₂ at the present point. If Proves is false, the estimate
	// is only an upper bound.
	Last   spectral.Estimate
	Proves bool
}

// Ascent returns the record of the last gap ascent.
func (r *Run) Ascent() *Ascent {
	g := r.gap
	v := &Ascent{Mode: g.mode, Started: g.started, Current: g.current, Metric: g.metric, Before: g.startMetric,
		Pull: g.handPull, Delta: g.delta()}
	if !g.started { // before the first ascent, or for maps changed by hand
		return v
	}
	v.Origin = g.origin
	v.Lambda2, v.Lambda3 = g.trail()
	v.Last, v.Proves = g.estimate()
	if g.maps == nil { // the mode "sheaf"
		v.Trials, v.Change, v.Directions = g.ascent.Trials(), g.ascent.Change(), g.ascent.Directions()
		v.Width = len(g.metric) // a change of the metric
		v.Pull = g.ascent.Pull()
	} else {
		v.Trials, v.Change, v.Directions = g.maps.trials, g.maps.change, g.maps.directions
		v.Width = r.Graph.N * r.cfg.D // an eigenvector
		if g.maps.additive {
			v.Width = len(g.maps.delta) // a change of the maps
		}
		v.Pull = g.maps.pull
	}
	return v
}

// Lambda2 returns λ₂ of the operator after the last gap ascent. It returns −1 before the
// first ascent, and for maps changed by hand.
func (r *Run) Lambda2() float64 { return r.gap.lambda2() }
