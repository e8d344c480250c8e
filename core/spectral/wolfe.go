package spectral

import (
	"math"

	"sheafscope/core/linalg"
)

// Trial is one trial of a line search.
type Trial struct {
	// Step counts the inner steps from 1; Eta is the trial's step length.
	Step int     `json:"step"`
	Eta  float64 `json:"eta"`
	// Lambda2 is the value at the trial, Slope the derivative of λ₂ along the
	// step at η = 0, per unit of η, SlopeAt the one at the trial.
	Lambda2 float64 `json:"lambda2"`
	Slope   float64 `json:"slope"`
	SlopeAt float64 `json:"slope_at"`
	// Promised is the increase to first order: η·Slope, less what the constraints
	// bend off.
	Promised float64 `json:"promised"`
	// Before is λ₂(0), by which Judge judges the trial.
	Before float64 `json:"-"`
	// Armijo: λ₂(η) ≥ λ₂(0) + c_w·Promised, and the step counts as progress.
	// Curvature: |slope(η)| ≤ c·slope(0), Wolfe's strong condition.
	Armijo    bool `json:"armijo"`
	Curvature bool `json:"curvature"`
	// Change is ‖R − R⁰‖/‖R⁰‖ at the trial.
	Change float64 `json:"-"`
}

// Pull sets dst to ‖∂λ₂/∂R_e‖_F of both maps of each edge, of a gradient in the
// order of sheaf.Sheaf.
func Pull(dst, grad []float64) {
	w := len(grad) / max(1, len(dst))
	for e := range dst {
		dst[e] = linalg.Nrm2(grad[e*w : (e+1)*w])
	}
}

// Judge is equation 28, the strong conditions of Wolfe, as the proof in appendix D has them, on a step from an operator of
// spectral gap before: Armijo's with c_w = armijo, for which the gap must also
// have grown, and |φ′(η)| ≤ c·φ′(0) with c = curvature, φ(η) = λ₂(η). The paper takes one constant for both.
// The weak condition, φ′(η) ≤ c·φ′(0), would also hold far beyond the maximum, where λ₂ falls. For
// L + η v vᵀ the two are the same, as φ′ lies in [0, 1].
func (t *Trial) Judge(before, armijo, curvature float64) {
	t.Before = before
	t.Armijo = t.Promised > 0 && t.Lambda2 >= before+armijo*t.Promised && t.Lambda2 > before
	t.Curvature = math.Abs(t.SlopeAt) <= curvature*t.Slope
}
