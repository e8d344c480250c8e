package trace

import "sheafscope/core/sgpc/settings"

// PeerParts is the trace of a peer: what its layers get and make, from which with
// Parameters an independent program gets each number. All of it belongs to the
// parameters that the last finished epoch started with, without dropout.
type PeerParts struct {
	Schema     string               `json:"schema"`
	Graph      Input                `json:"graph"`
	Config     settings.Config      `json:"config"`
	Epoch      int                  `json:"epoch"`
	Parameters map[string]Parameter `json:"parameters"`
	// PeerLayers are the layers in order; empty where a model has none.
	PeerLayers []PeerLayer `json:"peer_layers"`
	// Arcs are the arcs along which a model with directions passes features, source first.
	Arcs   [][2]int32 `json:"arcs,omitempty"`
	Logits Matrix     `json:"logits"`
	Probs  Matrix     `json:"probabilities"`
}

// PeerLayer is one layer of a peer: Input is what its operator is applied to,
// Output what that makes of it, in rows as the program keeps them: a row a node, or
// a row a coordinate of a node's stalk.
type PeerLayer struct {
	Input  Matrix `json:"input"`
	Output Matrix `json:"output"`
	// Places are those of the nodes in the plane, N×2, in a layer that gathers by them.
	Places Matrix `json:"places,omitempty"`
}
