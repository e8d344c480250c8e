package sgpc

// This file has the gap ascent of the mode "additive", along the gradient.

import (
	"math"

	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
	"sheafscope/core/spectral"
)

// additiveTrials is the largest number of trials of one line search in the mode
// "additive".
const additiveTrials = 12

// Bounds of the first step length in the mode "additive".
const (
	// roomShare is the share of λ₃ − λ₂ that the first trial promises at most.
	roomShare = 0.8
	// leastEta is the smallest first step length, relative to the setting gap_eta.
	leastEta = 1e-3
)

// stepAdditive makes an inner step along the gradient of λ₂ in the maps,
// ∂λ₂/∂R_ij = 2 r_e v_iᵀ and ∂λ₂/∂R_ji = −2 r_e v_jᵀ (through the normaliser). The
// direction is projected to constant Σ‖R‖². A backtracking line search accepts by
// Armijo's condition. The gradient vanishes in the directions on which all maps of a
// node vanish, since v does.
func (s *mapAscent) stepAdditive() {
	slope, ok := s.additiveDirection()
	if !ok {
		return
	}
	total := linalg.Dot(s.cur.R, s.cur.R)
	copy(s.from, s.cur.R)
	eta := s.opt.Eta
	// λ₂ does not rise beyond λ₃, where Armijo's condition soon fails.
	if room := s.est.Lambda3 - s.est.Lambda2; room > 0 {
		eta = min(eta, max(roomShare*room/(s.opt.Armijo*slope), leastEta*eta))
	}
	for range additiveTrials {
		s.moveAlong(eta, total)
		s.boundChange()
		est := s.evaluateRoughly()
		promised := s.promisedIncrease()
		s.gradient()
		trial := spectral.Trial{Step: s.steps, Eta: eta, Lambda2: est.Lambda2, Slope: slope, SlopeAt: linalg.Dot(s.gr, s.dir),
			Promised: promised, Change: s.change}
		trial.Judge(s.est.Lambda2, s.opt.Armijo, s.opt.Curvature)
		s.trials = append(s.trials, trial)
		if trial.Armijo && s.steps >= s.opt.Steps { // the last point needs an accurate estimate
			est = s.evaluate()
		}
		if trial.Armijo && s.accept(est) {
			return
		}
		eta /= 2
	}
	s.revert()
}

// additiveDirection sets grad to the gradient of λ₂ and dir to the direction of the
// step, of norm ‖R‖: a step length is the relative change of the maps. It returns
// the slope of λ₂ along dir. ok is false if the maps or the direction are 0.
func (s *mapAscent) additiveDirection() (slope float64, ok bool) {
	copy(s.grad, s.gr)
	if s.tied {
		sheaf.TieGrad(s.grad, s.cur.D)
		s.averageGradient(s.grad)
	}
	copy(s.dir, s.grad)
	total := linalg.Dot(s.cur.R, s.cur.R)
	numbers := len(s.cur.R)
	s.work.Add(float64(4*numbers), float64(8*numbers))
	if total == 0 {
		return 0, false
	}
	linalg.Axpy(-linalg.Dot(s.dir, s.cur.R)/total, s.cur.R, s.dir)
	norm := linalg.Nrm2(s.dir)
	if !(norm > 0) || math.IsInf(norm, 0) {
		return 0, false
	}
	linalg.Scal(math.Sqrt(total)/norm, s.dir)
	s.dirs = append(s.dirs, s.dir...)
	return linalg.Dot(s.grad, s.dir), true
}

// moveAlong sets Δ to the point from + eta·dir, scaled to Σ‖R‖² = total.
func (s *mapAscent) moveAlong(eta, total float64) {
	for k, x := range s.from {
		s.cur.R[k] = x + eta*s.dir[k]
	}
	numbers := len(s.cur.R)
	s.work.Add(float64(3*numbers), float64(8*numbers))
	scale := math.Sqrt(total / linalg.Dot(s.cur.R, s.cur.R))
	for k, x := range s.cur.R {
		s.delta[k] = scale*x - s.base.R[k]
	}
}

// promisedIncrease returns ⟨grad, cur − from⟩, the increase of λ₂ to first order. The
// constraints bend the step, so that it differs from eta times the slope.
func (s *mapAscent) promisedIncrease() float64 {
	promised := 0.0
	for k, g := range s.grad {
		promised += g * (s.cur.R[k] - s.from[k])
	}
	return promised
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
