package view

import (
	"sheafscope/core/diffusion"
	"sheafscope/core/sgpc/frame"
)

// evolutionTimes is the number of time steps of a frame.Evolution.
const evolutionTimes = 32

// viewEvolution returns the diffusion of the features h, (n·d)×channels, from t = 0 to
// t = 4·dt. At each time, it has the Dirichlet energies of the heat flow and of one implicit
// step, and the heat flow in the stalk of node or, for a node out of range, of exampleNode.
// The result has no numbers if 4·dt is too long for [diffusion.Evolve].
func (r *viewer) viewEvolution(h []float64, channels int, dt float64, node int) frame.Evolution {
	d := r.eval.Raw.D
	if node < 0 || node >= r.Graph.N {
		node = r.exampleNode()
	}
	v := frame.Evolution{At: evolutionTimes / 2, Node: node, D: d, Channels: channels}
	for k := range evolutionTimes + 1 {
		s := 2 * float64(k) / evolutionTimes // 0 … 2, and 1 for k = At
		v.Time = append(v.Time, dt*s*s)      // the times are dense at the start, where the features change fast
	}
	e := diffusion.Evolve(r.eval.Lap, h, channels, v.Time, node*d, (node+1)*d)
	if e.FlowEnergy == nil {
		return frame.Evolution{}
	}
	v.Flow, v.Step, v.Value = e.FlowEnergy, e.StepEnergy, single(e.FlowRows) // single: in single precision
	return v
}
