// This file defines the peer PolyNSD, neural sheaf diffusion with a polynomial of the Laplacian.

package peer

import (
	"sheafscope/core/autodiff"
	"sheafscope/core/published"
	"sheafscope/core/train"
)

// polyNSD has the settings of NSD with diagonal maps, and a polynomial of order 4.
// This project chose them, since the settings of the paper were not available.
// The setting "k" is the order, and "maps" selects the maps as in NSD.
var polyNSD = func() Peer {
	p := newNSD("polynsd", "PolyNSD", diagonalMaps, polynomialDiffusion)
	p.Paper = "Polynomial neural sheaf diffusion, arXiv 2512.00242, 2025"
	p.Why = "Neural sheaf diffusion whose layers apply a learned polynomial of the sheaf Laplacian in place of the Laplacian itself: " +
		"one layer sees as many steps away as the polynomial has orders. Its weights are positive and sum to one, beside one term for what " +
		"varies slowly."
	p.Equation = []string{"X′=(1+\\tanh \\sp ε)X−\\ELU \\sp(∑_{k=0}^{K}w_k T_k(\\hat{L}−I)Y+a(Y−\\hat{L}Y/2))", "Y=(I⊗W_1)X W_2"}
	p.Filter = "The learned weights make one polynomial of this layer's Laplacian, which is taken away from the features after weights " +
		"and ELU."
	p.Symbols = []Symbol{{"X", "features: in each node's stalk a vector for each of c channels"}, {"X′", "features after the layer"},
		{"\\hat{L}", "normalised sheaf Laplacian, nd × nd, with eigenvalues from 0 to 2"}, {"T_k", "Chebyshev polynomial of order k"},
		{"w_k", "learned weights, a softmax"}, {"a", "learned weight of the low frequencies"}, {"K", "order"},
		{"ε", "learned gain of each stalk coordinate"}, {"Y", "what the operator is applied to"}, symW1, symW2}
	p.Settings = append(p.Settings, Default{"k", 4, 4, 1, 16})
	p.Reported = published.Line{Source: "its paper", Means: []float64{90.0, 89.4, 0, 0, 0, 71.5, 77.7, 89.8, 0}}
	floats := p.Floats
	p.Floats = func(z Size, s Settings) float64 {
		w := z.Nodes * s.Of("d") * s.Of("hidden") // elements of the features
		// The numbers of NSD. Then in each layer, for each element, 14 numbers for the term of low frequencies and 14 for each order from 1 to k.
		return floats(z, s) + s.Of("layers")*w*(14+s.Of("k")*14)
	}
	return withMapChoice(p, diagonalMaps)
}()

// polynomialDiffusion is the operator Σ_k softmax(η)_k T_k(L̂ − I)x + a(x − L̂x/2). L̂ − I has its eigenvalues in [−1, 1].
// It uses Chebyshev's recurrence T_k = 2zT_{k−1} − T_{k−2} with z = L̂ − I. The weights η and a are initially 0.
func polynomialDiffusion(b *train.Builder, layer string, s Settings, l *Layer, hat, x *autodiff.Var) *autodiff.Var {
	t := b.Tape
	// The softmax keeps the weights positive with sum 1, as in the paper.
	weights := autodiff.SoftmaxRows(t, b.Param(layer+".eta", 1, s.Int("k")+1, train.Zeros, train.Undecayed))
	// term returns softmax(η)_k·tx, where tx is T_k x.
	term := func(k int, tx *autodiff.Var) *autodiff.Var {
		return autodiff.MulScalar(t, autodiff.SliceCols(t, weights, k, k+1), tx)
	}
	low := b.Param(layer+".low", 1, 1, train.Zeros, train.Undecayed) // a
	l.Filter = &Filter{basis: chebyshevTerms, s: &s, weightOf: func(k, _ int) float64 {
		if k > s.Int("k") { // the last term of chebyshevTerms
			return low.Value.Data[0]
		}
		return weights.Value.Data[k]
	}}
	lx := diffuse(t, b.Graph.Edges, l.Lap, hat, x)
	lowTerm := autodiff.MulScalar(t, low, autodiff.Sub(t, x, autodiff.Scale(t, 0.5, lx)))
	// previous and current are T_{k−1}x and T_k x, first for k = 1. The order is at least 1.
	previous, current := x, autodiff.Sub(t, lx, x)
	out := autodiff.Add(t, autodiff.Add(t, lowTerm, term(0, previous)), term(1, current))
	for k := 2; k <= s.Int("k"); k++ {
		zCurrent := autodiff.Sub(t, diffuse(t, b.Graph.Edges, l.Lap, hat, current), current)
		previous, current = current, autodiff.Sub(t, autodiff.Scale(t, 2, zCurrent), previous)
		out = autodiff.Add(t, out, term(k, current))
	}
	return out
}

// chebyshevTerms returns the basis of [polynomialDiffusion]: T_k(λ − 1) for k = 0 … order, and then 1 − λ/2, the term of low frequencies.
func chebyshevTerms(f *Filter, lambda float64) []float64 {
	t := []float64{1, lambda - 1}
	for k := 2; k <= f.s.Int("k"); k++ {
		t = append(t, float64(2*(lambda-1)*t[k-1])-t[k-2])
	}
	return append(t, 1-float64(lambda/2))
}
