package sgpc

import (
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sheaf"
	"sheafscope/core/spectral"
)

// viewGap fills the last ascent; compare adds what the paper's matrix step gains from
// the same start, and what sheaves keep of it.
func (r *Run) viewGap(v *frame.Gap, compare bool) {
	g := r.gap
	v.Mode, v.Promised = g.mode, r.cfg.Armijo/4
	if !g.started {
		return
	}
	l2, l3 := g.trail()
	v.Trail, v.Lambda3 = append(v.Trail, l2...), append(v.Lambda3, l3...)
	v.SheafGain = l2[len(l2)-1] - l2[0]
	if g.maps != nil {
		v.Trials, v.Change = append([]spectral.Trial(nil), g.maps.trials...), g.maps.change
	} else {
		v.Trials, v.Change = append([]spectral.Trial(nil), g.ascent.Trials()...), g.ascent.Change()
	}
	if !compare {
		return
	}
	if m := r.compared(); m != nil {
		l2 := m.before.Lambda2
		v.Compared = &frame.GapComparison{Lambda2: l2, Lambda3: m.before.Lambda3, Eta: m.matrix.Eta, Matrix: m.matrix.After - l2,
			Nearest: m.near.Lambda2 - l2, Crude: m.crude.Lambda2 - l2, Residual: m.residual, Iterations: m.iterations,
			Lifted: m.lifted, KernelDim: m.before.KernelDim, NearestKernel: m.near.KernelDim}
	}
}

// viewPull returns ‖∂λ₂/∂R_e‖ of the maps on show, nil before the first ascent.
func (r *Run) viewPull() []float64 {
	g := r.gap
	switch {
	case g.look != nil:
		return g.look
	case !g.started:
		return nil
	case g.maps != nil:
		return append([]float64(nil), g.maps.pull...)
	}
	return append([]float64(nil), g.ascent.Pull()...)
}

// pullOf computes the pull of each edge for the given maps from nothing.
func (r *Run) pullOf(raw *sheaf.Sheaf) []float64 {
	t := spectral.NewTracker(raw.N, raw.D, raw.Edges, settings.TrackerOptions(r.cfg))
	grad := make([]float64, len(raw.R))
	if r.cfg.Operator == "normalized" {
		hat, norm, at := sheaf.New(raw.N, raw.D, raw.Edges), sheaf.NewNormalizer(raw.N, raw.D, raw.Edges), make([]float64, len(raw.R))
		norm.Forward(raw, r.cfg.Shift, hat)
		t.Update(hat)
		t.Gradient(hat, at)
		norm.Backward(at, grad)
	} else {
		t.Update(raw)
		t.Gradient(raw, grad)
	}
	pull := make([]float64, len(raw.Edges))
	spectral.Pull(pull, grad)
	return pull
}
