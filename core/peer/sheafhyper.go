// This file defines the peer SheafHyper, sheaf diffusion on a hypergraph of neighbourhoods.

package peer

import (
	"math"

	"sheafscope/core/autodiff"
	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
	"sheafscope/core/train"
)

// sheafHyper has the settings of the authors' program: d = 6, two layers, dropout 0.7, rate 10⁻³, decay 10⁻⁵.
// Its width is 64 instead of 256, to save time. The experiments of its paper are only on hypergraphs.
// The setting "hidden" is the width for each stalk coordinate.
//
// Deviations from the authors' program: the program computes features of hyperedges once, from the input, and has no ELU between layers.
// Its Laplacian has 1/|e| instead of (|e|−1)/|e| on the diagonal, and its D is Σ F².
// So the program's Laplacian has negative eigenvalues on hyperedges of more than two nodes, as DSHN (arXiv 2510.04727) shows.
// Here the Laplacian is as in the paper.
var sheafHyper = Peer{
	Name: "sheafhyper", Label: "SheafHyper",
	Paper: "Duta et al., Sheaf hypergraph networks, NeurIPS 2023",
	Why: "A sheaf on a hypergraph: every node with its neighbours is one hyperedge, a choice of this page, since " +
		"a graph has none. A learned diagonal map carries each node into each of its hyperedges, and what the " +
		"members disagree about there flows back.",
	Equation: []string{"X′=\\ELU \\sp((I−D^{−1/2}L D^{−1/2})(I⊗W_1)X W_2)",
		"(L x)_v=∑_{e∋v}\\frac{1}{|e|}F_{ve}^⊤∑_{u∈e}(F_{ve}x_v−F_{ue}x_u)", "F_{ve}=\\diag \\sp(\\tanh \\sp(V[x_v‖h_e]))"},
	Symbols: []Symbol{{"X", "features: in each node's stalk a vector for each of c channels"}, {"X′", "features after the layer"},
		{"L", "sheaf Laplacian of the hypergraph"}, {"D", "its diagonal blocks"}, {"F_{ve}", "map of node v into hyperedge e, diagonal"},
		{"|e|", "number of members"}, {"h_e", "mean of the members' features"}, {"V", "learned weights of the maps"}, symW1, symW2},
	Maps: "are diagonal, read off the features of the end and of the neighbourhood of the other. An edge shows the map of each end " +
		"into the neighbourhood of the other; the Laplacian also joins nodes two steps apart, which share a neighbour",
	Laplacian: "\\hat{L}=D^{−1/2}L D^{−1/2}", Subtracts: true,
	Filter: "A layer keeps 1 − λ of each frequency of this Laplacian, but for weights and ELU; the curve is the gain λ of what is taken away.",
	Settings: []Default{ // name, heterophilic and homophilic default, smallest and largest value
		{"hidden", 64, 64, 1, 256},
		{"layers", 2, 2, 1, 8},
		{"d", 6, 6, 1, sheaf.MaxDim},
		{"dropout", 0.7, 0.7, 0, 0.99},
		{"input_dropout", 0, 0, 0, 0.99},
		{"lr", 1e-3, 1e-3, 0, 10},
		{"weight_decay", 1e-5, 1e-5, 0, 10},
		{"plain", 0, 0, 0, 1},
	},
	Floats: func(z Size, s Settings) float64 { // memory.go defines pair and masked
		n, d, members := z.Nodes, s.Of("d"), 2*z.Edges+z.Nodes // members is the number of memberships
		w := n * d * s.Of("hidden")                            // elements of the features
		// A layer has ten matrices of features and dropout, nine of maps, five indices for each membership, and six matrices of numbers for
		// each stalk coordinate.
		layer := w*(10*pair+masked) + members*d*9*pair + 5*members + n*d*6*pair
		// The input, the memberships (estimated as four times A + I), the encoder, the layers, and the class scores.
		return z.input() + 4*z.around() + w*(3*pair+masked) + s.Of("layers")*layer + n*z.Classes*pair
	},
	network: sheafHyperNetwork,
}

// sheafHyperNetwork has layers ELU((I − L̂)(I ⊗ W₁)X W₂) on a hypergraph with a hyperedge for each node: the node and its neighbours.
func sheafHyperNetwork(b *train.Builder, s Settings) *autodiff.Var {
	b = s.features(b) // rows of the features sum to 1, unless the setting "plain" is set
	t, n := b.Tape, b.Graph.N
	d, c, drop := s.Int("d"), s.Int("hidden"), s.Of("dropout") // stalk dimension, channels and dropout rate
	// Row e of the adjacency with loops lists the members of hyperedge e. The matrix mean averages over these members.
	a := adjacency(b.Graph, withLoops)
	g := newHypergraph(n, a.Ptr, a.Col)
	mean := &linalg.CSR{Rows: n, Cols: n, Ptr: a.Ptr, Col: a.Col, Val: make([]float64, len(a.Col))}
	for e := range n {
		for p := a.Ptr[e]; p < a.Ptr[e+1]; p++ {
			mean.Val[p] = 1 / float64(a.Ptr[e+1]-a.Ptr[e])
		}
	}
	h := autodiff.ELU(t, input(b, "hyper.in", d*c, train.FanIn, s.Of("input_dropout")))
	for l := range s.Int("layers") {
		layer := numbered("hyper", l)
		h = dropout(b, h, drop, layer)
		// The map of each membership, from the features of the node and the mean features of the hyperedge.
		w := b.Param(layer+".learner", 2*d*c, d, train.FanIn, train.Decayed)
		ofNodes := autodiff.MatMul(t, h, autodiff.SliceRows(t, w, 0, d*c))
		ofHyperedges := autodiff.SpMM(t, mean, autodiff.MatMul(t, h, autodiff.SliceRows(t, w, d*c, 2*d*c)))
		maps := autodiff.Tanh(t, autodiff.Add(t, autodiff.GatherRows(t, ofNodes, g.node), autodiff.GatherRows(t, ofHyperedges, g.edge)))
		// NearIdentity(0) makes W₁ the identity at the start.
		x := stalkWeights(t, autodiff.Reshape(t, h, n*d, c), b.Param(layer+".left", d, d, train.NearIdentity(0), train.Decayed))
		x = autodiff.Reshape(t, autodiff.MatMul(t, x, b.Param(layer+".right", c, c, orthogonalInit, train.Decayed)), n, d*c)
		flow := g.diffuse(t, maps, x)
		described := *g // a copy, since the next layer changes g.hat
		s.watch(Layer{openDim: d, X: x, Y: flow, hyper: &described, Filter: &Filter{basis: laplacianTerms}, Parts: laplacianParts()})
		h = autodiff.ELU(t, autodiff.Sub(t, x, flow))
	}
	return b.Linear(h, "hyper.class", b.Graph.Classes)
}

// hypergraph is a hypergraph of n nodes, stored by memberships. A membership is a pair of a hyperedge and one of its nodes.
type hypergraph struct {
	n int
	// The memberships of hyperedge e are ptr[e] ≤ p < ptr[e+1]. The node of membership p is node[p], and edge[p] is e.
	ptr, node, edge []int32
	// The transpose: for back[i] ≤ q < back[i+1], node i belongs to hyperedge to[q] by the membership member[q].
	back, to, member []int32
	others, share    *linalg.Dense // columns with (|e|−1)/|e| and |e|^{-1/2} of each membership
	hat              *autodiff.Var // F̂ of the last call of diffuse; row p has the diagonal of the map of membership p
}

// newHypergraph returns the hypergraph of n nodes whose hyperedge e has the members node[ptr[e]:ptr[e+1]].
func newHypergraph(n int, ptr, node []int32) *hypergraph {
	g := &hypergraph{n: n, ptr: ptr, node: node, edge: make([]int32, len(node)),
		others: linalg.NewDense(len(node), 1), share: linalg.NewDense(len(node), 1)}
	for e := range len(ptr) - 1 {
		size := float64(ptr[e+1] - ptr[e])
		for p := ptr[e]; p < ptr[e+1]; p++ {
			g.edge[p] = int32(e)
			g.others.Data[p] = (size - 1) / size
			g.share.Data[p] = 1 / math.Sqrt(size)
		}
	}
	// a has an entry for each membership. Only the positions of the entries in the transpose are needed.
	a := &linalg.CSR{Rows: len(ptr) - 1, Cols: n, Ptr: ptr, Col: node, Val: make([]float64, len(node))}
	transpose, position := a.TransposeIndex()
	g.back, g.to, g.member = transpose.Ptr, transpose.Col, position
	return g
}

// diffuse returns L̂x = D^{-1/2}LD^{-1/2}x for x, n×(d·c), and sets g.hat. Row p of maps has the diagonal of the map of membership p.
// With D_v = Σ_e (|e|−1)/|e|·F_ve² and F̂ = F·D^{-1/2} the result is
//
//	(L̂x)_v = Σ_e F̂_ve²x_v − Σ_e F̂_ve/|e|·Σ_{u∈e} F̂_ue x_u
//
// D^{-1/2} is 0 where D is 0.
// For hyperedges of two nodes L̂ is the normalised sheaf Laplacian of the graph, without shift.
func (g *hypergraph) diffuse(t *autodiff.Tape, maps, x *autodiff.Var) *autodiff.Var {
	n, d := g.n, maps.Cols()
	// The diagonals of D, n×d, and of F̂.
	weightedSquares := autodiff.MulColumn(t, t.Const(g.others), hadamard(t, maps, maps))
	total := autodiff.ScatterAddRows(t, weightedSquares, g.node, n)
	hat := hadamard(t, maps, autodiff.GatherRows(t, inverseRoot(t, total), g.node))
	g.hat = hat
	// |e|^{-1/2} in both factors F̂ gives their product the weight 1/|e|. sums has Σ_{u∈e} F̂_ue x_u/|e|^{1/2} for each hyperedge.
	// fromMembers has the second sum of the result for each node.
	scaled := autodiff.MulColumn(t, t.Const(g.share), hat)
	sums := autodiff.WeightedSpMM(t, g.ptr, g.node, scaled, x)
	fromMembers := autodiff.WeightedSpMM(t, g.back, g.to, autodiff.GatherRows(t, scaled, g.member), sums)
	// squares has Σ_e F̂_ve² for each node v, and own has the first sum of the result.
	squares := autodiff.Reshape(t, autodiff.ScatterAddRows(t, hadamard(t, hat, hat), g.node, n), n*d, 1)
	own := autodiff.MulColumn(t, squares, autodiff.Reshape(t, x, n*d, x.Cols()/d))
	return autodiff.Sub(t, autodiff.Reshape(t, own, n, x.Cols()), fromMembers)
}

// maxCliqueBlocks limits the number of pairs of nodes in the result of laplacian.
const maxCliqueBlocks = 1 << 14

// fillMap sets r, d×d and initially 0, to the diagonal map F̂ of end I (side 0) or J (side 1) of e into the hyperedge of the opposite end.
func (g *hypergraph) fillMap(e graph.Edge, side int, r []float64) {
	node, hyperedge := e.I, e.J
	if side == 1 {
		node, hyperedge = e.J, e.I
	}
	d := g.hat.Cols()
	for p := g.ptr[hyperedge]; p < g.ptr[hyperedge+1]; p++ {
		if g.node[p] != node {
			continue
		}
		for q, v := range g.hat.Value.Row(int(p)) {
			r[q*(d+1)] = v // entry (q, q)
		}
	}
}

// laplacian returns L̂ with a block for each pair of nodes that share a hyperedge, or nil for more than maxCliqueBlocks pairs.
// If no two nodes have distance 2, it does not check the limit. The blocks are
//
//	L̂_uv = δ_uv·Σ_{e∋u} F̂_ue² − Σ_{e∋u,v} F̂_ue F̂_ve/|e|
func (g *hypergraph) laplacian(base *graph.Graph) *sheaf.Laplacian {
	// Nodes share a hyperedge if they are neighbours or two steps apart.
	hat := g.hat.Value
	d, pairs := hat.Cols, append([]graph.Edge(nil), base.Edges...)
	fits := eachTwoHop(base, func(i int, k int32) bool {
		if int32(i) < k { // eachTwoHop calls the function for (i, k) and for (k, i)
			pairs = append(pairs, graph.Edge{I: int32(i), J: k})
		}
		return len(pairs) <= maxCliqueBlocks
	})
	if !fits {
		return nil
	}
	lap, block := sheaf.NewLaplacian(g.n, d, pairs), make(map[graph.Edge][]float64, len(pairs))
	for e, p := range pairs {
		block[p] = lap.Edge(e)
	}
	for e := range len(g.ptr) - 1 {
		g.addHyperedge(lap, block, e)
	}
	lap.Reflect() // adds the blocks below the diagonal
	return lap
}

// addHyperedge adds the contributions of hyperedge e to the blocks of all pairs of its members, on and above the diagonal.
// block has the blocks of lap above the diagonal, by pairs with I < J.
func (g *hypergraph) addHyperedge(lap *sheaf.Laplacian, block map[graph.Edge][]float64, e int) {
	hat, d := g.hat.Value, lap.D
	size := float64(g.ptr[e+1] - g.ptr[e])
	for p := g.ptr[e]; p < g.ptr[e+1]; p++ {
		for q := g.ptr[e]; q < g.ptr[e+1]; q++ {
			u, v := g.node[p], g.node[q]
			if u > v { // below the diagonal
				continue
			}
			b := block[graph.Edge{I: u, J: v}] // nil for u = v
			if u == v {
				b = lap.Diag(int(u))
			}
			for k := range d {
				b[k*d+k] -= hat.At(int(p), k) * hat.At(int(q), k) / size
				if u == v { // the first summand of a diagonal block
					b[k*d+k] += float64(hat.At(int(p), k) * hat.At(int(p), k))
				}
			}
		}
	}
}

// hadamard returns the elementwise product a∘b.
func hadamard(t *autodiff.Tape, a, b *autodiff.Var) *autodiff.Var {
	// MulColumn multiplies rows by numbers, so each element becomes a row.
	column := func(x *autodiff.Var) *autodiff.Var { return autodiff.Reshape(t, x, x.Rows()*x.Cols(), 1) }
	return autodiff.Reshape(t, autodiff.MulColumn(t, column(a), column(b)), a.Rows(), a.Cols())
}

// inverseRoot returns x^{-1/2} elementwise. For an element that is not positive, the value and the gradient are 0.
func inverseRoot(t *autodiff.Tape, x *autodiff.Var) *autodiff.Var {
	out := t.Result(x.Rows(), x.Cols(), x)
	return autodiff.CustomOp(t, "inverse root", out, func() {
		for i, v := range x.Value.Data {
			y := 0.0
			if v > 0 {
				y = 1 / math.Sqrt(v)
			}
			out.Value.Data[i] = y
		}
	}, func() {
		// The derivative of y = x^{-1/2} is −y³/2.
		for i, y := range out.Value.Data {
			x.Grad.Data[i] -= float64(0.5 * y * y * y * out.Grad.Data[i])
		}
	})
}
