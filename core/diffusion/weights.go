// This file computes the weights of a filter from its logits.

package diffusion

import (
	"math"

	"sheafscope/core/linalg"
)

// setWeights is equation 9, the weights α_q = e^{γ_q}/Σ_p e^{γ_p} for the logits γ. It
// sets f.alpha to the weights. If f.weights is SignedWeights, they are α_q = γ_q/Σ_p |γ_p|
// instead, or 0 if all γ are 0.
func (f *Filter) setWeights(gamma []float64) {
	if f.weights == SignedWeights {
		f.setSignedWeights(gamma)
		return
	}
	// The largest logit is subtracted from all, so that no exponential overflows.
	largest := gamma[0]
	for _, g := range gamma {
		largest = max(largest, g)
	}
	sum := 0.0
	for k, g := range gamma {
		f.alpha[k] = linalg.Exp(g - largest)
		sum += f.alpha[k]
	}
	for k := range f.alpha {
		f.alpha[k] /= sum
	}
}

// setSignedWeights sets the weights, the signs of the logits and the norm Σ|γ| for signed
// weights. The sign of 0 is 0.
func (f *Filter) setSignedWeights(gamma []float64) {
	f.norm = 0
	for k, g := range gamma {
		f.norm += math.Abs(g)
		f.sign[k] = 0
		if g != 0 {
			f.sign[k] = math.Copysign(1, g)
		}
	}
	for k, g := range gamma {
		f.alpha[k] = 0
		if f.norm > 0 {
			f.alpha[k] = g / f.norm
		}
	}
}
