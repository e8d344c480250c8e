// This file defines the peer GloGNN, which mixes all nodes with weights in closed form.

package peer

import (
	"sheafscope/core/autodiff"
	"sheafscope/core/linalg"
	"sheafscope/core/published"
	"sheafscope/core/train"
)

// glognn has the settings of the authors' program.
// Heterophilic graphs have the settings of Texas: rate 0.01, width 64, one layer, two hops, features alone.
// Homophilic graphs have the settings of Cora, except for the penalty on Z, which is 0 for Cora.
// Z is the n×n matrix of the weights with which a layer mixes the nodes, and K is the number of hops, the setting "k".
// The setting "alpha" is the share of the encoder's scores H₀ in the output of a layer, and "theta" is the penalty on Z.
// The setting "beta" is the penalty on the distance between Z and the weighted sum of hops Σ_k w_k P^k.
// The setting "mix" is the share of the features in the encoder. Rows of the adjacency have the share 1 − mix.
//
// Deviations from the authors' program: on heterophilic graphs, dropout and decay have the values that most peers here have.
// The settings for Cora are the program's settings of GloGNN++, which has another layer.
var glognn = Peer{
	Name: "glognn", Label: "GloGNN",
	Paper: "Li et al., Finding global homophily in graph neural networks when meeting heterophily, ICML 2022",
	Why: "Every node is written as a mixture of all nodes of the graph, near or far, with weights of either sign that solve a least-squares " +
		"problem in closed form; equal nodes anywhere can so help each other.",
	Equation: []string{"H′=(1−α)Z H+αH_0", "Z=\\argmin_Z‖H−(1−α)Z H−αH_0‖^2+θ‖Z‖^2+β‖Z−∑_{k=1}^{K}w_k P^k‖^2",
		"H_0=W_2\\act \\sp(μX W_1+(1−μ)P W_3)"},
	Symbols: []Symbol{{"H", "class scores, one row a node"}, {"H′", "class scores after the layer"}, {"H_0", "class scores of the encoder"},
		{"Z", "how much of each node goes into each"}, {"P", "adjacency with rows that sum to 1"}, {"w_k", "learned weight of k steps"},
		{"α", "share of the encoder's scores that stays"}, {"θ", "penalty on Z"}, {"β", "penalty on the distance of Z from the sum of steps"},
		{"μ", "share of the features in the encoder"}, {"K", "most steps"}, symX},
	Maps:      plainMaps,
	Laplacian: plainLaplacian,
	Filter:    "The mixture Z follows the features themselves, near or far in the graph: it is no function of this Laplacian.",
	Settings: []Default{ // name, heterophilic and homophilic default, smallest and largest value
		{"hidden", 64, 64, 1, 1024},
		{"layers", 1, 2, 1, 16},
		{"k", 2, 4, 1, 16},
		{"alpha", 0, 0.8, 0, 0.99},
		{"theta", 10, 1e-3, 1e-3, 10},
		{"beta", 0.01, 800, 0, 1000},
		{"mix", 1, 0.9, 0, 1},
		{"dropout", 0.5, 0.8, 0, 0.99},
		{"input_dropout", 0, 0, 0, 0.99},
		{"lr", 0.01, 0.01, 0, 10},
		{"weight_decay", 5e-4, 5e-5, 0, 10},
	},
	Reported: published.Line{Source: "its paper", Means: []float64{84.32, 87.06, 83.51, 37.35, 0, 0, 0, 0, 0}},
	Floats: func(z Size, s Settings) float64 { // memory.go defines pair and masked
		wide, layers := z.Nodes*s.Of("hidden"), s.Of("layers") // wide is the number of elements of the encoder's features
		rowTerm := 0.0                                         // the term of the encoder that reads the rows of the adjacency
		if s.Of("mix") < 1 {
			// Product with weights, scaling, and the sum with the term of the features. The estimate of all parameters lacks the weights of this
			// term: a row for each node, and six numbers for each weight. The 2m entries of the adjacency have six numbers each, as in Size.input.
			rowTerm = wide*(3*pair+6) + 6*2*z.Edges
		}
		hops, matrices := 0.0, 2.0 // hops of a layer, and matrices of class scores in a layer
		if s.Of("alpha") > 0 {     // two scalings, a difference and a sum
			matrices += 4
		}
		if s.Of("beta") > 0 { // product and scaling, and for each hop the product with P, the scaling, and the sum
			hops = s.Of("k")
			matrices += 2 + 3*hops
		}
		// The term, the input, the encoder, P in both networks, and Pᵀ for each hop of each layer, with row pointers of half a number.
		// The class scores have product and bias before the layers.
		return rowTerm + z.input() + wide*(3*pair+masked) + (2+layers*hops)*(sparseEntry*2*z.Edges+z.Nodes/2) +
			z.Nodes*z.Classes*(2+layers*matrices)*pair
	},
	network: glognnNetwork,
}

// glognnNetwork has layers H′ = (1−α)Z·H + αH₀ on the class scores H, n×C. It never forms the n×n matrix Z.
// With G = HᵀH and the C×C matrix S = ((1−α)²G + (θ+β)I)⁻¹ the minimiser Z satisfies
//
//	Z·H = (1−α)(H − αH₀)GS + β·Σ_k w_k P^k·HS
func glognnNetwork(b *train.Builder, s Settings) *autodiff.Var {
	t, c := b.Tape, b.Graph.Classes
	alpha, beta, mix := s.Of("alpha"), s.Of("beta"), s.Of("mix")
	rows := meanAdjacency(b.Graph) // P, whose rows sum to 1
	h := autodiff.Scale(t, mix, input(b, "glognn.in", s.Int("hidden"), train.FanIn, s.Of("input_dropout")))
	if mix < 1 {
		w := b.Param("glognn.rows.weight", b.Graph.N, s.Int("hidden"), train.FanIn, train.Decayed)
		adjacent := train.SparseProduct(b, rows, w, 0, "dropout/rows") // P·w, with dropout 0
		h = autodiff.Add(t, h, autodiff.Scale(t, 1-mix, adjacent))
	}
	h = dropout(b, autodiff.ReLU(t, h), s.Of("dropout"), "glognn.in")
	first := b.Linear(h, "glognn.class", c) // H₀
	h = first                               // h has the class scores H from here on
	for l := range s.Int("layers") {
		// weights has w_1 to w_K, gram is G, and inv is S.
		weights := b.Param(numbered("glognn", l)+".hops", 1, s.Int("k"), train.Ones, train.Undecayed)
		gram := autodiff.MatMulT(t, h, h, linalg.Trans, linalg.NoTrans)
		inv := shiftedInverse(t, gram, (1-alpha)*(1-alpha), s.Of("theta")+beta)
		residual := h // H − αH₀
		if alpha > 0 {
			residual = autodiff.Sub(t, h, autodiff.Scale(t, alpha, first))
		}
		// mixed is (1−α)Z·H. For β = 0 its second term, the sum over hops, is 0.
		mixed := autodiff.Scale(t, (1-alpha)*(1-alpha), autodiff.MatMul(t, residual, autodiff.MatMul(t, gram, inv)))
		if beta > 0 {
			hop := autodiff.Scale(t, beta*(1-alpha), autodiff.MatMul(t, h, inv)) // β(1−α)·P^k·HS after k passes of the loop
			for k := range s.Int("k") {
				hop = autodiff.SpMM(t, rows, hop)
				mixed = autodiff.Add(t, mixed, autodiff.MulScalar(t, autodiff.SliceCols(t, weights, k, k+1), hop))
			}
		}
		in := h
		h = mixed
		if alpha > 0 {
			h = autodiff.Add(t, mixed, autodiff.Scale(t, alpha, first))
		}
		s.watch(Layer{openDim: 1, X: in, Y: h, Parts: []Part{{Name: "all nodes", row: func(i int) []float64 {
			return mixtureRow(rows, in.Value, first.Value, inv.Value, weights.Value.Data, s, i)
		}}}})
	}
	return h
}

// mixtureRow returns row i of Z, which has n numbers. rows is P, h is H, first is H₀, inv is S, and hops has the weights w_k.
// With M = Σ_k w_k P^k and c = θ+β the matrix is
//
//	Z = (1−α)(H − αH₀)SHᵀ + (β/c)·M(I − (1−α)²HSHᵀ)
//
// It follows from Hᵀ((1−α)²HHᵀ + cI)⁻¹ = SHᵀ and Woodbury's identity.
func mixtureRow(rows *linalg.CSR, h, first, inv *linalg.Dense, hops []float64, s Settings, i int) []float64 {
	n, classes := h.Rows, h.Cols
	alpha, beta := s.Of("alpha"), s.Of("beta")
	// row becomes row i of (β/c)·M in the loop over the hops. The other summands are added at the end.
	// step becomes row i of P^k after k passes of the loop.
	row, step := make([]float64, n), make([]float64, n)
	step[i] = 1
	for _, w := range hops {
		next := make([]float64, n)
		for j, v := range step {
			for p := rows.Ptr[j]; p < rows.Ptr[j+1]; p++ {
				next[rows.Col[p]] += float64(v * rows.Val[p])
			}
		}
		step = next
		linalg.Axpy(beta/(s.Of("theta")+beta)*w, step, row)
	}
	// left is (1−α)(h_i − αh₀_i) − (1−α)²·row·H, and leftS is left·S. All other summands of the row together are left·S·Hᵀ.
	left, leftS := make([]float64, classes), make([]float64, classes)
	linalg.Axpy(1-alpha, h.Row(i), left)
	linalg.Axpy(-(1-alpha)*alpha, first.Row(i), left)
	for j, v := range row {
		linalg.Axpy(-(1-alpha)*(1-alpha)*v, h.Row(j), left)
	}
	for k, v := range left {
		linalg.Axpy(v, inv.Row(k), leftS)
	}
	for j := range row {
		row[j] += linalg.Dot(leftS, h.Row(j))
	}
	return row
}

// shiftedInverse returns S = (scale·G + shift·I)⁻¹ for a symmetric positive semidefinite matrix G, by Gauss–Jordan elimination.
// shift must be positive. For the gradient Q of S, the gradient of G is −scale·SᵀQSᵀ.
func shiftedInverse(t *autodiff.Tape, g *autodiff.Var, scale, shift float64) *autodiff.Var {
	c := g.Rows()
	out := t.Result(c, c, g)
	work, half := linalg.NewDense(c, c), linalg.NewDense(c, c)
	return autodiff.CustomOp(t, "inverse", out, func() {
		a, s := work, out.Value
		clear(s.Data)
		for i, v := range g.Value.Data {
			a.Data[i] = scale * v
		}
		for i := range c {
			a.Data[i*c+i] += shift
			s.Data[i*c+i] = 1
		}
		// Elimination turns [a | I] into [I | a⁻¹]. A positive definite matrix needs no exchange of rows.
		for i := range c {
			pivot := 1 / a.At(i, i)
			linalg.Scal(pivot, a.Row(i))
			linalg.Scal(pivot, s.Row(i))
			for j := range c {
				factor := a.At(j, i)
				if j != i && factor != 0 {
					linalg.Axpy(-factor, a.Row(i), a.Row(j))
					linalg.Axpy(-factor, s.Row(i), s.Row(j))
				}
			}
		}
	}, func() {
		// half is SᵀQ.
		linalg.Gemm(linalg.Trans, linalg.NoTrans, 1, out.Value, out.Grad, 0, half)
		linalg.Gemm(linalg.NoTrans, linalg.Trans, -scale, half, out.Value, 1, g.Grad)
	})
}
