package spectral

import "math"

// This file contains a trial of the line search in both gap ascents, and its conditions.

// Trial is a trial of a line search: a step length η, and λ₂ at the point that the
// step reaches. [Ascent] and [MatrixAscent] record their trials in this form.
type Trial struct {
	// Step is the number of the inner step, from 1; Eta is the step length.
	Step int     `json:"step"`
	Eta  float64 `json:"eta"`
	// Lambda2 is λ₂ at the trial. Slope and SlopeAt are the derivatives of λ₂ along
	// the step, per unit of η, at η = 0 and at the trial.
	Lambda2 float64 `json:"lambda2"`
	Slope   float64 `json:"slope"`
	SlopeAt float64 `json:"slope_at"`
	// Promised is the first-order increase of λ₂ from η = 0 to the trial, whose maps are
	// projected on the constraints. Without the projection it would be η·Slope.
	Promised float64 `json:"promised"`
	// Before is λ₂ at η = 0, set by Judge.
	Before float64 `json:"-"`
	// Armijo reports sufficient increase: λ₂(η) ≥ λ₂(0) + c_w·Promised with
	// Promised > 0 and λ₂(η) > λ₂(0). Curvature reports Wolfe's strong condition
	// |SlopeAt| ≤ c·Slope. Judge has the constants c_w and c.
	Armijo    bool `json:"armijo"`
	Curvature bool `json:"curvature"`
	// Change is ‖R − R⁰‖/‖R⁰‖ for the restriction maps R at the trial and the maps R⁰ at
	// the start of an Ascent. It is 0 in a MatrixAscent, which changes no maps.
	Change float64 `json:"-"`
}

// Judge is equation 28, Wolfe's strong conditions in the form of appendix D. It
// sets Before, Armijo and Curvature. The parameter before is λ₂ at η = 0.
//
// Armijo's condition has the constant c_w = armijo. It also requires that the promised
// increase is positive, and that λ₂ > before: rounding may absorb a tiny promise.
// With φ(η) = λ₂(η) and c = curvature, the curvature condition is |φ′(η)| ≤ c·φ′(0).
// The paper has the same constant in both conditions.
//
// The weak condition φ′(η) ≤ c·φ′(0) would also hold far beyond the maximum, where
// λ₂ falls. For L + η v vᵀ the weak and the strong condition agree, since φ′ lies in
// [0, 1].
func (t *Trial) Judge(before, armijo, curvature float64) {
	t.Before = before
	isSufficient := t.Lambda2 >= before+float64(armijo*t.Promised)
	t.Armijo = t.Promised > 0 && isSufficient && t.Lambda2 > before
	t.Curvature = math.Abs(t.SlopeAt) <= curvature*t.Slope
}
