package view

// This file shows the reading "code" (the authors' program): scalar lift and gated fusion.

import (
	"sheafscope/core/graph"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/stage"
)

// viewCode returns the numbers of the reading "code" from the stages that have run.
// It returns nil in the reading "paper".
func (r *viewer) viewCode() *frame.Code {
	eval, code := r.eval, r.eval.Code
	if code == nil {
		return nil
	}
	v := &frame.Code{Entries: code.Entries.Count(), InputShift: sgpc.CodeInput(r.Graph), Rate: r.standing.Rate, Floor: code.Floor}
	for e := range r.Graph.Edges {
		if r.Graph.Direction(e) != graph.Both { // the file lists one direction only
			v.OneWay++
		}
	}
	// The fields of a stage stay 0 or nil until the stage has run.
	if !r.standing.Ran(stage.Sinkhorn) {
		return v
	}
	for e := range r.Graph.Edges {
		v.P0 = append(v.P0, code.P0[e])
		v.P = append(v.P, code.P[e])
		v.Mix = append(v.Mix, code.Mix(e))
	}
	if len(eval.Diffused) > 0 && r.standing.Ran(stage.Diffusion) {
		solver := eval.Diffused[0].Solver
		// LargestSquare is the largest squared residual of a channel.
		v.Square, v.Converged = solver.LargestSquare(), solver.Converged()
	}
	if r.standing.Ran(stage.Classes) {
		v.GateX, v.GateY = code.Gates[0], code.Gates[1]
	}
	if r.standing.Ran(stage.Posterior) {
		v.KLMean = eval.Loss.Evidence()
		v.Divisor = eval.Loss.Divisor()
	}
	return v
}

// viewCodeEdge returns the scalar lift of edge e in the reading "code". Forward and Backward
// are the weights of the entries (I, J) and (J, I), −1 for a missing entry. viewCodeEdge
// returns nil in the reading "paper" and before stage 2.
func (r *viewer) viewCodeEdge(e int) *frame.CodeEdge {
	code := r.eval.Code
	if code == nil || !r.standing.Ran(stage.Sinkhorn) {
		return nil
	}
	v := &frame.CodeEdge{Cost: code.Cost[e], P0: code.P0[e], P: code.P[e], Mix: code.Mix(e), Forward: -1, Backward: -1}
	ends := r.Graph.Edges[e]
	if code.Entries.Forward[e] {
		v.Forward = code.Weight(e, ends.I)
	}
	if code.Entries.Backward[e] {
		v.Backward = code.Weight(e, ends.J)
	}
	return v
}
