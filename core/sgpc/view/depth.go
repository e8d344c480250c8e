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
	eval := r.Present()
	var spreads []frame.Spread
	for k := range eval.Layers { // the layers of a peer
		l := &eval.Layers[k]
		if l.Out != nil {
			l.Open(r.Graph) // sets the Laplacian of a layer that computes without one
			spreads = append(spreads, frame.SpreadOf(r.Graph, l.Out.Value, l.Lap))
			l.Close()
		}
	}
	for _, x := range eval.Embedded() { // the outputs of the layers of SGPC
		spreads = append(spreads, frame.SpreadOf(r.Graph, x, eval.Lap))
	}
	return spreads
}
