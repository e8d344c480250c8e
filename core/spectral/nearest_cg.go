package spectral

import "sheafscope/core/linalg"

const (
	// maxProducts bounds the products with the Jacobian in one Gauss–Newton step.
	maxProducts = 100
	// normalTol is the relative residual at which conjugate gradients stop: the
	// next step corrects the rest.
	normalTol = 1e-3
)

// normalCG solves the damped Gauss–Newton step by conjugate gradients on the normal
// equations, (JᵀJ + μI) δ = −Jᵀp. It serves tied maps and graphs whose factor of
// JJᵀ would be too large.
type normalCG struct {
	r, p, q []float64
}

func newNormalCG(free int) *normalCG {
	return &normalCG{make([]float64, free), make([]float64, free), make([]float64, free)}
}

// solve sets dst to the step δ for the residual p = x, starting from δ = 0.
func (a *normalCG) solve(s *Reassembler, dst []float64, x pattern, mu float64) {
	clear(dst)
	s.jacobianT(a.r, x, s.cur)
	linalg.Scal(-1, a.r)
	copy(a.p, a.r)
	rr := linalg.Dot(a.r, a.r)
	end := normalTol * normalTol * rr
	for k := 0; k < maxProducts && rr > end; k++ {
		s.jacobian(&s.y, a.p)
		s.spent.Add(float64(len(s.y.diag)+len(s.y.off)+5*len(dst)), float64(len(s.y.diag)+len(s.y.off)+9*len(dst)))
		curve := s.y.dot(s.y) + mu*linalg.Dot(a.p, a.p)
		if !(curve > 0) {
			return
		}
		s.jacobianT(a.q, s.y, s.cur)
		linalg.Axpy(mu, a.p, a.q)
		alpha := rr / curve
		linalg.Axpy(alpha, a.p, dst)
		linalg.Axpy(-alpha, a.q, a.r)
		next := linalg.Dot(a.r, a.r)
		beta := next / rr
		for i, v := range a.r {
			a.p[i] = v + beta*a.p[i]
		}
		rr = next
	}
}
