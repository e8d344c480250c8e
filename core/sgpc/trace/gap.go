package trace

// Gap is the gap ascent of the epoch; Before and the two Afters are eigenvalues
// above the kernel.
type Gap struct {
	Mode string `json:"mode"`
	// Before holds λ₂ and λ₃ at the start. Before and AfterSheaf are empty where no count proves λ₂. UpperBounds is set where
	// the graph is too large to factor: then they, and the trials, are upper bounds of λ₂.
	Before      []float64 `json:"before"`
	UpperBounds bool      `json:"upper_bounds,omitempty"`
	// Eta is the step of the last accepted trial.
	Eta        float64     `json:"eta"`
	LineSearch []LineTrial `json:"line_search"`
	// AfterMatrix is λ₂ of L + η v vᵀ from the start, AfterSheaf λ₂ and λ₃ at the end of
	// the ascent, of the operator that its maps have.
	AfterMatrix []float64 `json:"after_matrix"`
	AfterSheaf  []float64 `json:"after_sheaf"`
	// MetricBefore and Metric are A_e before and after the ascent, an entry an edge
	// (mode "sheaf").
	MetricBefore []Matrix `json:"metric_before,omitempty"`
	Metric       []Matrix `json:"metric,omitempty"`
	// Change is Δ after the ascent, R = S W_θ + Δ, two maps an edge (modes "matrix" and
	// "additive").
	Change []Matrix `json:"change,omitempty"`
	// Direction has a row for each inner step: the unit eigenvector v ("matrix"), or
	// the change for η = 1 of A ("sheaf"), of R ("additive"), edge by edge.
	Direction Matrix `json:"direction,omitempty"`
	// Promised is what each trial promises to first order, η·slope but for the
	// bend of the constraints: Armijo's condition asks for c_w times this.
	Promised []float64 `json:"promised,omitempty"`
	Nearest  *Nearest  `json:"nearest,omitempty"`
	Crude    *Crude    `json:"crude,omitempty"`
}

// Nearest is the return of L + η v vᵀ, from the start of the ascent, to a sheaf by
// least squares.
type Nearest struct {
	// Eta is η, the step of the line search on the matrix.
	Eta float64 `json:"eta"`
	// Before and After are λ₂ of the operator and of that of the nearest sheaf.
	Before float64 `json:"before"`
	After  float64 `json:"after"`
	// Residual is ‖L(R) − L'‖_F/‖L(R⁰) − L'‖_F over the blocks that the graph has.
	Residual   float64 `json:"residual"`
	Iterations int     `json:"iterations"`
	// Converged reports that the iteration ended by Tolerance: Residual fell to it, or its square by less than that share in each of six
	// steps. Else it ended at its bound of steps, and the nearest sheaf may lie a little further on.
	Tolerance float64 `json:"tolerance"`
	Converged bool    `json:"converged"`
	KernelDim int     `json:"kernel_dim"`
	// Direction is v. Maps is R, two maps an edge, of the operator: After is λ₂ of L(R), its smallest eigenvalue above the kernel. Both
	// are absent without a step, where R is that of the operator.
	Direction []float64 `json:"direction,omitempty"`
	Maps      []Matrix  `json:"maps,omitempty"`
}

// Crude is the return by the projection edge by edge, for comparison.
type Crude struct {
	After float64 `json:"after"`
}

// LineTrial is one trial of a line search: Slope is the derivative of λ₂ along
// the step at η = 0, SlopeAt at the trial, Before is λ₂ where the inner step begins.
// The flags follow, with the constants c_w and c of the settings and Promised of [Gap]. Armijo: Promised > 0,
// Lambda2 ≥ Before + c_w·Promised and Lambda2 > Before. Curvature: |SlopeAt| ≤ c·Slope, Wolfe's strong condition.
type LineTrial struct {
	Step    int     `json:"step"`
	Eta     float64 `json:"eta"`
	Lambda2 float64 `json:"lambda2"`
	// Before is absent where it is the first of Gap.Before or Lambda2 of the last accepted trial. It is there in the
	// mode "matrix", in which a step begins from a nearest sheaf, and for graphs too large to factor.
	Before    *float64 `json:"before,omitempty"`
	Slope     float64  `json:"slope"`
	SlopeAt   float64  `json:"slope_at"`
	Armijo    bool     `json:"armijo"`
	Curvature bool     `json:"curvature"`
}
