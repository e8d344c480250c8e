package frame

// Channel holds one channel of the features by stage, with the numbers from which each stage
// computes it. A channel is a column of the matrix of features, (N·D)×Count, for N nodes and
// M edges. Fields of stages that have not run, and of parts that the model lacks, are nil.
type Channel struct {
	Of    int `json:"of"`    // the index of the channel (0-based)
	Count int `json:"count"` // the number of channels
	D     int `json:"d"`     // the stalk dimension
	// Encoded, Diffused and Filtered hold the channel after stages 1, 6 and 7, N×D each. Of
	// these three a peer has only Diffused: the output of the operator of the selected layer.
	Encoded  []float32 `json:"encoded"`
	Diffused []float32 `json:"diffused"`
	Filtered []float32 `json:"filtered"`
	// Side holds ‖R_ij‖ and ‖R_ji‖ of each edge after stage 4, 2M numbers. Of the operator of
	// stage 5, Trace holds the traces of the N diagonal blocks, and Block the Frobenius norms of
	// the blocks of the M edges. Moved holds, for each edge e, the change of ‖R_e‖, the norm of
	// both maps, by the ascent of stage 10. Outside this ascent Moved is nil.
	Side  []float32 `json:"side"`
	Trace []float32 `json:"trace"`
	Block []float32 `json:"block"`
	Moved []float32 `json:"moved"`
	// Eigen is the unit eigenvector of λ₂ of the present maps, N×D. It is nil if it was
	// not requested, without a known λ₂, for a peer, and for N·D above MaxSpectrum.
	Eigen []float32 `json:"eigen"`
	// Maps are R_ij and R_ji of the edge in focus. Hat are the two maps of this edge in
	// the operator. All are D×D, row-major.
	Maps [2][]float64 `json:"maps"`
	Hat  [2][]float64 `json:"hat"`
	// At the node u in focus, Input is h_u before the diffusion, Output is x_u after the
	// diffusion, and Mixed is the result of stage 7. Each has D numbers. The sum of Terms is
	// Δt (L̂x)_u. For a converged solver, x_u plus this sum is h_u (equation 8). In a model
	// without diffusion, these fields and Powers are nil.
	Input  []float64     `json:"input"`
	Output []float64     `json:"output"`
	Mixed  []float64     `json:"mixed"`
	Terms  []ChannelTerm `json:"terms"`
	// Powers are T_q(I − L̂) h at u for q = 0 … Q, D×(Q+1) by rows. The sum of the
	// columns, weighted by α, is Mixed (equation 10). In the reading "code" the argument of
	// T_q is I + L̂.
	Powers []float64 `json:"powers"`
	// Ends are the results of stages 1 and 2 at u and, if u is an end of the edge in focus, at
	// the other end. For an encoder with rows of the adjacency matrix, Ends is nil.
	Ends []Encoding `json:"ends"`
	// Weight (W_θ), Metric (A, the change of the gap ascent) and Roots (D^{-1/2} of both ends)
	// are factors of the maps of the edge in focus, D×D each: R = A S W_θ (equation 6) and
	// R̂ = R D^{-1/2}. If u is an end, its root is the first. Without a factor in the maps, its
	// field is nil.
	Weight []float64    `json:"weight"`
	Metric []float64    `json:"metric"`
	Roots  [2][]float64 `json:"roots"`
	// Head is the read-out at u, nil for a head with attention. Prior is the class prior of the
	// calibration (equation 15).
	Head  *Head     `json:"head"`
	Prior []float64 `json:"prior"`
}

// MostFeatures is the largest number of features that an [Encoding] lists one by one.
const MostFeatures = 8

// Encoding is the encoder at one node in one channel. The linear map gives
// Sum = Weights·X + More + Bias. LayerNorm over all numbers of the node gives
// (Sum − Mean)/Deviation · Gain + Shift. Encoded is the activation of this result.
type Encoding struct {
	Node int // index (0-based)
	// Columns are the indices of the listed features, X are their values, and Weights are
	// their weights (D×len(X), row-major). Others is the number of all other features, and
	// More is the sum of their terms, or nil for the sum 0. In the reading "code" More also has
	// the term of sgpc.CodeInput, a constant in every feature.
	Columns []int
	X       []float64
	Weights []float64
	Others  int
	More    []float64
	Bias    []float64
	Sum     []float64
	// The numbers of LayerNorm, 0 or nil without it. Deviation is
	// √(variance + autodiff.LayerNormEps).
	Mean      float64
	Deviation float64
	Gain      []float64
	Shift     []float64
	Encoded   []float64 // the result of the encoder, D numbers
	// The measure of the node is the smoothed softmax of Measure·h + Rest, where h is
	// Encoded. Measure is D×D. Rest is the contribution of the other channels.
	Measure []float64
	Rest    []float64
}

// Head is the read-out at one node: Sum = Weights·In + Rest + Bias. In holds the
// inputs in the channel, and Rest is the contribution of the other channels.
//
// In a head without hidden units, Sum holds the scores, one per class. Otherwise one hidden
// unit is shown. Sum is then the input of this unit, and Value is its activation. The scores
// are Out·Value + Away + OutBias. Out are the output weights of this unit, and Away is the
// contribution of all other units.
type Head struct {
	Parts []string // the names of the concatenated inputs
	// Gates are the weights of the reading "code", in which the input of the read-out is the
	// encoded features + Gates[0]·diffused features + Gates[1]·mixed features. A branch that
	// the settings disable has no gate. In the reading "paper" Gates is nil.
	Gates   []float64
	In      []float64
	Weights []float64 // len(Sum)×len(In), row-major
	Rest    []float64
	Bias    []float64
	Sum     []float64
	// Unit is the index (0-based) of the shown hidden unit, and Units is the number of hidden
	// units. Without hidden units, these and the next four fields are 0 or nil.
	Unit    int
	Units   int
	Value   float64
	Out     []float64
	Away    []float64
	OutBias []float64
	Scores  []float64 // the logits, one per class
}

// ChannelTerm is the term of one edge (u, v) in Δt (L̂x)_u, with v = Other:
// Δt R̂_uᵀ(R̂_u x_u − R̂_v x_v). Edge and Other are indices (0-based). Value has D numbers.
type ChannelTerm struct {
	Edge  int
	Other int
	Value []float64
}
