package frame

// SVR compares sparsified solves with the exact one.
type SVR struct {
	// Kept is the expected number of edges of a draw; Epsilon the measured
	// relative error of the quadratic form on random vectors.
	Kept    float64 `json:"kept"`
	Epsilon float64 `json:"epsilon"`
	// Plain and Anchored are mean variances per entry without and with the
	// anchor, over Draws draws.
	Plain    float64 `json:"plain"`
	Anchored float64 `json:"anchored"`
	Draws    int     `json:"draws"`
}

// Flow shows the diffusion X = (I + Δt·L)^{-1} H of the first layer as it
// is solved, iterate by iterate from X = 0. It has K iterates of N nodes and M
// edges; numbers that are only drawn have single precision.
type Flow struct {
	// Dt is the diffusion time of this solve, Run that of the run.
	Dt  float64 `json:"dt"`
	Run float64 `json:"run"`
	// Iter numbers the iterates kept: the first, the last and those between.
	Iter []int `json:"iter"`
	// Residual is the largest relative residual of a channel after each of
	// them, Energy tr(XᵀLX).
	Residual []float64 `json:"residual"`
	Energy   []float64 `json:"energy"`
	// Coord is K×N: ⟨x_i − mean x, u⟩, u the direction in R^{d·c} in which the
	// nodes spread most at the end of the run's own solve. Scale is the largest
	// |coordinate| at that end, Spread the standard deviation over the nodes by iterate.
	Coord  []float32 `json:"coord"`
	Scale  float64   `json:"scale"`
	Spread []float64 `json:"spread"`
	// Value is K×N: the first coordinate of the stalk in the channel that was requested, nil without one.
	Value []float32 `json:"value"`
	// Class is K×N: the class whose mean over the training nodes is nearest, −1
	// when all are equally near; Right the share of labelled nodes outside
	// training for which that is the label (−1: there are none).
	Class []int32   `json:"class"`
	Right []float64 `json:"right"`
	// EdgeEnergy is K×M: the shares of the edges in the energy.
	EdgeEnergy []float32 `json:"edge_energy"`
	// Evolution is the diffusion in time, which the iterates of a solver are not.
	Evolution Evolution `json:"evolution"`
}

// Evolution is the first layer's diffusion in time: Dirichlet energies of
// the heat flow e^{−tL}H and of one implicit step (I + tL)^{−1}H of length t.
type Evolution struct {
	// Time ascends from 0 to 4·Δt, closer at the start, with Δt among them at place At.
	Time []float64 `json:"time"`
	At   int       `json:"at"`
	Flow []float64 `json:"flow"`
	Step []float64 `json:"step"`
	// Value is T×D×Channels: the heat flow in the stalk of Node.
	Node     int       `json:"node"`
	D        int       `json:"d"`
	Channels int       `json:"channels"`
	Value    []float32 `json:"value"`
}

// Stalk shows how the stalk of one node changes over diffusion time, layer
// by layer: rows i·D … i·D+D−1 of (I + t·L)^{-1} H, H the features that enter
// the layer. At t = 0 that is H itself, at t = Δt what the layer hands on when
// it solves exactly.
type Stalk struct {
	Node   int          `json:"node"`
	D      int          `json:"d"`
	Layers []StalkLayer `json:"layers"`
}

// StalkLayer is one layer of a [Stalk].
type StalkLayer struct {
	Dt       float64 `json:"dt"`
	Channels int     `json:"channels"`
	// Time ascends from 0 to Dt, closer at the start, where more happens. Value is
	// T×D×Channels, in single precision: it is only drawn.
	Time  []float64 `json:"time"`
	Value []float32 `json:"value"`
}

// Features holds the features of every node for a look, in single precision.
type Features struct {
	// Ptr, Col and Val are the N×Cols input X in compressed rows, without its zeros.
	Cols int       `json:"cols"`
	Ptr  []int32   `json:"ptr"`
	Col  []int32   `json:"col"`
	Val  []float32 `json:"val"`
	// Encoded is H_0, N×Width; nil before the first evaluation.
	Width   int       `json:"width"`
	Encoded []float32 `json:"encoded"`
}

// Layers is what a peer does along the edges, layer by layer.
type Layers struct {
	// At is the layer on show, from 1 on, of Count; maps, spectrum and edges of the frame are its.
	At    int `json:"at"`
	Count int `json:"count"`
	// Beyond: the layer's Laplacian also joins nodes without an edge.
	Beyond bool `json:"beyond"`
	// Before and After are ⟨X, LX⟩/⟨X, X⟩ of what each layer's operator is applied to and of
	// what it makes of it, by the layer's own L; −1 where X is 0. Empty when there are too many maps.
	Before []float64 `json:"before"`
	After  []float64 `json:"after"`
	// Gain holds Curves curves over Stages.GainX, of a layer that is a function of its
	// Laplacian; Weight its terms, Terms × Curves. There may be more curves than are shown.
	// Together is the gain of all layers, but for weights and activations between them.
	Curves   int       `json:"curves"`
	Gain     []float64 `json:"gain"`
	Terms    int       `json:"terms"`
	Weight   []float64 `json:"weight"`
	Together []float64 `json:"together"`
	// Node gathers what Sums says.
	Node int      `json:"node"`
	Sums []Gather `json:"sums"`
}

// Gather is a sum that a node takes: its nodes of largest weight, of All with a weight.
type Gather struct {
	Name   string    `json:"name"`
	Nodes  []int     `json:"nodes"`
	Weight []float64 `json:"weight"`
	All    int       `json:"all"`
}

// Code is what the reading "code" shows of its stages; its numbers are those
// of the evaluation on show.
type Code struct {
	// Entries counts the directed entries, OneWay the edges that have one only.
	Entries int `json:"entries"`
	OneWay  int `json:"one_way"`
	// P0, P and Mix are P0, P⋆ and w = 0.7·P0 + 0.3·P⋆ by edge: both entries of an
	// edge share them. nil before stage 2.
	P0  []float64 `json:"p0"`
	P   []float64 `json:"p"`
	Mix []float64 `json:"mix"`
	// Square is the largest squared residual of a channel, Converged whether it
	// is below the tolerance.
	Square    float64 `json:"square"`
	Converged bool    `json:"converged"`
	// GateX and GateY weigh the diffused and the mixed features, 0 before stage 8.
	GateX float64 `json:"gate_x"`
	GateY float64 `json:"gate_y"`
	// KLMean is the mean divergence over the entries, Divisor max(λ₂, 1) + 1e-6, both 0 before stage 9.
	KLMean  float64 `json:"kl_mean"`
	Divisor float64 `json:"divisor"`
	// InputShift is added to every feature, Rate the learning rate of the next update.
	InputShift float64 `json:"input_shift"`
	Rate       float64 `json:"rate"`
	// Floor is the least P0 and P⋆, Warmup the epochs of cross-entropy alone.
	Floor  float64 `json:"floor"`
	Warmup int     `json:"warmup"`
}

// CodeEdge is the lift of an edge in the reading "code": the cost of both
// entries, and the weights of the entry from I to J and from J to I, −1 for an
// entry that there is not.
type CodeEdge struct {
	Cost     float64 `json:"cost"`
	P0       float64 `json:"p0"`
	P        float64 `json:"p"`
	Mix      float64 `json:"mix"`
	Forward  float64 `json:"forward"`
	Backward float64 `json:"backward"`
}
