package sheaf

// TieGrad replaces the gradient for both maps of each edge by the gradient for one
// common map. It adds side 1 to side 0 and then clears side 1. The literal reading
// of the paper, L = (B⊗I)ᵀRᵀR(B⊗I), has such a map R_ij = R_ji. gradR has the
// layout of [Sheaf.R] for the stalk dimension d.
func TieGrad(gradR []float64, d int) {
	dd := d * d
	for b := 0; b+2*dd <= len(gradR); b += 2 * dd {
		for k := range dd {
			gradR[b+k] += gradR[b+dd+k]
			gradR[b+dd+k] = 0
		}
	}
}
