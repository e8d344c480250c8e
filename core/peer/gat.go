package peer

import (
	"sheafscope/core/autodiff"
	"sheafscope/core/train"
)

// defaultsGAT: section 3.3 of the paper: two layers, 8 heads of 8 features,
// ELU, one output head, dropout 0.6 on the input of both layers and on the
// coefficients, rate 0.005, L2 5·10⁻⁴.
func defaultsGAT(bool) (Settings, float64, float64) {
	return Settings{Hidden: 8, Layers: 2, Heads: 8, Dropout: 0.6, InputDropout: 0.6}, 0.005, 5e-4
}

// buildGAT is Layers attention layers (equations 1 to 5), the last with one
// head and as many features as classes.
func buildGAT(b *train.Builder, s Settings) (*autodiff.Var, error) {
	if err := first(within("gat", "hidden", s.Hidden, 1, 1024), within("gat", "layers", s.Layers, 1, 16),
		within("gat", "heads", s.Heads, 1, 64)); err != nil {
		return nil, err
	}
	b = normalised(b)
	t := b.Tape
	drop := s.InputDropout
	if !b.Train {
		drop = 0
	}
	var h *autodiff.Var
	for l := range s.Layers {
		heads, f := s.Heads, s.Hidden
		if l == s.Layers-1 {
			heads, f = 1, b.Graph.Classes
		}
		name := numbered("gat", l)
		var xw *autodiff.Var
		if l == 0 {
			xw = train.SparseInput(b, b.Param(name+".weight", b.Graph.X.Cols, heads*f, train.Glorot, true), drop)
		} else {
			h = dropout(b, autodiff.ELU(t, h), s.Dropout, name+".input")
			xw = autodiff.MatMul(t, h, b.Param(name+".weight", h.Cols(), heads*f, train.Glorot, true))
		}
		h = train.Attend(b, xw, name, heads, s.Dropout)
	}
	return h, nil
}
