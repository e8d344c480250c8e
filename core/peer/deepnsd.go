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
// biases at random, where here they start at 0. We had the paper's abstract; what a layer computes is that of the program.
var deepNSD = Peer{
	Name: "deep-nsd", Label: "Deep NSD",
	Paper: "Bourgerie et al., Deep neural sheaf diffusion, arXiv 2605.19021, 2026",
	Why: "Neural sheaf diffusion for many layers. A node adds up what its neighbours send, in place of the disagreement, which its authors " +
		"see fade with depth. A gate weighs the sum, and each layer is normalised.",
	Equation: []string{"X′=\\LayerNorm \\sp((1+ε)X−g⊙\\tanh \\sp((I⊗W_1)Y W_2))", "y_i=∑_{j∼i}S_{ij}^⊤T_{ij}x_j/\\sqrt{d_i d_j}",
		"S_{ij}=\\diag \\sp(\\tanh \\sp(V[x_i‖x_j]+b))"},
	Symbols: []Symbol{{"X", "features: in each node's stalk a vector for each of c channels"}, {"X′", "features after the layer"},
		{"y_i", "what node i adds up, its rows of Y"}, {"S_{ij}", "map of the end i that receives, d × d"},
		{"T_{ij}", "map of the end j that sends, of the same form with weights of its own"},
		{"d_i", "number of neighbours of node i"}, {"g", "gate of each stalk coordinate, between 0 and 1, learned from its rows of X and Y"},
		{"V", "learned weights of the maps"}, {"b", "learned bias"}, {"ε", "learned gain of each stalk coordinate"}, symW1, symW2},
	Maps: "are diagonal, read off the features of both ends, with a map for the end that receives and one for the end that sends; each " +
		"direction of an edge has its own two, and those into its first end are shown",
	Laplacian: "L=B^⊤B\\quad (B x)_e=S_{ij}x_i−T_{ij}x_j\\quad \\hat{L}=D^{−1/2}L D^{−1/2}", Sheaves: true,
	Filter: "The two directions of an edge have maps of their own, so that a layer is no function of one symmetric matrix: no frequency " +
		"has a gain.",
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
		return z.input() + 6*w + s.Of("layers")*(23*w+20*stalks+44*z.Edges*s.Of("d")) + 3*z.Nodes*z.Classes + 8*z.Edges + stalks
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
	arcs := len(a.Col)
	norm, into, each := t.Const(&linalg.Dense{Rows: arcs, Cols: 1, Data: a.Val}), make([]int32, arcs), make([]int32, n*d)
	for i := range n {
		for p := a.Ptr[i]; p < a.Ptr[i+1]; p++ {
			into[p] = int32(i)
		}
	}
	for k := range each {
		each[k] = int32(k % d)
	}
	one := linalg.NewDense(d, 1)
	train.Ones(one, nil)
	h := input(b, "deep.in", d*c, train.FanIn, 0)
	for l := range s.Int("layers") {
		layer := numbered("deep", l)
		// The diagonals of the maps of all arcs, in the order of the rows of a.
		learn := func(name string) *autodiff.Var {
			v := b.Param(layer+name+".learner", 2*d*c, d, train.Within(0.5/math.Sqrt(float64(d*c))), true)
			near := autodiff.MatMul(t, h, autodiff.SliceRows(t, v, 0, d*c))
			near = autodiff.AddBiasInPlace(t, near, b.Param(layer+name+".bias", 1, d, train.Zeros, true))
			far := autodiff.MatMul(t, h, autodiff.SliceRows(t, v, d*c, 2*d*c))
			return autodiff.Tanh(t, autodiff.AddInPlace(t, autodiff.GatherRows(t, near, into), autodiff.GatherRows(t, far, a.Col)))
		}
		source, target := learn(".source"), learn(".target")
		block := autodiff.MulColumn(t, autodiff.Reshape(t, source, arcs*d, 1), autodiff.Reshape(t, target, arcs*d, 1))
		block = autodiff.MulColumn(t, norm, autodiff.Reshape(t, block, arcs, d))
		x, y := autodiff.Reshape(t, h, n*d, c), autodiff.Reshape(t, autodiff.WeightedSpMM(t, a.Ptr, a.Col, block, h), n*d, c)
		u := b.Param(layer+".gate.weight", 2*c, 1, train.Zeros, true)
		gate := autodiff.AddInPlace(t, autodiff.MatMul(t, x, autodiff.SliceRows(t, u, 0, c)),
			autodiff.MatMul(t, y, autodiff.SliceRows(t, u, c, 2*c)))
		gate = autodiff.SigmoidInPlace(t, autodiff.AddBiasInPlace(t, gate, b.Param(layer+".gate.bias", 1, 1, train.Zeros, true)))
		z := stalkWeights(t, y, b.Param(layer+".left", d, d, train.NearIdentity(0.01), true))
		z = autodiff.MatMul(t, z, b.Param(layer+".right", c, c, train.NearIdentity(0.01), true))
		keep := autodiff.Add(t, t.Const(one), b.Param(layer+".epsilon", d, 1, train.Zeros, true))
		z = autodiff.Sub(t, autodiff.MulColumn(t, autodiff.GatherRows(t, keep, each), x), autodiff.MulColumn(t, gate, autodiff.Tanh(t, z)))
		h = autodiff.LayerNormInPlace(t, autodiff.Reshape(t, z, n, d*c), b.Param(layer+".scale", 1, d*c, train.Ones, true),
			b.Param(layer+".shift", 1, d*c, train.Zeros, true))
		s.watch(Layer{d: d, X: x, Y: y, Out: h, Parts: []Part{{Name: "blocks of its arcs, by norm over √d", row: func(i int) []float64 {
			sum := make([]float64, n)
			for p := a.Ptr[i]; p < a.Ptr[i+1]; p++ {
				sum[a.Col[p]] = linalg.Nrm2(block.Value.Row(int(p))) / math.Sqrt(float64(d))
			}
			return sum
		}}}, own: func(g *graph.Graph, _ int) *sheaf.Sheaf {
			out := sheaf.New(n, d, g.Edges)
			for k, e := range g.Edges {
				for p := a.Ptr[e.I]; p < a.Ptr[e.I+1]; p++ {
					for q := range d {
						if a.Col[p] == e.J {
							out.Map(k, 0)[q*d+q], out.Map(k, 1)[q*d+q] = source.Value.Row(int(p))[q], target.Value.Row(int(p))[q]
						}
					}
				}
			}
			return out
		}})
	}
	return b.Linear(h, "deep.class", b.Graph.Classes)
}
