package sgpc

// This file has the diffusion of the training network over sampled edges (stage 6).

import (
	"sheafscope/core/autodiff"
	"sheafscope/core/diffusion"
	"sheafscope/core/rng"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sheaf"
)

// LeverageProbes is the number of random vectors in an estimate of leverage scores
// without a factorisation of the operator. The relative standard error of a score is at most
// √(2/32) = 25 %, which is sufficient for sampling probabilities.
const LeverageProbes = 32

// leverageTol is the tolerance of the solves in this estimate, far below its standard error.
const leverageTol = 1e-4

// svrOp is the diffusion of the training network over sampled edges, an operation on its
// tape. It samples the edges anew in every epoch. In every AnchorEvery-th epoch it renews
// the sampling probabilities and, for svr=anchored, the anchor: an exact solve that corrects
// the sampled solves.
type svrOp struct {
	tape          *autodiff.Tape
	s             *sheaf.Sheaf     // the sheaf of the operator
	lap           *sheaf.Laplacian // the Laplacian of s
	in, maps, out *autodiff.Var    // (n·d)×c, the maps of s (2m×d²), and (n·d)×c
	cfg           settings.Config
	name          string    // prefix of the names of its random streams
	tau, prob     []float64 // leverage scores of the edges, and their sampling probabilities
	timeOp                  // Δt, constant or learned
	// exact solves by a factorisation of the operator. exact is nil if conjugate gradients
	// take less work, or if the factor would be too large. anchor and sparse then solve by
	// conjugate gradients. Otherwise both are nil. For svr=sparsified anchor is always nil.
	exact  *diffusion.Drawn
	anchor *diffusion.Anchor
	sparse *diffusion.Sparse
}

// newSVROp adds the sampled diffusion of h to the tape, with the constant Δt of c. The caller
// may add a parameter for a learned Δt. s and l are the sheaf and its Laplacian, and maps is
// the variable of its maps.
func newSVROp(t *autodiff.Tape, w *diffusion.Workspace, s *sheaf.Sheaf, l *sheaf.Laplacian, h, maps *autodiff.Var, c settings.Config,
	name string) *svrOp {
	// The output has a gradient if h has one.
	o := &svrOp{tape: t, s: s, lap: l, in: h, maps: maps, cfg: c, name: name, timeOp: timeOp{dt: c.Dt},
		out: t.NewVar(h.Value.Rows, h.Value.Cols, h.Grad != nil), tau: make([]float64, len(s.Edges)),
		exact: diffusion.NewDrawn(w, s, h.Value.Cols, c.Dt, c.CGTol, c.SVR == "anchored")}
	t.Add(o)
	return o
}

func (o *svrOp) Name() string { return "sparsified diffusion" }

// prepare renews sampling probabilities and anchor, in every AnchorEvery-th epoch and in the
// first call. It fails if the leverage scores cannot be estimated.
func (o *svrOp) prepare() error {
	if o.prob != nil && o.tape.Epoch%o.cfg.AnchorEvery != 0 {
		return nil
	}
	if o.exact != nil {
		o.exact.Renew(o.tau, o.time(), o.in.Value.Data) // sets tau
	} else {
		random := rng.New(o.cfg.Seed, o.name+"/leverage", uint64(o.tape.Epoch))
		tau, err := diffusion.LeverageEstimate(o.s, o.lap, diffusion.Ridge(o.time()), LeverageProbes, leverageTol, random)
		if err != nil {
			return err
		}
		o.tau = tau
	}
	o.prob = diffusion.Probabilities(o.tau, diffusion.OversamplingTypical(o.s, o.tau, o.cfg.SVREpsilon))
	if o.exact == nil && o.cfg.SVR == "anchored" { // exact has an anchor of its own
		o.anchor = diffusion.NewAnchor(o.s, o.time(), o.in.Value.Data, o.in.Value.Cols, o.cfg.CGTol, settings.MaxCG)
	}
	return nil
}

// Forward samples edges and solves over these edges. It panics if prepare fails.
func (o *svrOp) Forward() {
	if err := o.prepare(); err != nil {
		panic("sgpc: leverage scores: " + err.Error())
	}
	sampled := diffusion.Draw(o.prob, rng.New(o.cfg.Seed, o.name, uint64(o.tape.Epoch)))
	if o.exact != nil {
		o.exact.Forward(o.out.Value.Data, sampled, o.time(), o.in.Value.Data)
		return
	}
	o.sparse = diffusion.NewSparse(sampled, o.s, o.in.Value.Cols, o.cfg.CGTol, settings.MaxCG, o.anchor)
	copy(o.out.Value.Data, o.sparse.Forward(o.time(), o.in.Value.Data))
}

// Backward adds the gradients of the sampled solve to the gradients of input, maps and
// Δt. Without a gradient of the input, the output has none, and Backward does nothing.
func (o *svrOp) Backward() {
	if o.out.Grad == nil {
		return
	}
	if o.exact != nil {
		o.exact.Backward(o.out.Grad.Data, grad(o.in), grad(o.maps))
		o.addTimeGradient(o.exact)
		return
	}
	o.sparse.Backward(o.out.Grad.Data, grad(o.in), grad(o.maps))
	o.addTimeGradient(o.sparse)
}
