package spectral

import "math"

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
	// Promised is the first-order increase of λ₂ from η = 0 to the trial. It is η·Slope in a
	// MatrixAscent. An Ascent projects the maps of the trial on the constraints, so its
	// Promised may differ from η·Slope.
	Promised float64 `json:"promised"`
	// Before is λ₂ at η = 0, set by Judge.
	Before float64 `json:"-"`
	// Armijo reports sufficient increase: λ₂(η) ≥ λ₂(0) + c_w·Promised with
	// Promised > 0 and λ₂(η) > λ₂(0). Curvature reports Wolfe's strong condition
	// |SlopeAt| ≤ c·Slope. Judge receives the constants c_w and c.
	Armijo    bool `json:"armijo"`
	Curvature bool `json:"curvature"`
	// Change is ‖R − R⁰‖/‖R⁰‖ for the restriction maps R at the trial and the base sheaf R⁰
	// of an Ascent. It is 0 in a MatrixAscent, which changes no maps.
	Change float64 `json:"-"`
}

// Judge is equation 28, Wolfe's strong conditions in the form of appendix D, with the
// constants c_w = armijo and c = curvature. The paper has the same constant in both
// conditions. Judge sets Before, Armijo and Curvature. The parameter before is λ₂ at η = 0.
//
// The weak condition SlopeAt ≤ c·Slope would also hold far beyond the maximum, where λ₂
// falls.
func (t *Trial) Judge(before, armijo, curvature float64) {
	t.Before = before
	isSufficient := t.Lambda2 >= before+float64(armijo*t.Promised)
	t.Armijo = t.Promised > 0 && isSufficient && t.Lambda2 > before // rounding may absorb a tiny promise
	t.Curvature = math.Abs(t.SlopeAt) <= curvature*t.Slope
}
