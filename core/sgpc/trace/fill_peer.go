package trace

// This file writes a trace as JSON, and traces the layers of a peer.

import (
	"sheafscope/core/json"
	"sheafscope/core/sgpc"
)

// Text returns the trace of a run as JSON: a [Trace] for SGPC, see [Of], and a [PeerParts]
// for a peer (a model to compare with), which ignores edges. Text fails before the end of
// the first epoch, unless the initial parameters were given.
func Text(r *sgpc.Run, edges []int) ([]byte, error) {
	cfg := r.Config()
	if cfg.Model == "sgpc" {
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

// ofPeer returns the trace of a peer. It evaluates a fork, so that the run stays unchanged.
func ofPeer(r *sgpc.Run) *PeerParts {
	t := &PeerParts{Schema: Schema, Graph: graphOf(r), Config: r.Config(), Epoch: r.Epoch(), Parameters: parametersOf(r),
		PeerLayers: []PeerLayer{}}
	eval := r.Fork().Evaluate("") // "": with the maps of the network
	for k, l := range eval.Layers {
		t.PeerLayers = append(t.PeerLayers, PeerLayer{Input: nestDense(l.X.Value), Output: nestDense(l.Y.Value), Places: nest(l.Places, 2)})
		if k == 0 { // all layers have the same arcs, or none
			for e, ends := range r.Graph.Edges {
				t.Arcs = append(t.Arcs, l.Arcs(e, ends)...)
			}
		}
	}
	t.Logits, t.Probs = nestDense(eval.Logits), nestDense(eval.Prob)
	return t
}
