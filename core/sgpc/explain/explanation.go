package explain

// This file defines the attribution of a score.

// Parts attributes the score of one node i, the C logits before softmax and calibration, to
// terms, whose sum is the score. One term, "bias", is the score at zero. Two methods compute
// the terms.
//
// The exact method (sheaf.go) is for SGPC in the reading "paper" with one layer, a
// converged diffusion and a head without attention. It treats the maps as constants. Node
// j then contributes to node i by diffusion, by mixing and, for j = i, by the residual
// connection, each linear in the encoded features h_j. At zero, the fused features of node i,
// the input of the head, are 0.
//
// For all other models, the terms are integrated gradients over the features of
// each node (path.go). At zero, the features of all nodes are 0.
type Parts struct {
	Node  int    `json:"node"`
	Model string `json:"model"` // the setting model
	// Exact reports whether the exact method computed the terms. They are then exact up to
	// rounding and the tolerance of the solve, and Missed is 0. Otherwise Missed is the
	// largest quadrature error of a class, before its distribution over the terms.
	Exact  bool    `json:"exact"`
	Missed float64 `json:"missed,omitempty"`
	// Prob is the softmax of Score. Called holds the final class probabilities, which are
	// calibrated if the settings calibrate.
	Score  []float64 `json:"score"`
	Prob   []float64 `json:"prob"`
	Called []float64 `json:"called"`
	Terms  []Term    `json:"terms"`
	// Words attributes the terms of the node itself to its features. It is empty if the
	// method is not exact and the score does not depend on the features.
	Words []Word `json:"words"`
	// Ways holds the message of each neighbour, step by step. It is empty unless the
	// method is exact.
	Ways []Way `json:"ways"`
}

// Term is one contribution to the score.
type Term struct {
	// Neighbour is the source node, or −1 for a contribution without a single source. Edge is
	// the edge between source and node, or −1 without such an edge.
	Neighbour int `json:"neighbour"`
	Edge      int `json:"edge"`
	// Through is the kind of the contribution, such as [ThroughDiffusion].
	Through string `json:"through"`
	// Contribution has one number per class.
	Contribution []float64 `json:"contribution"`
}

// Values of Term.Through.
const (
	ThroughSelf      = "self"      // the node's own signal, by the residual connection
	ThroughDiffusion = "diffusion" // (I + Δt·L̂)^{-1}
	ThroughMixing    = "mixing"    // Σ α_q T_q(I − L̂)
	ThroughFeatures  = "features"  // all ways together, for the features of the source
	ThroughBias      = "bias"      // the score at zero
	ThroughGap       = "gap"       // the score minus all other terms
)

// Word is the contribution of one feature of the node to the terms with the node as
// source, one number per class. Value is the value of the feature. Feature is
//   - the column of the feature, from 0;
//   - −1, with Value 0, for the value of these terms at zero features, which is 0 unless the
//     method is exact;
//   - −2, with Value 0, for the sum over all features that the list lacks and, for the exact
//     method, the quadrature error.
type Word struct {
	Feature      int       `json:"feature"`
	Value        float64   `json:"value"`
	Contribution []float64 `json:"contribution"`
}

// Way is the message of a neighbour j (Node) to node i by one edge. Vectors have D
// numbers, means over the channels, where D is the stalk dimension. Rji and Rij are the maps
// R̂_ji and R̂_ij of the operator, D×D.
type Way struct {
	Node int `json:"node"`
	Edge int `json:"edge"`
	// X is h_j. R̂_ji transports X to the edge, OnEdge = R̂_ji X. The transpose of R̂_ij
	// transports OnEdge to node i, Back = R̂_ijᵀ OnEdge.
	X      []float64 `json:"x"`
	Rji    []float64 `json:"R_ji"`
	OnEdge []float64 `json:"on_edge"`
	Rij    []float64 `json:"R_ij"`
	Back   []float64 `json:"back"`
	// Arrives is the contribution of j to i in the diffusion, over all paths of the graph.
	// It is 0 in a model without diffusion.
	Arrives []float64 `json:"arrives"`
}
