package trace

// This file defines the gap ascent in a trace.

// Gap is the gap ascent of the epoch. λ₂ and λ₃ are the smallest eigenvalues above
// the kernel. Before the first ascent of the run it has only Mode and the metrics.
type Gap struct {
	Mode string `json:"mode"` // the setting gap_mode, or "off" without an ascent
	// Before holds λ₂ and λ₃ at the start. UpperBounds reports whether the operator is too
	// large for a proof. Before, AfterSheaf and the trials are then upper bounds on the
	// eigenvalues. For a smaller operator, Before or AfterSheaf is empty if the proof of
	// λ₂ fails.
	Before      []float64 `json:"before"`
	UpperBounds bool      `json:"upper_bounds,omitempty"`
	// Eta is the step length of the last accepted trial.
	Eta        float64     `json:"eta"`
	LineSearch []LineTrial `json:"line_search"` // trials of all inner steps, in order
	// AfterMatrix holds λ₂ of L + η v vᵀ, where L is the operator at the start. It is empty
	// if sgpc.Run.Compared returns nil. AfterSheaf holds λ₂ and λ₃ of the operator at the
	// end of the ascent.
	AfterMatrix []float64 `json:"after_matrix"`
	AfterSheaf  []float64 `json:"after_sheaf"`
	// MetricBefore and Metric are A_e before and after the ascent, one matrix per edge.
	// Only the mode "sheaf" has them.
	MetricBefore []Matrix `json:"metric_before,omitempty"`
	Metric       []Matrix `json:"metric,omitempty"`
	// Change is Δ after the ascent, two matrices per edge, with R = S W_θ + Δ. Only the
	// modes "matrix" and "additive" have it. Change and Direction are absent if m·d² exceeds
	// [MaxFloats].
	Change []Matrix `json:"change,omitempty"`
	// Direction has one row per inner step. In the mode "matrix" the row is the unit
	// eigenvector v. In the mode "sheaf" it is the change of all A_e for η = 1. In the mode
	// "additive" it is the change of all maps for η = 1.
	Direction Matrix `json:"direction,omitempty"`
	// Promised holds, for each trial, the first-order increase of λ₂ from η = 0 to the trial,
	// whose maps are projected on the constraints. In the mode "matrix" it is η. Armijo's
	// condition requires c_w times this increase.
	Promised []float64 `json:"promised,omitempty"`
	// Nearest and Crude are two projections of L + η v vᵀ to a sheaf. They are absent if
	// sgpc.Run.Compared returns nil.
	Nearest *Nearest `json:"nearest,omitempty"`
	Crude   *Crude   `json:"crude,omitempty"`
}

// Nearest is the sheaf whose Laplacian is nearest to L' = L + η v vᵀ, by least
// squares. L is the operator at the start of the ascent.
type Nearest struct {
	// Eta is η, the step length of the line search on the matrix.
	Eta float64 `json:"eta"`
	// Before is λ₂ of L, and After is λ₂ of the nearest sheaf.
	Before float64 `json:"before"`
	After  float64 `json:"after"`
	// Residual is ‖L(R) − L'‖_F/‖L(R⁰) − L'‖_F over the blocks of nodes and edges, for the
	// maps R of the nearest sheaf and the maps R⁰ at the start.
	Residual   float64 `json:"residual"`
	Iterations int     `json:"iterations"` // number of least-squares steps
	// Converged reports whether the iteration converged: Residual reached Tolerance, or
	// each of six successive steps lowered the square of the residual by a smaller
	// share than Tolerance. If Converged is false, the iteration ended at its largest
	// number of steps.
	Tolerance float64 `json:"tolerance"`
	Converged bool    `json:"converged"`
	KernelDim int     `json:"kernel_dim"` // of the nearest sheaf, −1 if unknown
	// Direction is v. Maps holds the maps R of the nearest sheaf, two matrices per
	// edge. After is λ₂ of L(R). For the step length 0, R are the maps at the start, and
	// Direction and Maps are absent. They are also absent if m·d² exceeds [MaxFloats].
	Direction []float64 `json:"direction,omitempty"`
	Maps      []Matrix  `json:"maps,omitempty"`
}

// Crude is the crude projection of L' to a sheaf, edge by edge, for comparison.
type Crude struct {
	// After is λ₂ of the projected sheaf. If the projection fails, it is λ₂ at the start.
	After float64 `json:"after"`
}

// LineTrial is one trial of the line search in inner step number Step (1-based). It has
// the step length Eta = η, and λ₂ at the trial, Lambda2. Slope and SlopeAt are the
// derivatives of λ₂ along the step, per unit of η, at η = 0 and at the trial. Before is λ₂
// at the start of the inner step.
//
// The flags follow from these numbers, the settings c_w and c, and Promised of
// [Gap]. Armijo means Promised > 0, Lambda2 ≥ Before + c_w·Promised and
// Lambda2 > Before. Curvature means |SlopeAt| ≤ c·Slope.
type LineTrial struct {
	Step    int     `json:"step"`
	Eta     float64 `json:"eta"`
	Lambda2 float64 `json:"lambda2"`
	// Before is absent if it equals Lambda2 of the last accepted trial or, before the
	// first accepted trial, the first entry of Gap.Before. It is always present in the
	// mode "matrix", whose steps start at a nearest sheaf. It is mostly present if the
	// operator is too large for a factorisation.
	Before    *float64 `json:"before,omitempty"`
	Slope     float64  `json:"slope"`
	SlopeAt   float64  `json:"slope_at"`
	Armijo    bool     `json:"armijo"`
	Curvature bool     `json:"curvature"`
}
