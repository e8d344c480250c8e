package view

// This file measures oversmoothing layer by layer.

import (
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
)

// Depth returns the measures of oversmoothing for the output of each layer, with the
// present parameters and without dropout. For a layer of SGPC the output is the
// diffused features or, in a model without diffusion, the mixed features. For a
// layer of a peer it is peer.Layer.Out. Depth returns nil for a model without such
// layers. The run stays unchanged.
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
