package sheaf

// TieGrad adds the gradient of side 1 of every edge to that of side 0 and sets side
// 1 to 0. The result is the gradient for the common map R_ij = R_ji of the literal
// convention of the paper, (B⊗I)ᵀRᵀR(B⊗I). gradR has the layout of Sheaf.R for
// stalk dimension d.
func TieGrad(gradR []float64, d int) {
	dd := d * d
	for b := 0; b+2*dd <= len(gradR); b += 2 * dd {
		for k := range dd {
			gradR[b+k] += gradR[b+dd+k]
			gradR[b+dd+k] = 0
		}
	}
}
