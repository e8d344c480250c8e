package peer

import (
	"strconv"

	"sheafscope/core/autodiff"
	"sheafscope/core/train"
)

// defaultsGCN: section 5.2 of the paper (dropout ½ on input and hidden layer,
// L2 5·10⁻⁴ on the first layer, rate 0.01), with 64 hidden units in place of
// 16 as in all comparisons on the 48/32/20 splits.
func defaultsGCN(bool) (Settings, float64, float64) {
	return Settings{Hidden: 64, Layers: 2, Dropout: 0.5, InputDropout: 0.5}, 0.01, 5e-4
}

// buildGCN is equation (9): Â ReLU(Â X W⁰) W¹ with the renormalised adjacency
// Â = D̃^{-1/2}(A + I)D̃^{-1/2}. Weight decay acts on the first layer only.
func buildGCN(b *train.Builder, s Settings) (*autodiff.Var, error) {
	if err := first(within("gcn", "hidden", s.Hidden, 1, 4096), within("gcn", "layers", s.Layers, 1, 64)); err != nil {
		return nil, err
	}
	b = normalised(b)
	t, a := b.Tape, adjacency(b.Graph, true)
	drop := s.InputDropout
	if !b.Train {
		drop = 0
	}
	width := func(l int) int {
		if l == s.Layers-1 {
			return b.Graph.Classes
		}
		return s.Hidden
	}
	layer := func(xw *autodiff.Var, l int) *autodiff.Var {
		h := propagate(t, a, xw)
		return autodiff.AddBias(t, h, b.Param(numbered("gcn", l)+".bias", 1, width(l), train.Zeros, l == 0))
	}
	w := b.Param("gcn.0.weight", b.Graph.X.Cols, width(0), train.Glorot, true)
	h := layer(train.SparseInput(b, w, drop), 0)
	for l := 1; l < s.Layers; l++ {
		h = dropout(b, autodiff.ReLU(t, h), s.Dropout, numbered("gcn", l))
		w := b.Param(numbered("gcn", l)+".weight", h.Cols(), width(l), train.Glorot, false)
		h = layer(autodiff.MatMul(t, h, w), l)
	}
	return h, nil
}

func numbered(name string, l int) string { return name + "." + strconv.Itoa(l) }
