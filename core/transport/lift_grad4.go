package transport

// edgeGrad4 is edgeGrad for d = 4, with local variables in place of scratch. The variables
// b0 … b3 are the elements of b in edgeGrad, c0 … c3 of gb, and h0 … h3 of hv.
func (l *Lift) edgeGrad4(g *[16]float64, gm, gn *[4]float64, e, i, j int) (dc float64) {
	q := (*[16]float64)(l.parts[16*e:]) // y, s, A and B of the edge, four numbers each
	u, v := (*[4]float64)(l.root[i:]), (*[4]float64)(l.root[j:])
	iu, iv := (*[4]float64)(l.inv[i:]), (*[4]float64)(l.inv[j:])
	iz := inverse(l.z[e])
	b0, b1, b2, b3 := q[12]*iv[0], q[13]*iv[1], q[14]*iv[2], q[15]*iv[3]
	var v0, v1, v2, v3, centered float64 // without centering all are 0, so that hu and hv are 0
	if l.Centered {
		v0, v1, v2, v3, centered = v[0], v[1], v[2], v[3], 1
	}
	// The loop computes ga = G·b, hu = G·v, gb = Gᵀ·a, hv = Gᵀ·u and gz = ∂ℓ/∂z; G is g.
	var c0, c1, c2, c3, h0, h1, h2, h3, gz float64
	var ga, hu, a [4]float64
	for p := range 4 {
		row := (*[4]float64)(g[4*p : 4*p+4])
		r0, r1, r2, r3 := row[0], row[1], row[2], row[3]
		ap, up := q[8+p]*iu[p], u[p]*centered
		x := float64(r0*b0) + float64(r1*b1) + float64(r2*b2) + float64(r3*b3)
		ga[p], a[p] = x, ap
		hu[p] = float64(r0*v0) + float64(r1*v1) + float64(r2*v2) + float64(r3*v3)
		gz -= float64(ap * x)
		c0 += float64(r0 * ap)
		c1 += float64(r1 * ap)
		c2 += float64(r2 * ap)
		c3 += float64(r3 * ap)
		h0 += float64(r0 * up)
		h1 += float64(r1 * up)
		h2 += float64(r2 * up)
		h3 += float64(r3 * up)
	}
	gz = float64(gz * (iz * iz))
	gb := [4]float64{c0, c1, c2, c3}
	hv := [4]float64{h0, h1, h2, h3}
	b := [4]float64{b0, b1, b2, b3}
	// The parts of the gradient that do not pass through τ; ga becomes ∂ℓ/∂y.
	var invS [4]float64                // 1/s
	numerator, denominator := 0.0, 1.0 // as in edgeGrad
	for p := range 4 {
		iup, ivp := iu[p], iv[p]
		t := float64(g[5*p] * iup * ivp) // ∂ℓ/∂y through the diagonal of S
		yp := q[p]
		ty := float64(t * yp)
		xa, xb := ga[p]*iz, gb[p]*iz                                                                           // ∂ℓ/∂a and ∂ℓ/∂b
		minusGu, minusGv := float64((ty+float64(xa*a[p]))*iup)+hu[p], float64((ty+float64(xb*b[p]))*ivp)+hv[p] // −∂ℓ/∂u and −∂ℓ/∂v
		xA, xB := float64(xa*iup), float64(xb*ivp)                                                             // ∂ℓ/∂A and ∂ℓ/∂B
		gm[p] += xA - float64(0.5*minusGu*iup)
		gn[p] += xB - float64(0.5*minusGv*ivp)
		gy := t - xA - xB - gz // ∂ℓ/∂y, also through A, B and z
		ga[p] = gy
		r := inverse(q[4+p])
		invS[p] = r
		ys := yp * r
		numerator -= float64(gy * ys)
		denominator -= float64(l.c * ys)
	}
	// The parts through y and z, as in edgeGrad.
	lambda := numerator / denominator
	shift := float64(0.5 * (gz + float64(l.c*lambda)))
	for p := range 4 {
		w := ga[p] - float64(l.c*lambda)
		if invS[p] == 0 { // the kink of the limit ε → 0: the mean of the one-sided derivatives
			gm[p] += shift + float64(0.5*w)
			gn[p] += shift + float64(0.5*w)
			continue
		}
		w *= invS[p]
		gm[p] += shift + float64(w*q[12+p])
		gn[p] += shift + float64(w*q[8+p])
	}
	return lambda * l.z[e] // τ = c·z, so the direct derivative of τ by c is z
}
