// This file defines the peer MLP, a perceptron without edges.

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
	Why: "Learned layers read the features of each node by itself. What it gets right owes nothing to the edges: any use of a " +
		"graph shows in what a model adds to this.",
	Equation:  []string{"\\hat{y}_i=\\softmax \\sp(W_L…\\act \\sp(W_1 x_i))"},
	Symbols:   []Symbol{{"\\hat{y}_i", "class probabilities of node i"}, {"x_i", "its features"}, symW1, symWL},
	Maps:      "are all zero: no edge is read. This is the empty sheaf, on which every vector agrees",
	Laplacian: "L=B^⊤B=0",
	Filter:    "No edge is read, so no frequency is told from another: all of them pass as they came.",
	Settings: []Default{ // name, heterophilic and homophilic default, smallest and largest value
		{"hidden", 64, 64, 1, 1024},
		{"layers", 2, 2, 1, 64},
		{"dropout", 0.5, 0.5, 0, 0.99},
		{"input_dropout", 0.5, 0.5, 0, 0.99},
		{"lr", 0.01, 0.01, 0, 10},
		{"weight_decay", 5e-3, 5e-4, 0, 10},
	},
	Reported: published.Line{Source: published.Baseline, Means: []float64{80.81, 85.29, 81.89, 36.53, 28.77, 46.21, 74.02, 87.16, 75.69}},
	Floats: func(z Size, s Settings) float64 { // memory.go defines pair and masked
		// A hidden layer has a product, a bias, an activation and dropout. The last layer has a product and a bias.
		return z.input() + (s.Of("layers")-1)*z.Nodes*s.Of("hidden")*(2*pair+pair+masked) + z.Nodes*z.Classes*2*pair
	},
	network: mlpNetwork,
}

// mlpNetwork has dense layers on the features of each node alone, with ReLU and dropout between them.
// Features are not scaled: the validation accuracy on WebKB is higher than with rows that sum to 1.
func mlpNetwork(b *train.Builder, s Settings) *autodiff.Var {
	layers := s.Int("layers")
	var h *autodiff.Var
	for l := range layers {
		name, cols := numbered("mlp", l), s.Int("hidden")
		if l == layers-1 { // the last layer returns the class scores
			cols = b.Graph.Classes
		}
		if l == 0 {
			h = input(b, name, cols, train.FanIn, s.Of("input_dropout"))
		} else {
			h = dropout(b, autodiff.ReLU(b.Tape, h), s.Of("dropout"), name)
			h = b.Linear(h, name, cols)
		}
		s.watch(emptySheaf(h))
	}
	return h
}

// emptySheaf describes a layer that uses no edges: all restriction maps are 0. h is its output, and stands for its input, too.
func emptySheaf(h *autodiff.Var) Layer {
	return Layer{openDim: 1, X: h, Y: h, scale: func(int32) float64 { return 0 }}
}
