package spectral

// Trial is one trial of a line search.
type Trial struct {
	// Step counts the inner steps from 1; Eta is the trial's step length.
	Step int
	Eta  float64
	// Lambda2 is the value at the trial, Slope the derivative of λ2 along the
	// step at η = 0, per unit of η, SlopeAt the one at the trial.
	Lambda2, Slope, SlopeAt float64
	// Promised is the increase to first order: η·Slope, less what the constraints
	// bend off.
	Promised float64
	// Armijo: λ2(η) ≥ λ2(0) + c_w·Promised, and the step counts as progress.
	// Curvature: slope(η) ≤ c·slope(0).
	Armijo, Curvature bool
	// Change is ‖R − R⁰‖/‖R⁰‖ at the trial.
	Change float64
}

// Judge is equation 28, the conditions of Wolfe on a step from an operator of
// spectral gap before: Armijo's with c_w = armijo, for which the gap must also
// have grown, and that on the slope with c = curvature.
func (t *Trial) Judge(before, armijo, curvature float64) {
	t.Armijo = t.Promised > 0 && t.Lambda2 >= before+armijo*t.Promised && t.Lambda2 > before
	t.Curvature = t.SlopeAt <= curvature*t.Slope
}
