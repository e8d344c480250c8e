package sgpc

import (
	"slices"

	"sheafscope/core/autodiff"
	"sheafscope/core/sgpc/stage"
)

// takes reports whether the evaluation has a stage from the run's training
// network, of which it then takes operations and results, these as constants.
func (n *net) takes(r *Run, of int) bool {
	from := r.fit
	if n.tape.Training || from == nil || of > r.cfg.SharedUntil() {
		return false
	}
	for _, s := range from.segments {
		for _, op := range s.ops {
			if s.stage == of && op.Name() != autodiff.DropoutName {
				n.takesOp(from, op)
			}
		}
	}
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

// takesOp adds an operation of the training network to the evaluation.
func (n *net) takesOp(from *net, op autodiff.Op) {
	if from.evaluated == nil {
		from.evaluated = make([]bool, len(from.tape.Ops))
	}
	n.tape.Add(op)
	from.evaluated[slices.Index(from.tape.Ops, op)] = true
}

// repeat is the forward half of the training pass: all operations but those that
// the evaluation of its epoch has done.
func (n *net) repeat() {
	for k, op := range n.tape.Ops {
		if k >= len(n.evaluated) || !n.evaluated[k] {
			op.Forward()
		}
	}
}

// rowsOfLoss are the nodes whose classes the loss depends on where it is the
// cross-entropy alone: the training nodes. It is nil where that is all of them or
// the loss has a term of the posterior, which sees every node, in all epochs. A node that the loss
// does not see has a gradient of 0 in stage 8, so that to leave it out changes no bit.
func (r *Run) rowsOfLoss() *autodiff.Rows {
	c := &r.cfg
	if c.Model != "sgpc" || c.LossSeesAll() || len(r.Split.Train) == 0 {
		return nil
	}
	seen := make([]bool, r.Graph.N)
	for _, i := range r.Split.Train {
		seen[i] = true
	}
	rows := &autodiff.Rows{Of: r.Graph.N}
	for i, yes := range seen {
		if yes {
			rows.Index = append(rows.Index, int32(i))
		}
	}
	return rows
}
