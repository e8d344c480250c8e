package pacbayes

// LSpec is equation 20, c_het/λ₂: the heterophily of the class coupling divided by the spectral gap.
// The result is +Inf for λ₂ = 0 and c_het > 0, and NaN if both are 0.
func LSpec(cHet, lambda2 float64) float64 { return cHet / lambda2 }

// LSpecGrad returns g times the derivatives of [LSpec] by c_het and by λ₂, for λ₂ > 0. spec is the value of LSpec.
func LSpecGrad(g, spec, lambda2 float64) (dcHet, dlambda2 float64) {
	return g / lambda2, -g * spec / lambda2
}
