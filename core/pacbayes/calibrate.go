package pacbayes

import (
	"math"
	"slices"

	"sheafscope/core/linalg"
)

// Calibrate is equation 15, f_i = κ̄_i ŷ_i + (1−κ̄_i) y_prior for every node.
// f and prob are n×C, kappa has length n and prior length C; f may be prob.
// κ̄_i is the mean over the edges of node i, which the paper leaves open.
func Calibrate(f, prob, kappa, prior []float64) {
	c := len(prior)
	for i, k := range kappa {
		for j, v := range prob[i*c : i*c+c] {
			f[i*c+j] = k*v + (1-k)*prior[j]
		}
	}
}

// LogCalibrated returns the logarithm of an entry of [Calibrate] and its derivatives by logp = log ŷ and by κ̄.
// It is the log-sum-exp of log κ̄ + log ŷ and log(1−κ̄) + log y_prior.
// So it is finite where ŷ underflows, unless 1−κ̄ or the prior is 0.
func LogCalibrated(logp, kappa, prior float64) (logf, dlogp, dkappa float64) {
	a, b := linalg.Log(kappa)+logp, linalg.Log1p(-kappa)+linalg.Log(prior)
	logf = max(a, b)
	if low := min(a, b); !math.IsInf(low, -1) {
		logf += linalg.Log1p(linalg.Exp(low - logf))
	}
	return logf, linalg.Exp(a - logf), linalg.Exp(logp-logf) - prior*linalg.Exp(-logf)
}

// TrainPrior returns the class frequencies of the known labels (−1: unknown), or [UniformPrior] without known labels.
func TrainPrior(known []int, classes int) []float64 {
	prior, n := make([]float64, classes), 0
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
