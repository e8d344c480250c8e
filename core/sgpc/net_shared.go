package sgpc

// This file shares stages between the two networks of a run.

import (
	"slices"

	"sheafscope/core/autodiff"
	"sheafscope/core/sgpc/stage"
)

// shareStage shares a stage of the training network with n, if n is the network of the
// evaluation and Config.SharedUntil permits. It adds the operations of the stage and, as
// constants, their results. If it returns false, the caller must build the stage.
func (n *net) shareStage(r *Run, stageNumber int) bool {
	fit := r.fit // the training network; nil before it is built, and in a fork
	canShare := !n.tape.Training && fit != nil
	if !canShare || stageNumber > r.cfg.SharedUntil() {
		return false
	}
	for _, s := range fit.segments {
		for _, op := range s.ops { // the evaluation has no dropout
			if s.stage == stageNumber && op.Name() != autodiff.DropoutName {
				n.shareOp(fit, op)
			}
		}
	}
	// The results that later stages of the evaluation read.
	constant := func(v *autodiff.Var) *autodiff.Var { return n.tape.Const(v.Value) }
	switch stageNumber {
	case stage.Features:
		n.encoded = constant(fit.encoded)
	case stage.Sinkhorn:
		if fit.scalar == nil {
			n.measures = constant(fit.measures)
		} else { // the reading "code" (the authors' program)
			n.hidden, n.scalar = constant(fit.hidden), fit.scalar
			n.raw, n.maps = fit.raw, constant(fit.scalar.out)
		}
	case stage.JKO:
		n.lift, n.plan = fit.lift, constant(fit.plan)
	case stage.Maps: // n.maps is set by stage.Laplacian, which is shared whenever stage.Maps is
		n.raw, n.weight, n.mapping = fit.raw, constant(fit.weight), fit.mapping
	case stage.Laplacian:
		n.hat, n.lap, n.maps = fit.hat, fit.lap, constant(fit.maps)
	case stage.Diffusion: // shared in the reading "code" alone, like stage.Mixing
		n.diffuse = fit.diffuse
	case stage.Mixing:
		n.filter = fit.filter
	}
	return true
}

// shareOp adds op, an operation of the training network fit, to n, the network of the
// evaluation. It marks op as evaluated in fit.
func (n *net) shareOp(fit *net, op autodiff.Op) {
	if fit.evaluated == nil {
		fit.evaluated = make([]bool, len(fit.tape.Ops))
	}
	n.tape.Add(op)
	fit.evaluated[slices.Index(fit.tape.Ops, op)] = true
}

// forwardRest computes the forward half of the training pass: all operations that the
// evaluation of the same epoch has not computed.
func (n *net) forwardRest() {
	for k, op := range n.tape.Ops {
		isEvaluated := k < len(n.evaluated) && n.evaluated[k] // evaluated is nil without shared operations
		if !isEvaluated {
			op.Forward()
		}
	}
}

// rowsOfLoss returns the nodes whose results of stage 8 the training loss needs: the
// training nodes for the cross-entropy alone. nil stands for all nodes: for a loss that
// depends on them, for a peer, and without training nodes. The results of the other nodes
// have the gradient 0. Their omission changes no bit.
func (r *Run) rowsOfLoss() *autodiff.Rows {
	isPeer := r.cfg.Model != "sgpc" // a model to compare with
	if isPeer || r.cfg.LossSeesAll() || len(r.Split.Train) == 0 {
		return nil
	}
	// Rows need an ascending order, which the split does not guarantee.
	isTraining := make([]bool, r.Graph.N)
	for _, i := range r.Split.Train {
		isTraining[i] = true
	}
	rows := &autodiff.Rows{Of: r.Graph.N}
	for i := range isTraining {
		if isTraining[i] {
			rows.Index = append(rows.Index, int32(i))
		}
	}
	return rows
}
