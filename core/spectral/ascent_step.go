package spectral

import (
	"math"

	"sheafscope/core/linalg"
)

// This file contains the inner step of an Ascent: the direction and the line search.

// Step makes an inner step with its line search and reports whether the ascent is over.
// The ascent ends after opt.Steps steps, if λ₂ is 0, if the direction is 0 or not finite,
// or if no trial satisfied Armijo's condition.
func (s *Ascent) Step() (done bool) {
	if s.done {
		return true
	}
	s.step++
	if !s.tracker.Direct() {
		// Without a factor the tracker finds upper bounds of λ₂. Two bounds are comparable only
		// after equal work from equal vectors, so the present point is evaluated like a trial.
		s.trialState = s.tracker.Snapshot(s.trialState[:0])
		s.est = s.evaluate(s.a, s.rough(0)) // for atLeast = 0, evaluate rejects no point
		s.tangentGradient(s.tangent, s.a)
	}
	s.setDirection()
	norm := math.Sqrt(s.metric.timesC(s.tmp, s.dir)) // ‖dir·R⁰‖
	d, numbers := s.metric.d, len(s.a)
	s.spent.Add(float64(numbers*(d+2)), float64(5*numbers)) // the product dir·C and two inner products: norm, slope
	hasDirection := norm > 0 && !math.IsInf(norm, 0)
	if !hasDirection || s.est.Lambda2 == 0 {
		s.finish()
		return true
	}
	// With ‖dir·R⁰‖ = ‖R⁰‖ the step length η is the relative change of the maps.
	linalg.Scal(math.Sqrt(s.metric.total)/norm, s.dir)
	s.directions = append(s.directions, s.dir...)
	copy(s.lineStart, s.a)

	// The line search halves η until Armijo's condition holds.
	slope := linalg.Dot(s.tangent, s.dir)
	eta := s.firstEta(slope)
	if s.lastEta > 0 { // begin at no more than twice the last accepted step length
		eta = min(eta, 2*s.lastEta)
	}
	for range s.opt.MaxTrials {
		if s.tryStep(eta, slope) {
			s.lastEta = eta
			s.recordPoint()
			if s.step >= s.opt.Steps {
				s.finish()
			}
			return s.done
		}
		eta /= 2
	}
	s.finishWithoutStep()
	return true
}

// setDirection sets dir to the tangent gradient. On the boundary of the ball
// ‖R − R⁰‖ ≤ ρ‖R⁰‖, it removes the component that points out of the ball.
func (s *Ascent) setDirection() {
	copy(s.dir, s.tangent)
	onBoundary := s.change >= s.opt.Rho*(1-1e-6) // project ends slightly inside the bound
	if !onBoundary || s.metric.total == 0 {      // inside the ball, or R⁰ is 0 and N does not exist
		return
	}
	// On the sphere ‖R‖ = ‖R⁰‖, the distance ‖R − R⁰‖ falls as ⟨A, C⟩ rises, with C as in
	// metric. The tangent gradient N = C − (⟨C,A⟩/T0)·A C of ⟨A, C⟩ points into the ball.
	normal := s.tangentNext // tangentNext is free between trials
	s.metric.timesC(normal, s.a)
	linalg.Scal(-linalg.Dot(s.metric.c, s.a)/s.metric.total, normal)
	linalg.Axpy(1, s.metric.c, normal)
	inward, square := linalg.Dot(normal, s.dir), linalg.Dot(normal, normal)
	if inward < 0 && square > 0 {
		linalg.Axpy(-inward/square, normal, s.dir)
	}
}

// firstEta returns a first step length of a line search, from Eta/1000 to Eta. If λ, the
// next eigenvalue, stays constant, λ₂ rises at most to λ. Armijo's condition then fails
// beyond η = (λ − λ₂)/(c_w·slope). firstEta returns 0.8 of this η, limited to the range. It
// returns Eta if the tracker carries no eigenvector of λ.
func (s *Ascent) firstEta(slope float64) float64 {
	k := s.est.Cluster // index of the first eigenvalue above the cluster of λ₂
	nextIsUnknown := k >= s.tracker.Carried() || math.IsInf(s.tracker.Value(k), 1)
	if nextIsUnknown {
		return s.opt.Eta
	}
	limit := 0.8 * (s.tracker.Value(k) - s.est.Lambda2) / (s.opt.Armijo * slope)
	return min(s.opt.Eta, max(limit, 1e-3*s.opt.Eta))
}

// tryStep evaluates the trial at step length eta. slope is the derivative of λ₂ along
// dir at the present point. If Armijo's condition holds, tryStep moves A to the trial point
// and returns true. It records every trial whose λ₂ is not 0.
func (s *Ascent) tryStep(eta, slope float64) (accepted bool) {
	copy(s.next, s.a)
	linalg.Axpy(eta, s.dir, s.next)
	change := s.metric.project(s.next, s.tmp, s.opt.Rho)
	d, numbers := s.metric.d, len(s.a)
	s.spent.Add(float64(numbers*(d+2)), float64(6*numbers)) // the projection and the promised increase
	// promised is the first-order change of λ₂ for the projected step.
	promised := 0.0
	for i, g := range s.tangent {
		promised += float64(g * (s.next[i] - s.a[i]))
	}
	if !s.tracker.Direct() { // all trials start from the vectors of the present point, see Step
		s.restoreTracker(s.trialState)
	}
	// atLeast is the smallest λ₂ that satisfies Armijo's condition; without a promised increase
	// no λ₂ does. The Ritz values of the previous eigenvectors bound λ₂ at the trial from above.
	// If this bound is below atLeast, a tracker with a factor returns λ₂ = 0 at once.
	atLeast := math.Inf(1)
	if promised > 0 {
		atLeast = s.est.Lambda2 + float64(s.opt.Armijo*promised) // float64 forbids a fused multiply-add
	}
	est := s.evaluate(s.next, s.rough(atLeast))
	if est.Lambda2 == 0 {
		return false
	}
	t := Trial{Step: s.step, Eta: eta, Lambda2: est.Lambda2, Slope: slope, Change: change}
	s.tangentGradient(s.tangentNext, s.next)
	t.SlopeAt, t.Promised = linalg.Dot(s.tangentNext, s.dir), promised
	t.Judge(s.est.Lambda2, s.opt.Armijo, s.opt.Curvature)
	s.trials = append(s.trials, t)
	if !t.Armijo {
		return false
	}
	copy(s.a, s.next)
	s.tangent, s.tangentNext = s.tangentNext, s.tangent
	s.est, s.change = est, change
	return true
}
