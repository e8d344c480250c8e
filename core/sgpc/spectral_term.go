package sgpc

// This file computes λ₂ for the spectral term of the loss.

import (
	"sheafscope/core/autodiff"
	"sheafscope/core/linalg"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/sheaf"
	"sheafscope/core/spectral"
)

// spectralOp computes λ₂ of the operator for the spectral term of the loss. It precedes
// the loss on the tape.
type spectralOp struct {
	// sheaf has the maps of the operator. With an ascent, it has the restriction maps,
	// which the ascent normalises. maps is the variable of these maps, 2m×d².
	sheaf       *sheaf.Sheaf
	maps        *autodiff.Var
	tracker     *spectral.Tracker // computes λ₂; nil with an ascent
	lambda2     float64           // λ₂ of the last Forward
	gradient    float64           // ∂ℓ/∂λ₂, set by the backward pass of the loss
	mapGradient []float64         // a workspace for ∂λ₂/∂R
	// If ascent is not nil, it replaces tracker: evaluation, gap ascent and training pass
	// then share this solver, with the options opt.
	ascent *spectral.Ascent
	opt    spectral.AscentOptions
	// reuse permits a stored λ₂ of equal maps. It is true in the training pass alone. The
	// evaluation computes λ₂ anew, so that its bits do not depend on earlier seeks.
	reuse spectral.Reuse
}

// followGap adds the computation of λ₂ to the tape and returns it. The evaluation shares
// the computation of the training network if both have equal maps.
func (n *net) followGap(r *Run) *spectralOp {
	fit := r.fit // the training network, nil in a fork and until it is built
	canShare := !n.tape.Training && fit != nil && fit.loss.gap != nil
	if canShare && r.cfg.SharedUntil() >= stage.Laplacian {
		n.shareOp(fit, fit.loss.gap)
		return fit.loss.gap
	}
	return newSpectralOp(n, r)
}

// newSpectralOp adds a computation of λ₂ to the tape. In the two networks of a run with
// gap_mode=sheaf, the solver of the ascent computes λ₂. All other networks have a tracker
// of their own: networks of forks and copies must not change the state of the ascent.
func newSpectralOp(n *net, r *Run) *spectralOp {
	t := n.tape
	o := &spectralOp{sheaf: n.hat, maps: n.maps, mapGradient: make([]float64, len(n.hat.R))}
	isOfRun := t.Training || r.fit != nil // the training network is built before r.fit is set
	if r.gap.ascent != nil && isOfRun {
		o.sheaf, o.maps = n.raw, n.mapping.out
		o.ascent, o.opt, o.reuse = r.gap.ascent, r.gap.opt, spectral.Reuse(t.Training)
	} else {
		o.tracker = spectral.NewTracker(o.sheaf.N, o.sheaf.D, o.sheaf.Edges, settings.TrackerOptions(r.cfg))
	}
	t.Add(o)
	return o
}

func (o *spectralOp) Name() string { return "spectral gap" }

// Forward computes λ₂.
func (o *spectralOp) Forward() {
	if o.ascent != nil {
		o.lambda2 = o.ascent.Follow(o.sheaf, o.opt, o.reuse).Lambda2
		return
	}
	o.lambda2 = o.tracker.Update(o.sheaf).Lambda2
}

// Backward adds ∂ℓ/∂λ₂·∂λ₂/∂R to the gradient of the maps. It adds nothing if the maps
// have no gradient, if ∂ℓ/∂λ₂ is 0, and for λ₂ = 0, which stands for an operator without an
// eigenvalue above the kernel.
func (o *spectralOp) Backward() {
	if o.maps.Grad == nil || o.gradient == 0 || o.lambda2 == 0 {
		return
	}
	if o.ascent != nil {
		o.ascent.Gradient(o.mapGradient, o.sheaf)
	} else {
		o.tracker.Gradient(o.sheaf, o.mapGradient)
	}
	linalg.Axpy(o.gradient, o.mapGradient, o.maps.Grad.Data)
}

// snapshot appends the state of the tracker to dst. It appends nothing for a nil operation,
// and with an ascent, whose state gapState saves.
func (o *spectralOp) snapshot(dst []float64) []float64 {
	if o == nil || o.ascent != nil {
		return dst
	}
	return o.tracker.Snapshot(dst)
}

// restore restores a state that snapshot has appended. For a nil operation and with an
// ascent, it does nothing. It panics on the state of another graph.
func (o *spectralOp) restore(state []float64) {
	if o == nil || o.ascent != nil {
		return
	}
	if _, err := o.tracker.Restore(state); err != nil {
		panic("sgpc: key frame of another graph: " + err.Error())
	}
}
