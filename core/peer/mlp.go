package peer

import (
	"sheafscope/core/autodiff"
	"sheafscope/core/train"
)

// defaultsMLP: the two-layer baseline with 64 hidden units and dropout ½ that
// Pei et al. (2020), Zhu et al. (2020) and Bodnar et al. (2022) compare with.
func defaultsMLP(homophilic bool) (Settings, float64, float64) {
	s := Settings{Hidden: 64, Layers: 2, Dropout: 0.5, InputDropout: 0.5}
	if homophilic {
		return s, 0.01, 5e-4
	}
	return s, 0.01, 5e-3
}

// buildMLP is Layers dense layers on the features alone, ReLU between them. The
// features are taken as they are: on WebKB that is better on validation than
// rows that sum to 1.
func buildMLP(b *train.Builder, s Settings) (*autodiff.Var, error) {
	if err := first(within("mlp", "hidden", s.Hidden, 1, 4096), within("mlp", "layers", s.Layers, 1, 64)); err != nil {
		return nil, err
	}
	if s.Layers == 1 {
		return input(b, "mlp.0", b.Graph.Classes, train.FanIn, s.InputDropout), nil
	}
	h := input(b, "mlp.0", s.Hidden, train.FanIn, s.InputDropout)
	for l := 1; ; l++ {
		h = dropout(b, autodiff.ReLU(b.Tape, h), s.Dropout, numbered("mlp", l))
		if l == s.Layers-1 {
			return b.Linear(h, numbered("mlp", l), b.Graph.Classes), nil
		}
		h = b.Linear(h, numbered("mlp", l), s.Hidden)
	}
}
