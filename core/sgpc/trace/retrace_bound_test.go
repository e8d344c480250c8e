package trace_test

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mathext"
)

// This file has the part of retrace (retrace_test.go) for bound, losses and certificates.

// errorsOver returns the mean cross-entropy and the share of wrong classes over the labelled
// ones of the nodes. Without a labelled node both are NaN.
func (f *retrace) errorsOver(nodes []int) (ce, wrong float64) {
	n := 0.0
	for _, i := range nodes {
		label := f.Graph.Labels[i]
		if label < 0 {
			continue
		}
		n++
		ce -= math.Log(f.Calibrated[i][label])
		if slices.Index(f.Calibrated[i], slices.Max(f.Calibrated[i])) != label {
			wrong++
		}
	}
	return ce / n, wrong / n
}

// checkBound recomputes the bound: its three terms, their weights, their sum, and the test
// losses. The weights grow linearly over the epochs of the warm-up.
func (f *retrace) checkBound() {
	b := &f.Bound
	ce, _ := f.errorsOver(f.Graph.Split.Train)
	f.checkNear("bound.empirical", b.Empirical, ce, 0)
	f.checkEqual("bound.n_labeled", b.NLabeled, len(f.Graph.Split.Train))
	f.checkNear("bound.delta", b.Delta, f.number("delta"), 0)
	f.checkNear("bound.L_KL", b.LKL, f.klTerm(b.KLSum), 0)
	// ramp returns a weight within its warm-up. The first epoch counts as 0.
	ramp := func(weight, warmup string) float64 {
		v, w := f.number(weight), f.number(warmup)
		return v * min(1, float64(f.Epoch-1)/max(w, 1e-9))
	}
	lambdaKL, lambdaSpec := ramp("lambda_kl", "kl_warmup"), ramp("lambda_spec", "spec_warmup")
	// Without a warm-up the first epoch has the whole weight.
	if f.Epoch == 1 && f.number("kl_warmup") == 0 {
		lambdaKL = f.number("lambda_kl")
	}
	if f.Epoch == 1 && f.number("spec_warmup") == 0 {
		lambdaSpec = f.number("lambda_spec")
	}
	f.checkNear("bound.lambda_KL", b.LambdaKL, lambdaKL, 0)
	f.checkNear("bound.lambda_spec", b.LambdaSpec, lambdaSpec, 0)
	// The spectral term needs λ2. A weight of 0 leaves it out of the total.
	spec, total := math.NaN(), ce+lambdaKL*f.klTerm(b.KLSum)
	if f.Spectrum.Lambda2 != nil {
		spec = b.CHet / *f.Spectrum.Lambda2
	}
	if lambdaSpec > 0 {
		total += lambdaSpec * spec
	}
	f.checkOptional("bound.L_spec", b.LSpec, spec)
	f.checkOptional("bound.total", b.Total, total)
	testCE, testRisk := f.errorsOver(f.Graph.Split.Test)
	f.checkOptional("bound.test_risk", b.TestRisk, testRisk)
	f.checkOptional("bound.test_same_loss", b.TestSameLoss, testCE)
}

// klTerm returns L_KL for a sum of KL divergences.
func (f *retrace) klTerm(kl float64) float64 {
	return math.Sqrt((kl + math.Log(2/f.number("delta"))) / (2 * float64(len(f.Graph.Split.Train))))
}

// checkCertificates recomputes the binomial bound of the risk (Clopper–Pearson) by the
// inverse incomplete beta function. It also recomputes coverage and mean size of the
// prediction sets on the test nodes.
func (f *retrace) checkCertificates() {
	delta := f.number("delta")
	level := delta
	if f.word("certify") == "union" {
		level = delta / f.number("epochs")
	}
	cert, conf := &f.Bound.Certificate, &f.Bound.Conformal
	f.checkNear("bound.certificate.confidence", cert.Confidence, 1-delta, 0)
	f.checkNear("bound.conformal.level", conf.Level, 1-delta, 0)
	f.checkEqual("bound.conformal.nodes", conf.Nodes, cert.Nodes)
	n := len(cert.Nodes)
	_, wrong := f.errorsOver(cert.Nodes)
	errors := math.Round(wrong * float64(n))
	want := math.NaN()
	switch {
	case n == 0: // without nodes there is no bound
	case int(errors) == n:
		want = 1
	default:
		want = mathext.InvRegIncBeta(errors+1, float64(n)-errors, 1-level)
	}
	f.checkOptional("bound.certificate.bound", cert.Bound, want)
	// A prediction set has the classes with 1 − p up to a quantile of the certifying nodes.
	var scores []float64
	for _, i := range conf.Nodes {
		scores = append(scores, 1-f.Calibrated[i][f.Graph.Labels[i]])
	}
	slices.Sort(scores)
	threshold := math.Inf(1)
	// 1e-9 keeps rounding from raising an exact whole number to the next.
	if k := int(math.Ceil(float64(n+1)*(1-level) - 1e-9)); k <= n {
		threshold = scores[max(k, 1)-1]
	}
	covered, size, nodes := 0.0, 0.0, 0.0
	for _, i := range f.Graph.Split.Test {
		nodes++
		for k, p := range f.Calibrated[i] {
			if 1-p <= threshold {
				size++
				if k == f.Graph.Labels[i] {
					covered++
				}
			}
		}
	}
	f.checkOptional("bound.conformal.coverage", conf.Coverage, covered/nodes)
	f.checkOptional("bound.conformal.mean_size", conf.MeanSize, size/nodes)
}
