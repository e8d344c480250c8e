package view

import (
	"math"

	"sheafscope/core/claims"
	"sheafscope/core/linalg"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/spectral"
	"sheafscope/core/train"
)

// Claims evaluates every claim of the paper on the last finished evaluation. It
// returns nil for peers and before the end of the first epoch.
func Claims(r *sgpc.Run) []claims.Claim { return newViewer(r).claims() }

func (r *viewer) claims() []claims.Claim {
	if r.cfg.Model != "sgpc" || r.Epoch() == 0 {
		return nil
	}
	n, c, g := r.eval, r.cfg, r.Graph
	prob := n.Predicted
	var v frame.SpectrumView
	past := r.History(0)
	in := &claims.Input{N: g.N, M: len(g.Edges), D: n.Raw.D, Features: g.X.Cols, Dt: c.Dt,
		CGTol: c.CGTol, Armijo: c.Armijo, A0: c.A0, B0: c.B0, Alpha: n.Posterior.Alpha, Beta: n.Posterior.Beta,
		BoundHistory: past.Theory, Lambda2History: past.Gaps, TrainError: 1 - train.Accuracy(prob, g.Classes, g.Labels, r.Split.Train)}
	if test := train.Accuracy(prob, g.Classes, g.Labels, r.Split.Test); test >= 0 {
		in.TestError, in.HasTest = 1-test, true
		in.TestLoss = train.NegLogLik(n.Loss.Log, g.Labels, r.Split.Test)
	}
	in.MaxLoss = n.Loss.Most(r.Split.Train, r.Split.Test)
	if n.Lap.Dim() <= spectral.MaxDense {
		if sp, err := spectral.Full(n.Lap.Operator(), spectral.DefaultTol, spectral.WithVectors); err == nil {
			_, comps := g.Components()
			in.Spectrum = sp
			in.Lambda2, in.Lambda3, _, _ = sp.Lambda2(settings.TrackerOptions(c).Rule, n.Raw.D, comps)
			in.LambdaMax = sp.Values[len(sp.Values)-1]
		}
	} else if n.Lap.Dim() <= frame.MaxSpectrum {
		v.Ends(n.Hat, n.Lap, &r.cfg, -1)
		in.Lambda2, in.Lambda3 = v.Lambda2, v.Lambda3
		if k := len(v.Values); k > 0 {
			in.LambdaMax = v.Values[k-1]
		}
	}
	if len(n.Diffused) > 0 {
		o := n.Diffused[0]
		in.Dt = o.Dt // the learned value, if Δt is learned
		in.H, in.Channels = o.In.Data, o.In.Cols
		in.OutputChange, in.HasOutputChange = spectralNorm(o.Out, past.First), past.First != nil
	}
	in.Epsilon = c.SVREpsilon
	guaranteed, training := r.sparseDraws()
	in.Guaranteed, in.Training = guaranteed.measures(), training.measures()
	b := r.Bound(in.Lambda2)
	in.Empirical, in.KLSum, in.CHet, in.Delta, in.LambdaKL, in.LambdaSpec, in.Labeled = b.Empirical, b.KLSum, b.CHet, b.Delta, b.LambdaKL,
		b.LambdaSpec, b.N
	return claims.Check(in)
}

// spectralNorm returns ‖x − y‖₂, computed from the Gram matrix of the channels.
func spectralNorm(x *linalg.Dense, y []float64) float64 {
	if len(y) != len(x.Data) {
		return 0
	}
	diff := x.Clone()
	linalg.Axpy(-1, y, diff.Data)
	gram := linalg.NewDense(x.Cols, x.Cols)
	linalg.Gemm(linalg.Trans, linalg.NoTrans, 1, diff, diff, 0, gram)
	values, _, err := linalg.EigSym(gram, linalg.ValuesOnly)
	if err != nil {
		return 0
	}
	return math.Sqrt(math.Max(0, values[len(values)-1]))
}
