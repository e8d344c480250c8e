package sgpc

import (
	"sheafscope/core/autodiff"
	"sheafscope/core/sheaf"
	"sheafscope/core/spectral"
)

// spectralOp follows λ₂ of the operator for the spectral term of the loss. It
// stands before the loss, which leaves ∂ℓ/∂λ₂ in gradient.
type spectralOp struct {
	hat      *sheaf.Sheaf
	maps     *autodiff.Var
	tracker  *spectral.Tracker
	lambda2  float64
	gradient float64
	buf      []float64
}

// followGap adds the one of a network: where the evaluation has the maps of the training pass, that of both.
func (n *net) followGap(r *Run) *spectralOp {
	from := r.fit
	if n.tape.Training || from == nil || from.loss.gap == nil || r.cfg.sharedUntil() < StageLaplacian {
		return newSpectralOp(n.tape, n, r.cfg)
	}
	n.takesOp(from, from.loss.gap)
	return from.loss.gap
}

func newSpectralOp(t *autodiff.Tape, n *net, c Config) *spectralOp {
	o := &spectralOp{hat: n.hat, maps: n.maps, buf: make([]float64, len(n.hat.R)),
		tracker: spectral.NewTracker(n.hat.N, n.hat.D, n.hat.Edges, trackerOptions(c))}
	t.Add(o)
	return o
}

func (o *spectralOp) Name() string { return "spectral gap" }

func (o *spectralOp) Forward() { o.lambda2 = o.tracker.Update(o.hat).Lambda2 }

func (o *spectralOp) Backward() {
	if o.maps.Grad == nil || o.gradient == 0 || o.lambda2 == 0 {
		return
	}
	o.tracker.Gradient(o.hat, o.buf)
	for k, g := range o.buf {
		o.maps.Grad.Data[k] += o.gradient * g
	}
}

// snapshot appends the tracker's memory to dst for a rewind, restore brings it
// back; both accept nil.
func (o *spectralOp) snapshot(dst []float64) []float64 {
	if o == nil {
		return dst
	}
	return o.tracker.Snapshot(dst)
}

func (o *spectralOp) restore(state []float64) {
	if o == nil {
		return
	}
	if _, err := o.tracker.Restore(state); err != nil {
		panic("sgpc: key frame of another graph: " + err.Error())
	}
}
