package pacbayes

// Calibrate sets f_i = κ̄_i ŷ_i + (1−κ̄_i) y_prior for every node: f and prob are
// n×C, kappa has length n, prior length C. f may be prob.
func Calibrate(f, prob, kappa, prior []float64) {
	c := len(prior)
	for i, k := range kappa {
		for j, v := range prob[i*c : i*c+c] {
			f[i*c+j] = k*v + (1-k)*prior[j]
		}
	}
}

// CalibrateGrad is the derivative of Calibrate: given df = ∂ℓ/∂f it adds to
// dprob and, unless dkappa is nil, ⟨df_i, ŷ_i − y_prior⟩ to dkappa. Training
// passes nil: letting the gradient through κ̄ presses the model towards
// homophily and costs accuracy.
func CalibrateGrad(df, prob, kappa, prior, dprob, dkappa []float64) {
	c := len(prior)
	for i, k := range kappa {
		s := 0.0
		for j, g := range df[i*c : i*c+c] {
			dprob[i*c+j] += k * g
			s += g * (prob[i*c+j] - prior[j])
		}
		if dkappa != nil {
			dkappa[i] += s
		}
	}
}

// TrainPrior returns the class frequencies of the known labels (−1: unknown),
// or UniformPrior if there are none.
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
	prior := make([]float64, classes)
	for k := range prior {
		prior[k] = 1 / float64(classes)
	}
	return prior
}
