// This file has operations that the networks share: scaling, encoding, dropout and propagation of features.

package peer

import (
	"sheafscope/core/autodiff"
	"sheafscope/core/linalg"
	"sheafscope/core/train"
)

// withNormalizedRows returns a builder like b, for a copy of the graph in which rows of features sum to 1, as in many papers.
// Rows with the sum 0 stay as they are. If one feature of the graph is negative, all rows stay as they are ([train.RowNormalized]).
func withNormalizedRows(b *train.Builder) *train.Builder {
	g := *b.Graph
	g.X = train.RowNormalized(g.X)
	out := *b
	out.Graph = &g
	return &out
}

// features returns [withNormalizedRows] of b, or b itself if the setting "plain" is not 0.
func (s Settings) features(b *train.Builder) *train.Builder {
	if s.Of("plain") != 0 {
		return b
	}
	return withNormalizedRows(b)
}

// inputDropout returns the dropout rate of the features X: the setting "input_dropout" in training, and 0 in evaluation.
func (s Settings) inputDropout(b *train.Builder) float64 {
	if b.Train {
		return s.Of("input_dropout")
	}
	return 0
}

// input returns the first dense layer, X·W + bias with dropout at rate drop on X: n×cols. init draws W, and the bias is initially 0. Both
// have weight decay. The names of both parameters begin with name. In evaluation there is no dropout.
func input(b *train.Builder, name string, cols int, init train.Init, drop float64) *autodiff.Var {
	if !b.Train {
		drop = 0
	}
	w := b.Param(name+".weight", b.Graph.X.Cols, cols, init, train.Decayed)
	h := train.SparseInput(b, w, drop)
	return autodiff.AddBias(b.Tape, h, b.Param(name+".bias", 1, cols, train.Zeros, train.Decayed))
}

// dropout returns x with dropout at rate p. In evaluation or with p = 0 it returns x itself, which saves memory.
// name identifies the stream of random numbers.
func dropout(b *train.Builder, x *autodiff.Var, p float64, name string) *autodiff.Var {
	if p == 0 || !b.Train {
		return x
	}
	return autodiff.Dropout(b.Tape, x, p, "dropout/"+name)
}

// propagate returns A·x for symmetric A. The gradient uses A again, so Aᵀ need not be stored.
func propagate(t *autodiff.Tape, a *linalg.CSR, x *autodiff.Var) *autodiff.Var {
	out := t.Result(a.Rows, x.Cols(), x)
	return autodiff.CustomOp(t, "propagation", out, func() {
		linalg.SpMM(a, x.Value, 0, out.Value)
	}, func() {
		linalg.SpMM(a, out.Grad, 1, x.Grad) // 1: adds to the gradient
	})
}
