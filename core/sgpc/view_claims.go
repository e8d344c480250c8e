package sgpc

import (
	"math"
	"slices"

	"sheafscope/core/claims"
	"sheafscope/core/linalg"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
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
	prob := n.predicted()
	var v frame.Spectrum
	in := &claims.Input{N: g.N, M: len(g.Edges), D: n.raw.D, Features: g.X.Cols, Dt: c.Dt,
		CGTol: c.CGTol, Armijo: c.Armijo, A0: c.A0, B0: c.B0, Alpha: n.post.p.Alpha, Beta: n.post.p.Beta,
		BoundHistory: r.hist.theory, Lambda2History: r.hist.gaps, TrainError: 1 - train.Accuracy(prob, g.Classes, g.Labels, r.Split.Train)}
	if test := train.Accuracy(prob, g.Classes, g.Labels, r.Split.Test); test >= 0 {
		in.TestError, in.HasTest = 1-test, true
		in.TestLoss = train.NegLogLik(n.loss.logf, g.Labels, r.Split.Test)
	}
	in.MaxLoss = n.loss.most(r.Split.Train, r.Split.Test)
	if n.lap.Dim() <= spectral.MaxDense {
		if sp, err := spectral.Full(n.lap.Operator(), spectral.DefaultTol, true); err == nil {
			_, comps := g.Components()
			in.Spectrum = sp
			in.Lambda2, in.Lambda3, _, _ = sp.Lambda2(settings.TrackerOptions(c).Rule, n.raw.D, comps)
			in.LambdaMax = sp.Values[len(sp.Values)-1]
		}
	} else if n.lap.Dim() <= frame.MaxSpectrum {
		v.Ends(n.hat, n.lap, &r.cfg, -1)
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
	guaranteed, training := r.drawn()
	in.Guaranteed, in.Training = guaranteed.measured(), training.measured()
	b := r.bound(in.Lambda2)
	in.Empirical, in.KLSum, in.CHet, in.Delta, in.LambdaKL, in.LambdaSpec, in.Labeled = b.Empirical, b.KLSum, b.CHet, b.Delta, b.LambdaKL,
		b.LambdaSpec, b.N
	return claims.Check(in)
}

// most returns the largest cross-entropy that the loss can have at some nodes, whatever ŷ is:
// max −log((1−κ̄_i)·prior_c), +Inf where f is not mixed with the prior.
func (o *lossOp) most(nodes ...[]int) float64 {
	least := 1.0
	for _, list := range nodes {
		for _, i := range list {
			if o.kappa == nil {
				return math.Inf(1)
			}
			least = min(least, (1-o.kappa[i])*slices.Min(o.prior))
		}
	}
	return -linalg.Log(least)
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
