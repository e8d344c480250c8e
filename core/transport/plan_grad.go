package transport

// Grad is the adjoint of [Plan.Solve]. Given G = ∂ℓ/∂P (d×d), it adds ∂ℓ/∂μ to dmu and ∂ℓ/∂ν
// to dnu, each of length d, and returns ∂ℓ/∂ε. The entries of μ and ν count as
// independent variables, so z is ½Σ(μ+ν)−Σy in place of 1−Σy. In the limit ε → 0 the plan
// has a kink at μ_p = ν_p, and Grad uses the mean of the two one-sided derivatives of y_p.
//
// The derivatives of y are ∂y/∂τ = −y/s, ∂y/∂μ = B/s and ∂y/∂ν = A/s. Since τ = c·z
// defines τ implicitly, the derivatives through τ are divided by 1−cΣy/s, the denominator.
func (p *Plan) Grad(g, dmu, dnu []float64) (deps float64) {
	d := len(p.Y)
	iz := inverse(p.Z)
	gz := 0.0 // becomes ∂ℓ/∂z = −AᵀG B/z²
	for i := range d {
		gB := 0.0 // becomes (G·B)_i
		for j, b := range p.B {
			gB += float64(g[i*d+j] * b)
		}
		gz -= float64(p.A[i] * gB)
	}
	gz = float64(gz * (iz * iz))
	// Pass 0 sums the numerator −Σ ∂ℓ/∂y·y/s and the denominator of ∂ℓ/∂τ. Pass 1 adds the
	// gradients.
	numerator, denominator := 0.0, 1.0
	for pass := range 2 {
		lambda := numerator / denominator // ∂ℓ/∂τ in pass 1; not used in pass 0
		for i := range d {
			gB, gA := 0.0, 0.0 // become (G·B)_i and (Gᵀ·A)_i
			for j := range d {
				gB += float64(g[i*d+j] * p.B[j])
				gA += float64(g[j*d+i] * p.A[j])
			}
			da, db := float64(gB*iz), float64(gA*iz) // ∂ℓ/∂A_i and ∂ℓ/∂B_i
			gy := g[i*d+i] - da - db - gz            // ∂ℓ/∂y_i, also through A = μ−y, B = ν−y and z
			yOverS, aOverS, bOverS := p.ratios(i)
			if pass == 0 {
				numerator -= float64(gy * yOverS)
				denominator -= float64(p.C * yOverS)
				continue
			}
			// The factor 0.5 comes from z = ½Σ(μ+ν)−Σy.
			w, shift := gy-float64(p.C*lambda), float64(0.5*(gz+float64(p.C*lambda)))
			dmu[i] += da + shift + float64(w*bOverS)
			dnu[i] += db + shift + float64(w*aOverS)
		}
	}
	// τ = c·z, so the direct derivative of τ by c is z.
	return numerator / denominator * p.Z * gibbsRatioGrad(p.Eps, p.C)
}

// ratios returns y/s, A/s and B/s of coordinate i: the derivatives of y_i by −τ, ν_i and
// μ_i (see Grad). s = 0 occurs only in the limit ε → 0, at μ_i = ν_i. The ratios are then
// the means of the two one-sided derivatives: 0, ½ and ½.
func (p *Plan) ratios(i int) (yOverS, aOverS, bOverS float64) {
	if p.S[i] == 0 {
		return 0, 0.5, 0.5
	}
	invS := 1 / p.S[i]
	return p.Y[i] * invS, p.A[i] * invS, p.B[i] * invS
}
