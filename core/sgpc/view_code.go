package sgpc

import (
	"sheafscope/core/graph"
	"sheafscope/core/sgpc/stage"
)

// CodeView is what the reading "code" shows of its stages; its numbers are those
// of the evaluation on show.
type CodeView struct {
	// Entries counts the directed entries, OneWay the edges that have one only.
	Entries int `json:"entries"`
	OneWay  int `json:"one_way"`
	// P0, P and Mix are P0, P⋆ and w = 0.7·P0 + 0.3·P⋆ by edge: both entries of an
	// edge share them. nil before stage 2.
	P0  []float64 `json:"p0"`
	P   []float64 `json:"p"`
	Mix []float64 `json:"mix"`
	// Square is the largest squared residual of a channel, Converged whether it
	// is below the tolerance.
	Square    float64 `json:"square"`
	Converged bool    `json:"converged"`
	// GateX and GateY weigh the diffused and the mixed features, 0 before stage 8.
	GateX float64 `json:"gate_x"`
	GateY float64 `json:"gate_y"`
	// KLMean is the mean divergence over the entries, Divisor max(λ₂, 1) + 1e-6, both 0 before stage 9.
	KLMean  float64 `json:"kl_mean"`
	Divisor float64 `json:"divisor"`
	// InputShift is added to every feature, Rate the learning rate of the next update.
	InputShift float64 `json:"input_shift"`
	Rate       float64 `json:"rate"`
	// Floor is the least P0 and P⋆, Warmup the epochs of cross-entropy alone.
	Floor  float64 `json:"floor"`
	Warmup int     `json:"warmup"`
}

// CodeEdge is the lift of an edge in the reading "code": the cost of both
// entries, and the weights of the entry from I to J and from J to I, −1 for an
// entry that there is not.
type CodeEdge struct {
	Cost     float64 `json:"cost"`
	P0       float64 `json:"p0"`
	P        float64 `json:"p"`
	Mix      float64 `json:"mix"`
	Forward  float64 `json:"forward"`
	Backward float64 `json:"backward"`
}

// viewCode returns nil in other readings.
func (r *Run) viewCode() *CodeView {
	n := r.eval
	if n.scalar == nil {
		return nil
	}
	v := &CodeView{Entries: n.scalar.entries.Count(), InputShift: codeInput(r.Graph), Rate: r.rate.Rate, Floor: codeFloor,
		Warmup: r.cfg.KLWarmup}
	for e := range r.Graph.Edges {
		if r.Graph.Direction(e) != graph.Both {
			v.OneWay++
		}
	}
	if !r.ran(stage.Sinkhorn) {
		return v
	}
	for e := range r.Graph.Edges {
		v.P0, v.P, v.Mix = append(v.P0, n.scalar.first[e]), append(v.P, n.scalar.last[e]), append(v.Mix, n.scalar.mix(e))
	}
	if len(n.diffuse) > 0 && r.ran(stage.Diffusion) {
		s := n.diffuse[0].d.Solver()
		v.Square, v.Converged = s.LargestSquare(), s.Converged()
	}
	if r.ran(stage.Classes) {
		v.GateX, v.GateY = n.fusion.used[0], n.fusion.used[1]
	}
	if r.ran(stage.Posterior) {
		v.KLMean, _ = n.loss.evidence()
		v.Divisor, _ = n.loss.gapOf()
	}
	return v
}

// viewCodeEdge returns nil in other readings and before anything was computed.
func (r *Run) viewCodeEdge(e int) *CodeEdge {
	o := r.eval.scalar
	if o == nil || !r.ran(stage.Sinkhorn) {
		return nil
	}
	v := &CodeEdge{Cost: o.cost[e], P0: o.first[e], P: o.last[e], Mix: o.mix(e), Forward: -1, Backward: -1}
	g := r.Graph.Edges[e]
	if o.entries.Forward[e] {
		v.Forward = o.weight(e, g.I)
	}
	if o.entries.Backward[e] {
		v.Backward = o.weight(e, g.J)
	}
	return v
}
