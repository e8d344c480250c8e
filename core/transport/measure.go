package transport

// Measures sets mu to node measures on the d stalk coordinates, from probabilities p: the
// softmax of d logits per node. mu and p are n×d with row sums 1; mu may be p.
//
//	μ = (1−s)·p + s/d
//
// With the share s = smooth in [0, 1], every entry is at least s/d. The paper instead
// divides a signed vector by its ℓ1 norm, which can leave negative entries.
func Measures(mu, p []float64, d int, smooth float64) {
	for k, v := range p {
		mu[k] = float64((1-smooth)*v) + smooth/float64(d)
	}
}

// MeasuresGrad is the adjoint of Measures: it adds ∂ℓ/∂p to dp, given dmu = ∂ℓ/∂μ;
// both are n×d.
func MeasuresGrad(dp, dmu []float64, smooth float64) {
	for k, g := range dmu {
		dp[k] += float64((1 - smooth) * g)
	}
}
