package transport

// Measures computes node measures on the d stalk coordinates from probabilities p,
// the softmax of d logits per node (n×d, rows with sum 1):
//
//	μ_i = (1−s)·p_i + s/d
//
// With the share s = smooth in [0, 1], every entry of a measure is at least s/d. mu
// (n×d) may be p. The paper normalises a signed vector by its ℓ1 norm instead. That
// result has negative entries and is no measure.
func Measures(mu, p []float64, d int, smooth float64) {
	for k, v := range p {
		mu[k] = (1-smooth)*v + smooth/float64(d)
	}
}

// MeasuresGrad is the adjoint of Measures: it adds ∂ℓ/∂p to dp, given dmu = ∂ℓ/∂μ;
// both are n×d.
func MeasuresGrad(dp, dmu []float64, smooth float64) {
	for k, g := range dmu {
		dp[k] += (1 - smooth) * g
	}
}
