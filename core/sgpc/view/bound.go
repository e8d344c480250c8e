package view

import (
	"sheafscope/core/pacbayes"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/train"
)

// reliabilityBins is the number of bins of the reliability diagram.
const reliabilityBins = 10

// boundBeforeLoss returns the bound before the first loss: its settings, without
// any value.
func (r *viewer) boundBeforeLoss() frame.BoundView {
	cert := r.Certificate()
	v := frame.BoundView{Delta: r.cfg.Delta, TestLoss: -1, Certify: r.cfg.Certify, CertifyMethod: cert.Method, ConformalLevel: 1 - r.cfg.Delta}
	v.Valid, v.Reason = cert.Valid, cert.Reason
	return v
}

// boundGap returns the λ₂ of the bound, for the maps of the evaluation as in the
// loss, not for the maps after the gap ascent. It is 0 when unknown.
func (r *viewer) boundGap(f *frame.Frame) float64 {
	switch {
	case r.eval.Raw == nil: // the bound of a peer has no spectral term
		return 0
	case r.eval.Loss.Spectral:
		return r.eval.Loss.Lambda2
	case r.at.Stage == stage.Gap && r.gap.Started:
		if len(r.gap.Lambda2) > 0 {
			return r.gap.Lambda2[0]
		}
	}
	switch {
	case f.Spectrum != nil:
		return f.Spectrum.Lambda2
	case r.gap.Started:
		return r.Lambda2()
	}
	return 0
}

// fillBound sets the paper's bound for a λ₂, the losses for comparison, and the
// certificates.
func (r *viewer) fillBound(f *frame.Frame, lambda2 float64) {
	g, v := r.Graph, &f.Bound
	b := r.Bound(lambda2)
	v.HasSpec = lambda2 > 0
	if r.cfg.Reading == "code" && r.eval.Raw != nil { // its divisor is at least 1 for every λ₂
		_, parts := g.Components()
		v.HasSpec = f.Spectrum != nil || r.eval.Loss.Spectral || parts != 1
	}
	v.HasTotal = v.HasSpec || b.LambdaSpec == 0
	v.Empirical, v.LKL, v.LSpec, v.CHet, v.KLSum, v.Total, v.Delta = b.Empirical, b.LKL, b.LSpec, b.CHet, b.KLSum, b.Total, b.Delta
	if p := r.eval.Posterior; p != nil { // of the present iteration, which the loss has not yet used
		v.KLSum = r.eval.Loss.Evidence()
		v.CHet = p.CHet()
	}
	if f.Accuracy.Test >= 0 {
		v.TestRisk = 1 - f.Accuracy.Test
	}
	v.TestLoss = -1
	if f.Accuracy.Test >= 0 {
		v.TestLoss = train.NegLogLik(r.LogPredicted(), g.Labels, r.Split.Test)
	}
	v.TrainError = 1 - f.Accuracy.Train
	v.ErrorTotal = b.Total - b.Empirical + v.TrainError
	r.fillCertificate(f)
	rel := pacbayes.NewReliability(f.Calibrated, g.Classes, g.Labels, r.Split.Test, reliabilityBins)
	v.ECE, v.ReliabilityConf, v.ReliabilityAcc, v.ReliabilityCount = rel.ECE, rel.Confidence, rel.Accuracy, rel.Count
	if p := r.eval.Posterior; p != nil {
		v.Pi = append(v.Pi, p.Pi...)
	}
}

// Bound returns a frame with only the predictions, the accuracies and the paper's
// bound of a run for a λ₂.
func Bound(r *sgpc.Run, lambda2 float64) *frame.Frame {
	v := newViewer(r)
	f := &frame.Frame{N: r.Graph.N, Calibrated: v.eval.Predicted, Spectrum: &frame.SpectrumView{Lambda2: lambda2}}
	v.fillPredictions(f)
	v.fillBound(f, lambda2)
	return f
}
