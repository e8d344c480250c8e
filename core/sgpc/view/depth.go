package view

import (
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
)

// Depth returns the measures of oversmoothing for the output of each layer, with the
// present parameters and without dropout. The output of a layer of SGPC is the diffused
// features or, without diffusion, the mixed features. For a peer (a model to compare with)
// it is peer.Layer.Out; layers without Out are omitted. Depth returns nil without outputs.
// The run stays unchanged.
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
