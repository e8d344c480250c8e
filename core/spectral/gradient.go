package spectral

import "sheafscope/core/sheaf"

// Gradient sets grad, laid out like s.R, to ∂λ₂/∂R for the sheaf s of the
// last Update, averaged over the cluster of eigenvalues that coincide with
// λ₂: with r_e = R_ij v_i − R_ji v_j, ∂λ/∂R_ij = 2 r_e v_iᵀ and
// ∂λ/∂R_ji = −2 r_e v_jᵀ. For equal eigenvalues the mean is the derivative of
// their mean, which does exist.
func (t *Tracker) Gradient(s *sheaf.Sheaf, grad []float64) {
	clear(grad)
	if t.est.Lambda2 == 0 {
		return
	}
	d, dd := t.d, t.d*t.d
	scale := 2 / float64(t.est.Cluster)
	for q := range t.est.Cluster {
		v := t.Vector(q)
		for e, ed := range t.edges {
			p, u := s.Map(e, 0), s.Map(e, 1)
			vi, vj := v[int(ed.I)*d:int(ed.I)*d+d], v[int(ed.J)*d:int(ed.J)*d+d]
			gi, gj := grad[2*e*dd:(2*e+1)*dd], grad[(2*e+1)*dd:(2*e+2)*dd]
			for k := range d {
				pk, uk, x := p[k*d:][:len(vi)], u[k*d:][:len(vi)], 0.0
				for c, a := range vi {
					x += pk[c]*a - uk[c]*vj[c]
				}
				x *= scale // of r_e
				gk, hk := gi[k*d:][:len(vi)], gj[k*d:][:len(vi)]
				for c, a := range vi {
					gk[c] += x * a
					hk[c] -= x * vj[c]
				}
			}
		}
	}
}
