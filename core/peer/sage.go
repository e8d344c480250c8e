// This file defines the peer GraphSAGE, which has separate weights for a node and for the mean of its neighbours.

package peer

import (
	"sheafscope/core/autodiff"
	"sheafscope/core/train"
)

// sage has the width, rate and dropout of the other two-layer peers, since the experiments of its paper are on other graphs.
var sage = Peer{
	Name: "sage", Label: "GraphSAGE",
	Paper: "Hamilton, Ying and Leskovec, Inductive representation learning on large graphs, NeurIPS 2017",
	Why: "Each layer reads a node's own features and the mean of its neighbours' apart, each with weights of its own, so that a node is not " +
		"lost in its neighbourhood.",
	Equation: []string{"X′=\\act \\sp(X W_1+D^{−1}A X W_2)"},
	Symbols: []Symbol{{"X", "features, one row a node"}, {"X′", "features after the layer"}, {"A", "adjacency matrix of the graph"},
		{"D", "degrees"}, {"W_1", "learned weights for the node itself"}, {"W_2", "learned weights for the mean of its neighbours"}},
	Maps:      plainMaps,
	Laplacian: plainLaplacian,
	Filter:    "The node itself and its neighbours have weights of their own: no frequency has one gain.",
	Settings: []Default{ // name, heterophilic and homophilic default, smallest and largest value
		{"hidden", 64, 64, 1, 1024},
		{"layers", 2, 2, 1, 16},
		{"dropout", 0.5, 0.5, 0, 0.99},
		{"input_dropout", 0.5, 0.5, 0, 0.99},
		{"lr", 0.01, 0.01, 0, 10},
		{"weight_decay", 5e-3, 5e-4, 0, 10},
		{"degree", 0, 0, 0, 1},
		{"act", 0, 0, 0, 5},
		{"directed", 0, 0, 0, 1},
		{"skip", 0, 0, 0, 3},
		{"linear_head", 0, 0, 0, 1},
	},
	Floats: func(z Size, s Settings) float64 { // memory.go defines pair, masked and sparseEntry
		// Training stores the mean over neighbours and its transpose, and evaluation stores the mean: three matrices.
		mean := 3 * sparseEntry * 2 * z.Edges
		// The input, the mean, and the hidden layers: product and bias for both halves (of double width), the halves, the mean of one half, the
		// sum, the activation, and dropout. The class scores have neither activation nor dropout. The estimate ignores skip
		// connections and a linear head.
		return z.input() + mean + (s.Of("layers")-1)*z.Nodes*s.Of("hidden")*(9*pair+masked) + z.Nodes*z.Classes*8*pair
	},
	network: sageNetwork,
}

// sageNetwork has layers X W₁ + D^{-1}A X W₂, with separate weights for a node and for the mean of its neighbours.
func sageNetwork(b *train.Builder, s Settings) *autodiff.Var {
	t, mean := b.Tape, s.neighbourSum(b.Graph, withoutLoops, receiverMean)
	layers, last := s.graphLayers() // last is the layer with the class scores, or −1 with a linear head
	var h *autodiff.Var
	for l := range layers {
		name, cols := numbered("sage", l), s.Int("hidden")
		if l == last {
			cols = b.Graph.Classes
		}
		// One product [XW₁ XW₂] suffices, since mean(X)·W = mean(X·W).
		// in is the input of the layer, or nil in the first layer for the features of the graph.
		var products, in *autodiff.Var
		if l == 0 {
			products = input(b, name, 2*cols, train.FanIn, s.Of("input_dropout"))
		} else {
			in = dropout(b, h, s.Of("dropout"), name)
			products = b.Linear(in, name, 2*cols)
		}
		own, sent := autodiff.SliceCols(t, products, 0, cols), autodiff.SliceCols(t, products, cols, 2*cols)
		received := mean.apply(t, sent)
		s.watch(mean.asLayer(sent, received))
		h = autodiff.Add(t, own, received)
		if l != last {
			h = s.activate(t, s.addSkip(b, h, in, name), autodiff.ReLU)
			h = s.addOutputSkip(b, h, in)
		}
	}
	return s.head(b, h, "sage")
}
