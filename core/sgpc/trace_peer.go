package sgpc

import (
	"sheafscope/core/json"
	"sheafscope/core/sgpc/trace"
)

// TraceText is the trace of the run as JSON: that of [Run.Trace], or a [trace.Peer]. It
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
func (r *Run) tracePeer() *trace.Peer {
	between := r.betweenEpochs()
	t := &trace.Peer{Schema: trace.Schema, Graph: r.traceGraph(), Config: r.cfg, Epoch: r.epoch, Parameters: r.traceParameters(between),
		PeerLayers: []trace.PeerLayer{}}
	present := r.store.Snapshot(nil)
	if between && len(r.shown) > 0 {
		r.store.Restore(r.shown)
	}
	n := r.detached()
	n.evaluate()
	for k, l := range n.layers {
		t.PeerLayers = append(t.PeerLayers, trace.PeerLayer{Input: nestDense(l.X.Value), Output: nestDense(l.Y.Value), Places: nest(l.Places, 2)})
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
