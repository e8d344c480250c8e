package trace

import "sheafscope/core/sgpc/settings"

// PeerParts is the trace of a peer, a model to compare with. From the input of a layer and
// Parameters, an independent program can compute the output of the layer. All numbers
// belong to the parameters at the start of the last finished epoch, without dropout. Within
// an epoch they belong to the present parameters.
//
// Epoch is the number of finished epochs. Logits and Probs are N×C.
type PeerParts struct {
	Schema     string               `json:"schema"`
	Graph      Input                `json:"graph"`
	Config     settings.Config      `json:"config"`
	Epoch      int                  `json:"epoch"`
	Parameters map[string]Parameter `json:"parameters"`
	PeerLayers []PeerLayer          `json:"peer_layers"`    // empty for a model without layers
	Arcs       [][2]int32           `json:"arcs,omitempty"` // directed edges, source first; absent without directions
	Logits     Matrix               `json:"logits"`
	Probs      Matrix               `json:"probabilities"`
}

// PeerLayer holds the input and the output of the operator of one layer. A row of a
// matrix belongs to a node, or to one coordinate of the stalk of a node.
type PeerLayer struct {
	Input  Matrix `json:"input"`
	Output Matrix `json:"output"`
	// Places are the positions of the nodes in the plane, N×2, in a layer that
	// aggregates by position.
	Places Matrix `json:"places,omitempty"`
}
