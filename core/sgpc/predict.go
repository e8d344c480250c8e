package sgpc

import (
	"sheafscope/core/autodiff"
	"sheafscope/core/train"
)

// predict is equation 12, ŷ = softmax(W·H'). features is H'. predict sets n.logits and
// n.prob, which is ŷ. Both have a row of C numbers, one per class, for each row of H'.
func (n *net) predict(r *Run, b *train.Builder, features *autodiff.Var) {
	n.logits = head(r, b, features)
	n.prob = autodiff.SoftmaxRows(b.Tape, n.logits)
}

// head adds a linear layer from the features to the logits, and returns the logits. For
// head=gat, graph attention over the graph with self-loops follows (Veličković and
// others, 2018).
func head(r *Run, b *train.Builder, features *autodiff.Var) *autodiff.Var {
	logits := b.Linear(features, "head", r.Graph.Classes)
	if r.cfg.Head == "gat" {
		return train.Attention(b, logits, "head.gat")
	}
	return logits
}
