package sgpc

import (
	"sheafscope/core/json"
	"sheafscope/core/sgpc/settings"
)

// TracePeer is the trace of a peer: what its layers get and make, from which with
// Parameters an independent program gets each number. All of it belongs to the
// parameters that the last finished epoch started with, without dropout.
type TracePeer struct {
	Schema     string                    `json:"schema"`
	Graph      TraceGraph                `json:"graph"`
	Config     settings.Config           `json:"config"`
	Epoch      int                       `json:"epoch"`
	Parameters map[string]TraceParameter `json:"parameters"`
	// PeerLayers are the layers in order; empty where a model has none.
	PeerLayers []TracePeerLayer `json:"peer_layers"`
	// Arcs are the arcs along which a model with directions passes features, source first.
	Arcs   [][2]int32 `json:"arcs,omitempty"`
	Logits Matrix     `json:"logits"`
	Probs  Matrix     `json:"probabilities"`
}

// TracePeerLayer is one layer of a peer: Input is what its operator is applied to,
// Output what that makes of it, in rows as the program keeps them: a row a node, or
// a row a coordinate of a node's stalk.
type TracePeerLayer struct {
	Input  Matrix `json:"input"`
	Output Matrix `json:"output"`
	// Places are those of the nodes in the plane, N×2, in a layer that gathers by them.
	Places Matrix `json:"places,omitempty"`
}

// TraceText is the trace of the run as JSON: that of [Run.Trace], or a [TracePeer]. It
// fails before the first epoch ends.
func (r *Run) TraceText(edges []int) ([]byte, error) {
	if r.cfg.Model == "sgpc" {
		t, err := r.Trace(edges)
		if err != nil {
			return nil, err
		}
		return json.Marshal(t)
	}
	if r.epoch == 0 {
		return nil, errNoEpoch
	}
	return json.Marshal(r.tracePeer())
}

// tracePeer lists the layers of a peer after an epoch. The run itself is not changed.
func (r *Run) tracePeer() *TracePeer {
	between := r.betweenEpochs()
	t := &TracePeer{Schema: TraceSchema, Graph: r.traceGraph(), Config: r.cfg, Epoch: r.epoch, Parameters: r.traceParameters(between),
		PeerLayers: []TracePeerLayer{}}
	present := r.store.Snapshot(nil)
	if between && len(r.shown) > 0 {
		r.store.Restore(r.shown)
	}
	n := r.detached()
	n.evaluate()
	for k, l := range n.layers {
		t.PeerLayers = append(t.PeerLayers, TracePeerLayer{nestDense(l.X.Value), nestDense(l.Y.Value), nest(l.Places, 2)})
		if k == 0 {
			for e, q := range r.Graph.Edges {
				t.Arcs = append(t.Arcs, l.Arcs(e, q)...)
			}
		}
	}
	t.Logits, t.Probs = nestDense(n.logits.Value), nestDense(n.prob.Value)
	r.store.Restore(present)
	return t
}
