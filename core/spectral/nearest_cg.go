package spectral

import "sheafscope/core/linalg"

// maxProducts bounds the products with the Jacobian in one Gauss–Newton step, and
// normalTol is the relative residual at which the step is good enough.
const (
	maxProducts = 100
	normalTol   = 1e-3
)

// normal solves the damped Gauss–Newton step by conjugate gradients on the normal
// equations, (JᵀJ + μI) δ = −Jᵀp, from 0: where the factor of JJᵀ would be too large
// or the maps are tied.
type normal struct {
	r, p, q []float64
}

func newNormal(free int) *normal {
	return &normal{make([]float64, free), make([]float64, free), make([]float64, free)}
}

func (a *normal) solve(s *Reassembler, dst []float64, x pattern, mu float64) {
	clear(dst)
	s.adjoint(a.r, x, s.cur)
	linalg.Scal(-1, a.r)
	copy(a.p, a.r)
	rr := linalg.Dot(a.r, a.r)
	end := normalTol * normalTol * rr
	for k := 0; k < maxProducts && rr > end; k++ {
		s.linear(&s.y, a.p)
		s.spent.Add(float64(len(s.y.diag)+len(s.y.off)+5*len(dst)), float64(len(s.y.diag)+len(s.y.off)+9*len(dst)))
		curve := s.y.dot(s.y) + mu*linalg.Dot(a.p, a.p)
		if !(curve > 0) {
			return
		}
		s.adjoint(a.q, s.y, s.cur)
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
