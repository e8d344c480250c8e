// This file defines the peer Deep NSD, sheaf diffusion for many layers.

package peer

import (
	"math"

	"sheafscope/core/autodiff"
	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
	"sheafscope/core/train"
)

// deepNSD has the settings of the authors' program for real graphs: diagonal maps, width 64 in stalks of dimension 8, rate 0.01,
// L2 5·10⁻⁴, no dropout, and features without scaling. Of 2, 4 and 8 layers it has 8, which are best on most graphs of the program.
// The setting "hidden" is the width for each stalk coordinate, 64/8.
// There are no reported accuracies: the program's tables have none of the nine graphs of this project.
//
// Deviations from the program: the program clips gradients to length 1, halves the rate after 20 epochs without progress on validation,
// and has random initial biases. Here initial biases are 0, and a map has two biases, one for each end.
// The layer follows the program, since only the abstract of the paper was available.
var deepNSD = Peer{
	Name: "deep-nsd", Label: "Deep NSD",
	Paper: "Bourgerie et al., Deep neural sheaf diffusion, arXiv 2605.19021, 2026",
	Why: "Neural sheaf diffusion for many layers: a node adds up what its neighbours send, in place of what they disagree about. A gate " +
		"weighs the sum, and every layer is normalised.",
	Equation: []string{"X′=\\LayerNorm \\sp((1+ε)X−g⊙\\tanh \\sp((I⊗W_1)Y W_2))", "y_i=∑_{j∼i}S_{ij}^⊤T_{ij}x_j/\\sqrt{d_i d_j}",
		"S_{ij}=\\diag \\sp(\\tanh \\sp(V[x_i‖x_j]+b))"},
	Symbols: []Symbol{{"X", "features: in each node's stalk a vector for each of c channels"}, {"X′", "features after the layer"},
		{"y_i", "rows of Y"}, {"S_{ij}", "map of the end i that receives, d × d"},
		{"T_{ij}", "map of the end j that sends, likewise"}, {"d_i", "number of neighbours of node i"},
		{"g", "learned gate, from rows of X and Y"}, {"V", "learned weights of the maps"},
		{"b", "learned bias"}, {"ε", "learned gain of each stalk coordinate"}, symW1, symW2},
	Maps:      "are diagonal, read off the features of both ends, anew for each direction; that into the first end is shown",
	Laplacian: "L=B^⊤B\\quad (B x)_e=S_{ij}x_i−T_{ij}x_j\\quad \\hat{L}=D^{−1/2}L D^{−1/2}", Sheaves: true,
	Filter: "Each direction of an edge has its own maps. So a layer is no function of one symmetric matrix: no frequency has a gain.",
	Settings: []Default{ // name, heterophilic and homophilic default, smallest and largest value
		{"hidden", 8, 8, 1, 512},
		{"layers", 8, 8, 1, 32},
		{"d", 8, 8, 1, sheaf.MaxDim},
		{"lr", 0.01, 0.01, 0, 10},
		{"weight_decay", 5e-4, 5e-4, 0, 10},
		{"plain", 1, 1, 0, 1},
	},
	Floats: func(z Size, s Settings) float64 { // counts numbers of 8 bytes
		stalks := z.Nodes * s.Of("d")     // stalk coordinates of all nodes
		w := stalks * s.Of("hidden")      // elements of the features
		edgeStalks := z.Edges * s.Of("d") // numbers in the diagonal of one map for each edge
		// An element of a matrix has 3 numbers: a value and a gradient in the network for training, and a value in the network for
		// evaluation.
		layer := 26*w + // 9·3 − 1: nine matrices of features, but x̂ of LayerNorm has the memory of its input
			15*stalks + // (4 + 1)·3: the four parts of each node and the gate
			44*edgeStalks // 2·16 + 12: both directions of an edge have 16 values in each network, and 12 gradients
		// The input, the encoder (two matrices), the layers, and the class scores. In each network an edge has two arcs: an entry of the
		// adjacency (1.5 numbers) and four row indices of parts (2 numbers), so 2·2·3.5 = 14.
		return z.input() + 6*w + s.Of("layers")*layer + 3*z.Nodes*z.Classes + 14*z.Edges
	},
	network: deepNetwork,
}

// deepNetwork has the following layers between two linear layers:
//
//	x′ = LayerNorm((1 + ε)x − σ(u·[x ‖ y] + b)·tanh(W₁ y W₂)),  y_i = Σ_j S_ijᵀT_ij x_j / √(d_i d_j)
//
// The features are (n·d)×c, and the gate σ(…) has a number for each row. W₁ mixes the coordinates of a stalk, and W₂ mixes the channels.
// The sum over j is over the neighbours of node i. S_ij and T_ij are diagonal, so a block SᵀT has d numbers.
func deepNetwork(b *train.Builder, s Settings) *autodiff.Var {
	b = s.features(b)
	t, n := b.Tape, b.Graph.N
	d, c := s.Int("d"), s.Int("hidden")                             // stalk dimension and channels
	a := adjacency(b.Graph, withoutLoops)                           // an entry is an arc: an edge in one of its directions
	arcs, h := len(a.Col), input(b, "deep.in", d*c, train.FanIn, 0) // dropout 0
	// A map of an arc is tanh of a part of its receiver plus a part of its sender. Each node i has four parts, the rows 4i to 4i+3:
	// for S and for T as the receiver, and then for S and for T as the sender.
	// receiverRow and senderRow have the row of each arc's part: first for S of all arcs, and then for T of all arcs.
	receiverRow, senderRow := make([]int32, 2*arcs), make([]int32, 2*arcs)
	for i := range n {
		for p := int(a.Ptr[i]); p < int(a.Ptr[i+1]); p++ {
			for k := range 2 {
				receiverRow[k*arcs+p] = int32(4*i + k)
				senderRow[k*arcs+p] = 4*a.Col[p] + int32(2+k)
			}
		}
	}
	for l := range s.Int("layers") {
		weight := func(name string, rows, cols int, init train.Init) *autodiff.Var {
			return b.Param(numbered("deep", l)+name, rows, cols, init, train.Decayed)
		}
		// The four parts of each node, 4n×d. Initial weights are small: they have half the bound of train.FanIn.
		v := autodiff.MatMul(t, h, weight(".learner", d*c, 4*d, train.Within(0.5/math.Sqrt(float64(d*c)))))
		v = autodiff.Reshape(t, autodiff.AddBiasInPlace(t, v, weight(".bias", 1, 4*d, train.Zeros)), 4*n, d)
		// The diagonals of S of all arcs, in the order of the rows of a, and then the diagonals of T, (2·arcs)×d.
		ofReceivers, ofSenders := autodiff.GatherRows(t, v, receiverRow), autodiff.GatherRows(t, v, senderRow)
		maps := autodiff.Tanh(t, autodiff.AddInPlace(t, ofReceivers, ofSenders))
		// The diagonals of the blocks SᵀT/√(d_i d_j). MulColumn multiplies row i of a matrix by number i of a column.
		block := autodiff.Reshape(t, maps, 2*arcs*d, 1)
		block = autodiff.MulColumn(t, autodiff.SliceRows(t, block, 0, arcs*d), autodiff.SliceRows(t, block, arcs*d, 2*arcs*d))
		block = autodiff.MulColumn(t, t.Const(&linalg.Dense{Rows: arcs, Cols: 1, Data: a.Val}), autodiff.Reshape(t, block, arcs, d))
		x, y := autodiff.Reshape(t, h, n*d, c), autodiff.Reshape(t, autodiff.WeightedSpMM(t, a.Ptr, a.Col, block, h), n*d, c)
		gate := autodiff.MatMul(t, autodiff.ConcatCols(t, x, y), weight(".gate", 2*c, 1, train.Zeros))
		gate = autodiff.SigmoidInPlace(t, autodiff.AddBiasInPlace(t, gate, weight(".open", 1, 1, train.Zeros)))
		z := stalkWeights(t, y, weight(".left", d, d, train.NearIdentity(0.01)))
		z = autodiff.Tanh(t, autodiff.MatMul(t, z, weight(".right", c, c, train.NearIdentity(0.01))))
		h = retain(t, h, autodiff.MulColumn(t, gate, z), weight(".epsilon", 1, d, train.Zeros), freeGain)
		h = autodiff.LayerNormInPlace(t, h, weight(".scale", 1, d*c, train.Ones), weight(".shift", 1, d*c, train.Zeros))
		// For the display, the diagonals have the form of attention coefficients with d heads. An edge shows the arc into its end I: S is the
		// map of I, and T is the map of J.
		diagonals := func(data []float64) *attentions { return &attentions{a.Ptr, a.Col, d, data} }
		shownSheaf := func(g *graph.Graph, _ int) *sheaf.Sheaf {
			out := sheaf.New(n, d, g.Edges)
			for k := range 2 * len(g.Edges) { // map k%2 (0 is S, 1 is T) of edge k/2
				e, diagonal := g.Edges[k/2], diagonals(maps.Value.Data[k%2*arcs*d:])
				for q := range d {
					out.Map(k/2, k%2)[q*(d+1)] = diagonal.at(e.I, e.J, q) // the element (q, q) of the map
				}
			}
			return out
		}
		s.watch(Layer{openDim: d, X: x, Y: y, Out: h, rawMaps: shownSheaf,
			Parts: []Part{{Name: "blocks, by the mean of the diagonal", att: diagonals(block.Value.Data)}}})
	}
	return b.Linear(h, "deep.class", b.Graph.Classes)
}
