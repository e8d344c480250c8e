package sheaf

// TieGrad replaces the gradients for the two maps of each edge by the gradient for one
// common map R_ij = R_ji. It adds side 1 to side 0 and then clears side 1. gradR has the
// layout of [Sheaf.R] for the stalk dimension d. Edges have one common map if the paper's
// L = (B⊗I)ᵀRᵀR(B⊗I) is read literally.
func TieGrad(gradR []float64, d int) {
	dd := d * d
	for b := 0; b+2*dd <= len(gradR); b += 2 * dd { // b is the index of the first entry of an edge
		for k := range dd {
			gradR[b+k] += gradR[b+dd+k]
			gradR[b+dd+k] = 0
		}
	}
}
