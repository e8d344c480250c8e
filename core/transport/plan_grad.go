package transport

// Grad is the adjoint of Solve. Given G = ∂ℓ/∂P (d×d), it adds ∂ℓ/∂μ to dmu and ∂ℓ/∂ν
// to dnu, each of length d, and returns ∂ℓ/∂ε. The entries of μ and ν count as
// independent variables, with z = ½Σ(μ+ν)−Σy for sums other than 1. In the limit
// ε → 0 the plan has a kink at μ_p = ν_p. Grad then takes the mean of the two
// one-sided derivatives of y_p.
//
// With k = 1−cΣy/s, the implicit derivative of τ gives ∂y/∂τ = −y/s, ∂y/∂μ = B/s,
// ∂y/∂ν = A/s.
func (p *Plan) Grad(g, dmu, dnu []float64) (deps float64) {
	d := len(p.Y)
	iz := inverse(p.Z)
	gz, h, k := 0.0, 0.0, 1.0
	for i := range d {
		gb := 0.0
		for j, b := range p.B {
			gb += g[i*d+j] * b
		}
		gz -= p.A[i] * gb
	}
	gz *= iz * iz
	// The first pass sums the derivative through τ, the second adds the gradients.
	for pass := range 2 {
		lambda := h / k
		for i := range d {
			ga, gb := 0.0, 0.0
			for j := range d {
				ga += g[i*d+j] * p.B[j]
				gb += g[j*d+i] * p.A[j]
			}
			ga, gb = ga*iz, gb*iz
			gy := g[i*d+i] - ga - gb - gz
			ys, as, bs := p.ratios(i)
			if pass == 0 {
				h -= gy * ys
				k -= p.C * ys
				continue
			}
			w, shift := gy-p.C*lambda, 0.5*(gz+p.C*lambda)
			dmu[i] += ga + shift + w*bs
			dnu[i] += gb + shift + w*as
		}
	}
	return h / k * p.Z * gibbsRatioGrad(p.Eps, p.C)
}

// ratios returns y/s, A/s and B/s of one coordinate. s = 0 occurs only in the limit
// ε → 0, at μ_p = ν_p.
func (p *Plan) ratios(i int) (ys, as, bs float64) {
	if p.S[i] == 0 {
		return 0, 0.5, 0.5
	}
	is := 1 / p.S[i]
	return p.Y[i] * is, p.A[i] * is, p.B[i] * is
}
