package view

// This file evaluates the claims of the paper.

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

// Claims evaluates every claim of the paper on the last evaluation of the run. Within an
// epoch, some inputs of the claims still belong to the previous epoch. Claims returns nil for peers
// (models to compare with), and before the end of the first epoch.
func Claims(r *sgpc.Run) []claims.Claim { return newViewer(r).claims() }

// claims implements [Claims].
func (r *viewer) claims() []claims.Claim {
	if r.cfg.Model != "sgpc" || r.Epoch() == 0 {
		return nil
	}
	eval, c, g := r.eval, r.cfg, r.Graph
	past := r.History(0) // of all epochs
	in := &claims.Input{
		N: g.N, M: len(g.Edges), D: eval.Raw.D, Features: g.X.Cols,
		Dt: c.Dt, CGTol: c.CGTol, Armijo: c.Armijo, Epsilon: c.SVREpsilon,
		A0: c.A0, B0: c.B0, Alpha: eval.Posterior.Alpha, Beta: eval.Posterior.Beta,
		BoundHistory: past.Theory, Lambda2History: past.Gaps,
	}
	r.fillErrors(in)
	r.fillEigenvalues(in)
	// The claims about diffusion and sparsifiers concern the first layer. first.Dt is
	// the learned Δt if the settings learn it. past.First is the output of this layer in the
	// first epoch.
	if len(eval.Diffused) > 0 {
		first := eval.Diffused[0]
		in.Dt = first.Dt
		in.H, in.Channels = first.In.Data, first.In.Cols
		in.OutputChange, in.HasOutputChange = spectralNorm(first.Out, past.First), past.First != nil
	}
	guaranteed, training := r.sparseDraws()
	in.Guaranteed, in.Training = guaranteed.measures(), training.measures()
	b := r.Bound(in.Lambda2)
	in.Empirical, in.KLSum, in.CHet, in.Delta = b.Empirical, b.KLSum, b.CHet, b.Delta
	in.LambdaKL, in.LambdaSpec, in.Labeled = b.LambdaKL, b.LambdaSpec, b.N
	return claims.Check(in)
}

// fillErrors sets the error rates on the training and test nodes, the cross-entropy
// on the test nodes, and the largest possible cross-entropy.
func (r *viewer) fillErrors(in *claims.Input) {
	g, loss := r.Graph, r.eval.Loss
	probabilities := r.eval.Predicted
	in.TrainError = 1 - train.Accuracy(probabilities, g.Classes, g.Labels, r.Split.Train)
	testAccuracy := train.Accuracy(probabilities, g.Classes, g.Labels, r.Split.Test)
	if testAccuracy >= 0 { // −1 without labelled test nodes
		in.TestError, in.HasTest = 1-testAccuracy, true
		in.TestLoss = train.NegLogLik(loss.Log, g.Labels, r.Split.Test)
	}
	in.MaxLoss = loss.Most(r.Split.Train, r.Split.Test)
}

// fillEigenvalues sets λ₂, λ₃ and the largest eigenvalue of the operator, and for at most
// spectral.MaxDense rows the complete spectrum. For more than frame.MaxSpectrum rows, and
// if the decomposition fails, it sets nothing.
func (r *viewer) fillEigenvalues(in *claims.Input) {
	eval := r.eval
	dim := eval.Lap.Dim()
	switch {
	case dim <= spectral.MaxDense:
		full, err := spectral.Full(eval.Lap.Operator(), spectral.DefaultTol, spectral.WithVectors)
		if err != nil {
			return
		}
		_, components := r.Graph.Components()
		in.Spectrum = full
		in.Lambda2, in.Lambda3, _, _ = full.Lambda2(settings.TrackerOptions(r.cfg).Rule, eval.Raw.D, components)
		in.LambdaMax = full.Values[len(full.Values)-1]
	case dim <= frame.MaxSpectrum:
		var ends frame.SpectrumView
		ends.Ends(eval.Hat, eval.Lap, &r.cfg, -1) // −1: without an eigenvector
		in.Lambda2, in.Lambda3 = ends.Lambda2, ends.Lambda3
		if len(ends.Values) > 0 {
			in.LambdaMax = ends.Values[len(ends.Values)-1]
		}
	}
}

// spectralNorm returns ‖x − y‖₂, the root of the largest eigenvalue of (x − y)ᵀ(x − y). It
// returns 0 if the sizes differ, and if the decomposition fails.
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
