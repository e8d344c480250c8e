package sgpc

// This file has stage 1, the encoder of the reading "paper".

import (
	"sheafscope/core/autodiff"
	"sheafscope/core/train"
)

// encode adds the encoder H0 = act(LayerNorm(X·W_in + b)) to the tape and returns H0,
// n×width. Settings change the encoder:
//   - For features=row, each non-zero row of a non-negative X is scaled to the sum 1.
//   - Unless structure=off, A·W_A is added before the bias: the rows of the adjacency
//     matrix A are further features of the nodes.
//   - Unless norm=layer, there is no LayerNorm.
func encode(r *Run, b *train.Builder, width int) *autodiff.Var {
	t := b.Tape
	w := b.Param("encoder.weight", r.Graph.X.Cols, width, train.FanIn, train.Decayed)
	features := r.Graph.X
	if r.cfg.Features == "row" {
		features = train.RowNormalized(features)
	}
	h := train.SparseProduct(b, features, w, r.cfg.InputDropout, "dropout/input") // dropout only in the training network
	if r.cfg.Structure != "off" {
		// structure=normalized scales A to D^{-1/2}·A·D^{-1/2}.
		adjacency := train.AdjacencyRows(r.Graph, r.cfg.Structure == "normalized")
		structureWeight := b.Param("encoder.structure", r.Graph.N, width, train.FanIn, train.Decayed)
		h = autodiff.AddInPlace(t, h, train.SparseProduct(b, adjacency, structureWeight, r.cfg.InputDropout, "dropout/structure"))
	}
	h = autodiff.AddBiasInPlace(t, h, b.Param("encoder.bias", 1, width, train.Zeros, train.Decayed))
	if r.cfg.Norm == "layer" {
		h = autodiff.LayerNormInPlace(t, h, b.Param("encoder.gain", 1, width, train.Ones, train.Undecayed),
			b.Param("encoder.shift", 1, width, train.Zeros, train.Undecayed))
	}
	return activate(r, t, h)
}

// activate adds the activation of the settings, ReLU or ELU, to the tape. It overwrites x.
func activate(r *Run, t *autodiff.Tape, x *autodiff.Var) *autodiff.Var {
	if r.cfg.Activation == "relu" {
		return autodiff.ReLUInPlace(t, x)
	}
	return autodiff.ELUInPlace(t, x)
}
