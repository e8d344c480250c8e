// This file computes the weights of a filter from its logits.

package diffusion

import (
	"math"

	"sheafscope/core/linalg"
)

// setWeights is equation 9, α_q = e^{γ_q}/Σ_p e^{γ_p} for the logits γ. It sets f.alpha to
// these weights, or to signed weights if f.weights is SignedWeights.
func (f *Filter) setWeights(gamma []float64) {
	if f.weights == SignedWeights {
		f.setSignedWeights(gamma)
		return
	}
	// The largest logit is subtracted from each logit, so that no exponential overflows.
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

// setSignedWeights sets f.alpha to the weights γ_q/Σ|γ|, or to 0 if all logits γ are 0. It
// sets f.norm to Σ|γ| and f.sign to the signs of the logits. The sign of 0 is 0.
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
