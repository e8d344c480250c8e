package sgpc

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
	up   pacbayes.Upstream
	// changes holds the largest change of κ̄ in each iteration so far.
	changes []float64
	klTotal float64 // KL(ρ‖π) after the last iteration
	// off reports that the loss of the present epoch does not depend on the
	// posterior.
	off bool
}

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

func (o *posteriorOp) Start() {
	o.changes = o.changes[:0]
	o.p.Start(o.prob.Value.Data)
}

func (o *posteriorOp) Step() (done bool) {
	o.changes = append(o.changes, o.p.Step())
	if o.p.Iter < o.p.Steps {
		return false
	}
	o.klTotal = o.p.KL(nil)
	return true
}

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
	if o.prob.Grad != nil && !o.off && (o.up.KL != 0 || o.up.CHet != 0 || o.up.NodeKappa != nil) {
		o.p.Backward(o.up, o.prob.Grad.Data)
	}
}

// setUpstream sets the gradients of the loss: for KL(ρ‖π), for c_het and for κ̄ by
// node (nil for none).
func (o *posteriorOp) setUpstream(kl, het float64, node []float64) {
	o.up = pacbayes.Upstream{KL: kl, CHet: het, NodeKappa: node}
}

func (o *posteriorOp) nodeKappa() []float64 { return o.p.NodeKappa }
func (o *posteriorOp) cHet() float64        { return o.p.CHet() }

// klSum returns KL(ρ‖π) of the present posterior, also between two iterations.
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
