package view

// This file shows the diffusion of the first layer over time.

import (
	"sheafscope/core/diffusion"
	"sheafscope/core/sgpc/frame"
)

// evolutionTimes is the number of steps from t = 0 to the end of a frame.Evolution,
// t = 4·Δt.
const evolutionTimes = 32

// viewEvolution returns the diffusion of features h with the given number of
// channels over time, and the stalk of one node at each time. A node out of range
// selects the example node.
func (r *viewer) viewEvolution(h []float64, channels int, dt float64, node int) frame.Evolution {
	d := r.eval.Raw.D
	if node < 0 || node >= r.Graph.N {
		node = r.exampleNode()
	}
	v := frame.Evolution{At: evolutionTimes / 2, Node: node, D: d, Channels: channels}
	for k := range evolutionTimes + 1 {
		s := 2 * float64(k) / evolutionTimes
		v.Time = append(v.Time, dt*s*s) // quadratic: dense at the start
	}
	e := diffusion.Evolve(r.eval.Lap, h, channels, v.Time, node*d, (node+1)*d)
	v.Flow, v.Step, v.Value = e.FlowEnergy, e.StepEnergy, single(e.FlowRows)
	return v
}
