package view

// This file fills the bound of the paper and the losses beside it.

import (
	"sheafscope/core/pacbayes"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/train"
)

// reliabilityBins is the number of bins of the reliability diagram.
const reliabilityBins = 10

// boundBeforeLoss returns the bound before the first loss: its settings and the state of
// the certificate, without values of the terms. TestLoss is −1.
func (r *viewer) boundBeforeLoss() frame.BoundView {
	cert := r.Certificate()
	v := frame.BoundView{Delta: r.cfg.Delta, TestLoss: -1, Certify: r.cfg.Certify, CertifyMethod: cert.Method, ConformalLevel: 1 - r.cfg.Delta}
	v.Valid, v.Reason = cert.Valid, cert.Reason
	return v
}

// boundGap returns λ₂ for the bound, from the first source that is known. The bound belongs
// to the maps of the last loss, which the gap ascent of the same epoch changes afterwards.
// boundGap returns 0 if no source is known, and for a peer (a model to compare with).
func (r *viewer) boundGap(f *frame.Frame) float64 {
	// A mixing changed by hand is evaluated with the present maps.
	ascentFollowsLoss := !r.standing.Changed && r.standing.EpochOf(stage.Gap) == r.standing.Judged
	switch {
	case r.eval.Raw == nil: // the bound of a peer has no spectral term
		return 0
	case r.eval.Loss.Spectral:
		return r.eval.Loss.Lambda2
	case ascentFollowsLoss && len(r.ascent.Lambda2) > 0:
		return r.ascent.Lambda2[0] // the ascent starts from the maps of the loss
	case f.Spectrum != nil:
		return f.Spectrum.Lambda2
	case r.ascent.Started:
		return r.Lambda2() // at the end of the last ascent
	}
	return 0
}

// fillBound sets the bound of the paper with the given λ₂, the losses for comparison, the
// certificates, and the reliability diagram on the test nodes. The caller must have set
// Calibrated, Pred and Accuracy of f.
func (r *viewer) fillBound(f *frame.Frame, lambda2 float64) {
	v := &f.Bound
	b := r.Bound(lambda2)
	v.HasSpec = r.hasSpectralTerm(f, lambda2)
	v.HasTotal = v.HasSpec || b.LambdaSpec == 0 // with the weight λ_spec = 0, the total needs no L_spec
	v.Empirical, v.LKL, v.LSpec = b.Empirical, b.LKL, b.LSpec
	v.CHet, v.KLSum = b.CHet, b.KLSum
	v.Total, v.Delta = b.Total, b.Delta
	// Within stage 9, b has the values of the last loss. Evidence and CHet return the values of
	// the present posterior.
	posterior := r.eval.Posterior
	if posterior != nil {
		v.KLSum = r.eval.Loss.Evidence()
		v.CHet = posterior.CHet()
		v.Pi = append(v.Pi, posterior.Pi...)
	}
	r.fillComparableLosses(f, b.Total-b.Empirical)
	r.fillCertificate(f)
	reliability := pacbayes.NewReliability(f.Calibrated, r.Graph.Classes, r.Graph.Labels, r.Split.Test, reliabilityBins)
	v.ECE, v.ReliabilityCount = reliability.ECE, reliability.Count
	v.ReliabilityConf, v.ReliabilityAcc = reliability.Confidence, reliability.Accuracy
}

// hasSpectralTerm reports whether L_spec has a value. In the reading "paper", L_spec is
// c_het/λ₂ and needs a positive λ₂. In the reading "code" (the authors' program), the divisor
// is max(λ₂, 1) + 1e−6, so that also λ₂ = 0 gives a value.
func (r *viewer) hasSpectralTerm(f *frame.Frame, lambda2 float64) bool {
	if r.cfg.Reading == "code" && r.eval.Raw != nil { // a peer has no Raw
		_, components := r.Graph.Components()
		isKnownZero := components != 1 // in a disconnected graph λ₂ is 0
		return f.Spectrum != nil || r.eval.Loss.Spectral || isKnownZero
	}
	return lambda2 > 0
}

// fillComparableLosses sets the losses beside the bound: the cross-entropy TestLoss and the
// error rate TestRisk on the test nodes, the error rate TrainError on the training nodes,
// and the bound with TrainError as its empirical term, ErrorTotal. complexity is the bound
// without its empirical term. Without labelled test nodes TestLoss is −1 and TestRisk 0.
func (r *viewer) fillComparableLosses(f *frame.Frame, complexity float64) {
	v := &f.Bound
	v.TestLoss = -1
	if f.Accuracy.Test >= 0 {
		v.TestRisk = 1 - f.Accuracy.Test
		v.TestLoss = train.NegLogLik(r.LogPredicted(), r.Graph.Labels, r.Split.Test)
	}
	v.TrainError = 1 - f.Accuracy.Train
	v.ErrorTotal = complexity + v.TrainError
}

// Bound returns a frame with only the predictions, the accuracies, λ₂ and everything
// that fillBound sets, for a run and its λ₂.
func Bound(r *sgpc.Run, lambda2 float64) *frame.Frame {
	v := newViewer(r)
	f := &frame.Frame{N: r.Graph.N, Calibrated: v.eval.Predicted, Spectrum: &frame.SpectrumView{Lambda2: lambda2}}
	v.fillPredictions(f)
	v.fillBound(f, lambda2)
	return f
}
