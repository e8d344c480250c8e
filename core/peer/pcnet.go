// This file defines the peer PCNet, a sum of filters with Poisson–Charlier polynomials.

package peer

import (
	"sheafscope/core/autodiff"
	"sheafscope/core/linalg"
	"sheafscope/core/published"
	"sheafscope/core/train"
)

// charlierTerms is m, the number of powers in the expansion of a filter.
const charlierTerms = 8

// pcnet has settings within the search range of the authors' program: K = 4, eight terms, and width 64.
// Degrees have the exponent ½ in the adjacency, so its normalisation is symmetric.
// The setting "theta" is θ, the parameter a in [charlier], and "beta" is the shift β of the adjacency.
//
// Deviations from the authors' program: the program propagates class scores, and this network propagates encoded features.
// The program tunes three learning rates and three weight decays by test accuracy. Here validation accuracy chose one of each, θ, and
// features without scaling. The program tunes the initial value of the weights w_k, from ½ to 2. Here it is 1/(K+1).
var pcnet = Peer{
	Name: "pcnet", Label: "PCNet",
	Paper: "Li et al., PC-Conv: unifying homophily and heterophily with two-fold filtering, AAAI 2024",
	Why: "Features pass a sum of filters, each with a learned weight. A filter is a polynomial of the adjacency, whose coefficients are " +
		"Poisson–Charlier polynomials.",
	Equation: []string{"\\hat{Y}=\\softmax \\sp((w_0 H+∑_{k=1}^{K}w_k∑_{j<m}\\frac{C_j(k;θ)}{j!}T^jH)W)", "T=\\hat{A}−βI"},
	Symbols: []Symbol{symY, {"H", "encoded features"}, symA, {"w_k", "learned weight of filter k"},
		{"C_j", "Poisson–Charlier polynomial of order j"}, {"θ", "its parameter"},
		{"K", "number of filters"}, {"m", "number of powers, 8"}, {"β", "shift"}, symW},
	Maps:      trivialMaps,
	Laplacian: trivialLaplacian,
	Filter:    "The learned weights of all filters add up to one polynomial in 1 − λ − β, of eight terms.",
	Settings: []Default{ // name, heterophilic and homophilic default, smallest and largest value
		{"hidden", 64, 64, 1, 1024},
		{"k", 4, 4, 1, 16},
		{"theta", 2, 1, 0, 10},
		{"beta", 0, 0, 0, 1000},
		{"dropout", 0.5, 0.5, 0, 0.99},
		{"input_dropout", 0.5, 0.5, 0, 0.99},
		{"lr", 0.01, 0.01, 0, 10},
		{"weight_decay", 5e-3, 5e-4, 0, 10},
	},
	Tried: "the form of its program, which propagates class scores with initial weights 1: with one seed on Texas and Wisconsin its " +
		"validation accuracy is about the same; its program tunes on the test accuracy.",
	Reported: published.Line{Source: "its paper", Means: []float64{88.1, 88.6, 82.2, 37.8, 0, 0, 77.5, 89.5, 0}},
	Floats: func(z Size, s Settings) float64 { // memory.go defines pair and masked
		// The input, the adjacency, the encoder (product and bias), the powers of each of the two networks (training and evaluation), dropout,
		// the sum of the powers, and the class scores.
		return z.input() + z.around() + z.Nodes*s.Of("hidden")*(2*pair+2*charlierTerms+masked+2) + z.Nodes*z.Classes*pair
	},
	network: pcnetNetwork,
}

// pcnetNetwork is a weighted sum of the encoded features themselves and of K filters of them, and then a linear layer.
// All filters are polynomials of T, so their sum is one polynomial Σ_j γ_j Tʲ, with γ = weights × coefficients.
func pcnetNetwork(b *train.Builder, s Settings) *autodiff.Var {
	t, k := b.Tape, s.Int("k")
	encoded := input(b, "pcnet.in", s.Int("hidden"), train.FanIn, s.Of("input_dropout"))
	// a becomes T = Â − βI. Its diagonal entries exist, since Â has loops.
	a := adjacency(b.Graph, withLoops)
	for i := range b.Graph.N {
		for p := a.Ptr[i]; p < a.Ptr[i+1]; p++ {
			if int(a.Col[p]) == i {
				a.Val[p] -= s.Of("beta")
			}
		}
	}
	weights := b.Param("pcnet.weights", 1, k+1, train.Filled(1/float64(k+1)), train.Undecayed)
	gamma := autodiff.MatMul(t, weights, t.Const(charlier(k, s.Of("theta"))))
	filtered := pageRank(t, a, encoded, gamma)
	s.watch(polynomialLayer(a, gamma, s.Of("beta"), encoded, filtered))
	return b.Linear(dropout(b, filtered, s.Of("dropout"), "pcnet"), "pcnet.class", b.Graph.Classes)
}

// charlier returns the coefficients of the filters 0 to k, (k+1)×charlierTerms. Entry (x, j) with x ≥ 1 is C_j(x; a)/j!, the coefficient
// of T^j in filter x. Filter 0 is the identity.
// The Poisson–Charlier polynomials have the recurrence C_0 = 1, C_1 = x − a, C_j = (x−j−a+1)C_{j−1} − (j−1)a·C_{j−2}.
// The coefficients of filter x are the coefficients of t⁰ to t⁷ in the expansion of e^{−at}(1+t)^x.
func charlier(k int, a float64) *linalg.Dense {
	c := linalg.NewDense(k+1, charlierTerms)
	c.Set(0, 0, 1)
	for x := 1; x <= k; x++ {
		previous, current, factorial := 0.0, 1.0, 1.0 // C_{j−1}, C_j and j!, first for j = 0
		for j := range charlierTerms {
			if j > 0 {
				n := float64(j)
				previous, current = current, float64((float64(x)-n-a+1)*current)-float64((n-1)*a*previous)
				factorial *= n
			}
			c.Set(x, j, current/factorial)
		}
	}
	return c
}
