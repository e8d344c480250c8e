// This file adds methods to Sheaf and Normalizer that only the tests call.

package sheaf

// Apply sets dst ← L x edge by edge, without assembling L; both are (N·D)×c and
// must not overlap. It allocates nothing. [Laplacian.Apply] gives the same up to
// rounding and is faster when the same maps are used several times.
func (s *Sheaf) Apply(dst, x []float64, c int) {
	d, w := s.D, s.D*c
	s.checkLen(nil, x, c)
	s.checkLen(nil, dst, c)
	clear(dst)
	var buf [MaxDim * chunk]float64
	for e, g := range s.Edges {
		i, j := int(g.I)*w, int(g.J)*w
		for q := 0; q < c; q += chunk {
			k := min(chunk, c-q)
			r := buf[:d*k]
			clear(r) // becomes R_ij x_i − R_ji x_j, for k channels from q on
			mulAdd(1, r, k, s.Map(e, 0), d, 1, x[i+q:], c, d, k)
			mulAdd(-1, r, k, s.Map(e, 1), d, 1, x[j+q:], c, d, k)
			mulAdd(1, dst[i+q:], c, s.Map(e, 0), 1, d, r, k, d, k)
			mulAdd(-1, dst[j+q:], c, s.Map(e, 1), 1, d, r, k, d, k)
		}
	}
}

// Rank returns the rank of the diagonal block D_i.
func (z *Normalizer) Rank(i int) int {
	r := 0
	for _, v := range z.val[i*z.d : (i+1)*z.d] {
		if v > 0 {
			r++
		}
	}
	return r
}
