package view

import (
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/spectral"
)

// fillGap sets the last ascent. compare adds the comparison with the paper's matrix
// step from the same start, and further step lengths of a line search with one
// trial.
func (r *viewer) fillGap(v *frame.Gap, compare bool) {
	g := r.gap
	v.Mode, v.Promised = g.Mode, r.cfg.Armijo/4
	if !g.Started {
		return
	}
	v.Trail, v.Lambda3 = append(v.Trail, g.Lambda2...), append(v.Lambda3, g.Lambda3...)
	v.SheafGain = g.Lambda2[len(g.Lambda2)-1] - g.Lambda2[0]
	v.Trials, v.Change = append([]spectral.Trial(nil), g.Trials...), g.Change
	if !compare {
		return
	}
	if n := len(v.Trials); n == 1 || n > 1 && v.Trials[n-2].Step != v.Trials[n-1].Step {
		eta := v.Trials[n-1].Eta
		at := []float64{eta / 4, eta / 2, 1.5 * eta, 2 * eta}
		if l2 := r.Along(at...); l2 != nil {
			v.Search = &frame.Search{Eta: at, Lambda2: l2}
		}
	}
	if m := r.Compared(); m != nil {
		l2 := m.Before.Lambda2
		v.Compared = &frame.GapComparison{Lambda2: l2, Lambda3: m.Before.Lambda3, Eta: m.Matrix.Eta, Matrix: m.Matrix.After - l2,
			Nearest: m.Near.Lambda2 - l2, Crude: m.Crude.Lambda2 - l2, Residual: m.Residual, Iterations: m.Iterations,
			Lifted: m.Lifted, KernelDim: m.Before.KernelDim, NearestKernel: m.Near.KernelDim}
	}
}

// Gap returns the last ascent of a run with its comparison.
func Gap(r *sgpc.Run) frame.Gap {
	var v frame.Gap
	newViewer(r).fillGap(&v, true)
	return v
}

// viewPull returns a copy of ‖∂λ₂/∂R_e‖ for the present maps, nil before the first
// ascent.
func (r *viewer) viewPull() []float64 {
	return append([]float64(nil), r.gap.Pull...)
}
