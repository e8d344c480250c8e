package pacbayes

// LSpec is equation 20, c_het/λ₂: heterophily of the class coupling against the
// spectral gap of the sheaf Laplacian. It is +Inf for λ₂ = 0.
func LSpec(cHet, lambda2 float64) float64 { return cHet / lambda2 }

// LSpecGrad is the derivative of [LSpec] times g, by c_het and by λ₂ > 0, given its
// value spec.
func LSpecGrad(g, spec, lambda2 float64) (dcHet, dlambda2 float64) {
	return g / lambda2, -g * spec / lambda2
}
