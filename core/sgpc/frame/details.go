package frame

// This file has the details that a frame has on request, and those of the reading
// "code" and of peers.

// SVR compares sparsified solves with the exact one.
type SVR struct {
	// Kept is the expected number of sampled edges, Epsilon the measured relative
	// error of the quadratic form on random vectors.
	Kept    float64 `json:"kept"`
	Epsilon float64 `json:"epsilon"`
	// Plain and Anchored are the mean variances per entry without and with the
	// anchor, over Draws draws.
	Plain    float64 `json:"plain"`
	Anchored float64 `json:"anchored"`
	Draws    int     `json:"draws"`
}

// Flow holds the solve of the diffusion X = (I + Δt·L)^{-1} H in the first layer,
// iterate by iterate from X = 0: K iterates of N nodes and M edges. Numbers for
// drawing only have single precision.
type Flow struct {
	// Dt is the diffusion time of this solve, Run the diffusion time of the run.
	Dt  float64 `json:"dt"`
	Run float64 `json:"run"`
	// Iter holds the numbers of the stored iterates: the first, the last and evenly
	// spaced ones between.
	Iter []int `json:"iter"`
	// Residual is the largest relative residual of a channel at each stored
	// iterate, Energy is tr(XᵀLX).
	Residual []float64 `json:"residual"`
	Energy   []float64 `json:"energy"`
	// Coord is K×N: ⟨x_i − mean x, u⟩ with the direction u ∈ R^{d·c} of the largest
	// variance over the nodes at the end of the run's own solve. Scale is the
	// largest absolute coordinate at that end, Spread the standard deviation over
	// the nodes at each iterate.
	Coord  []float32 `json:"coord"`
	Scale  float64   `json:"scale"`
	Spread []float64 `json:"spread"`
	// Value is K×N: the first coordinate of the stalk in the requested channel. It is
	// nil unless a channel is requested.
	Value []float32 `json:"value"`
	// Class is K×N: the class whose mean over the training nodes is nearest, or −1 if
	// the node equals all means. Right is the accuracy of Class on the labelled nodes
	// outside the training set, −1 without such nodes.
	Class []int32   `json:"class"`
	Right []float64 `json:"right"`
	// EdgeEnergy is K×M: the share of each edge in the energy.
	EdgeEnergy []float32 `json:"edge_energy"`
	// Evolution is the diffusion over time. The iterates of the solver are not points
	// in time.
	Evolution Evolution `json:"evolution"`
}

// Evolution is the diffusion of the first layer over time: Dirichlet energies of
// the heat flow e^{−tL}H (Flow) and of one implicit step (I + tL)^{−1}H of length t
// (Step).
type Evolution struct {
	// Time ascends from 0 to 4·Δt, denser at the start; Time[At] is Δt.
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

// Stalk holds the stalk of one node over diffusion time, layer by layer: rows i·D …
// i·D+D−1 of (I + t·L)^{-1} H with the input H of the layer. At t = 0 it is H, at
// t = Δt the output of an exact solve.
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
	// fastest. Value is T×D×Channels.
	Time  []float64 `json:"time"`
	Value []float32 `json:"value"`
}

// Features holds the features of every node, in single precision.
type Features struct {
	// Ptr, Col and Val are the N×Cols input X in compressed rows, without its
	// zeros.
	Cols int       `json:"cols"`
	Ptr  []int32   `json:"ptr"`
	Col  []int32   `json:"col"`
	Val  []float32 `json:"val"`
	// Encoded is H_0, N×Width. It is nil before the first evaluation.
	Width   int       `json:"width"`
	Encoded []float32 `json:"encoded"`
}

// Layers describes the layers of a peer by their sheaf Laplacians.
type Layers struct {
	// At is the selected layer, from 1, of Count. Maps, spectrum and edges of the
	// frame belong to it.
	At    int `json:"at"`
	Count int `json:"count"`
	// Beyond reports whether the Laplacian of the layer also joins nodes without an
	// edge.
	Beyond bool `json:"beyond"`
	// Before and After are ⟨X, LX⟩/⟨X, X⟩ for the input and the output of the
	// operator of each layer, with the Laplacian L of the layer; −1 for X = 0. They
	// are empty if the maps of all layers are too many.
	Before []float64 `json:"before"`
	After  []float64 `json:"after"`
	// Gain holds Curves response curves over Stages.GainX, for a layer that is a
	// function of its Laplacian. Weight holds their coefficients, Terms × Curves.
	// Curves beyond a limit are left out. Together is the response of all layers
	// without their weights and activations.
	Curves   int       `json:"curves"`
	Gain     []float64 `json:"gain"`
	Terms    int       `json:"terms"`
	Weight   []float64 `json:"weight"`
	Together []float64 `json:"together"`
	// Sums are the weighted sums over nodes that the layer computes at Node.
	Node int      `json:"node"`
	Sums []Gather `json:"sums"`
}

// Gather is a weighted sum over nodes: the nodes with the largest absolute weights
// among All with a non-zero weight.
type Gather struct {
	Name   string    `json:"name"`
	Nodes  []int     `json:"nodes"`
	Weight []float64 `json:"weight"`
	All    int       `json:"all"`
}

// Code holds the numbers of the reading "code" in the present evaluation.
type Code struct {
	// Entries is the number of directed entries, OneWay the number of edges with
	// one entry only.
	Entries int `json:"entries"`
	OneWay  int `json:"one_way"`
	// P0, P and Mix are P0, P⋆ and w = 0.7·P0 + 0.3·P⋆ of each edge, which are equal
	// for both entries. They are nil before stage 2.
	P0  []float64 `json:"p0"`
	P   []float64 `json:"p"`
	Mix []float64 `json:"mix"`
	// Square is the largest squared residual of a channel; Converged reports
	// whether it is below the tolerance.
	Square    float64 `json:"square"`
	Converged bool    `json:"converged"`
	// GateX and GateY are the weights of the diffused and of the mixed features. They
	// are 0 before stage 8.
	GateX float64 `json:"gate_x"`
	GateY float64 `json:"gate_y"`
	// KLMean is the mean KL divergence over the entries. Divisor is max(λ₂, 1) + 1e-6.
	// Both are 0 before stage 9.
	KLMean  float64 `json:"kl_mean"`
	Divisor float64 `json:"divisor"`
	// InputShift is added to every feature, Rate the learning rate of the next
	// update.
	InputShift float64 `json:"input_shift"`
	Rate       float64 `json:"rate"`
	// Floor is the lower clamp of P0 and P⋆, Warmup the number of epochs with
	// cross-entropy only.
	Floor  float64 `json:"floor"`
	Warmup int     `json:"warmup"`
}

// CodeEdge is the lift of an edge in the reading "code".
type CodeEdge struct {
	// Cost, P0, P and Mix are C, P0, P⋆ and w of both entries.
	Cost float64 `json:"cost"`
	P0   float64 `json:"p0"`
	P    float64 `json:"p"`
	Mix  float64 `json:"mix"`
	// Forward and Backward are the weights of the entries from I to J and from J to
	// I, −1 for a missing entry.
	Forward  float64 `json:"forward"`
	Backward float64 `json:"backward"`
}
