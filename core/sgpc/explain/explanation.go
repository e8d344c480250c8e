package explain

// Parts is the attribution of the score z_i of one node, its C logits before
// softmax and calibration, to sources:
//
//	z_i = Σ terms.
//
// It is exact for SGPC with one layer, a converged diffusion and a head without
// attention (sheaf.go). The maps are then constants, and the contributions of the
// encoded signal h_j of node j to node i, by diffusion, by mixing and directly, are
// linear in h_j. The head has integrated gradients in closed form. For all other
// models the terms are integrated gradients over the features of each node
// (path.go). The baseline of both is zero; the score at zero is the term "bias".
type Parts struct {
	Node  int    `json:"node"`
	Model string `json:"model"`
	// Exact reports an exact attribution, up to rounding and the tolerance of the
	// solve. Missed is the largest error of the quadrature of the other kind in a
	// class score, before its distribution over the terms.
	Exact  bool    `json:"exact"`
	Missed float64 `json:"missed,omitempty"`
	// Score is z_i, Prob its softmax, Called the final class probabilities
	// (calibrated when the settings calibrate).
	Score  []float64 `json:"score"`
	Prob   []float64 `json:"prob"`
	Called []float64 `json:"called"`
	Terms  []Term    `json:"terms"`
	// Words attributes the terms of the node itself to its features.
	Words []Word `json:"words"`
	// Ways holds the message of each neighbour, step by step, for an exact
	// attribution.
	Ways []Way `json:"ways"`
}

// ThroughSelf is the Through of the node's own signal, by the residual connection.
const ThroughSelf = "self"

// Term is a contribution to the score, one number per class. Neighbour is the
// source node, −1 for none; Edge is the edge between source and node, −1 for none;
// Through is the path of the contribution.
type Term struct {
	Neighbour    int       `json:"neighbour"`
	Edge         int       `json:"edge"`
	Through      string    `json:"through"`
	Contribution []float64 `json:"contribution"`
}

// Word is the contribution of one feature to the node's own terms. Feature −1
// stands for these terms without features, −2 for the sum of the features that are
// not listed.
type Word struct {
	Feature      int       `json:"feature"`
	Value        float64   `json:"value"`
	Contribution []float64 `json:"contribution"`
}

// Way is the message of a neighbour j to node i, as means over the channels. X is
// h_j, OnEdge = R̂_ji X, Back = R̂_ijᵀ OnEdge. Arrives is the contribution of j to
// i in the whole diffusion, over all paths. The maps are those of the operator,
// D×D.
type Way struct {
	Node    int       `json:"node"`
	Edge    int       `json:"edge"`
	X       []float64 `json:"x"`
	Rji     []float64 `json:"R_ji"`
	OnEdge  []float64 `json:"on_edge"`
	Rij     []float64 `json:"R_ij"`
	Back    []float64 `json:"back"`
	Arrives []float64 `json:"arrives"`
}
