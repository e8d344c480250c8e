package sheaf

// Tie turns s into a sheaf of the literal convention of the paper,
// (B⊗I)ᵀRᵀR(B⊗I) with one map per edge: the map of side 1 becomes a copy of
// that of side 0, so that (B x)_e = R_e (x_i − x_j). Constants are then always
// global sections, whatever the maps.
func (s *Sheaf) Tie() {
	for e := range s.Edges {
		copy(s.Map(e, 1), s.Map(e, 0))
	}
}

// TieGrad is the derivative of Tie: the gradient of both ends of an edge adds
// up in side 0 and side 1 becomes zero. gradR is laid out like the maps of a
// sheaf of stalk dimension d.
func TieGrad(gradR []float64, d int) {
	dd := d * d
	for b := 0; b+2*dd <= len(gradR); b += 2 * dd {
		for k := range dd {
			gradR[b+k] += gradR[b+dd+k]
			gradR[b+dd+k] = 0
		}
	}
}
