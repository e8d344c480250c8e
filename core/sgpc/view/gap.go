package view

import (
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/spectral"
)

// gapParts states which results of the gap ascent a frame has.
type gapParts bool

// withComparison adds the comparison with the matrix step of the paper, which takes long.
const withComparison gapParts = true

// fillGap fills v with the last gap ascent. Before the first ascent, and for maps changed by
// hand, it sets Mode and Promised alone. The comparison consists of v.Search (see
// furtherSteps) and v.Compared, the matrix step of the paper from the same start.
func (r *viewer) fillGap(v *frame.Gap, parts gapParts) {
	a := r.ascent
	v.Mode, v.Promised = a.Mode, r.cfg.Armijo/4 // c_w/4 of Theorem 3
	if !a.Started {
		return
	}
	v.Trail = append(v.Trail, a.Lambda2...) // λ₂ at the start and after each accepted step
	v.Lambda3 = append(v.Lambda3, a.Lambda3...)
	v.SheafGain = a.Lambda2[len(a.Lambda2)-1] - a.Lambda2[0]
	v.Trials = append([]spectral.Trial(nil), a.Trials...)
	v.Change = a.Change
	if parts == withComparison {
		v.Search = r.furtherSteps(v)
		v.Compared = r.gapComparison()
	}
}

// furtherSteps returns λ₂ at four more step lengths along the direction of the last line
// search, if this search had exactly one trial. Several trials show several step lengths
// already. It returns nil for any other number of trials, and if Run.Along returns nil, as in
// modes other than "sheaf" and for a large graph.
func (r *viewer) furtherSteps(v *frame.Gap) *frame.Search {
	n := len(v.Trials)
	if n == 0 {
		return nil
	}
	last := v.Trials[n-1]
	hasSeveralTrials := n > 1 && v.Trials[n-2].Step == last.Step // both trials belong to one inner step
	if hasSeveralTrials {
		return nil
	}
	eta := last.Eta
	lengths := []float64{eta / 4, eta / 2, 1.5 * eta, 2 * eta}
	lambda2 := r.Along(lengths...)
	if lambda2 == nil {
		return nil
	}
	return &frame.Search{Eta: lengths, Lambda2: lambda2}
}

// gapComparison returns the matrix step of the paper from the start of the last ascent, or
// nil if Run.Compared returns nil, as for a large graph.
func (r *viewer) gapComparison() *frame.GapComparison {
	c := r.Compared()
	if c == nil {
		return nil
	}
	before := c.Before.Lambda2
	return &frame.GapComparison{
		Lambda2: before, Lambda3: c.Before.Lambda3, Eta: c.Matrix.Eta,
		Matrix: c.Matrix.After - before, Nearest: c.Near.Lambda2 - before, Crude: c.Crude.Lambda2 - before,
		Residual: c.Residual, Iterations: c.Iterations,
		Lifted: c.Lifted, KernelDim: c.Before.KernelDim, NearestKernel: c.Near.KernelDim,
	}
}

// Gap returns the last gap ascent of a run, with the comparison of fillGap.
func Gap(r *sgpc.Run) frame.Gap {
	var v frame.Gap
	newViewer(r).fillGap(&v, withComparison)
	return v
}

// viewPull returns a copy of ‖∂λ₂/∂R_e‖ of each edge e for the present maps. It returns
// nil if the record of the ascent has no pull; see frame.Frame.Pull.
func (r *viewer) viewPull() []float64 {
	return append([]float64(nil), r.ascent.Pull...)
}
