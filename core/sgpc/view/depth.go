package view

import (
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
)

// Depth measures the features that each layer hands on, without dropout: of SGPC those that have diffused (mixed, without
// diffusion), of a peer those of peer.Layer.Out. They are those of the present parameters; before the first epoch nothing has been
// learned. It returns nothing of a model without such layers. The run stays as it is.
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
