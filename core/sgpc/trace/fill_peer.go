package trace

// This file writes a trace as JSON, and traces the layers of a peer.

import (
	"sheafscope/core/json"
	"sheafscope/core/sgpc"
)

// Text returns the trace of a run as JSON: a [Trace], or [PeerParts] for a peer.
// edges is as in [Of]. Text fails before the end of the first epoch.
func Text(r *sgpc.Run, edges []int) ([]byte, error) {
	if cfg := r.Config(); cfg.Model == "sgpc" {
		t, err := Of(r, edges)
		if err != nil {
			return nil, err
		}
		return json.Marshal(t)
	}
	if r.Epoch() == 0 && !r.Given() {
		return nil, errNoEpoch
	}
	return json.Marshal(ofPeer(r))
}

// ofPeer returns the trace of a peer, whose layers come from a new evaluation of a
// fork. The run stays unchanged.
func ofPeer(r *sgpc.Run) *PeerParts {
	t := &PeerParts{Schema: Schema, Graph: graphOf(r), Config: r.Config(), Epoch: r.Epoch(), Parameters: parametersOf(r),
		PeerLayers: []PeerLayer{}}
	n := r.Fork().Evaluate("")
	for k, l := range n.Layers {
		t.PeerLayers = append(t.PeerLayers, PeerLayer{Input: nestDense(l.X.Value), Output: nestDense(l.Y.Value), Places: nest(l.Places, 2)})
		if k == 0 {
			for e, ends := range r.Graph.Edges {
				t.Arcs = append(t.Arcs, l.Arcs(e, ends)...)
			}
		}
	}
	t.Logits, t.Probs = nestDense(n.Logits), nestDense(n.Prob)
	return t
}
