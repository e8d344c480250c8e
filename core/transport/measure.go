package transport

// Measures turns class-like probabilities p (n×d, rows that sum to 1: the softmax
// of a node's d logits) into node measures on the d stalk coordinates,
//
//	μ_i = (1−s)·p_i + s/d
//
// with smooth share s in [0, 1], which keeps every entry of a measure at s/d or
// more. mu (n×d) may be p. The paper normalises a signed vector by its ℓ1 norm,
// which is no measure; a softmax is.
func Measures(mu, p []float64, d int, smooth float64) {
	for k, v := range p {
		mu[k] = (1-smooth)*v + smooth/float64(d)
	}
}

// MeasuresGrad is the derivative of Measures: it adds ∂ℓ/∂p to dp, given
// dmu = ∂ℓ/∂μ (both n×d).
func MeasuresGrad(dp, dmu []float64, smooth float64) {
	for k, g := range dmu {
		dp[k] += (1 - smooth) * g
	}
}
