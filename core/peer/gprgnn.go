// This file defines the peer GPR-GNN, a learned polynomial of the adjacency, and the operation that applies such a polynomial.

package peer

import (
	"sheafscope/core/autodiff"
	"sheafscope/core/linalg"
	"sheafscope/core/published"
	"sheafscope/core/train"
)

// gprgnn has the settings of section 5.1 and the appendix of the paper.
// Width is 64, K = 10, dropout ½ on the layers and before propagation, weight decay 5·10⁻⁴ on the layers only.
// Homophilic graphs have the settings of Cora and Citeseer: rate 0.01, α = 0.1.
// Heterophilic graphs have the settings of Texas: rate 0.05, α = 1.
// The setting "alpha" is the teleport probability of the initial weights.
var gprgnn = Peer{
	Name: "gprgnn", Label: "GPR-GNN",
	Paper:     "Chien et al., Adaptive universal generalized PageRank graph neural network, ICLR 2021",
	Why:       "Features are averaged zero to K times, and each of these versions has a learned weight. Weights may be negative.",
	Equation:  []string{"\\hat{Y}=\\softmax \\sp(∑_{k=0}^{K}γ_k\\hat{A}^k\\MLP \\sp(X))"},
	Symbols:   []Symbol{symY, symA, {"γ_k", "learned weight of what was averaged k times"}, {"K", "most averagings"}, symX},
	Maps:      trivialMaps,
	Laplacian: trivialLaplacian,
	Filter: "The learned weights make one polynomial in 1 − λ. Where it is negative the sign turns; where it is large the classes read that " +
		"frequency.",
	Settings: []Default{ // name, heterophilic and homophilic default, smallest and largest value
		{"hidden", 64, 64, 1, 1024},
		{"k", 10, 10, 1, 64},
		{"alpha", 1, 0.1, 0, 1},
		{"dropout", 0.5, 0.5, 0, 0.99},
		{"input_dropout", 0.5, 0.5, 0, 0.99},
		{"lr", 0.05, 0.01, 0, 10},
		{"weight_decay", 5e-4, 5e-4, 0, 10},
		{"plain", 0, 0, 0, 1},
	},
	Reported: published.Line{Source: published.Baseline, Means: []float64{78.38, 82.94, 80.27, 34.63, 31.61, 46.58, 77.13, 87.54, 87.95}},
	Floats: func(z Size, s Settings) float64 { // memory.go defines pair and masked
		// The encoder has a product, a bias, an activation and dropout. The class scores have a product, a bias and dropout. The network for
		// training and the network for evaluation each have the powers 1 to k, without gradients. The sum of the powers exists once, with its
		// gradient.
		return z.input() + z.around() + z.Nodes*s.Of("hidden")*(3*pair+masked) + z.Nodes*z.Classes*(2*pair+masked+2*s.Of("k")+2)
	},
	network: gprgnnNetwork,
}

// gprgnnNetwork is equation (1) of Chien et al. (2021): Z = Σ_k γ_k Ãᵏ H⁰ with H⁰ = MLP(X), learned γ, and the normalised adjacency Ã with
// loops. Initial weights are the weights of personalised PageRank: γ_k = α(1−α)ᵏ for k < K, and γ_K = (1−α)ᴷ.
func gprgnnNetwork(b *train.Builder, s Settings) *autodiff.Var {
	order, alpha, drop := s.Int("k"), s.Of("alpha"), s.Of("dropout") // order is K
	b = s.features(b)                                                // rows of the features sum to 1, unless the setting "plain" is set
	t := b.Tape
	h := autodiff.ReLU(t, input(b, "gprgnn.0", s.Int("hidden"), train.FanIn, s.Of("input_dropout")))
	h = b.Linear(dropout(b, h, drop, "gprgnn.1"), "gprgnn.1", b.Graph.Classes)
	h = dropout(b, h, drop, "gprgnn.propagate")
	initial := make([]float64, order+1)
	power := 1.0 // (1−α)ᵏ
	for k := range initial {
		initial[k] = alpha * power
		if k == order { // so that all initial weights have the sum 1
			initial[k] = power
		}
		power *= 1 - alpha
	}
	gamma := b.Param("gprgnn.gamma", 1, order+1, train.Values(initial), train.Undecayed)
	a := adjacency(b.Graph, withLoops)
	out := pageRank(t, a, h, gamma)
	s.watch(polynomialLayer(a, gamma, 0, h, out))
	return out
}

// polynomialLayer describes a layer y = Σ_k γ_k aᵏx, where a is the averaging matrix of [averagingLayer] minus shift·I.
func polynomialLayer(a *linalg.CSR, gamma *autodiff.Var, shift float64, x, y *autodiff.Var) Layer {
	l := averagingLayer(a, x, y)
	l.Filter = &Filter{weight: gamma, basis: powerTerms, shift: shift}
	l.Parts[0].Name, l.Parts[0].gamma = "all powers together", gamma
	return l
}

// pageRank returns Σ_k γ_k Aᵏx for symmetric A and k from 0 to K. gamma is 1×(K+1).
func pageRank(t *autodiff.Tape, a *linalg.CSR, x, gamma *autodiff.Var) *autodiff.Var {
	out := t.Result(x.Rows(), x.Cols(), x, gamma)
	// power stores all Aᵏx, since the gradient of γ_k is the inner product of Aᵏx and the gradient G of the result.
	power := make([]*linalg.Dense, gamma.Cols())
	power[0] = x.Value
	for k := 1; k < len(power); k++ {
		power[k] = linalg.NewDense(x.Rows(), x.Cols())
	}
	var r, next *linalg.Dense // workspace of the backward pass
	if out.Grad != nil {
		r, next = linalg.NewDense(x.Rows(), x.Cols()), linalg.NewDense(x.Rows(), x.Cols())
	}
	return autodiff.CustomOp(t, "generalised PageRank", out, func() {
		clear(out.Value.Data)
		for k, p := range power {
			if k > 0 {
				linalg.SpMM(a, power[k-1], 0, p) // 0: the old numbers of p do not count
			}
			linalg.Axpy(gamma.Value.Data[k], p.Data, out.Value.Data)
		}
	}, func() {
		g := out.Grad.Data
		if gamma.Grad != nil {
			for k, p := range power {
				gamma.Grad.Data[k] += linalg.Dot(g, p.Data)
			}
		}
		if x.Grad == nil {
			return
		}
		// The gradient of x is Σ_k γ_k Aᵏ G, by Horner's rule: ((γ_K A + γ_{K−1})A + …)G.
		clear(r.Data)
		for k := len(power) - 1; ; k-- {
			linalg.Axpy(gamma.Value.Data[k], g, r.Data)
			if k == 0 {
				break
			}
			linalg.SpMM(a, r, 0, next)
			r, next = next, r
		}
		linalg.Axpy(1, r.Data, x.Grad.Data)
	})
}
