package sgpc

import (
	"math"

	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
	"sheafscope/core/spectral"
)

// additiveTrials bounds the trials of one line search in the mode "additive".
const additiveTrials = 12

// stepAdditive makes an inner step along the gradient of λ₂ in the maps,
// ∂λ₂/∂R_ij = 2 r_e v_iᵀ and ∂λ₂/∂R_ji = −2 r_e v_jᵀ (through the normaliser),
// projected to constant Σ‖R‖². A backtracking line search accepts by Armijo's
// condition. v vanishes in the directions on which all maps of a node vanish, so
// the gradient does too.
func (s *mapAscent) stepAdditive() {
	copy(s.grad, s.gr)
	if s.tied {
		sheaf.TieGrad(s.grad, s.cur.D)
		s.averageGradient(s.grad)
	}
	copy(s.dir, s.grad)
	total := linalg.Dot(s.cur.R, s.cur.R)
	maps := len(s.cur.R)
	s.work.Add(float64(4*maps), float64(8*maps))
	if total == 0 {
		return
	}
	linalg.Axpy(-linalg.Dot(s.dir, s.cur.R)/total, s.cur.R, s.dir)
	size := linalg.Nrm2(s.dir)
	if !(size > 0) || math.IsInf(size, 0) {
		return
	}
	linalg.Scal(math.Sqrt(total)/size, s.dir) // η is the relative change of the maps
	s.dirs = append(s.dirs, s.dir...)
	slope := linalg.Dot(s.grad, s.dir)
	copy(s.from, s.cur.R)
	eta := s.opt.Eta
	if room := s.est.Lambda3 - s.est.Lambda2; room > 0 {
		// λ₂ does not rise beyond λ₃, where Armijo's condition soon fails.
		eta = min(eta, max(0.8*room/(s.opt.Armijo*slope), 1e-3*eta))
	}
	for range additiveTrials {
		for k, x := range s.from {
			s.cur.R[k] = x + eta*s.dir[k]
		}
		s.work.Add(float64(3*maps), float64(8*maps))
		scale := math.Sqrt(total / linalg.Dot(s.cur.R, s.cur.R))
		for k, x := range s.cur.R {
			s.delta[k] = scale*x - s.base.R[k]
		}
		s.boundChange()
		est := s.evaluate(true)
		// The constraints bend the step: the promised increase is that of the
		// projected step.
		promised := 0.0
		for k, g := range s.grad {
			promised += g * (s.cur.R[k] - s.from[k])
		}
		s.gradient()
		t := spectral.Trial{Step: s.steps, Eta: eta, Lambda2: est.Lambda2, Slope: slope, SlopeAt: linalg.Dot(s.gr, s.dir), Promised: promised,
			Change: s.change}
		t.Judge(s.est.Lambda2, s.opt.Armijo, s.opt.Curvature)
		s.trials = append(s.trials, t)
		if t.Armijo && s.steps >= s.opt.Steps { // the last point needs a certificate
			est = s.evaluate(false)
		}
		if t.Armijo && s.accept(est) {
			return
		}
		eta /= 2
	}
	s.revert()
}

// averageGradient sets the gradient of both ends of an edge to half the gradient of
// their common map.
func (s *mapAscent) averageGradient(grad []float64) {
	q := s.cur.D * s.cur.D
	for e := range s.cur.Edges {
		a, b := grad[2*e*q:(2*e+1)*q], grad[(2*e+1)*q:(2*e+2)*q]
		linalg.Scal(0.5, a)
		copy(b, a)
	}
}
