package peer

import (
	"sheafscope/core/autodiff"
	"sheafscope/core/published"
	"sheafscope/core/train"
)

// mlp has the settings of the two-layer baseline of Zhu et al. (2020) and Bodnar et al. (2022): 64 hidden units, dropout ½.
var mlp = Peer{
	Name: "mlp", Label: "MLP",
	Paper: "Rumelhart, Hinton and Williams, Learning representations by back-propagating errors, Nature 1986",
	Why: "Two learned layers read the features of each node by itself. What it gets right owes nothing to the edges: any use of a " +
		"graph shows in what a model adds to this.",
	Equation:  []string{"\\hat{y}_i=\\softmax \\sp(W_2\\sp\\act \\sp(W_1 x_i))"},
	Symbols:   []Symbol{{"\\hat{y}_i", "class probabilities of node i"}, {"x_i", "its features"}, symW1, symW2},
	Maps:      "are all zero: no edge is read. This is the empty sheaf, on which every vector agrees",
	Laplacian: "L=B^⊤B=0",
	Filter:    "No edge is read, so no frequency is told from another: all of them pass as they came.",
	Settings: []Default{
		{"hidden", 64, 64, 1, 1024},
		{"layers", 2, 2, 1, 64},
		{"dropout", 0.5, 0.5, 0, 0.99},
		{"input_dropout", 0.5, 0.5, 0, 0.99},
		{"lr", 0.01, 0.01, 0, 10},
		{"weight_decay", 5e-3, 5e-4, 0, 10},
	},
	Reported: published.Line{Source: published.Baseline, Means: []float64{80.81, 85.29, 81.89, 36.53, 28.77, 46.21, 74.02, 87.16, 75.69}},
	Floats: func(z Size, s Settings) float64 {
		return z.input() + (s.Of("layers")-1)*z.Nodes*s.Of("hidden")*(2*pair+pair+masked) + z.Nodes*z.Classes*2*pair
	},
	network: mlpNetwork,
}

// mlpNetwork has dense layers on the features alone, with ReLU between them.
// Features are not scaled: the validation accuracy on WebKB is higher than with rows that sum to 1.
func mlpNetwork(b *train.Builder, s Settings) *autodiff.Var {
	layers, hidden, drop := s.Int("layers"), s.Int("hidden"), s.Of("input_dropout")
	if layers == 1 {
		h := input(b, "mlp.0", b.Graph.Classes, train.FanIn, drop)
		s.watch(emptySheaf(h))
		return h
	}
	h := input(b, "mlp.0", hidden, train.FanIn, drop)
	s.watch(emptySheaf(h))
	for l := 1; ; l++ {
		h = dropout(b, autodiff.ReLU(b.Tape, h), s.Of("dropout"), numbered("mlp", l))
		if l == layers-1 {
			h = b.Linear(h, numbered("mlp", l), b.Graph.Classes)
			s.watch(emptySheaf(h))
			return h
		}
		h = b.Linear(h, numbered("mlp", l), hidden)
		s.watch(emptySheaf(h))
	}
}

// emptySheaf describes a layer that uses no edges: all maps are 0.
func emptySheaf(h *autodiff.Var) Layer {
	return Layer{d: 1, X: h, Y: h, scale: func(int32) float64 { return 0 }}
}
