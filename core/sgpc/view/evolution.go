package view

import (
	"sheafscope/core/diffusion"
	"sheafscope/core/sgpc/frame"
)

// evolutionTimes is the number of steps from t = 0 to the end of a frame.Evolution.
const evolutionTimes = 32

// viewEvolution returns the diffusion of h, c channels, over time, with the stalk
// of the given node. A node out of range stands for exampleNode.
func (r *viewer) viewEvolution(h []float64, c int, dt float64, node int) frame.Evolution {
	d := r.eval.Raw.D
	if node < 0 || node >= r.Graph.N {
		node = r.exampleNode()
	}
	v := frame.Evolution{At: evolutionTimes / 2, Node: node, D: d, Channels: c}
	for k := range evolutionTimes + 1 {
		s := 2 * float64(k) / evolutionTimes
		v.Time = append(v.Time, dt*s*s)
	}
	e := diffusion.Evolve(r.eval.Lap, h, c, v.Time, node*d, (node+1)*d)
	v.Flow, v.Step, v.Value = e.FlowEnergy, e.StepEnergy, single(e.FlowRows)
	return v
}

// exampleNode returns the first end of exampleEdge, 0 without edges.
func (r *viewer) exampleNode() int {
	if e := r.exampleEdge(); e >= 0 {
		return int(r.Graph.Edges[e].I)
	}
	return 0
}
