package sgpc

// This file has stage 6 over sampled edges, on the tape of the training network.

import (
	"sheafscope/core/autodiff"
	"sheafscope/core/diffusion"
	"sheafscope/core/rng"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sheaf"
)

// LeverageProbes is the number of random vectors in an estimate of leverage scores
// without a factor. The relative standard error is √(2/32) = 25 %, which is
// sufficient for sampling probabilities.
const LeverageProbes = 32

// leverageTol is the tolerance of the solves in such an estimate.
const leverageTol = 1e-4

// svrOp is the diffusion of the training network over sampled edges. It samples the
// edges by their leverage scores, anew in every epoch. For svr=anchored, an exact
// solve in every AnchorEvery-th epoch corrects the sampled ones. The evaluation is
// always exact.
type svrOp struct {
	tape          *autodiff.Tape
	s             *sheaf.Sheaf
	lap           *sheaf.Laplacian
	in, maps, out *autodiff.Var
	cfg           settings.Config
	name          string
	// tau holds the leverage scores, prob the sampling probabilities of the edges.
	tau, prob []float64
	timeOp
	// exact solves by a factor. It is nil if conjugate gradients take less work:
	// anchor and sparse then solve by them.
	exact  *diffusion.Drawn
	anchor *diffusion.Anchor
	sparse *diffusion.Sparse
}

// newSVROp adds the sampled diffusion of h. name identifies its random streams.
func newSVROp(t *autodiff.Tape, w *diffusion.Workspace, s *sheaf.Sheaf, l *sheaf.Laplacian, h, maps *autodiff.Var, c settings.Config,
	name string) *svrOp {
	o := &svrOp{tape: t, s: s, lap: l, in: h, maps: maps, cfg: c, name: name, timeOp: timeOp{dt: c.Dt},
		out: t.NewVar(h.Value.Rows, h.Value.Cols, h.Grad != nil), tau: make([]float64, len(s.Edges)),
		exact: diffusion.NewDrawn(w, s, h.Value.Cols, c.Dt, c.CGTol, c.SVR == "anchored")}
	t.Add(o)
	return o
}

func (o *svrOp) Name() string { return "sparsified diffusion" }

// prepare renews the sampling probabilities and the anchor in every AnchorEvery-th
// epoch, and in the first call.
func (o *svrOp) prepare() error {
	if o.prob != nil && o.tape.Epoch%o.cfg.AnchorEvery != 0 {
		return nil
	}
	if o.exact != nil {
		o.exact.Renew(o.tau, o.time(), o.in.Value.Data)
	} else {
		var err error
		if o.tau, err = diffusion.LeverageEstimate(o.s, o.lap, diffusion.Ridge(o.time()), LeverageProbes, leverageTol,
			rng.New(o.cfg.Seed, o.name+"/leverage", uint64(o.tape.Epoch))); err != nil {
			return err
		}
	}
	o.prob = diffusion.Probabilities(o.tau, diffusion.OversamplingTypical(o.s, o.tau, o.cfg.SVREpsilon))
	if o.exact == nil && o.cfg.SVR == "anchored" {
		o.anchor = diffusion.NewAnchor(o.s, o.time(), o.in.Value.Data, o.in.Value.Cols, o.cfg.CGTol, settings.MaxCG)
	}
	return nil
}

// Forward samples edges and solves. It panics if the leverage scores cannot be
// computed.
func (o *svrOp) Forward() {
	if err := o.prepare(); err != nil {
		panic("sgpc: leverage scores: " + err.Error())
	}
	p := diffusion.Draw(o.prob, rng.New(o.cfg.Seed, o.name, uint64(o.tape.Epoch)))
	if o.exact != nil {
		o.exact.Forward(o.out.Value.Data, p, o.time(), o.in.Value.Data)
		return
	}
	o.sparse = diffusion.NewSparse(p, o.s, o.in.Value.Cols, o.cfg.CGTol, settings.MaxCG, o.anchor)
	copy(o.out.Value.Data, o.sparse.Forward(o.time(), o.in.Value.Data))
}

// Backward adds the gradients of the sampled solve to those of input, maps and Δt.
func (o *svrOp) Backward() {
	switch {
	case o.out.Grad == nil:
	case o.exact != nil:
		o.exact.Backward(o.out.Grad.Data, grad(o.in), grad(o.maps))
		o.addTimeGradient(o.exact)
	default:
		o.sparse.Backward(o.out.Grad.Data, grad(o.in), grad(o.maps))
		o.addTimeGradient(o.sparse)
	}
}
