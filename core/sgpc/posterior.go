package sgpc

// This file has the Beta posterior of stage 9 on the tape.

import (
	"fmt"

	"sheafscope/core/autodiff"
	"sheafscope/core/pacbayes"
)

// posteriorOp is equations 13 and 14, the Beta posterior of every edge, on the
// tape. It is a Stepper with one fixed-point iteration per step. The loss sets its
// gradients by setUpstream.
type posteriorOp struct {
	p    *pacbayes.Posterior
	prob *autodiff.Var
	up   pacbayes.Upstream // the gradients that the loss has set
	// changes holds the largest change of κ̄ in each iteration so far.
	changes []float64
	klTotal float64 // KL(ρ‖π) after the last iteration
	// off reports whether the loss of the present epoch is independent of the
	// posterior.
	off bool
}

// newPosteriorOp adds the posterior for the class probabilities prob. known holds the
// labels of the training nodes, −1 for all other nodes.
func newPosteriorOp(t *autodiff.Tape, prob *autodiff.Var, r *Run, known []int) *posteriorOp {
	c, g := r.cfg, r.Graph
	params := pacbayes.Params{A0: c.A0, B0: c.B0, T: c.T, W: c.W, Steps: c.PosteriorSteps, OffDiagonal: c.HetOff}
	if c.Reading == "code" {
		params.Entries = codeEntries(g)
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

// Forward makes all fixed-point iterations.
func (o *posteriorOp) Forward() {
	if o.off {
		return
	}
	o.Start()
	for !o.Step() {
	}
}

// Backward propagates the gradients that the loss has set.
func (o *posteriorOp) Backward() {
	hasUpstream := o.up.KL != 0 || o.up.CHet != 0 || o.up.NodeKappa != nil
	if o.prob.Grad != nil && !o.off && hasUpstream {
		o.p.Backward(o.up, o.prob.Grad.Data)
	}
}

// setUpstream sets the gradients of the loss with respect to KL(ρ‖π), c_het and κ̄ of
// every node. A nil node stands for the gradient 0 with respect to κ̄.
func (o *posteriorOp) setUpstream(kl, het float64, node []float64) {
	o.up = pacbayes.Upstream{KL: kl, CHet: het, NodeKappa: node}
}

// nodeKappa returns κ̄ of every node.
func (o *posteriorOp) nodeKappa() []float64 { return o.p.NodeKappa }

// cHet returns the norm of the class coupling matrix Π.
func (o *posteriorOp) cHet() float64 { return o.p.CHet() }

// klSum returns KL(ρ‖π) of the present posterior. It is valid between two iterations,
// too.
func (o *posteriorOp) klSum() float64 {
	if o.p.Iter > 0 && o.p.Iter < o.p.Steps {
		return o.p.KL(nil)
	}
	return o.klTotal
}

// edge returns the parameters of the posterior of edge e, its mean κ̄ and its KL
// divergence from the prior.
func (o *posteriorOp) edge(e int) (alpha, beta, kappa, kl float64) {
	a, b := o.p.Alpha[e], o.p.Beta[e]
	if o.p.Iter == 0 {
		return a, b, o.p.Kappa[e], 0
	}
	return a, b, o.p.Kappa[e], pacbayes.BetaKL(a, b, o.p.A0, o.p.B0)
}

// posteriorName returns the name of inner operation k of stage 9.
func posteriorName(r *Run, k int) string {
	if k+1 < r.cfg.PosteriorSteps {
		return fmt.Sprintf("fixed-point iteration %d of %d", k+1, r.cfg.PosteriorSteps)
	}
	return "last fixed-point iteration, bound"
}
