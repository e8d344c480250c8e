package explain

// This file defines the attribution of a score: its terms, the features of the node,
// and the messages of the neighbours.

// Parts is the attribution of the score z_i of one node to sources:
//
//	z_i = Σ terms.
//
// The score holds the C logits before softmax and calibration. There are two
// methods, and both start from zero: the score at zero is the term "bias".
//
// The exact method (sheaf.go) is for SGPC with one layer, a converged diffusion and
// a head without attention. With constant maps, node j contributes to node i by
// diffusion, by mixing and directly. All three contributions are linear in the
// encoded features h_j, and the head has integrated gradients in closed form.
//
// For all other models, the terms are integrated gradients over the features of
// each node (path.go).
type Parts struct {
	Node  int    `json:"node"`
	Model string `json:"model"`
	// Exact reports whether the method is the exact one, up to rounding and the
	// tolerance of the solve. Missed is the quadrature error of the other method,
	// the largest over the classes, before its distribution over the terms.
	Exact  bool    `json:"exact"`
	Missed float64 `json:"missed,omitempty"`
	// Score is z_i and Prob is its softmax. Called holds the final class
	// probabilities, which are calibrated if the settings calibrate.
	Score  []float64 `json:"score"`
	Prob   []float64 `json:"prob"`
	Called []float64 `json:"called"`
	Terms  []Term    `json:"terms"`
	// Words attributes the terms of the node itself to its features.
	Words []Word `json:"words"`
	// Ways holds the message of each neighbour, step by step. It is empty unless the
	// method is exact.
	Ways []Way `json:"ways"`
}

// Term is one contribution to the score.
type Term struct {
	// Neighbour is the source node, −1 for a contribution without a single source.
	// Edge joins the source and the node; it is −1 if they share no edge.
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
	ThroughFeatures  = "features"  // all of these together
	ThroughBias      = "bias"      // the score at zero
	ThroughGap       = "gap"       // the score minus all other terms
)

// Word is the contribution of one feature to the node's own terms, one number per
// class. Feature −1 stands for these terms at zero features. Feature −2 stands for
// the sum over the features that are not listed.
type Word struct {
	Feature      int       `json:"feature"`
	Value        float64   `json:"value"`
	Contribution []float64 `json:"contribution"`
}

// Way is the message of a neighbour j to node i. All vectors are means over the
// channels, D numbers each. The maps are those of the operator, D×D.
type Way struct {
	Node int `json:"node"`
	Edge int `json:"edge"`
	// X is h_j. The first map transports X to the edge, OnEdge = R̂_ji X. The
	// transpose of the second map transports OnEdge to node i, Back = R̂_ijᵀ OnEdge.
	X      []float64 `json:"x"`
	Rji    []float64 `json:"R_ji"`
	OnEdge []float64 `json:"on_edge"`
	Rij    []float64 `json:"R_ij"`
	Back   []float64 `json:"back"`
	// Arrives is the contribution of j to i in the whole diffusion, over all paths
	// of the graph.
	Arrives []float64 `json:"arrives"`
}
