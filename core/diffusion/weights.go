package diffusion

import (
	"math"

	"sheafscope/core/linalg"
)

// weights is equation 9 for the weights, α_q = e^{γ_q}/Σ_p e^{γ_p}. Signed weights
// are α_q = γ_q/Σ_p |γ_p|, all 0 for γ = 0.
func (f *Filter) weights(gamma []float64) {
	if f.signed {
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
		return
	}
	top, sum := gamma[0], 0.0
	for _, g := range gamma {
		top = max(top, g)
	}
	for k, g := range gamma {
		f.alpha[k] = linalg.Exp(g - top)
		sum += f.alpha[k]
	}
	for k := range f.alpha {
		f.alpha[k] /= sum
	}
}
