package trace

// Gap is the gap ascent of the epoch. All eigenvalues are eigenvalues above the
// kernel.
type Gap struct {
	Mode string `json:"mode"`
	// Before holds λ₂ and λ₃ at the start. Before and AfterSheaf are empty when λ₂
	// is not proved. UpperBounds reports that the graph is too large to factor:
	// Before, AfterSheaf and the trials are then upper bounds.
	Before      []float64 `json:"before"`
	UpperBounds bool      `json:"upper_bounds,omitempty"`
	// Eta is the step length of the last accepted trial.
	Eta        float64     `json:"eta"`
	LineSearch []LineTrial `json:"line_search"`
	// AfterMatrix is λ₂ of L + η v vᵀ with L the operator at the start. AfterSheaf
	// holds λ₂ and λ₃ of the operator of the maps at the end of the ascent.
	AfterMatrix []float64 `json:"after_matrix"`
	AfterSheaf  []float64 `json:"after_sheaf"`
	// MetricBefore and Metric are A_e before and after the ascent, one matrix per
	// edge (mode "sheaf").
	MetricBefore []Matrix `json:"metric_before,omitempty"`
	Metric       []Matrix `json:"metric,omitempty"`
	// Change is Δ after the ascent, R = S W_θ + Δ, two matrices per edge (modes
	// "matrix" and "additive").
	Change []Matrix `json:"change,omitempty"`
	// Direction has one row per inner step. It is the unit eigenvector v (mode
	// "matrix"), or edge by edge the change for η = 1 of A (mode "sheaf") or of R
	// (mode "additive").
	Direction Matrix `json:"direction,omitempty"`
	// Promised is the increase of λ₂ to first order in each trial, for the step
	// after the projection on the constraints. Armijo's condition requires c_w
	// times this increase.
	Promised []float64 `json:"promised,omitempty"`
	Nearest  *Nearest  `json:"nearest,omitempty"`
	Crude    *Crude    `json:"crude,omitempty"`
}

// Nearest is the projection of L' = L + η v vᵀ, from the start of the ascent, to
// the nearest sheaf by least squares.
type Nearest struct {
	// Eta is η, the step length of the line search on the matrix.
	Eta float64 `json:"eta"`
	// Before is λ₂ of the operator, After λ₂ of the nearest sheaf.
	Before float64 `json:"before"`
	After  float64 `json:"after"`
	// Residual is ‖L(R) − L'‖_F/‖L(R⁰) − L'‖_F over the blocks on the graph.
	Residual   float64 `json:"residual"`
	Iterations int     `json:"iterations"`
	// Converged reports that Tolerance ended the iteration: Residual reached it, or
	// six successive steps each lowered the square of the residual by less than
	// that share. Otherwise the bound on the steps ended it.
	Tolerance float64 `json:"tolerance"`
	Converged bool    `json:"converged"`
	KernelDim int     `json:"kernel_dim"`
	// Direction is v. Maps is R, two matrices per edge, of the nearest sheaf: After
	// is λ₂ of L(R). Both are absent for the step length 0, where R is the start.
	Direction []float64 `json:"direction,omitempty"`
	Maps      []Matrix  `json:"maps,omitempty"`
}

// Crude is the projection edge by edge, for comparison.
type Crude struct {
	// After is λ₂ of the projected sheaf.
	After float64 `json:"after"`
}

// LineTrial is one trial of a line search. Slope and SlopeAt are the derivatives of
// λ₂ along the step, per unit of η, at η = 0 and at the trial. Before is λ₂ at the
// start of the inner step.
//
// The flags follow from these numbers, the settings c_w and c, and Promised of
// [Gap]. Armijo means Promised > 0, Lambda2 ≥ Before + c_w·Promised and
// Lambda2 > Before. Curvature means |SlopeAt| ≤ c·Slope.
type LineTrial struct {
	Step    int     `json:"step"`
	Eta     float64 `json:"eta"`
	Lambda2 float64 `json:"lambda2"`
	// Before is absent when it equals the first of Gap.Before or Lambda2 of the
	// last accepted trial. The mode "matrix", whose steps begin at a nearest sheaf,
	// and graphs too large to factor have it.
	Before    *float64 `json:"before,omitempty"`
	Slope     float64  `json:"slope"`
	SlopeAt   float64  `json:"slope_at"`
	Armijo    bool     `json:"armijo"`
	Curvature bool     `json:"curvature"`
}
