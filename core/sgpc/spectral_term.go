package sgpc

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
	of       *sheaf.Sheaf // sheaf of the operator; with an ascent, the restriction maps
	maps     *autodiff.Var
	tracker  *spectral.Tracker
	lambda2  float64
	gradient float64
	buf      []float64
	// ascent, unless nil, replaces tracker: evaluation, ascent and training pass
	// then compute λ₂ of equal maps once, and each starts from the previous
	// vectors. Only the training pass may reuse: the evaluation of the epoch
	// precedes it.
	ascent *spectral.Ascent
	opt    spectral.AscentOptions
	reuse  spectral.Reuse
}

// followGap adds the one of a network: where the evaluation has the maps of the
// training pass, that of both.
func (n *net) followGap(r *Run) *spectralOp {
	from := r.fit
	if n.tape.Training || from == nil || from.loss.gap == nil || r.cfg.SharedUntil() < stage.Laplacian {
		return newSpectralOp(n, r)
	}
	n.shareOp(from, from.loss.gap)
	return from.loss.gap
}

func newSpectralOp(n *net, r *Run) *spectralOp {
	t := n.tape
	o := &spectralOp{of: n.hat, maps: n.maps, buf: make([]float64, len(n.hat.R))}
	if r.gap.ascent != nil && (t.Training || r.fit != nil) { // a network beside those of the run must not change the ascent
		o.of, o.maps, o.ascent, o.opt, o.reuse = n.raw, n.mapping.out, r.gap.ascent, r.gap.opt, spectral.Reuse(t.Training)
	} else {
		o.tracker = spectral.NewTracker(o.of.N, o.of.D, o.of.Edges, settings.TrackerOptions(r.cfg))
	}
	t.Add(o)
	return o
}

func (o *spectralOp) Name() string { return "spectral gap" }

func (o *spectralOp) Forward() {
	if o.ascent != nil {
		o.lambda2 = o.ascent.Follow(o.of, o.opt, o.reuse).Lambda2
		return
	}
	o.lambda2 = o.tracker.Update(o.of).Lambda2
}

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

// snapshot appends the state of the tracker to dst. It accepts a nil operation.
func (o *spectralOp) snapshot(dst []float64) []float64 {
	if o == nil || o.ascent != nil { // gapState saves the ascent
		return dst
	}
	return o.tracker.Snapshot(dst)
}

// restore restores the state of the tracker. It accepts a nil operation.
func (o *spectralOp) restore(state []float64) {
	if o == nil || o.ascent != nil {
		return
	}
	if _, err := o.tracker.Restore(state); err != nil {
		panic("sgpc: key frame of another graph: " + err.Error())
	}
}
