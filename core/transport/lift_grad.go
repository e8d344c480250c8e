package transport

// Backward is the adjoint of the last Forward. Given ds = ∂ℓ/∂S (m×d²), it adds ∂ℓ/∂μ
// to dmu (n×d) and returns ∂ℓ/∂ε. The entries of μ count as independent variables,
// as in [Plan.Grad]. For Uniform it does not change dmu. For Independent it returns 0,
// since S does not depend on ε.
func (l *Lift) Backward(ds, dmu []float64) (deps float64) {
	d := l.D
	if l.Variation == Independent {
		l.independentGrad(ds, dmu)
		return 0
	}
	ignored := l.scratch[6*d : 8*d] // receives the gradients for Uniform, which are not used
	dc := 0.0                       // becomes ∂ℓ/∂c
	for e, edge := range l.Edges {
		i, j := int(edge.I)*d, int(edge.J)*d
		start := l.receiver(e) * d * d
		gm, gn := ignored[:d], ignored[d:] // receive ∂ℓ/∂μ and ∂ℓ/∂ν of the edge
		if l.Variation != Uniform {
			gm, gn = dmu[i:i+d:i+d], dmu[j:j+d:j+d]
		}
		if d == 4 {
			dc += l.edgeGrad4((*[16]float64)(ds[start:]), (*[4]float64)(gm), (*[4]float64)(gn), e, i, j)
		} else {
			dc += l.edgeGrad(ds[start:start+d*d], gm, gn, e, i, j)
		}
	}
	return dc * gibbsRatioGrad(l.eps, l.c)
}

// edgeGrad adds ∂ℓ/∂μ and ∂ℓ/∂ν of edge e to gm and gn and returns ∂ℓ/∂c, given
// g = ∂ℓ/∂S, the matrix G of the comments. i and j are the offsets of the ends in the
// measures. The names are from [Lift]: a = A/u and b = B/v, with u = √μ and v = √ν.
func (l *Lift) edgeGrad(g, gm, gn []float64, e, i, j int) (dc float64) {
	d := l.D
	q := l.parts[4*e*d : 4*(e+1)*d]
	y, s, partA, partB := q[:d], q[d:2*d], q[2*d:3*d], q[3*d:]
	u, v, iu, iv := l.root[i:i+d], l.root[j:j+d], l.inv[i:i+d], l.inv[j:j+d]
	iz := inverse(l.z[e])
	vector := func(k int) []float64 { return l.scratch[k*d : (k+1)*d] }
	a, b := vector(0), vector(1)   // A/u and B/v
	ga, gb := vector(2), vector(3) // G·b and Gᵀ·a
	hu, hv := vector(4), vector(5) // G·v and Gᵀ·u
	for p := range d {
		a[p], b[p] = partA[p]*iu[p], partB[p]*iv[p]
		gb[p], hv[p] = 0, 0
	}
	gz := 0.0 // becomes ∂ℓ/∂z = −aᵀG b/z²
	for p := range d {
		row := g[p*d : p*d+d]
		ap, up := a[p], u[p]
		x, w := 0.0, 0.0 // become (G·b)_p and (G·v)_p
		for k, r := range row {
			x += float64(r * b[k])
			w += float64(r * v[k])
			gb[k] += float64(r * ap)
			hv[k] += float64(r * up)
		}
		ga[p], hu[p] = x, w
		gz -= float64(ap * x)
	}
	gz = float64(gz * (iz * iz))
	// The parts of the gradient that do not pass through τ; ga becomes ∂ℓ/∂y. numerator and
	// denominator become −Σ ∂ℓ/∂y·y/s and 1 − cΣy/s, as in Plan.Grad.
	numerator, denominator := 0.0, 1.0
	for p := range d {
		t := float64(g[p*d+p] * iu[p] * iv[p]) // ∂ℓ/∂y through the diagonal of S
		ty := float64(t * y[p])
		xa, xb := ga[p]*iz, gb[p]*iz // ∂ℓ/∂a and ∂ℓ/∂b
		uGu, vGv := -(ty + float64(xa*a[p])), -(ty + float64(xb*b[p]))
		if l.Centered {
			uGu -= float64(hu[p] * u[p])
			vGv -= float64(hv[p] * v[p])
		}
		// uGu is now u·∂ℓ/∂u, and vGv is v·∂ℓ/∂v. Since u = √μ, the part of ∂ℓ/∂μ through u is
		// ∂ℓ/∂u/(2u) = uGu/(2u²).
		xA, xB := float64(xa*iu[p]), float64(xb*iv[p]) // ∂ℓ/∂A and ∂ℓ/∂B
		gm[p] += float64(0.5*uGu*iu[p]*iu[p]) + xA
		gn[p] += float64(0.5*vGv*iv[p]*iv[p]) + xB
		gy := t - xA - xB - gz // ∂ℓ/∂y, also through A = μ−y, B = ν−y and z
		ga[p] = gy
		invS := inverse(s[p])
		numerator -= float64(gy * y[p] * invS)
		denominator -= float64(l.c * y[p] * invS)
	}
	// The parts through y and z. lambda is ∂ℓ/∂τ, where the denominator accounts for τ = c·z.
	// The factor 0.5 comes from z = ½Σ(μ+ν) − Σy.
	lambda := numerator / denominator
	shift := float64(0.5 * (gz + float64(l.c*lambda)))
	for p, gy := range ga {
		w := gy - float64(l.c*lambda)
		if s[p] == 0 { // the kink of the limit ε → 0: the mean of the one-sided derivatives
			gm[p] += shift + float64(0.5*w)
			gn[p] += shift + float64(0.5*w)
			continue
		}
		w /= s[p]
		gm[p] += shift + float64(w*partB[p])
		gn[p] += shift + float64(w*partA[p])
	}
	return lambda * l.z[e] // τ = c·z, so the direct derivative of τ by c is z
}

// independentGrad is Backward for the independent couplings S = √μ√νᵀ.
func (l *Lift) independentGrad(ds, dmu []float64) {
	if l.Centered { // S is 0 for all measures
		return
	}
	d := l.D
	for e, edge := range l.Edges {
		i, j := int(edge.I)*d, int(edge.J)*d
		for p := range d {
			w := 0.0 // becomes ∂ℓ/∂u_p. Since u = √μ, ∂u/∂μ = 1/(2u); v = √ν likewise.
			for k, g := range ds[(e*d+p)*d:][:d] {
				w += float64(g * l.root[j+k])
				dmu[j+k] += float64(0.5 * g * l.root[i+p] * l.inv[j+k])
			}
			dmu[i+p] += float64(0.5 * w * l.inv[i+p])
		}
	}
}
