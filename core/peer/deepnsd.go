package peer

import (
	"math"

	"sheafscope/core/autodiff"
	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
	"sheafscope/core/train"
)

// deepNSD has the settings of its program for real graphs: diagonal maps, width 64 in stalks of dimension 8, rate 0.01, L2 5·10⁻⁴, no
// dropout, features as they are, of 2, 4 and 8 layers the 8 that are best on most of its graphs. "hidden" is the width per stalk
// coordinate. The tables that its program prints have none of the nine graphs of the tables here.
//
// Deviations from its program: that clips gradients to length 1, halves the rate where validation rests for 20 epochs, and starts its
// biases at random. Here they start at 0, and that of a map stands at both ends. We had the paper's abstract; what a layer computes is
// that of the program.
var deepNSD = Peer{
	Name: "deep-nsd", Label: "Deep NSD",
	Paper: "Bourgerie et al., Deep neural sheaf diffusion, arXiv 2605.19021, 2026",
	Why: "Neural sheaf diffusion for many layers: a node adds up what its neighbours send, in place of what they disagree about. A gate " +
		"weighs the sum, and every layer is normalised.",
	Equation: []string{"X′=\\LayerNorm \\sp((1+ε)X−g⊙\\tanh \\sp((I⊗W_1)Y W_2))", "y_i=∑_{j∼i}S_{ij}^⊤T_{ij}x_j/\\sqrt{d_i d_j}",
		"S_{ij}=\\diag \\sp(\\tanh \\sp(V[x_i‖x_j]+b))"},
	Symbols: []Symbol{{"X", "features: in each node's stalk a vector for each of c channels"}, {"X′", "features after the layer"},
		{"y_i", "rows of Y of node i"}, {"S_{ij}", "map of the end i that receives, d × d"},
		{"T_{ij}", "map of the end j that sends, of the same form"}, {"d_i", "number of neighbours of node i"},
		{"g", "learned gate of each stalk coordinate, from its rows of X and Y"}, {"V", "learned weights of the maps"},
		{"b", "learned bias"}, {"ε", "learned gain of each stalk coordinate"}, symW1, symW2},
	Maps: "are diagonal, read off the features of both ends: S of the end that receives, T of the one that sends; of the two directions of " +
		"an edge that into its first end is shown",
	Laplacian: "L=B^⊤B\\quad (B x)_e=S_{ij}x_i−T_{ij}x_j\\quad \\hat{L}=D^{−1/2}L D^{−1/2}", Sheaves: true,
	Filter: "Each direction of an edge has its own maps, so that a layer is no function of one symmetric matrix: no frequency has a gain.",
	Settings: []Default{
		{"hidden", 8, 8, 1, 512},
		{"layers", 8, 8, 1, 32},
		{"d", 8, 8, 1, sheaf.MaxDim},
		{"lr", 0.01, 0.01, 0, 10},
		{"weight_decay", 5e-4, 5e-4, 0, 10},
		{"plain", 1, 1, 0, 1},
	},
	Floats: func(z Size, s Settings) float64 {
		stalks := z.Nodes * s.Of("d")
		w := stalks * s.Of("hidden")
		return z.input() + 6*w + s.Of("layers")*(26*w+15*stalks+44*z.Edges*s.Of("d")) + 3*z.Nodes*z.Classes + 14*z.Edges
	},
	network: deepNetwork,
}

// deepNetwork has, between two linear layers, the layers
//
//	x′ = LayerNorm((1 + ε)x − σ(u·[x ‖ y] + b)·tanh(W₁ y W₂)),  y_i = Σ_j S_ijᵀT_ij x_j / √(d_i d_j)
//
// on n·d×c features, with the gate σ row by row. W₁ mixes the coordinates of a stalk, W₂ the channels.
func deepNetwork(b *train.Builder, s Settings) *autodiff.Var {
	b = s.features(b)
	t, n, d, c := b.Tape, b.Graph.N, s.Int("d"), s.Int("hidden")
	a := adjacency(b.Graph, false)
	arcs, h := len(a.Col), input(b, "deep.in", d*c, train.FanIn, 0)
	near, far := make([]int32, 2*arcs), make([]int32, 2*arcs)
	for i := range n {
		for p := int(a.Ptr[i]); p < int(a.Ptr[i+1]); p++ {
			for k := range 2 {
				near[k*arcs+p], far[k*arcs+p] = int32(4*i+k), 4*a.Col[p]+int32(2+k)
			}
		}
	}
	for l := range s.Int("layers") {
		weight := func(name string, rows, cols int, start train.Init) *autodiff.Var {
			return b.Param(numbered("deep", l)+name, rows, cols, start, true)
		}
		// Four vectors of each node: its part of S and of T where it receives, and where it sends.
		v := autodiff.MatMul(t, h, weight(".learner", d*c, 4*d, train.Within(0.5/math.Sqrt(float64(d*c)))))
		v = autodiff.Reshape(t, autodiff.AddBiasInPlace(t, v, weight(".bias", 1, 4*d, train.Zeros)), 4*n, d)
		// The diagonals of S of all arcs, in the order of the rows of a, and then those of T.
		maps := autodiff.Tanh(t, autodiff.AddInPlace(t, autodiff.GatherRows(t, v, near), autodiff.GatherRows(t, v, far)))
		block := autodiff.Reshape(t, maps, 2*arcs*d, 1)
		block = autodiff.MulColumn(t, autodiff.SliceRows(t, block, 0, arcs*d), autodiff.SliceRows(t, block, arcs*d, 2*arcs*d))
		block = autodiff.MulColumn(t, t.Const(&linalg.Dense{Rows: arcs, Cols: 1, Data: a.Val}), autodiff.Reshape(t, block, arcs, d))
		x, y := autodiff.Reshape(t, h, n*d, c), autodiff.Reshape(t, autodiff.WeightedSpMM(t, a.Ptr, a.Col, block, h), n*d, c)
		gate := autodiff.MatMul(t, autodiff.ConcatCols(t, x, y), weight(".gate", 2*c, 1, train.Zeros))
		gate = autodiff.SigmoidInPlace(t, autodiff.AddBiasInPlace(t, gate, weight(".open", 1, 1, train.Zeros)))
		z := stalkWeights(t, y, weight(".left", d, d, train.NearIdentity(0.01)))
		z = autodiff.Tanh(t, autodiff.MatMul(t, z, weight(".right", c, c, train.NearIdentity(0.01))))
		h = retain(t, h, autodiff.MulColumn(t, gate, z), weight(".epsilon", 1, d, train.Zeros), true)
		h = autodiff.LayerNormInPlace(t, h, weight(".scale", 1, d*c, train.Ones), weight(".shift", 1, d*c, train.Zeros))
		of := func(data []float64) *attentions { return &attentions{a.Ptr, a.Col, d, data} }
		s.watch(Layer{d: d, X: x, Y: y, Out: h, Parts: []Part{{Name: "blocks of its arcs, by the mean of their diagonals",
			att: of(block.Value.Data)}}, own: func(g *graph.Graph, _ int) *sheaf.Sheaf {
			out := sheaf.New(n, d, g.Edges)
			for k := range 2 * len(g.Edges) {
				e, diagonal := g.Edges[k/2], of(maps.Value.Data[k%2*arcs*d:])
				for q := range d {
					out.Map(k/2, k%2)[q*(d+1)] = diagonal.at(e.I, e.J, q)
				}
			}
			return out
		}})
	}
	return b.Linear(h, "deep.class", b.Graph.Classes)
}
