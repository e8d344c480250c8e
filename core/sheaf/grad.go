package sheaf

// AddQuadGrad adds scale·∂⟨Y, L X⟩/∂R to gradR (laid out like s.R); x and y are
// (N·D)×c. With (δX)_e = R_ij X_i − R_ji X_j and ⟨Y, L X⟩ = ⟨δY, δX⟩:
//
//	∂R_ij = (δX)_e Y_iᵀ + (δY)_e X_iᵀ,   ∂R_ji = −[(δX)_e Y_jᵀ + (δY)_e X_jᵀ]
//
// It serves every quantity that depends on the maps through L: the adjoint of
// a solve, of a polynomial filter, an eigenvalue (Y = X = v), the Dirichlet
// energy. It allocates nothing.
func (s *Sheaf) AddQuadGrad(gradR, x, y []float64, c int, scale float64) {
	d, w, dd := s.D, s.D*c, s.D*s.D
	s.checkLen(nil, x, c)
	s.checkLen(nil, y, c)
	if len(gradR) != len(s.R) {
		panic("sheaf: gradient of the maps has the wrong length")
	}
	var bu, bv [MaxDim * chunk]float64
	for e, g := range s.Edges {
		i, j := int(g.I)*w, int(g.J)*w
		gi, gj := gradR[2*e*dd:(2*e+1)*dd], gradR[(2*e+1)*dd:(2*e+2)*dd]
		ri, rj := s.Map(e, 0), s.Map(e, 1)
		for q := 0; q < c; q += chunk {
			k := min(chunk, c-q)
			u, v := bu[:d*k], bv[:d*k]
			clear(u)
			clear(v)
			mulAdd(u, k, ri, d, 1, x[i+q:], c, d, k)
			mulSub(u, k, rj, d, 1, x[j+q:], c, d, k)
			mulAdd(v, k, ri, d, 1, y[i+q:], c, d, k)
			mulSub(v, k, rj, d, 1, y[j+q:], c, d, k)
			outerAdd(gi, scale, u, v, k, y[i+q:], x[i+q:], c, d, k)
			outerAdd(gj, -scale, u, v, k, y[j+q:], x[j+q:], c, d, k)
		}
	}
}
