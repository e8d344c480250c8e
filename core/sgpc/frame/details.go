package frame

// This file has the details that a frame has on request, and details of the reading "code"
// (the authors' program) and of peers (models to compare with).

// SVR compares sparsified solves with the exact solve.
type SVR struct {
	// Kept is the expected number of sampled edges. Epsilon is the largest relative error of
	// xᵀ(L + ρI)x over random vectors x, for one sparsifier and ρ = 1/Δt.
	Kept    float64 `json:"kept"`
	Epsilon float64 `json:"epsilon"`
	// Plain is the variance of an entry of the solution, averaged over the entries. Anchored
	// is this mean with an anchor: an exact solve for scaled features, which reduces the
	// variance. If the estimate from Draws sparsifiers fails, all three are 0.
	Plain    float64 `json:"plain"`
	Anchored float64 `json:"anchored"`
	Draws    int     `json:"draws"`
}

// Flow holds K iterates of the solve of the diffusion X = (I + Δt·L)^{-1} H in the first
// layer, for N nodes and M edges. The solver starts at X = 0.
type Flow struct {
	// Dt is the diffusion time of this solve. Run is the diffusion time of the run.
	Dt  float64 `json:"dt"`
	Run float64 `json:"run"`
	// Iter holds the numbers of the stored iterates (0-based): evenly spaced, with the first
	// and the last iterate.
	Iter []int `json:"iter"`
	// For each stored iterate, Residual holds the largest relative residual of a
	// channel, and Energy holds tr(XᵀLX).
	Residual []float64 `json:"residual"`
	Energy   []float64 `json:"energy"`
	// Coord (K×N) holds the coordinate ⟨x_i − mean x, u⟩ of each node i, where x_i are
	// its features in the iterate. The solution with the diffusion time Run determines the
	// direction u ∈ R^{d·c}: the coordinates of this solution have the largest variance
	// over the nodes. Scale is the largest absolute coordinate of this solution. Spread
	// holds the standard deviation of the coordinates of each stored iterate.
	Coord  []float32 `json:"coord"`
	Scale  float64   `json:"scale"`
	Spread []float64 `json:"spread"`
	// Value (K×N) holds the first coordinate of the stalk in the requested channel. It is nil
	// if no channel was requested, or if the requested channel does not exist.
	Value []float32 `json:"value"`
	// Class (K×N) holds, for each node, the class whose training nodes have the mean nearest
	// to the features of the node. It is −1 if these features equal every such mean, and
	// without labelled training nodes. Right holds the accuracy of Class on the labelled
	// nodes outside the training set, or −1 without such nodes.
	Class []int32   `json:"class"`
	Right []float64 `json:"right"`
	// EdgeEnergy (K×M) holds the share of each edge in the energy.
	EdgeEnergy []float32 `json:"edge_energy"`
	// Evolution is the diffusion over time: the iterates of the solver are not points in time.
	Evolution Evolution `json:"evolution"`
}

// Evolution is the diffusion of the first layer over time t. At each time, Flow holds the
// Dirichlet energy of the heat flow e^{−tL}H, and Step holds the Dirichlet energy of one
// implicit step of length t, (I + tL)^{−1}H. It is zero if 4·Δt is too long for
// diffusion.Evolve.
type Evolution struct {
	// Time ascends from 0 to 4·Δt, denser at the start. Here Δt is the Dt of the [Flow], and
	// Time[At] is Δt.
	Time []float64 `json:"time"`
	At   int       `json:"at"`
	Flow []float64 `json:"flow"`
	Step []float64 `json:"step"`
	// Value holds the heat flow in the stalk of Node, D×Channels for each time. Node is the
	// node in focus or, without one, the first end of the example edge. Without edges it is 0.
	Node     int       `json:"node"`
	D        int       `json:"d"`
	Channels int       `json:"channels"`
	Value    []float32 `json:"value"`
}

// Stalk holds the stalk of one node i over diffusion time t, for each layer: the rows
// i·D … i·D+D−1 of (I + t·L)^{-1} H, where H is the input of the layer.
type Stalk struct {
	Node   int          `json:"node"`
	D      int          `json:"d"`
	Layers []StalkLayer `json:"layers"`
}

// StalkLayer is one layer of a [Stalk].
type StalkLayer struct {
	Dt       float64 `json:"dt"`
	Channels int     `json:"channels"`
	// Time ascends from 0 to Dt, denser at the start, where the stalk changes
	// fastest. Value holds the stalk, D×Channels for each time.
	Time  []float64 `json:"time"`
	Value []float32 `json:"value"`
}

// Features holds the features of every node, in single precision.
type Features struct {
	// Ptr, Col and Val hold the input X (N×Cols) in compressed sparse rows (CSR).
	Cols int       `json:"cols"`
	Ptr  []int32   `json:"ptr"`
	Col  []int32   `json:"col"`
	Val  []float32 `json:"val"`
	// Encoded is H_0, N×Width. It is nil before the first evaluation, and if it is too large.
	Width   int       `json:"width"`
	Encoded []float32 `json:"encoded"`
}

// Layers describes the layers of a peer by their sheaf Laplacians.
type Layers struct {
	// At is the number (1-based) of the selected layer, which the maps, the spectrum and the
	// edges of the frame describe. Count is the number of layers.
	At    int `json:"at"`
	Count int `json:"count"`
	// Beyond reports whether the Laplacian of the layer has blocks for pairs of nodes
	// without an edge.
	Beyond bool `json:"beyond"`
	// Before and After hold, for each layer with Laplacian L, ⟨X, LX⟩/⟨X, X⟩, where X is the
	// input (Before) or the output (After) of the operator of the layer. For X = 0, and for a
	// layer without Laplacian, the number is −1. If the maps of all layers are too many for a
	// frame, Before and After are empty.
	Before []float64 `json:"before"`
	After  []float64 `json:"after"`
	// Gain holds Curves response curves over Stages.GainX, at most 8, one after another, if the
	// layer is a function of its Laplacian. Weight holds their coefficients in a basis of Terms
	// functions, Terms×Curves. Together is the response of all layers without their weights and
	// activations. It is nil if the layers have no common response.
	Curves   int       `json:"curves"`
	Gain     []float64 `json:"gain"`
	Terms    int       `json:"terms"`
	Weight   []float64 `json:"weight"`
	Together []float64 `json:"together"`
	// Sums are the weighted sums over nodes that the layer computes at Node. Node is the
	// node in focus or, without one, the first end of the example edge. Without edges it is 0.
	Node int      `json:"node"`
	Sums []Gather `json:"sums"`
}

// Gather is a weighted sum over nodes, called Name. All is the number of nodes with a
// non-zero weight. Nodes lists the nodes with the largest absolute weights, at most 12, and
// Weight holds their weights.
type Gather struct {
	Name   string    `json:"name"`
	Nodes  []int     `json:"nodes"`
	Weight []float64 `json:"weight"`
	All    int       `json:"all"`
}

// Code holds the numbers of the reading "code" in the present evaluation.
type Code struct {
	// Entries is the number of directed entries (i, j), one or two for each edge. OneWay is
	// the number of edges with only one entry.
	Entries int `json:"entries"`
	OneWay  int `json:"one_way"`
	// P0, P and Mix hold P0, P⋆ and w = 0.7·P0 + 0.3·P⋆ of each edge. Both entries of an
	// edge have the same numbers. The slices are nil before stage 2.
	P0  []float64 `json:"p0"`
	P   []float64 `json:"p"`
	Mix []float64 `json:"mix"`
	// Square is the largest squared residual of a channel in the diffusion. Converged
	// reports whether Square is below the square of the tolerance. Before stage 6 they are 0
	// and false.
	Square    float64 `json:"square"`
	Converged bool    `json:"converged"`
	// GateX and GateY are the weights of the diffused and of the mixed features. They
	// are 0 before stage 8.
	GateX float64 `json:"gate_x"`
	GateY float64 `json:"gate_y"`
	// KLMean is the mean KL divergence over the entries. Divisor is max(λ₂, 1) + 1e-6.
	// KLMean and Divisor are 0 before stage 9. For λ_spec = 0 Divisor stays 0.
	KLMean  float64 `json:"kl_mean"`
	Divisor float64 `json:"divisor"`
	// InputShift is the constant that the encoder adds to every feature. Rate is the
	// learning rate of the next update.
	InputShift float64 `json:"input_shift"`
	Rate       float64 `json:"rate"`
	// Floor is the lower bound of P0 and P⋆.
	Floor float64 `json:"floor"`
}

// CodeEdge is the lift of an edge in the reading "code".
type CodeEdge struct {
	// Cost, P0, P and Mix are the cost C, P0, P⋆ and w of [Code], equal for both entries.
	Cost float64 `json:"cost"`
	P0   float64 `json:"p0"`
	P    float64 `json:"p"`
	Mix  float64 `json:"mix"`
	// Forward is the weight of the entry (I, J). Backward is the weight of (J, I).
	// The weight of a missing entry is −1.
	Forward  float64 `json:"forward"`
	Backward float64 `json:"backward"`
}
