package sgpc

import (
	"math"

	"sheafscope/core/claims"
	"sheafscope/core/diffusion"
	"sheafscope/core/linalg"
	"sheafscope/core/rng"
	"sheafscope/core/sheaf"
	"sheafscope/core/spectral"
	"sheafscope/core/train"
)

// Claims evaluates every claim of the paper on the last finished evaluation.
// It returns nil for peers and before the first epoch ends.
func (r *Run) Claims() []claims.Claim {
	if r.cfg.Model != "sgpc" || r.epoch == 0 {
		return nil
	}
	n, c, g := r.eval, r.cfg, r.Graph
	var v SpectrumView
	in := &claims.Input{N: g.N, M: len(g.Edges), D: n.raw.D, Features: g.X.Cols, Dt: c.Dt,
		CGTol: c.CGTol, Armijo: c.Armijo, A0: c.A0, B0: c.B0, Alpha: n.post.p.Alpha, Beta: n.post.p.Beta,
		BoundHistory: r.hist.theory, Lambda2History: r.hist.gaps, TrainError: 1 - r.hist.now.train}
	if r.hist.now.test >= 0 {
		in.TestError, in.HasTest = 1-r.hist.now.test, true
		in.TestLoss = train.NegLogLik(n.predicted(), g.Classes, g.Labels, r.Split.Test)
	}
	if n.lap.Dim() <= spectral.MaxDense {
		if sp, err := spectral.Full(n.lap.Operator(), spectral.DefaultTol, true); err == nil {
			_, comps := g.Components()
			in.Spectrum = sp
			in.Lambda2, in.Lambda3, _, _ = sp.Lambda2(trackerOptions(c).Rule, n.raw.D, comps)
			in.LambdaMax = sp.Values[len(sp.Values)-1]
		}
	} else {
		r.viewEnds(&v, n.hat, n.lap, -1)
		in.Lambda2, in.Lambda3 = v.Lambda2, v.Lambda3
		if k := len(v.Values); k > 0 {
			in.LambdaMax = v.Values[k-1]
		}
	}
	if len(n.diffuse) > 0 {
		o := n.diffuse[0]
		in.Dt = o.dt // learned or not
		in.H, in.Channels = o.in.Value.Data, o.in.Value.Cols
		in.OutputChange, in.HasOutputChange = spectralNorm(o.out.Value, r.hist.first), r.hist.first != nil
	}
	in.Epsilon = c.SVREpsilon
	in.Guaranteed, in.Training = r.drawn()
	b := r.bound(in.Lambda2)
	in.Empirical, in.KLSum, in.CHet, in.Delta, in.LambdaKL, in.LambdaSpec, in.Labeled = b.Empirical, b.KLSum, b.CHet, b.Delta, b.LambdaKL, b.LambdaSpec, b.N
	return claims.Check(in)
}

// sparsifierRisk is the probability with which a guaranteed draw may miss its ε.
const sparsifierRisk = 0.01

// drawn draws two sparsifiers of the evaluation's operator: one with as many
// edges as the matrix Chernoff bound asks for, one as the training pass draws
// its own (nil when it draws none). Both are nil above spectral.MaxDense rows.
func (r *Run) drawn() (guaranteed, training *claims.Drawn) {
	n, c := r.eval, r.cfg
	if n.lap.Dim() > spectral.MaxDense || len(r.Graph.Edges) == 0 {
		return nil, nil
	}
	tau, err := diffusion.Leverage(n.hat, n.lap, 0)
	if err != nil {
		return nil, nil
	}
	over := diffusion.OversamplingGuaranteed(c.SVREpsilon, n.lap.Dim(), sparsifierRisk)
	guaranteed = r.draw(diffusion.Probabilities(tau, over), rng.New(c.Seed, "claims/guaranteed", uint64(r.epoch)))
	if !c.drawsSparse() {
		return guaranteed, nil
	}
	prob, err := r.samplingOf(n.hat, n.lap, c.Dt)
	if err != nil {
		return guaranteed, nil
	}
	return guaranteed, r.draw(prob, rng.New(c.Seed, "view/draw", 0))
}

// draw makes one sparsifier and measures it; nil when an eigen-solver fails.
func (r *Run) draw(prob []float64, src *rng.Source) *claims.Drawn {
	n := r.eval
	p := diffusion.Draw(prob, src)
	s := p.Sheaf(n.hat)
	l := sheaf.NewLaplacian(s.N, s.D, s.Edges)
	l.Assemble(s)
	low, high, err := diffusion.ExactEpsilon(n.lap, l, 0)
	if err != nil {
		return nil
	}
	sp, err := spectral.Full(l.Operator(), spectral.DefaultTol, false)
	if err != nil || sp.KernelDim == len(sp.Values) {
		return nil
	}
	d := &claims.Drawn{Operator: l.Operator(), Positive: sp.Values[sp.KernelDim], High: sp.Values[len(sp.Values)-1],
		Error: max(1-low, high-1), Kept: len(p.Kept), Edges: len(prob)}
	if sp.KernelDim == 0 {
		d.Low = d.Positive
	}
	return d
}

// spectralNorm returns ‖x − y‖₂ from the Gram matrix of the channels.
func spectralNorm(x *linalg.Dense, y []float64) float64 {
	if len(y) != len(x.Data) {
		return 0
	}
	diff := x.Clone()
	linalg.Axpy(-1, y, diff.Data)
	gram := linalg.NewDense(x.Cols, x.Cols)
	linalg.Gemm(true, false, 1, diff, diff, 0, gram)
	values, _, err := linalg.EigSym(gram, false)
	if err != nil {
		return 0
	}
	return math.Sqrt(math.Max(0, values[len(values)-1]))
}
