package sheaf

// This file contains the gradient for maps that both ends of an edge share. The gap
// ascent of core/sgpc on such maps uses it.

// TieGrad replaces the gradients for the two maps of each edge by the gradient for one
// common map. It adds side 1 to side 0 and then clears side 1. In the literal reading
// of the paper, L = (B⊗I)ᵀRᵀR(B⊗I), both ends of an edge have the same map
// R_ij = R_ji. gradR has the layout of [Sheaf.R] for the stalk dimension d.
func TieGrad(gradR []float64, d int) {
	dd := d * d
	for b := 0; b+2*dd <= len(gradR); b += 2 * dd { // b is the index of the first entry of an edge
		for k := range dd {
			gradR[b+k] += gradR[b+dd+k]
			gradR[b+dd+k] = 0
		}
	}
}
