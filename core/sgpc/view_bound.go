package sgpc

import (
	"sheafscope/core/pacbayes"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/train"
)

// reliabilityBins is the number of bins of the reliability diagram.
const reliabilityBins = 10

// bound evaluates the paper's bound of the last evaluation, of which the loss is,
// with λ₂ as given; not above 0 it is unknown
// or there is none, and the spectral term is left out.
func (r *Run) bound(lambda2 float64) pacbayes.Bound {
	l := r.eval.loss
	if r.cfg.Reading == "code" && r.eval.raw != nil {
		if !connected(r.Graph) {
			lambda2 = 0
		}
		lambda2 = codeDivisor(lambda2)
	}
	b := pacbayes.Bound{Empirical: l.ce, N: len(l.nodes), Delta: r.cfg.Delta, KLSum: l.taken.klSum, CHet: l.taken.cHet,
		LambdaKL: l.taken.lambdaKL, LambdaSpec: l.taken.lambdaSpec, Lambda2: lambda2}
	b.Evaluate()
	if !(lambda2 > 0) {
		b.LSpec = 0
		b.Total = b.Empirical + b.LambdaKL*b.LKL
	}
	return b
}

// unjudged is the bound before the first loss: what was set, and that nothing is certified.
func (r *Run) unjudged() frame.Bound {
	v := frame.Bound{Delta: r.cfg.Delta, TestLoss: -1, Certify: r.cfg.Certify, CertifyMethod: r.method(), ConformalLevel: 1 - r.cfg.Delta}
	v.Valid, v.Reason = r.validity()
	return v
}

// boundGap is the λ₂ of the bound: that of the maps which the evaluation used,
// as in the loss, and not of those that the gap ascent made of them since. 0 when unknown.
func (r *Run) boundGap(f *frame.Frame) float64 {
	switch {
	case r.eval.raw == nil: // a peer's own sheaf has no part in the bound
		return 0
	case r.eval.loss.gap != nil:
		return r.eval.loss.taken.lambda2
	case r.stage == stage.Gap && r.gap.started:
		if before, ok := r.gap.start(); ok {
			return before
		}
	}
	switch {
	case f.Spectrum != nil:
		return f.Spectrum.Lambda2
	case r.gap.started:
		return r.gap.lambda2()
	}
	return 0
}

// viewBound fills the paper's bound at λ₂, what it stands beside, and the certificates.
func (r *Run) viewBound(f *frame.Frame, lambda2 float64) {
	g, v := r.Graph, &f.Bound
	b := r.bound(lambda2)
	v.HasSpec = lambda2 > 0
	if r.cfg.Reading == "code" && r.eval.raw != nil { // its divisor is at least 1, whatever λ₂
		v.HasSpec = f.Spectrum != nil || r.eval.loss.gap != nil || !connected(g)
	}
	v.HasTotal = v.HasSpec || b.LambdaSpec == 0
	v.Empirical, v.LKL, v.LSpec, v.CHet, v.KLSum, v.Total, v.Delta = b.Empirical, b.LKL, b.LSpec, b.CHet, b.KLSum, b.Total, b.Delta
	if p := r.eval.post; p != nil { // those two are of the iteration on show, which the next loss is still to see
		v.KLSum, _ = r.eval.loss.evidence()
		v.CHet = p.cHet()
	}
	if f.Accuracy.Test >= 0 {
		v.TestRisk = 1 - f.Accuracy.Test
	}
	v.TestLoss = -1
	if f.Accuracy.Test >= 0 {
		v.TestLoss = train.NegLogLik(r.shownLog(), g.Labels, r.Split.Test)
	}
	v.TrainError = 1 - f.Accuracy.Train
	v.ErrorTotal = b.Total - b.Empirical + v.TrainError
	r.viewCertificate(f)
	rel := pacbayes.NewReliability(f.Calibrated, g.Classes, g.Labels, r.Split.Test, reliabilityBins)
	v.ECE, v.ReliabilityConf, v.ReliabilityAcc, v.ReliabilityCount = rel.ECE, rel.Confidence, rel.Accuracy, rel.Count
	if p := r.eval.post; p != nil {
		v.Pi = append(v.Pi, p.p.Pi...)
	}
}
