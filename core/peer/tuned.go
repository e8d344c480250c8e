// This file defines the peer GCN, tuned: a GCN with residual connections and layer normalisation.

package peer

import (
	"sheafscope/core/autodiff"
	"sheafscope/core/train"
)

// tunedGCN has, for homophilic graphs, the settings of its paper for Citeseer: two layers of 512, rate 10⁻³, dropout ½.
// Heterophilic graphs have a quarter of the width, and the rate 0.01. The weight decay comes from GCN.
// The paper reports 85.1 % on Cora, 73.1 % on Citeseer and 81.1 % on Pubmed with 20 labels per class, not on the ten splits.
var tunedGCN = Peer{
	Name: "gcn-tuned", Label: "GCN, tuned",
	Paper: "Luo et al., Classic GNNs are strong baselines, NeurIPS 2024",
	Why: "A GCN with what later networks have: every layer keeps a linear image of what came in, is normalised node by node and " +
		"thinned by dropout. Much of what newer models gain on a plain GCN is this.",
	Equation: []string{"X′=\\act \\sp(\\LN \\sp(\\hat{A} X W_1+X W_2))"},
	Symbols: []Symbol{{"X", "features, one row a node"}, {"X′", "features after the layer"}, symA, symW1,
		{"W_2", "learned weights of the residual"},
		{"\\LN", "layer normalisation: each node's features to mean 0 and variance 1"}},
	Maps:      trivialMaps,
	Laplacian: trivialLaplacian,
	Filter: "One layer averages: it is the filter 1 − λ of this Laplacian. What a layer lets pass beside that goes through weights of " +
		"its own, " +
		"so that the layers together have no one curve.",
	Settings: []Default{ // name, heterophilic and homophilic default, smallest and largest value
		{"hidden", 128, 512, 1, 1024},
		{"layers", 2, 2, 1, 16},
		{"dropout", 0.5, 0.5, 0, 0.99},
		{"input_dropout", 0, 0, 0, 0.99},
		{"lr", 0.01, 1e-3, 0, 10},
		{"weight_decay", 5e-4, 5e-4, 0, 10},
	},
	Floats: func(z Size, s Settings) float64 { // memory.go defines pair and masked
		// The input, the adjacency, the layers with dropout, and the class scores. A layer has 11 matrices: product and bias for both halves, the
		// halves, the sum over neighbours, the sum of the halves, the normalised features before and after scaling, and the activation.
		return z.input() + z.around() + s.Of("layers")*z.Nodes*s.Of("hidden")*(11*pair+masked) + z.Nodes*z.Classes*2*pair
	},
	network: tunedGCNNetwork,
}

// tunedGCNNetwork has layers dropout(ReLU(LN(Â X W₁ + X W₂))), then a linear layer.
func tunedGCNNetwork(b *train.Builder, s Settings) *autodiff.Var {
	t, a, cols := b.Tape, adjacency(b.Graph, withLoops), s.Int("hidden")
	var h *autodiff.Var
	for l := range s.Int("layers") {
		name := numbered("tuned", l)
		var products *autodiff.Var // [XW₁ XW₂], n×2·cols, in one product
		if l == 0 {
			products = input(b, name, 2*cols, train.FanIn, s.Of("input_dropout"))
		} else {
			products = b.Linear(h, name, 2*cols)
		}
		sent := autodiff.SliceCols(t, products, 0, cols)
		received := propagate(t, a, sent)
		s.watch(averagingLayer(a, sent, received))
		h = autodiff.Add(t, received, autodiff.SliceCols(t, products, cols, 2*cols))
		// Layer normalisation has a learned scale γ and a learned shift β for each column.
		gamma := b.Param(name+".gamma", 1, cols, train.Ones, train.Undecayed)
		beta := b.Param(name+".beta", 1, cols, train.Zeros, train.Undecayed)
		h = autodiff.LayerNorm(t, h, gamma, beta)
		h = dropout(b, autodiff.ReLU(t, h), s.Of("dropout"), name)
	}
	return b.Linear(h, "tuned.class", b.Graph.Classes)
}
