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
	// Powers are T_q(I − L̂) h at u, D×(Q+1) by rows: with the weights α they add up to Mixed (equation 10).
	Powers []float64 `json:"powers"`
	// Ends are what stages 1 and 2 compute at u, and at the other end of the edge in focus.
	Ends []Encoding `json:"ends"`
	// Of the edge in focus, D×D each: Weight is W_θ, Metric the change A of the gap ascent and Roots D^{-1/2} of u and of the other end:
	// R = A S W_θ (equation 6) and R̂ = R D^{-1/2}. Nil where these settings compute the maps in another way.
	Weight []float64    `json:"weight"`
	Metric []float64    `json:"metric"`
	Roots  [2][]float64 `json:"roots"`
	// Head is what stage 8 computes at u, and Prior what stage 9 mixes in (equation 15).
	Head  *Head     `json:"head"`
	Prior []float64 `json:"prior"`
}

// MostFeatures is the number of features whose weights are shown one by one.
const MostFeatures = 8

// Encoding is the encoder at one node in a channel: Sum = Weights X + More + Bias, then LayerNorm over all numbers of the node,
// (Sum − Mean)/Deviation · Gain + Shift, then the activation.
type Encoding struct {
	Node int
	// Columns are the features, from 0 on, with the values X; Weights is D×len(X) by rows. More is the part of Others further features.
	Columns []int
	X       []float64
	Weights []float64
	Others  int
	More    []float64
	Bias    []float64
	Sum     []float64
	// Gain and Shift are nil without LayerNorm.
	Mean      float64
	Deviation float64
	Gain      []float64
	Shift     []float64
	Encoded   []float64
	// The masses of the node are the softmax of Measure h + Rest, smoothed; Measure is D×D, Rest the part of the other channels.
	Measure []float64
	Rest    []float64
}

// Head is the read-out at one node. Without hidden units the scores are Weights In + Rest + Bias, a row a class. With Units of them
// that is the sum of hidden unit Unit, one row; the scores are Out · Value + Away + OutBias, with Value the activation of this sum and
// Away the part of the other units. In are the numbers of the channel, Rest is the part of the other channels.
type Head struct {
	Parts []string
	// Gates of the reading "code": h + Gates[0] x + Gates[1] f is what enters.
	Gates   []float64
	In      []float64
	Weights []float64
	Rest    []float64
	Bias    []float64
	Sum     []float64
	Unit    int
	Units   int
	Value   float64
	Out     []float64
	Away    []float64
	OutBias []float64
	// Scores are what the softmax takes, one a class.
	Scores []float64
}

// ChannelTerm is the part of edge Edge, to node Other, of Δt (L̂x)_u: Δt R̂_uᵀ(R̂_u x_u − R̂_v x_v).
type ChannelTerm struct {
	Edge  int
	Other int
	Value []float64
}
