package view

import (
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
)

// Depth returns the measures of oversmoothing for the output of each layer, for the
// present parameters and without dropout. The output of a layer of SGPC is its
// diffused features, or the mixed ones without diffusion; for a peer it is
// peer.Layer.Out. The result is empty for a model without such layers. The run
// stays unchanged.
func Depth(r *sgpc.Run) []frame.Spread {
	n := r.Present()
	var out []frame.Spread
	for k := range n.Layers {
		if l := &n.Layers[k]; l.Out != nil {
			l.Open(r.Graph)
			out = append(out, frame.SpreadOf(r.Graph, l.Out.Value, l.Lap))
			l.Close()
		}
	}
	for _, x := range n.Embedded() {
		out = append(out, frame.SpreadOf(r.Graph, x, n.Lap))
	}
	return out
}
