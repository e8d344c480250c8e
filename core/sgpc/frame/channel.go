package frame

// Channel holds, for a look, one channel of the features by stage and the numbers of the stages that are no part of every frame.
// What a stage has not made yet, and what a model does not have, is nil.
type Channel struct {
	// Of is the channel, from 0 on, of Count; D is the dimension of its vectors.
	Of    int `json:"of"`
	Count int `json:"count"`
	D     int `json:"d"`
	// Encoded, Diffused and Filtered are N×D: after stages 1, 6 and 7.
	Encoded  []float32 `json:"encoded"`
	Diffused []float32 `json:"diffused"`
	Filtered []float32 `json:"filtered"`
	// Side has 2M numbers, ‖R_ij‖ and ‖R_ji‖ of each edge as stage 4 made them. Of the operator of stage 5, Trace has the trace of each
	// diagonal block and Block the Frobenius norm of each off-diagonal block. Moved is the change of ‖R‖ of both maps of each edge
	// by the ascent of stage 10.
	Side  []float32 `json:"side"`
	Trace []float32 `json:"trace"`
	Block []float32 `json:"block"`
	Moved []float32 `json:"moved"`
	// Eigen is the unit eigenvector of λ₂ of the maps on show, N×D, where it is requested and there is a λ₂.
	Eigen []float32 `json:"eigen"`
	// Maps are R_ij, R_ji and Hat the same maps of the operator, D×D each by rows: of the edge in focus.
	Maps [2][]float64 `json:"maps"`
	Hat  [2][]float64 `json:"hat"`
	// Of the node u in focus, D numbers each: Input h_u and Output x_u of the diffusion, Mixed after stage 7, and Terms, whose sum is
	// Δt (L̂x)_u. x_u and this sum add up to h_u when the solver has converged (equation 8).
	Input  []float64     `json:"input"`
	Output []float64     `json:"output"`
	Mixed  []float64     `json:"mixed"`
	Terms  []ChannelTerm `json:"terms"`
}

// ChannelTerm is the part of edge Edge, to node Other, of Δt (L̂x)_u: Δt R̂_uᵀ(R̂_u x_u − R̂_v x_v).
type ChannelTerm struct {
	Edge  int       `json:"edge"`
	Other int       `json:"other"`
	Value []float64 `json:"value"`
}
