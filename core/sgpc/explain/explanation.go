package explain

// Parts is the score z_i of one node, its C logits before the softmax (and
// before calibration), taken apart by where it comes from:
//
//	z_i = Σ terms.
//
// For SGPC with one layer, a diffusion that reached its tolerance and no attention
// in the head it follows the signal h, which the encoder makes of the features, with the maps held: what
// arrives at i from j over diffusion, over mixing and by itself is linear in h_j,
// and the head behind it is taken by its integrated gradients, which have a
// closed form there (sheaf.go). For every other model the terms are
// integrated gradients over the features of each node (path.go). Both go
// from zero to what is there; what the network says at zero is the term "bias".
type Parts struct {
	Node  int    `json:"node"`
	Model string `json:"model"`
	// Exact reports the first kind, up to rounding and the tolerance of the solve. Missed is the most that the rule of the second kind
	// missed of a class's score, before that was dealt out over the terms.
	Exact  bool    `json:"exact"`
	Missed float64 `json:"missed,omitempty"`
	// Score is z_i, Prob its softmax, Called what counts: calibrated where that is on.
	Score  []float64 `json:"score"`
	Prob   []float64 `json:"prob"`
	Called []float64 `json:"called"`
	Terms  []Term    `json:"terms"`
	// Words takes the terms whose source is the node itself apart by its features.
	Words []Word `json:"words"`
	// Ways are what a neighbour sends, step by step; of an exact explanation.
	Ways []Way `json:"ways"`
}

const ThroughSelf = "self" // the node's own signal, past the sheaf

// Term is a part of the score, one number a class. Neighbour is the source, −1
// for none; Edge is the edge between it and the node, −1 where there is none.
type Term struct {
	Neighbour    int       `json:"neighbour"`
	Edge         int       `json:"edge"`
	Through      string    `json:"through"`
	Contribution []float64 `json:"contribution"`
}

// Word is a feature of the node with its part of the node's own terms. Feature −1
// is what they are without any, −2 what the others leave of them.
type Word struct {
	Feature      int       `json:"feature"`
	Value        float64   `json:"value"`
	Contribution []float64 `json:"contribution"`
}

// Way is the message of a neighbour j to node i, means over the channels: X is
// h_j, R̂_ji takes it to the edge, R̂_ijᵀ back; Arrives is what the whole
// diffusion brings from j to i, by all paths. Maps are D×D, those of the operator.
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
