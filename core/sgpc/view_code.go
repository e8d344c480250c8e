package sgpc

import (
	"sheafscope/core/graph"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/stage"
)

// viewCode returns nil in other readings.
func (r *Run) viewCode() *frame.Code {
	n := r.eval
	if n.scalar == nil {
		return nil
	}
	v := &frame.Code{Entries: n.scalar.entries.Count(), InputShift: codeInput(r.Graph), Rate: r.rate.Rate, Floor: codeFloor,
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
func (r *Run) viewCodeEdge(e int) *frame.CodeEdge {
	o := r.eval.scalar
	if o == nil || !r.ran(stage.Sinkhorn) {
		return nil
	}
	v := &frame.CodeEdge{Cost: o.cost[e], P0: o.first[e], P: o.last[e], Mix: o.mix(e), Forward: -1, Backward: -1}
	g := r.Graph.Edges[e]
	if o.entries.Forward[e] {
		v.Forward = o.weight(e, g.I)
	}
	if o.entries.Backward[e] {
		v.Backward = o.weight(e, g.J)
	}
	return v
}
