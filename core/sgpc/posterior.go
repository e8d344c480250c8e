package sgpc

import (
	"fmt"

	"sheafscope/core/autodiff"
	"sheafscope/core/pacbayes"
)

// posteriorOp is equations 13 and 14, the Beta posterior of every edge, on the tape. It
// is an autodiff.Stepper with one fixed-point iteration per step.
type posteriorOp struct {
	p        *pacbayes.Posterior // the posterior of all edges
	prob     *autodiff.Var       // class probabilities, n×C
	upstream pacbayes.Upstream   // the gradients that the loss has set
	// changes holds the largest change of κ̄ over the edges in each iteration so far.
	changes []float64
	klTotal float64 // KL(ρ‖π) after the last iteration
	// off reports whether the loss of the present epoch is independent of the posterior.
	off bool
}

// newPosteriorOp adds the posterior for the class probabilities prob. known holds the
// label of each training node, and −1 for each other node.
func newPosteriorOp(t *autodiff.Tape, prob *autodiff.Var, r *Run, known []int) *posteriorOp {
	c, g := r.cfg, r.Graph
	params := pacbayes.Params{A0: c.A0, B0: c.B0, T: c.T, W: c.W, Steps: c.PosteriorSteps, OffDiagonal: c.HetOff}
	if c.Reading == "code" {
		params.Entries = codeEntries(g) // the directions in which the file has each edge
	}
	o := &posteriorOp{prob: prob, changes: make([]float64, 0, c.PosteriorSteps),
		p: pacbayes.NewPosterior(g.N, g.Classes, g.Edges, known, params)}
	// Before the first iteration every edge has its prior.
	o.p.Start(prob.Value.Data)
	t.Add(o)
	return o
}

func (o *posteriorOp) Name() string { return "β posterior" }

// Start returns the posterior of every edge to its prior.
func (o *posteriorOp) Start() {
	o.changes = o.changes[:0]
	o.p.Start(o.prob.Value.Data)
}

// Step makes one fixed-point iteration and reports whether it was the last.
func (o *posteriorOp) Step() (done bool) {
	o.changes = append(o.changes, o.p.Step())
	if o.p.Iter < o.p.Steps {
		return false
	}
	o.klTotal = o.p.KL(nil)
	return true
}

// Forward makes all fixed-point iterations, unless off is set.
func (o *posteriorOp) Forward() {
	if o.off {
		return
	}
	o.Start()
	for !o.Step() {
	}
}

// Backward propagates the gradients that the loss has set by setUpstream.
func (o *posteriorOp) Backward() {
	hasUpstream := o.upstream.KL != 0 || o.upstream.CHet != 0 || o.upstream.NodeKappa != nil
	if o.prob.Grad != nil && !o.off && hasUpstream {
		o.p.Backward(o.upstream, o.prob.Grad.Data)
	}
}

// setUpstream sets the gradients of the loss with respect to KL(ρ‖π), c_het and κ̄ of
// every node. If nodeKappa is nil, the gradient with respect to κ̄ is 0.
func (o *posteriorOp) setUpstream(kl, cHet float64, nodeKappa []float64) {
	o.upstream = pacbayes.Upstream{KL: kl, CHet: cHet, NodeKappa: nodeKappa}
}

// nodeKappa returns κ̄ of every node.
func (o *posteriorOp) nodeKappa() []float64 { return o.p.NodeKappa }

// cHet returns c_het, the norm of the class coupling matrix Π. With Config.HetOff the norm
// omits the diagonal.
func (o *posteriorOp) cHet() float64 { return o.p.CHet() }

// klSum returns KL(ρ‖π), the sum over all edges for the present posterior. Before the
// first iteration of the run it is 0, since the posterior is the prior.
func (o *posteriorOp) klSum() float64 {
	if o.p.Iter > 0 && o.p.Iter < o.p.Steps { // klTotal is still the sum of the last epoch
		return o.p.KL(nil)
	}
	return o.klTotal
}

// edge returns the posterior Beta(alpha, beta) of edge e, its mean κ̄ and its KL
// divergence from the prior. Before the first iteration the posterior is the prior,
// and kl is 0.
func (o *posteriorOp) edge(e int) (alpha, beta, kappa, kl float64) {
	alpha, beta, kappa = o.p.Alpha[e], o.p.Beta[e], o.p.Kappa[e]
	if o.p.Iter > 0 {
		kl = pacbayes.BetaKL(alpha, beta, o.p.A0, o.p.B0)
	}
	return alpha, beta, kappa, kl
}

// posteriorName returns the name of inner operation k (0-based) of stage 9. The last
// operation also computes the loss, which is the bound.
func posteriorName(r *Run, k int) string {
	if k+1 < r.cfg.PosteriorSteps {
		return fmt.Sprintf("fixed-point iteration %d of %d", k+1, r.cfg.PosteriorSteps)
	}
	return "last fixed-point iteration, bound"
}
