package sgpc

// This file has the gap ascent in the mode "additive", along the gradient of λ₂.

import (
	"math"

	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
	"sheafscope/core/spectral"
)

// additiveTrials is the largest number of trials of one line search in the mode
// "additive". The last trial has 1/2048 of the first step length.
const additiveTrials = 12

// Bounds of the first step length in the mode "additive".
const (
	// roomShare bounds the increase of λ₂ that Armijo's condition requires of the first
	// trial, to first order: at most roomShare·(λ₃ − λ₂).
	roomShare = 0.8
	// leastEta is the smallest first step length, relative to the setting gap_eta. It
	// overrules roomShare.
	leastEta = 1e-3
)

// stepAdditive makes an inner step along the gradient of λ₂ in the maps. For
// operator=laplacian, the unit eigenvector v of a simple λ₂ and r_e = R_ij v_i − R_ji v_j,
// the gradient is
//
//	∂λ₂/∂R_ij = 2 r_e v_iᵀ,   ∂λ₂/∂R_ji = −2 r_e v_jᵀ
//
// The step keeps Σ‖R‖², unless the bound on Δ then shortens Δ. A line search halves the
// step length until Armijo's condition holds and accept returns true. Without a direction,
// or if all trials fail, the maps stay and the ascent is over.
//
// The step keeps the first condition of mapAscent: on a vector on which all maps of a
// node vanish, the gradient of these maps vanishes, too.
func (s *mapAscent) stepAdditive() {
	slope, ok := s.additiveDirection()
	if !ok {
		return
	}
	total := linalg.Dot(s.cur.R, s.cur.R) // Σ‖R‖²
	copy(s.startMaps, s.cur.R)
	eta := s.opt.Eta
	// λ₂ hardly rises beyond the present λ₃. After a longer first step, Armijo's condition
	// would require more than roomShare of this room. Without room (λ₂ = λ₃) the step length is gap_eta.
	room := s.est.Lambda3 - s.est.Lambda2
	if room > 0 { // the divisor is positive, since direction is a projection of the gradient
		eta = min(eta, max(roomShare*room/(s.opt.Armijo*slope), leastEta*eta))
	}
	for range additiveTrials {
		s.moveAlong(eta, total)
		s.boundChange()
		est := s.evaluateRoughly()
		promised := s.promisedIncrease()
		s.gradient() // for SlopeAt
		trial := spectral.Trial{Step: s.steps, Eta: eta, Lambda2: est.Lambda2, Slope: slope, SlopeAt: linalg.Dot(s.mapGrad, s.direction),
			Promised: promised, Change: s.change}
		trial.Judge(s.est.Lambda2, s.opt.Armijo, s.opt.Curvature)
		s.trials = append(s.trials, trial)
		isLastStep := s.steps >= s.opt.Steps
		if trial.Armijo && isLastStep { // the end of the ascent needs an accurate estimate
			est = s.evaluate()
		}
		if trial.Armijo && s.accept(est) {
			return
		}
		eta /= 2
	}
	s.revert()
}

// additiveDirection sets startGrad to the gradient of λ₂ in the maps R, and direction to
// its part orthogonal to R, scaled to the norm of R. A step length is then the relative
// change of the maps. slope is the derivative of λ₂ along direction. ok is false if R is
// 0, or if the orthogonal part is 0 or not finite.
func (s *mapAscent) additiveDirection() (slope float64, ok bool) {
	copy(s.startGrad, s.mapGrad)
	if s.tied { // both ends have one map, which moves as one
		sheaf.TieGrad(s.startGrad, s.cur.D)
		s.averageGradient(s.startGrad)
	}
	copy(s.direction, s.startGrad)
	total := linalg.Dot(s.cur.R, s.cur.R)
	// Work per entry of R: 4 multiply-adds in inner products and sums, 8 numbers moved.
	numbers := len(s.cur.R)
	s.work.Add(float64(4*numbers), float64(8*numbers))
	if total == 0 {
		return 0, false
	}
	linalg.Axpy(-linalg.Dot(s.direction, s.cur.R)/total, s.cur.R, s.direction)
	norm := linalg.Nrm2(s.direction)
	if !(norm > 0) || math.IsInf(norm, 0) { // 0, NaN or infinite
		return 0, false
	}
	linalg.Scal(math.Sqrt(total)/norm, s.direction)
	s.directions = append(s.directions, s.direction...)
	return linalg.Dot(s.startGrad, s.direction), true
}

// moveAlong sets Δ for the maps c·(startMaps + eta·direction). The number c scales the
// maps to Σ‖R‖² = total. Until the next moveMaps, cur has the maps before this scaling.
func (s *mapAscent) moveAlong(eta, total float64) {
	for k, x := range s.startMaps {
		s.cur.R[k] = x + float64(eta*s.direction[k])
	}
	// Work per entry of R: a multiply-add in the step, in the inner product and in Δ, and 8
	// numbers moved.
	numbers := len(s.cur.R)
	s.work.Add(float64(3*numbers), float64(8*numbers))
	scale := math.Sqrt(total / linalg.Dot(s.cur.R, s.cur.R))
	for k, x := range s.cur.R {
		s.delta[k] = float64(scale*x) - s.base.R[k]
	}
}

// promisedIncrease returns ⟨startGrad, cur − startMaps⟩, the increase of λ₂ to first
// order. It differs from eta times the slope, since the constraints change the step.
func (s *mapAscent) promisedIncrease() float64 {
	promised := 0.0
	for k, g := range s.startGrad {
		promised += float64(g * (s.cur.R[k] - s.startMaps[k]))
	}
	return promised
}

// averageGradient gives each side of an edge half of the gradient of their common map,
// which sheaf.TieGrad has stored at side 0.
func (s *mapAscent) averageGradient(grad []float64) {
	dd := s.cur.D * s.cur.D
	for e := range s.cur.Edges {
		side0, side1 := grad[2*e*dd:(2*e+1)*dd], grad[(2*e+1)*dd:(2*e+2)*dd]
		linalg.Scal(0.5, side0)
		copy(side1, side0)
	}
}
