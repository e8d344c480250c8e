package sgpc

import "sheafscope/core/diffusion"

// evolutionTimes is the number of steps from t = 0 to the end of an EvolutionView.
const evolutionTimes = 32

// EvolutionView is the first layer's diffusion in time: Dirichlet energies of
// the heat flow e^{−tL}H and of one implicit step (I + tL)^{−1}H of length t.
type EvolutionView struct {
	// Time ascends from 0 to 4·Δt, closer at the start, with Δt among them at place At.
	Time []float64 `json:"time"`
	At   int       `json:"at"`
	Flow []float64 `json:"flow"`
	Step []float64 `json:"step"`
	// Value is T×D×Channels: the heat flow in the stalk of Node.
	Node     int       `json:"node"`
	D        int       `json:"d"`
	Channels int       `json:"channels"`
	Value    []float32 `json:"value"`
}

// viewEvolution shows the diffusion of h, c channels, over time; without a node
// in focus it shows the stalk of the one that exampleNode names.
func (r *Run) viewEvolution(h []float64, c int, dt float64, node int) EvolutionView {
	d := r.eval.raw.D
	if node < 0 || node >= r.Graph.N {
		node = r.exampleNode()
	}
	v := EvolutionView{At: evolutionTimes / 2, Node: node, D: d, Channels: c}
	for k := range evolutionTimes + 1 {
		s := 2 * float64(k) / evolutionTimes
		v.Time = append(v.Time, dt*s*s)
	}
	e := diffusion.Evolve(r.eval.lap, h, c, v.Time, node*d, (node+1)*d)
	v.Flow, v.Step, v.Value = e.FlowEnergy, e.StepEnergy, single(e.FlowRows)
	return v
}

// exampleNode is the first end of exampleEdge, 0 without edges.
func (r *Run) exampleNode() int {
	if e := r.exampleEdge(); e >= 0 {
		return int(r.Graph.Edges[e].I)
	}
	return 0
}
