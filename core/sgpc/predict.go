package sgpc

// This file has the head of stage 8.

import (
	"sheafscope/core/autodiff"
	"sheafscope/core/train"
)

// predict is equation 12, ŷ = softmax(W·H'), n×C.
func (n *net) predict(r *Run, b *train.Builder, x *autodiff.Var) {
	n.logits = head(r, b, x)
	n.prob = autodiff.SoftmaxRows(b.Tape, n.logits)
}

// head adds the map from features to logits, a linear layer. For head=gat, graph
// attention over the graph with self-loops follows (Veličković and others, 2018).
func head(r *Run, b *train.Builder, x *autodiff.Var) *autodiff.Var {
	z := b.Linear(x, "head", r.Graph.Classes)
	if r.cfg.Head == "gat" {
		return train.Attention(b, z, "head.gat")
	}
	return z
}
