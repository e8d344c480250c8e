package trace

// Gap is the gap ascent of the epoch. λ₂ and λ₃ are the two smallest eigenvalues above the
// kernel. If there is only one, λ₃ equals λ₂; if there is none, both are 0. With
// convention=literal both are also 0 if the kernel is larger than that of constants. Before the first
// ascent of the run, only Mode, MetricBefore and Metric are set.
type Gap struct {
	Mode string `json:"mode"` // the setting gap_mode, or "off" without an ascent
	// Before holds λ₂ and λ₃ at the start. If UpperBounds is true, the operator is too large
	// for a proof, and Before, AfterSheaf and the trials are upper bounds on the eigenvalues.
	// Otherwise Before or AfterSheaf is empty if the proof of its λ₂ fails.
	Before      []float64 `json:"before"`
	UpperBounds bool      `json:"upper_bounds,omitempty"`
	// Eta is the step length of the last accepted trial, 0 without an accepted trial.
	Eta        float64     `json:"eta"`
	LineSearch []LineTrial `json:"line_search"` // the trials with a computed λ₂ of all inner steps, in order
	// AfterMatrix holds λ₂ of L + η v vᵀ, see [Nearest]. It is empty if sgpc.Run.Compared
	// returns nil. AfterSheaf holds λ₂ and λ₃ of the operator at the end of the ascent.
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
	// Direction has one row per line search: the unit eigenvector v in the mode "matrix", the
	// change of all A_e for η = 1 in "sheaf", and the change of all maps for η = 1 in "additive".
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

// Nearest is the sheaf whose Laplacian is nearest to L' = L + η v vᵀ, by least squares. L is
// the operator at the start of the ascent, and v is its unit eigenvector of λ₂. In the
// convention "literal" the sheaf has one map R at both ends of an edge.
type Nearest struct {
	Eta    float64 `json:"eta"`    // η, the step length of the line search on the matrix
	Before float64 `json:"before"` // λ₂ of L
	After  float64 `json:"after"`  // λ₂ of the nearest sheaf
	// Residual is ‖L(R) − L'‖_F/‖L(R⁰) − L'‖_F over the blocks of nodes and edges, for the
	// maps R of the nearest sheaf and the maps R⁰ at the start. For a divisor 0 it is 0.
	Residual   float64 `json:"residual"`
	Iterations int     `json:"iterations"` // number of least-squares steps
	// Converged reports that Residual reached Tolerance, or that each of six successive steps
	// lowered the square of the residual by a smaller share than Tolerance.
	Tolerance float64 `json:"tolerance"`
	Converged bool    `json:"converged"`
	KernelDim int     `json:"kernel_dim"` // of the nearest sheaf
	// Direction is v, and Maps holds the maps R, two matrices per edge. Both are absent for
	// η = 0, where R = R⁰, and if m·d² exceeds [MaxFloats].
	Direction []float64 `json:"direction,omitempty"`
	Maps      []Matrix  `json:"maps,omitempty"`
}

// Crude is the projection of L' of [Nearest] to a sheaf edge by edge, for comparison.
type Crude struct {
	After float64 `json:"after"` // λ₂ of the projected sheaf or, if the projection fails, of L
}

// LineTrial is one trial of the line search in inner step number Step (1-based): the step
// length η (Eta), and λ₂ at the trial (Lambda2). Slope and SlopeAt are the derivatives of λ₂
// by η, at η = 0 and at the trial. Before is λ₂ at the start of the inner step.
//
// With the settings c_w and c, and Promised of [Gap], Armijo means Promised > 0,
// Lambda2 ≥ Before + c_w·Promised and Lambda2 > Before. Curvature means |SlopeAt| ≤ c·Slope.
type LineTrial struct {
	Step    int     `json:"step"`
	Eta     float64 `json:"eta"`
	Lambda2 float64 `json:"lambda2"`
	// Before is absent if it equals Lambda2 of the last accepted trial or, before the
	// first accepted trial, the first entry of Gap.Before. In the mode "matrix", whose steps
	// start at a nearest sheaf, it is always present.
	Before    *float64 `json:"before,omitempty"`
	Slope     float64  `json:"slope"`
	SlopeAt   float64  `json:"slope_at"`
	Armijo    bool     `json:"armijo"`
	Curvature bool     `json:"curvature"`
}
