// This file defines the peer GCN, a graph convolutional network.

package peer

import (
	"strconv"

	"sheafscope/core/autodiff"
	"sheafscope/core/published"
	"sheafscope/core/train"
)

// gcn has the settings of section 5.2 of the paper: dropout ½ on input and hidden layer, weight decay 5·10⁻⁴ on the first layer, rate 0.01.
// It has 64 hidden units instead of 16, as is usual in comparisons on the 48/32/20 splits.
var gcn = Peer{
	Name: "gcn", Label: "GCN",
	Paper: "Kipf and Welling, Semi-supervised classification with graph convolutional networks, ICLR 2017",
	Why: "Learned layers, and before each the features of a node are averaged with those of its neighbours. Where neighbours " +
		"mostly have other classes, that mixes the classes.",
	Equation: []string{"\\hat{Y}=\\softmax \\sp(\\hat{A}…\\act \\sp(\\hat{A} X W_1)…W_L)",
		"\\hat{A}=\\tilde{D}^{−1/2}(A+I)\\tilde{D}^{−1/2}"},
	Symbols: []Symbol{symY, symA, {"A", "adjacency matrix of the graph"}, {"\\tilde{D}", "degrees, each node counted as its own neighbour"},
		symX, symW1, symWL},
	Maps:      trivialMaps,
	Laplacian: trivialLaplacian,
	Filter: "One layer averages: it is the filter 1 − λ of this Laplacian, which keeps what neighbours share and turns the sign of what " +
		"sets them apart. Without skip connections all layers are its power, but for weights and activations between them.",
	NoGain: noGain,
	Settings: []Default{ // name, heterophilic and homophilic default, smallest and largest value
		{"hidden", 64, 64, 1, 1024},
		{"layers", 2, 2, 1, 64},
		{"dropout", 0.5, 0.5, 0, 0.99},
		{"input_dropout", 0.5, 0.5, 0, 0.99},
		{"lr", 0.01, 0.01, 0, 10},
		{"weight_decay", 5e-4, 5e-4, 0, 10},
		{"plain", 0, 0, 0, 1},
		{"loops", 0, 0, 0, 1},
		{"degree", 0, 0, 0, 3},
		{"act", 0, 0, 0, 5},
		{"directed", 0, 0, 0, 1},
		{"skip", 0, 0, 0, 3},
		{"linear_head", 0, 0, 0, 1},
	},
	mapsOf:   mapsBySum,
	Reported: published.Line{Source: published.Baseline, Means: []float64{55.14, 51.76, 60.54, 27.32, 53.43, 64.82, 76.50, 88.42, 86.98}},
	Floats: func(z Size, s Settings) float64 { // memory.go defines pair and masked
		// A hidden layer has a product with weights, a sum over neighbours, a bias, an activation and dropout. The class scores have the first
		// three of these. The estimate ignores skip connections.
		return z.input() + z.around() + s.hiddenLayers()*z.Nodes*s.Of("hidden")*(4*pair+masked) + z.Nodes*z.Classes*3*pair
	},
	network: gcnNetwork,
}

// gcnNetwork is equation (9) of Kipf and Welling (2017): Â ReLU(Â X W⁰) W¹ with the renormalised adjacency Â = D̃^{-1/2}(A + I)D̃^{-1/2}.
// Weight decay acts only on the first layer, on a linear head, and on the weights of learned skip connections.
func gcnNetwork(b *train.Builder, s Settings) *autodiff.Var {
	b = s.features(b) // rows of the features sum to 1, unless the setting "plain" is set
	// a has Â, or the matrix that the settings "loops", "degree" and "directed" select.
	t, a := b.Tape, s.neighbourSum(b.Graph, withLoops, symmetricRoots)
	layers, last := s.graphLayers() // last is the layer with the class scores, or −1 with a linear head
	// width returns the number of columns of layer l, from 0 on.
	width := func(l int) int {
		if l == last {
			return b.Graph.Classes
		}
		return s.Int("hidden")
	}
	// layer returns the output of layer l from the product xw of its input and its weights.
	// in is the input. In the first layer it is nil, which stands for the features of the graph.
	layer := func(xw, in *autodiff.Var, l int) *autodiff.Var {
		name := numbered("gcn", l)
		h := a.apply(t, xw)
		described := a.asLayer(xw, h)
		// Without skip connections, all layers from the first to this layer have the gain (1 − λ)^depth. A sum that is not symmetric has no gain.
		if described.Filter != nil && s.Of("skip") == 0 {
			described.depth = l + 1
		}
		// Of the biases of the layers, only the bias of layer 0 has weight decay.
		out := autodiff.AddBias(t, h, b.Param(name+".bias", 1, width(l), train.Zeros, l == 0))
		if l != last { // class scores have no activation
			out = s.activate(t, s.addSkip(b, out, in, name), autodiff.ReLU)
			out = s.addOutputSkip(b, out, in)
		}
		described.Out = out
		s.watch(described)
		return out
	}
	firstWeight := b.Param("gcn.0.weight", b.Graph.X.Cols, width(0), train.Glorot, train.Decayed)
	// Â(XW) usually costs less than (ÂX)W, since X is sparse and W has few columns.
	h := layer(train.SparseInput(b, firstWeight, s.inputDropout(b)), nil, 0)
	for l := 1; l < layers; l++ {
		h = dropout(b, h, s.Of("dropout"), numbered("gcn", l))
		w := b.Param(numbered("gcn", l)+".weight", h.Cols(), width(l), train.Glorot, train.Undecayed)
		h = layer(autodiff.MatMul(t, h, w), h, l)
	}
	return s.head(b, h, "gcn")
}

// hiddenLayers returns the number of graph layers that do not return the class scores.
func (s Settings) hiddenLayers() float64 {
	layers, last := s.graphLayers()
	if last < 0 {
		return float64(layers)
	}
	return float64(last)
}

// numbered returns the name of layer l of a network, such as "gcn.0". The names of the layer's parameters begin with this name.
func numbered(name string, l int) string { return name + "." + strconv.Itoa(l) }
