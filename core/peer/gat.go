// This file defines the peer GAT, a graph attention network.

package peer

import (
	"sheafscope/core/autodiff"
	"sheafscope/core/published"
	"sheafscope/core/train"
)

// gat has the settings of section 3.3 of the paper: two layers, 8 heads of 8 features, ELU, one output head.
// Dropout is 0.6 on the input of both layers and on the coefficients. The learning rate is 0.005, and the weight decay is 5·10⁻⁴.
// The setting "hidden" is the width of a head.
var gat = Peer{
	Name: "gat", Label: "GAT",
	Paper:    "Veličković et al., Graph attention networks, ICLR 2018",
	Why:      "Like a GCN, but the weights of the average are learned: attention of each node to its neighbours.",
	Equation: []string{"h_i′=\\act \\sp(∑_{j∈\\N (i)}a_{ij}W h_j)", "a_{ij}=\\softmax _j\\sp\\LeakyReLU \\sp(u^⊤[W h_i‖W h_j])"},
	Symbols: []Symbol{{"h_i", "features of node i"}, {"h_j", "features of a neighbour"},
		{"a_{ij}", "how much node i listens to node j, learned"}, symW, {"u", "learned vector of the attention"}},
	Maps: "are diagonal, a coordinate for each head, or one for the mean of more than 8 heads: the roots of the attention that the end pays " +
		"the other. An edge has a weight in each direction",
	Laplacian: "L=B^⊤B\\quad R_{ij}=\\diag \\sp(\\sqrt{a_{ij}})",
	Filter: "An average with learned weights that differ in both directions is no function of one symmetric matrix: no frequency has a " +
		"gain.",
	Settings: []Default{ // name, heterophilic and homophilic default, smallest and largest value
		{"hidden", 8, 8, 1, 1024},
		{"layers", 2, 2, 1, 16},
		{"heads", 8, 8, 1, 16},
		{"dropout", 0.6, 0.6, 0, 0.99},
		{"input_dropout", 0.6, 0.6, 0, 0.99},
		{"lr", 0.005, 0.005, 0, 10},
		{"weight_decay", 5e-4, 5e-4, 0, 10},
		{"plain", 0, 0, 0, 1},
		{"loops", 0, 0, 0, 1},
		{"more_heads", 0, 0, 0, 15},
		{"attention", 0, 0, 0, 1},
		{"slope", 0, 0, 0, 1},
		{"act", 0, 0, 0, 5},
		{"directed", 0, 0, 0, 1},
		{"skip", 0, 0, 0, 3},
		{"linear_head", 0, 0, 0, 1},
	},
	Reported: published.Line{Source: published.Baseline, Means: []float64{52.16, 49.41, 61.89, 27.44, 40.72, 60.26, 76.55, 87.30, 86.33}},
	// Floats counts numbers of 8 bytes. The networks for training and for evaluation share the memory of values. So an element of a matrix
	// has pair numbers (a value and a gradient), or masked numbers (also a byte of a dropout mask). See memory.go.
	Floats: func(z Size, s Settings) float64 {
		n, heads, lastHeads := z.Nodes, s.Of("heads"), 1+s.Of("more_heads")
		second := 0.0 // numbers of an element in GATv2 for the receivers' product, its bias, and the senders' bias
		if s.Of("attention") != 0 {
			second = 3 * pair
		}
		// All arcs for one head. An arc has 3.5 = 2 + 1 + 0.5 numbers: a coefficient in each of the two networks, a factor of dropout, and
		// the source, half a number. An edge has two arcs, and a node has one to itself.
		perHead := (2*z.Edges + n) * 3.5
		hidden := n*s.Of("hidden")*heads*(4*pair+masked+second) + // product, sum over neighbours, bias, activation, and dropout
			perHead*heads +
			n*heads*6 // the terms of receiver and sender in a score: two values in each network, and two gradients
		// The class scores have product, sum, slice and partial mean for each head. A single head has a bias in place of slice and mean.
		last := n*z.Classes*((4*lastHeads-1)*pair+lastHeads*second) + perHead*lastHeads
		if s.Of("linear_head") != 0 { // product and bias
			last = n * z.Classes * 2 * pair
		}
		return z.input() + s.hiddenLayers()*hidden + last // the estimate ignores skip connections
	},
	network: gatNetwork,
}

// gatNetwork has the attention layers of equations (1) to (5) of Veličković et al. (2018). Its last layer has a feature for each class, and
// one head unless the setting "more_heads" adds heads. With a linear head every layer is a hidden layer, and the head returns the class
// scores.
func gatNetwork(b *train.Builder, s Settings) *autodiff.Var {
	b = s.features(b)
	t := b.Tape
	layers, last := s.graphLayers() // last is the index of the layer that returns the class scores, or −1 with a linear head
	// With loops = 1 a node does not attend to itself. With slope = 0 the slope of LeakyReLU is 0.2, as in the paper.
	arcs := train.Arcs{Alone: s.Of("loops") != 0, Directed: s.Of("directed") != 0, Slope: s.Of("slope")}
	var h *autodiff.Var // nil stands for the features of the graph
	for l := range layers {
		heads, f := s.Int("heads"), s.Int("hidden") // f is the number of features of a head
		if l == last {
			heads, f = 1+s.Int("more_heads"), b.Graph.Classes
		}
		name, in := numbered("gat", l), h
		if l > 0 {
			in = dropout(b, h, s.Of("dropout"), name+".input")
		}
		out, described := attentionLayer(b, s, in, name, heads, f, arcs)
		if l == last && heads > 1 {
			out = headMean(t, out, heads)
		}
		h = autodiff.AddBias(t, out, b.Param(name+".bias", 1, out.Cols(), train.Zeros, train.Decayed))
		s.watch(described) // for the display
		// Every layer may have a skip connection here. The last layer then returns the class scores.
		// Any other layer has an activation, and may have the skip connection after the activation instead.
		h = s.addSkip(b, h, in, name)
		if l == last {
			return h
		}
		h = s.addOutputSkip(b, s.activate(t, h, autodiff.ELU), in)
	}
	return s.head(b, h, "gat") // without a linear head, the last layer has returned the class scores
}

// attentionLayer returns the output of an attention layer before its bias, n×(heads·f), and the description of the layer.
// h is the input of the layer; nil stands for the features of the graph. f is the number of features of a head.
// arcs selects the neighbours. The setting "attention" selects the coefficients of GAT (0) or of GATv2 (1).
func attentionLayer(b *train.Builder, s Settings, h *autodiff.Var, name string, heads, f int, arcs train.Arcs) (*autodiff.Var, Layer) {
	// product returns the input of the layer times the weights with the given name.
	product := func(weights string) *autodiff.Var {
		if h == nil {
			w := b.Param(weights, b.Graph.X.Cols, heads*f, train.Glorot, train.Decayed)
			return train.SparseInput(b, w, s.inputDropout(b))
		}
		return autodiff.MatMul(b.Tape, h, b.Param(weights, h.Cols(), heads*f, train.Glorot, train.Decayed))
	}
	sender := product(name + ".weight")
	var out *autodiff.Var
	var w train.Attentions
	if s.Of("attention") == 0 {
		out, w = train.AttentionWithCoefficients(b, sender, name, heads, s.Of("dropout"), arcs)
	} else { // in GATv2 receiver and sender have different weights
		bias := func(suffix string) *autodiff.Var { return b.Param(name+suffix, 1, heads*f, train.Zeros, train.Decayed) }
		sender = autodiff.AddBias(b.Tape, sender, bias(".sender"))
		receiver := autodiff.AddBias(b.Tape, product(name+".own"), bias(".receiver"))
		out, w = train.AttentionV2WithCoefficients(b, sender, receiver, name, heads, s.Of("dropout"), arcs)
	}
	// The maps of the display follow from the attention alone, so there are no other maps (nil).
	return out, (&attentions{w.Ptr, w.Src, heads, w.Alpha}).asLayer(nil, sender, w.Sum)
}
