package view

import (
	"sheafscope/core/graph"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/stage"
)

// viewCode returns the numbers of the reading "code", nil in other readings.
func (r *viewer) viewCode() *frame.Code {
	n := r.eval
	if n.Code == nil {
		return nil
	}
	v := &frame.Code{Entries: n.Code.Entries.Count(), InputShift: sgpc.CodeInput(r.Graph), Rate: r.at.Rate, Floor: n.Code.Floor,
		Warmup: r.cfg.KLWarmup}
	for e := range r.Graph.Edges {
		if r.Graph.Direction(e) != graph.Both {
			v.OneWay++
		}
	}
	if !r.at.Ran(stage.Sinkhorn) {
		return v
	}
	for e := range r.Graph.Edges {
		v.P0, v.P, v.Mix = append(v.P0, n.Code.P0[e]), append(v.P, n.Code.P[e]), append(v.Mix, n.Code.Mix(e))
	}
	if len(n.Diffused) > 0 && r.at.Ran(stage.Diffusion) {
		s := n.Diffused[0].Solver
		v.Square, v.Converged = s.LargestSquare(), s.Converged()
	}
	if r.at.Ran(stage.Classes) {
		v.GateX, v.GateY = n.Code.Gates[0], n.Code.Gates[1]
	}
	if r.at.Ran(stage.Posterior) {
		v.KLMean = n.Loss.Evidence()
		v.Divisor = n.Loss.Divisor()
	}
	return v
}

// viewCodeEdge returns the lift of edge e in the reading "code", nil in other
// readings and before stage 2.
func (r *viewer) viewCodeEdge(e int) *frame.CodeEdge {
	o := r.eval.Code
	if o == nil || !r.at.Ran(stage.Sinkhorn) {
		return nil
	}
	v := &frame.CodeEdge{Cost: o.Cost[e], P0: o.P0[e], P: o.P[e], Mix: o.Mix(e), Forward: -1, Backward: -1}
	g := r.Graph.Edges[e]
	if o.Entries.Forward[e] {
		v.Forward = o.Weight(e, g.I)
	}
	if o.Entries.Backward[e] {
		v.Backward = o.Weight(e, g.J)
	}
	return v
}
