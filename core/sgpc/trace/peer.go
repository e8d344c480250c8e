package trace

import "sheafscope/core/sgpc/settings"

// PeerParts is the trace of a peer: input and output of its layers. An independent
// program can compute each number from the others and Parameters. All numbers
// belong to the parameters at the start of the last finished epoch, without
// dropout.
type PeerParts struct {
	Schema     string               `json:"schema"`
	Graph      Input                `json:"graph"`
	Config     settings.Config      `json:"config"`
	Epoch      int                  `json:"epoch"`
	Parameters map[string]Parameter `json:"parameters"`
	// PeerLayers are the layers in order, empty for a model without layers.
	PeerLayers []PeerLayer `json:"peer_layers"`
	// Arcs are the directed edges, source first, of a model that reads directions.
	Arcs   [][2]int32 `json:"arcs,omitempty"`
	Logits Matrix     `json:"logits"`
	Probs  Matrix     `json:"probabilities"`
}

// PeerLayer is one layer of a peer: input and output of its operator. A row belongs
// to a node, or to one coordinate of a node's stalk.
type PeerLayer struct {
	Input  Matrix `json:"input"`
	Output Matrix `json:"output"`
	// Places are the positions of the nodes in the plane, N×2, in a layer that
	// aggregates by position.
	Places Matrix `json:"places,omitempty"`
}
