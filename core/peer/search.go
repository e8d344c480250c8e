// This file defines the peer reduced search, a learned mixture of the steps of other peers.

package peer

import (
	"sheafscope/core/autodiff"
	"sheafscope/core/published"
	"sheafscope/core/train"
)

// reducedSearch replaces Auto-HeG (Zheng et al., 2023) by its relaxed search alone.
// Each of three layers is a mixture of candidate steps. The shares of the candidates are learned together with the weights.
// The classifier reads the features of all layers.
//
// Auto-HeG has 18 candidates and three ways to join layers. This search has five candidates, steps of the other peers, and one way.
// Auto-HeG also reduces its candidates twice by a measure of homophily, and trains the best of 20 trials again.
// Rate, decay and dropout have the values of GraphSAGE. The width is 32, half the width of GraphSAGE, since a layer has five candidates.
var reducedSearch = Peer{
	Name: "search", Label: "Reduced search",
	Paper: "in place of Auto-HeG: Zheng et al., Auto-HeG: automated graph neural network on heterophilic graphs, WWW 2023",
	Why: "Each layer mixes five steps of the models beside it: the node alone, the mean of its neighbours, the average of both, " +
		"this average twice, and the node minus the average. The shares are learned with the weights. Auto-HeG searches among " +
		"18 steps and then trains the best network anew. This search is a smaller one.",
	Equation: []string{"H_{l+1}=\\act \\sp(∑_o \\softmax \\sp(η_l)_o P_o H_l W_{lo})", "\\hat{Y}=\\softmax \\sp([H_0‖…‖H_L]W)"},
	Symbols: []Symbol{symY, {"H_0", "encoded features"}, {"H_l", "features after l layers"},
		{"P_o", "candidate step: I, D^{−1}A, Â, Â² or I − Â"}, {"η_l", "learned logits of the shares"},
		{"W_{lo}", "learned weights of a candidate"}, symW},
	Maps:      trivialMaps,
	Laplacian: trivialLaplacian,
	Filter:    "The five steps have weights of their own, and learned shares mix them: no frequency has one gain.",
	Settings: []Default{ // name, heterophilic and homophilic default, smallest and largest value
		{"hidden", 32, 32, 1, 256},
		{"layers", 3, 3, 1, 8},
		{"dropout", 0.5, 0.5, 0, 0.99},
		{"input_dropout", 0.5, 0.5, 0, 0.99},
		{"lr", 0.01, 0.01, 0, 10},
		{"weight_decay", 5e-3, 5e-4, 0, 10},
		{"plain", 0, 0, 0, 1},
	},
	Reported: published.Line{Name: "Auto-HeG", Source: "its paper, whole search", Means: []float64{0, 0, 0, 37.4, 0, 0, 0, 0, 0}},
	Floats: func(z Size, s Settings) float64 { // memory.go defines pair, masked and sparseEntry
		wide, layers := z.Nodes*s.Of("hidden"), s.Of("layers") // wide is the number of elements of the features
		// The input, both adjacencies, the encoder, the matrices of each layer, the joined layers with dropout, and the class scores.
		// A layer has 26 matrices: for each of the five candidates a product, a slice and a scaled step, and then six products with adjacencies
		// or differences, four sums and the activation.
		// Training stores the mean over neighbours and its transpose, and evaluation stores the mean: three matrices.
		mean := 3 * sparseEntry * 2 * z.Edges
		return z.input() + z.around() + mean + wide*pair + layers*wide*26*pair + (layers+1)*wide*(pair+masked) +
			z.Nodes*z.Classes*pair
	},
	network: reducedSearchNetwork,
}

// reducedSearchNetwork has layers ReLU(Σ_o softmax(η)_o P_o H W_o) for the candidate steps P_o = I, D^{-1}A, Â, Â² and I − Â.
func reducedSearchNetwork(b *train.Builder, s Settings) *autodiff.Var {
	b = s.features(b) // rows of the features sum to 1, unless the setting "plain" is set
	t, width := b.Tape, s.Int("hidden")
	mean, a := meanAdjacency(b.Graph), adjacency(b.Graph, withLoops)
	// The candidate steps P_o, in the order of the equation.
	steps := []func(x *autodiff.Var) *autodiff.Var{
		func(x *autodiff.Var) *autodiff.Var { return x },
		func(x *autodiff.Var) *autodiff.Var { return autodiff.SpMM(t, mean, x) },
		func(x *autodiff.Var) *autodiff.Var { return propagate(t, a, x) },
		func(x *autodiff.Var) *autodiff.Var { return propagate(t, a, propagate(t, a, x)) },
		func(x *autodiff.Var) *autodiff.Var { return autodiff.Sub(t, x, propagate(t, a, x)) },
	}
	h := autodiff.ReLU(t, input(b, "search.in", width, train.FanIn, s.Of("input_dropout")))
	outputs := []*autodiff.Var{h} // features of the encoder and of all layers, which the classifier reads
	for l := range s.Int("layers") {
		name := numbered("search", l)
		// Logits of 0 give all candidates the same initial share.
		share := autodiff.SoftmaxRows(t, b.Param(name+".shares", 1, len(steps), train.Zeros, train.Undecayed))
		products := b.Linear(h, name, len(steps)*width) // the features times the weights W_o of each candidate, side by side
		var sum *autodiff.Var
		for o, step := range steps {
			candidate := step(autodiff.SliceCols(t, products, o*width, (o+1)*width))
			weighted := autodiff.MulScalar(t, autodiff.SliceCols(t, share, o, o+1), candidate)
			if sum == nil {
				sum = weighted
			} else {
				sum = autodiff.Add(t, sum, weighted)
			}
		}
		s.watch(Layer{openDim: 1, X: products, Y: sum, loops: 1,
			Parts: []Part{{Name: "mean of the neighbours", a: mean}, {Name: "itself and its neighbours", a: a}}})
		h = autodiff.ReLU(t, sum)
		outputs = append(outputs, h)
	}
	return b.Linear(dropout(b, autodiff.ConcatCols(t, outputs...), s.Of("dropout"), "search.class"), "search.class", b.Graph.Classes)
}
