package sheaf

// TieGrad adds up the gradient of both ends of an edge in side 0 and makes side
// 1 zero: the derivative of the literal convention of the paper,
// (B⊗I)ᵀRᵀR(B⊗I) with one map R_ij = R_ji per edge, by that map. gradR is laid
// out like the maps of a sheaf of stalk dimension d.
func TieGrad(gradR []float64, d int) {
	dd := d * d
	for b := 0; b+2*dd <= len(gradR); b += 2 * dd {
		for k := range dd {
			gradR[b+k] += gradR[b+dd+k]
			gradR[b+dd+k] = 0
		}
	}
}
