package spectral

import "sheafscope/core/linalg"

const (
	// maxProducts bounds the iterations of one normalCG.solve. Each multiplies by J and by Jᵀ.
	maxProducts = 100
	// normalTol is the relative residual at which conjugate gradients stop. The next
	// Gauss–Newton step corrects the remaining error.
	normalTol = 1e-3
)

// normalCG computes the damped Gauss–Newton step of a Reassembler by conjugate gradients on the
// normal equations, (JᵀJ + μI) δ = −Jᵀx. It serves tied maps and graphs for which
// the factorisation of JJᵀ would be too large.
type normalCG struct {
	r, p, q []float64 // residual, search direction, its product with the matrix
}

// newNormalCG allocates the workspace for the given number of unknowns.
func newNormalCG(unknowns int) *normalCG {
	return &normalCG{make([]float64, unknowns), make([]float64, unknowns), make([]float64, unknowns)}
}

// solve sets dst to the step δ for the residual x. J is the Jacobian at the present maps
// s.cur, and mu is the damping μ. The iteration starts from δ = 0. It ends at the relative
// residual normalTol, after maxProducts iterations, if the curvature along the search
// direction is not positive, or if a number is not finite.
func (a *normalCG) solve(s *Reassembler, dst []float64, x pattern, mu float64) {
	// The first residual of the normal equations is −Jᵀx.
	clear(dst)
	s.jacobianT(a.r, x, s.cur)
	linalg.Scal(-1, a.r)
	copy(a.p, a.r)
	rr := linalg.Dot(a.r, a.r)
	tolerated := normalTol * normalTol * rr
	blockEntries := len(s.y.diag) + len(s.y.off)
	for k := 0; k < maxProducts && rr > tolerated; k++ {
		s.jacobian(&s.y, a.p)
		// ‖Jp‖², and five inner products or updates of vectors of unknowns. The updates and
		// products move nine such vectors.
		s.spent.Add(float64(blockEntries+5*len(dst)), float64(blockEntries+9*len(dst)))
		curvature := s.y.dot(s.y) + float64(mu*linalg.Dot(a.p, a.p)) // pᵀ(JᵀJ + μI)p
		if !(curvature > 0) {                                        // only rounding errors are left, or a number is not finite
			return
		}
		s.jacobianT(a.q, s.y, s.cur)
		linalg.Axpy(mu, a.p, a.q)
		alpha := rr / curvature
		linalg.Axpy(alpha, a.p, dst)
		linalg.Axpy(-alpha, a.q, a.r)
		nextRR := linalg.Dot(a.r, a.r)
		beta := nextRR / rr
		for i, v := range a.r {
			a.p[i] = v + float64(beta*a.p[i])
		}
		rr = nextRR
	}
}
