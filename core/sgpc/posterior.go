package sgpc

import (
	"fmt"
	"sheafscope/core/autodiff"
	"sheafscope/core/pacbayes"
)

// posteriorOp is the Beta posterior of every edge on the tape. It is a Stepper,
// one fixed-point iteration a step. The loss calls back with its gradients.
type posteriorOp struct {
	p    *pacbayes.Posterior
	prob *autodiff.Var
	up   pacbayes.Upstream
	// changes holds the largest change of κ̄ of each iteration done.
	changes []float64
	klTotal float64
	// off: the loss of the present epoch has no term of it.
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
	// Until the first iteration every edge shows its prior.
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

// Backward continues with what the loss left in up.
func (o *posteriorOp) Backward() {
	if o.prob.Grad != nil && !o.off && (o.up.KL != 0 || o.up.CHet != 0 || o.up.NodeKappa != nil) {
		o.p.Backward(o.up, o.prob.Grad.Data)
	}
}

func (o *posteriorOp) back(kl, het float64, node []float64) {
	o.up = pacbayes.Upstream{KL: kl, CHet: het, NodeKappa: node}
}

func (o *posteriorOp) nodeKappa() []float64 { return o.p.NodeKappa }
func (o *posteriorOp) cHet() float64        { return o.p.CHet() }

// klSum returns KL(ρ‖π) of the posterior on show, also between two iterations.
func (o *posteriorOp) klSum() float64 {
	if o.p.Iter > 0 && o.p.Iter < o.p.Steps {
		return o.p.KL(nil)
	}
	return o.klTotal
}

// edge returns the posterior of edge e.
func (o *posteriorOp) edge(e int) (alpha, beta, kappa, kl float64) {
	a, b := o.p.Alpha[e], o.p.Beta[e]
	if o.p.Iter == 0 {
		return a, b, o.p.Kappa[e], 0
	}
	return a, b, o.p.Kappa[e], pacbayes.BetaKL(a, b, o.p.A0, o.p.B0)
}

func posteriorName(r *Run, k int) string {
	if k+1 < r.cfg.PosteriorSteps {
		return fmt.Sprintf("fixed-point iteration %d of %d", k+1, r.cfg.PosteriorSteps)
	}
	return "last fixed-point iteration, bound"
}
