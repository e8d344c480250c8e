package sgpc

// This file shares stages between the two networks of a run.

import (
	"slices"

	"sheafscope/core/autodiff"
	"sheafscope/core/sgpc/stage"
)

// shareStage adds a stage of the training network to the evaluation: its operations,
// and its results as constants. It reports whether it added the stage. Only the
// stages up to Config.SharedUntil are equal in both networks.
func (n *net) shareStage(r *Run, of int) bool {
	from := r.fit
	if n.tape.Training || from == nil || of > r.cfg.SharedUntil() {
		return false
	}
	for _, s := range from.segments {
		for _, op := range s.ops {
			if s.stage == of && op.Name() != autodiff.DropoutName {
				n.shareOp(from, op)
			}
		}
	}
	// The results that later stages of the evaluation read.
	constant := func(v *autodiff.Var) *autodiff.Var { return n.tape.Const(v.Value) }
	switch of {
	case stage.Features:
		n.encoded = constant(from.encoded)
	case stage.Sinkhorn:
		if from.scalar != nil {
			n.hidden, n.scalar, n.raw, n.maps = constant(from.hidden), from.scalar, from.raw, constant(from.scalar.out)
			break
		}
		n.measures = constant(from.measures)
	case stage.JKO:
		n.lift, n.plan = from.lift, constant(from.plan)
	case stage.Maps:
		n.raw, n.weight, n.mapping = from.raw, constant(from.weight), from.mapping
	case stage.Laplacian:
		n.hat, n.lap, n.maps = from.hat, from.lap, constant(from.maps)
	case stage.Diffusion:
		n.diffuse = from.diffuse
	case stage.Mixing:
		n.filter = from.filter
	}
	return true
}

// shareOp adds an operation of the training network to the evaluation and marks it
// as evaluated.
func (n *net) shareOp(from *net, op autodiff.Op) {
	if from.evaluated == nil {
		from.evaluated = make([]bool, len(from.tape.Ops))
	}
	n.tape.Add(op)
	from.evaluated[slices.Index(from.tape.Ops, op)] = true
}

// forwardRest computes the forward half of the training pass: all operations that the
// evaluation of the same epoch has not computed.
func (n *net) forwardRest() {
	for k, op := range n.tape.Ops {
		if k >= len(n.evaluated) || !n.evaluated[k] {
			op.Forward()
		}
	}
}

// rowsOfLoss returns the rows on which the training loss depends. They are the
// training nodes if the loss is the cross-entropy alone. Otherwise it returns nil,
// which stands for all nodes. Omitted nodes have the gradient 0 in stage 8, so that
// the omission changes no bit.
func (r *Run) rowsOfLoss() *autodiff.Rows {
	c := &r.cfg
	if c.Model != "sgpc" || c.LossSeesAll() || len(r.Split.Train) == 0 {
		return nil
	}
	isTraining := make([]bool, r.Graph.N)
	for _, i := range r.Split.Train {
		isTraining[i] = true
	}
	rows := &autodiff.Rows{Of: r.Graph.N} // in ascending order
	for i, needed := range isTraining {
		if needed {
			rows.Index = append(rows.Index, int32(i))
		}
	}
	return rows
}
