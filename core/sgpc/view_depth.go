package sgpc

import (
	"sheafscope/core/autodiff"
	"sheafscope/core/sgpc/frame"
)

// Depth measures the features that each layer hands on, without dropout: of SGPC those that have diffused (mixed, without
// diffusion), of a peer those of peer.Layer.Out. They are those of the present parameters; before the first epoch nothing has been
// learned. It returns nothing of a model without such layers. The run stays as it is.
func (r *Run) Depth() []frame.Spread {
	n := r.detached()
	n.evaluate()
	var out []frame.Spread
	for k := range n.layers {
		if l := &n.layers[k]; l.Out != nil {
			l.Open(r.Graph)
			out = append(out, frame.SpreadOf(r.Graph, l.Out.Value, l.Lap))
			l.Close()
		}
	}
	for _, x := range n.embedded() {
		out = append(out, frame.SpreadOf(r.Graph, x.Value, n.lap))
	}
	return out
}

// embedded lists the nodes' stalks after the diffusion of each layer, the mixed ones without diffusion.
func (n *net) embedded() (out []*autodiff.Var) {
	for _, o := range n.diffuse {
		out = append(out, o.out)
	}
	if out != nil {
		return out
	}
	for _, o := range n.filter {
		out = append(out, o.out)
	}
	return out
}
