package sgpc

import (
	"slices"

	"sheafscope/core/autodiff"
	"sheafscope/core/sgpc/stage"
)

// shareStage adds a stage of the run's training network to the evaluation, with its
// operations and its results as constants, and reports whether it did. Only stages
// up to Config.SharedUntil are equal in both networks.
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

// forwardRest makes the forward half of the training pass: all operations that the
// evaluation of the epoch has not made.
func (n *net) forwardRest() {
	for k, op := range n.tape.Ops {
		if k >= len(n.evaluated) || !n.evaluated[k] {
			op.Forward()
		}
	}
}

// rowsOfLoss returns the rows that the training loss depends on: the training nodes
// when the loss is the cross-entropy only, else nil for all nodes. Other nodes have
// a gradient of 0 in stage 8, so that leaving them out changes no bit.
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
