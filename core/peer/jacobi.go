// This file defines the peer JacobiConv, a filter of Jacobi polynomials for each class.

package peer

import (
	"errors"

	"sheafscope/core/autodiff"
	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/train"
)

// jacobi has settings of the paper, which searches them for each data set.
// Homophilic graphs have its settings for Cora: a = 2, b = −¼, γ' = ½, dropout ½ on X and 0.7 on XW.
// Heterophilic graphs have its settings for Texas: a = −½, b = 0, γ' = ½.
// The paper has three learning rates and three weight decays; this model has one of each. The weight decay, and the dropout for
// heterophilic graphs, were chosen again, by validation accuracy.
// The setting "alpha" is γ', the bound of the factors γ' tanh η_i, and "k" is the order.
//
// Deviation from the authors' program: its recurrence subtracts the term with a² − b², which Jacobi polynomials add.
var jacobi = Peer{
	Name: "jacobi", Label: "JacobiConv",
	Paper: "Wang and Zhang, How powerful are spectral graph neural networks, ICML 2022",
	Why: "A polynomial of the graph's adjacency, with learned coefficients for every class, and one linear layer from the features to " +
		"the classes.",
	Equation: []string{"\\hat{Y}_l=\\softmax \\sp(∑_{k=0}^{K}α_{kl}P_k^{a,b}(\\hat{A})(X W)_l)"},
	Symbols: []Symbol{{"\\hat{Y}_l", "probabilities of class l"},
		{"\\hat{A}", "adjacency, normalised on both sides by the roots of the degrees"},
		{"α_{kl}", "learned coefficient of degree k for class l"}, {"P_k^{a,b}", "Jacobi polynomial of degree k"}, {"K", "highest degree"},
		symX, symW},
	Maps:      plainMaps,
	Laplacian: plainLaplacian,
	Filter:    "Every class has a learned polynomial of its own: one curve for each class. A node without neighbours counts as λ = 1.",
	Settings: []Default{ // name, heterophilic and homophilic default, smallest and largest value
		{"k", 10, 10, 1, 64},
		{"alpha", 0.5, 0.5, 1e-6, 1},
		{"jacobi_a", -0.5, 2, -1, 10},
		{"jacobi_b", 0, -0.25, -1, 10},
		{"dropout", 0.2, 0.7, 0, 0.99},
		{"input_dropout", 0.5, 0.5, 0, 0.99},
		{"lr", 0.05, 0.05, 0, 10},
		{"weight_decay", 2e-4, 5e-4, 0, 10},
		{"plain", 0, 0, 0, 1},
	},
	Floats: func(z Size, s Settings) float64 { // memory.go defines pair and masked
		// The input, the adjacency, and the class scores: product, bias, dropout, the filter, its terms 1 to k in both networks, and three
		// workspaces.
		return z.input() + z.around() + z.Nodes*z.Classes*(2*pair+masked+pair+2*s.Of("k")+3)
	},
	Check: func(_ *graph.Graph, s Settings) error {
		// For a = b = −1, the least values, the recurrence would divide by 0.
		if s.Of("jacobi_a")+s.Of("jacobi_b") <= -2 {
			return errors.New("jacobi_a=-1 and jacobi_b=-1 leave no weight of the polynomials; raise one of them above -1")
		}
		return nil
	},
	network: jacobiNetwork,
}

// jacobiNetwork is equations (7) to (10) of Wang and Zhang (2022), a linear network with one filter for each output channel l:
//
//	Z_l = Σ_k α_kl P_k^{a,b}(Â)(XW)_l,  α_kl = β_kl Π_{i≤k} γ' tanh η_i
//
// Here Â is D^{-1/2}AD^{-1/2}, and the P_k are the Jacobi polynomials.
// The paper calls the product form of α_kl the polynomial coefficient decomposition.
// Initial values of η and β are 1.
func jacobiNetwork(b *train.Builder, s Settings) *autodiff.Var {
	b = s.features(b) // rows of the features sum to 1, unless the setting "plain" is set
	c, order := b.Graph.Classes, s.Int("k")
	h := input(b, "jacobi.in", c, train.FanIn, s.Of("input_dropout"))
	h = dropout(b, h, s.Of("dropout"), "jacobi")
	beta := b.Param("jacobi.beta", order+1, c, train.Ones, train.Decayed)
	eta := b.Param("jacobi.eta", 1, order, train.Ones, train.Decayed)
	a := adjacency(b.Graph, withoutLoops)
	out := jacobiFilter(b.Tape, a, h, beta, eta, s)
	s.watch(Layer{openDim: 1, X: h, Y: out, Parts: []Part{{Name: "one power of the adjacency", a: a}},
		Filter: &Filter{basis: jacobiTerms, curves: c, s: &s, weightOf: func(k, l int) float64 {
			w := beta.Value.At(k, l) // becomes α_kl
			for _, v := range eta.Value.Data[:k] {
				w *= s.Of("alpha") * linalg.Tanh(v)
			}
			return w
		}}})
	return out
}

// jacobiRecurrence returns the numbers θ, φ, ψ of the recurrence P_k = (θ_k z + φ_k)P_{k−1} − ψ_k P_{k−2} for k = 1 … order.
// P_k are the Jacobi polynomials with the parameters a and b, P_0 = 1, and ψ_1 = 0. Index 0 of the results is unused.
func jacobiRecurrence(order int, a, b float64) (theta, phi, psi []float64) {
	theta, phi, psi = make([]float64, order+1), make([]float64, order+1), make([]float64, order+1)
	theta[1], phi[1] = (a+b+2)/2, (a-b)/2
	for k := 2; k <= order; k++ {
		n := float64(k)
		q := 2*n + a + b
		denominator := 2 * n * (n + a + b) * (q - 2)
		theta[k] = (q - 1) * q * (q - 2) / denominator
		phi[k] = (q - 1) * (float64(a*a) - float64(b*b)) / denominator
		psi[k] = 2 * (n + a - 1) * (n + b - 1) * q / denominator
	}
	return theta, phi, psi
}

// jacobiTerms returns the basis P_k(1 − λ) for k = 0 … order. The argument of the polynomials is an eigenvalue 1 − λ of Â.
func jacobiTerms(f *Filter, lambda float64) []float64 {
	order := f.s.Int("k")
	theta, phi, psi := jacobiRecurrence(order, f.s.Of("jacobi_a"), f.s.Of("jacobi_b"))
	p := make([]float64, order+1)
	p[0] = 1
	for k := 1; k <= order; k++ {
		p[k] = float64((float64(theta[k]*(1-lambda)) + phi[k]) * p[k-1])
		if k > 1 {
			p[k] -= float64(psi[k] * p[k-2])
		}
	}
	return p
}

// jacobiFilter returns Σ_k α_kl P_k(Â)x_l in column l, as one operation with shared buffers. adj is Â.
// beta and eta determine α_kl as in [jacobiNetwork].
func jacobiFilter(t *autodiff.Tape, adj *linalg.CSR, x, beta, eta *autodiff.Var, s Settings) *autodiff.Var {
	order, bound := s.Int("k"), s.Of("alpha") // bound is γ'
	n, c := x.Rows(), x.Cols()                // nodes and classes
	theta, phi, psi := jacobiRecurrence(order, s.Of("jacobi_a"), s.Of("jacobi_b"))
	out := t.Result(n, c, x, beta, eta)
	// All P_k(Â)x are stored, since the gradient of β needs them.
	base := make([]*linalg.Dense, order+1)
	base[0] = x.Value
	for k := 1; k <= order; k++ {
		base[k] = linalg.NewDense(n, c)
	}
	// product[k] is Π_{i≤k} γ' tanh η_i, and tanh[i] is tanh η_i. Row k of weight has α_kl.
	product, tanh := make([]float64, order+1), make([]float64, order+1)
	weight := linalg.NewDense(order+1, c)
	var back [3]*linalg.Dense // workspace of the backward pass
	if out.Grad != nil {
		for k := range back {
			back[k] = linalg.NewDense(n, c)
		}
	}
	return autodiff.CustomOp(t, "Jacobi filter", out, func() {
		product[0] = 1
		for k := 1; k <= order; k++ {
			tanh[k] = linalg.Tanh(eta.Value.Data[k-1])
			product[k] = product[k-1] * bound * tanh[k]
		}
		for k := range base {
			for l := range c {
				weight.Data[k*c+l] = product[k] * beta.Value.Data[k*c+l]
			}
			// base[k] is θ_k·Â·base[k−1] + φ_k·base[k−1] − ψ_k·base[k−2].
			if k > 0 {
				linalg.SpMM(adj, base[k-1], 0, base[k])
				axpby(base[k].Data, base[k-1].Data, theta[k], phi[k])
			}
			if k > 1 {
				linalg.Axpy(-psi[k], base[k-2].Data, base[k].Data)
			}
		}
		clear(out.Value.Data)
		for k, p := range base {
			addScaledColumns(out.Value, p, weight.Row(k))
		}
	}, func() {
		addJacobiGrads(base, out.Grad, beta, eta, product, tanh, bound)
		if x.Grad == nil {
			return
		}
		// gradK, gradK1 and gradK2 are the gradients of base[k], base[k−1] and base[k−2].
		gradK, gradK1, gradK2 := back[0], back[1], back[2]
		clear(gradK.Data)
		clear(gradK1.Data)
		// The recurrence backwards: the gradient of P_k contributes to the gradients of P_{k−1} and P_{k−2}.
		for k := order; k >= 1; k-- {
			addScaledColumns(gradK, out.Grad, weight.Row(k))
			clear(gradK2.Data)
			if k > 1 {
				linalg.Axpy(-psi[k], gradK.Data, gradK2.Data)
			}
			linalg.Axpy(phi[k], gradK.Data, gradK1.Data)
			linalg.Scal(theta[k], gradK.Data)
			linalg.SpMM(adj, gradK, 1, gradK1)            // adds Â·gradK; Â is its own transpose
			gradK, gradK1, gradK2 = gradK1, gradK2, gradK // the gradients for k−1; the new gradK2 reuses the matrix of gradK
		}
		// gradK is now the gradient of base[0], which is x, without the term of order 0.
		addScaledColumns(gradK, out.Grad, weight.Row(0))
		linalg.Axpy(1, gradK.Data, x.Grad.Data)
	})
}

// addJacobiGrads adds the gradients of β and η for the gradient g of the output. base[k] is P_k(Â)x.
// product[k] is Π_{i≤k} γ' tanh η_i, tanh[i] is tanh η_i, and bound is γ'. Here i counts from 1, and η_i is element i−1 of eta.
func addJacobiGrads(base []*linalg.Dense, g *linalg.Dense, beta, eta *autodiff.Var, product, tanh []float64, bound float64) {
	c := g.Cols
	for k, p := range base {
		productGrad := 0.0
		for l := range c {
			weightGrad := 0.0
			for i := l; i < len(p.Data); i += c {
				weightGrad += float64(p.Data[i] * g.Data[i])
			}
			if beta.Grad != nil {
				beta.Grad.Data[k*c+l] += float64(product[k] * weightGrad)
			}
			productGrad += float64(beta.Value.Data[k*c+l] * weightGrad)
		}
		if eta.Grad == nil {
			continue
		}
		for i := 1; i <= k; i++ {
			// The derivative of product[k] by η_i is the derivative of factor i times all other factors.
			// The division product[k]/(γ' tanh η_i) would fail at η_i = 0.
			derivative := bound * (1 - float64(tanh[i]*tanh[i]))
			for j := 1; j <= k; j++ {
				if j != i {
					derivative *= bound * tanh[j]
				}
			}
			eta.Grad.Data[i-1] += float64(productGrad * derivative)
		}
	}
}

// axpby sets y to a·y + b·x.
func axpby(y, x []float64, a, b float64) {
	for i, v := range x {
		y[i] = float64(a*y[i]) + float64(b*v)
	}
}

// addScaledColumns adds x, with column l scaled by w[l], to y.
func addScaledColumns(y, x *linalg.Dense, w []float64) {
	for i := range x.Rows {
		xi, yi := x.Row(i), y.Row(i)
		for l, v := range w {
			yi[l] += float64(v * xi[l])
		}
	}
}
