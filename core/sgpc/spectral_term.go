package sgpc

// This file has the spectral term of the loss on the tape.

import (
	"sheafscope/core/autodiff"
	"sheafscope/core/linalg"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/sheaf"
	"sheafscope/core/spectral"
)

// spectralOp computes λ₂ of the operator for the spectral term of the loss. It
// precedes the loss on the tape; the backward pass of the loss sets gradient to
// ∂ℓ/∂λ₂.
type spectralOp struct {
	of      *sheaf.Sheaf // maps of the operator; with an ascent, the restriction maps
	maps    *autodiff.Var
	tracker *spectral.Tracker
	lambda2 float64
	// gradient is ∂ℓ/∂λ₂, buf the workspace of ∂λ₂/∂R.
	gradient float64
	buf      []float64
	// ascent, unless nil, replaces tracker. Evaluation, ascent and training pass
	// then compute λ₂ of equal maps once, and each starts from the previous
	// vectors. reuse is true in the training pass alone, since the evaluation of the
	// same epoch precedes it.
	ascent *spectral.Ascent
	opt    spectral.AscentOptions
	reuse  spectral.Reuse
}

// followGap adds the spectral term of a network and returns it. The evaluation shares
// the operation of the training network if both have equal maps.
func (n *net) followGap(r *Run) *spectralOp {
	from := r.fit
	isTraining := n.tape.Training || from == nil
	if isTraining || from.loss.gap == nil || r.cfg.SharedUntil() < stage.Laplacian {
		return newSpectralOp(n, r)
	}
	n.shareOp(from, from.loss.gap)
	return from.loss.gap
}

// newSpectralOp adds the spectral term with its own tracker or, in the networks of a
// run, with the solver of the gap ascent. Another network must not change the state
// of the ascent.
func newSpectralOp(n *net, r *Run) *spectralOp {
	t := n.tape
	o := &spectralOp{of: n.hat, maps: n.maps, buf: make([]float64, len(n.hat.R))}
	isOfRun := t.Training || r.fit != nil
	if r.gap.ascent != nil && isOfRun {
		o.of, o.maps, o.ascent, o.opt, o.reuse = n.raw, n.mapping.out, r.gap.ascent, r.gap.opt, spectral.Reuse(t.Training)
	} else {
		o.tracker = spectral.NewTracker(o.of.N, o.of.D, o.of.Edges, settings.TrackerOptions(r.cfg))
	}
	t.Add(o)
	return o
}

func (o *spectralOp) Name() string { return "spectral gap" }

// Forward computes λ₂.
func (o *spectralOp) Forward() {
	if o.ascent != nil {
		o.lambda2 = o.ascent.Follow(o.of, o.opt, o.reuse).Lambda2
		return
	}
	o.lambda2 = o.tracker.Update(o.of).Lambda2
}

// Backward adds ∂ℓ/∂λ₂·∂λ₂/∂R to the gradient of the maps.
func (o *spectralOp) Backward() {
	if o.maps.Grad == nil || o.gradient == 0 || o.lambda2 == 0 {
		return
	}
	if o.ascent != nil {
		o.ascent.Gradient(o.buf, o.of)
	} else {
		o.tracker.Gradient(o.of, o.buf)
	}
	linalg.Axpy(o.gradient, o.buf, o.maps.Grad.Data)
}

// snapshot appends the state of the tracker to dst: nothing for a nil operation, or
// with an ascent, whose state gapState saves.
func (o *spectralOp) snapshot(dst []float64) []float64 {
	if o == nil || o.ascent != nil {
		return dst
	}
	return o.tracker.Snapshot(dst)
}

// restore restores the state that snapshot has appended.
func (o *spectralOp) restore(state []float64) {
	if o == nil || o.ascent != nil {
		return
	}
	if _, err := o.tracker.Restore(state); err != nil {
		panic("sgpc: key frame of another graph: " + err.Error())
	}
}
