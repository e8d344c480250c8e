package pacbayes

import "slices"

// Calibrate is equation 15, f_i = κ̄_i ŷ_i + (1−κ̄_i) y_prior for every node: f and
// prob are n×C, kappa has length n, prior length C. f may be prob. κ̄_i is the mean
// over the edges of node i, which the paper leaves open.
func Calibrate(f, prob, kappa, prior []float64) {
	c := len(prior)
	for i, k := range kappa {
		for j, v := range prob[i*c : i*c+c] {
			f[i*c+j] = k*v + (1-k)*prior[j]
		}
	}
}

// CalibrateGrad is the derivative of one entry of Calibrate times g, by the
// probability prob and by κ̄.
func CalibrateGrad(g, kappa, prob, prior float64) (dprob, dkappa float64) {
	return g * kappa, g * (prob - prior)
}

// TrainPrior returns the class frequencies of the known labels (−1: unknown),
// or [UniformPrior] if there are none.
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
