package pacbayes

import (
	"math"
	"slices"

	"sheafscope/core/linalg"
)

// Calibrate is equation 15, f_i = κ̄_i ŷ_i + (1−κ̄_i) y_prior, for every node.
// f and prob (ŷ) are n×C, kappa (κ̄_i) has length n, and prior (y_prior) has length C. f may be prob.
// κ̄_i is the mean of κ̄ over the edges of node i (Posterior.NodeKappa), since the paper leaves κ̄_i open.
func Calibrate(f, prob, kappa, prior []float64) {
	c := len(prior)
	for i, k := range kappa {
		for j, v := range prob[i*c : i*c+c] {
			f[i*c+j] = float64(k*v) + float64((1-k)*prior[j])
		}
	}
}

// LogCalibrated returns log f for one node and class, f = κ̄ŷ + (1−κ̄)y_prior. dlogp and dkappa are its derivatives by logp = log ŷ
// and by κ̄. logp may belong to a ŷ that underflows. If both terms of f are 0, log f is −Inf, and dlogp and dkappa are NaN.
func LogCalibrated(logp, kappa, prior float64) (logf, dlogp, dkappa float64) {
	// log f is the log-sum-exp of the logarithms of both terms.
	predicted := linalg.Log(kappa) + logp
	fromPrior := linalg.Log1p(-kappa) + linalg.Log(prior)
	logf = max(predicted, fromPrior)
	smaller := min(predicted, fromPrior)
	if !math.IsInf(smaller, -1) { // the exponential of −Inf adds nothing
		logf += linalg.Log1p(linalg.Exp(smaller - logf))
	}
	dlogp = linalg.Exp(predicted - logf)                              // κ̄·ŷ/f
	dkappa = linalg.Exp(logp-logf) - float64(prior*linalg.Exp(-logf)) // (ŷ − y_prior)/f
	return logf, dlogp, dkappa
}

// TrainPrior returns the relative frequencies of the classes among the known labels. An unknown label is −1.
// It returns [UniformPrior] if no label is known.
func TrainPrior(known []int, classes int) []float64 {
	prior := make([]float64, classes)
	n := 0 // number of known labels
	for _, k := range known {
		if k >= 0 {
			prior[k]++
			n++
		}
	}
	if n == 0 {
		return UniformPrior(classes)
	}
	for k := range prior {
		prior[k] /= float64(n)
	}
	return prior
}

// UniformPrior returns 1/C for every class.
func UniformPrior(classes int) []float64 {
	return slices.Repeat([]float64{1 / float64(classes)}, classes)
}
