package peer

import (
	"fmt"

	"sheafscope/core/autodiff"
	"sheafscope/core/linalg"
	"sheafscope/core/train"
)

// defaultsGPRGNN: section 5.1 and appendix of the paper: width 64, K = 10,
// dropout ½ on the layers and before propagation, L2 5·10⁻⁴ on the layers
// only; rate 0.01 and α = 0.1 for Cora and Citeseer, 0.05 and α = 1 for Texas
// (0.9 for Cornell).
func defaultsGPRGNN(homophilic bool) (Settings, float64, float64) {
	s := Settings{Hidden: 64, K: 10, Dropout: 0.5, InputDropout: 0.5, Alpha: 1}
	if homophilic {
		s.Alpha = 0.1
		return s, 0.01, 5e-4
	}
	return s, 0.05, 5e-4
}

// buildGPRGNN is equation (1): Z = Σ_k γ_k Ãᵏ H⁰ with H⁰ = MLP(X) and learned
// γ, started from personalised PageRank, γ_k = α(1−α)ᵏ, γ_K = (1−α)ᴷ.
func buildGPRGNN(b *train.Builder, s Settings) (*autodiff.Var, error) {
	if err := first(within("gprgnn", "hidden", s.Hidden, 1, 4096), within("gprgnn", "k", s.K, 0, 100)); err != nil {
		return nil, err
	}
	if s.Alpha < 0 || s.Alpha > 1 {
		return nil, fmt.Errorf("peer gprgnn: alpha=%g must be in 0..1", s.Alpha)
	}
	b = normalised(b)
	t := b.Tape
	h := autodiff.ReLU(t, input(b, "gprgnn.0", s.Hidden, train.FanIn, s.InputDropout))
	h = b.Linear(dropout(b, h, s.Dropout, "gprgnn.1"), "gprgnn.1", b.Graph.Classes)
	h = dropout(b, h, s.Dropout, "gprgnn.propagate")
	start := make([]float64, s.K+1)
	rest := 1.0
	for k := range start {
		start[k] = s.Alpha * rest
		if k == s.K {
			start[k] = rest
		}
		rest *= 1 - s.Alpha
	}
	gamma := b.Param("gprgnn.gamma", 1, s.K+1, train.Values(start), false)
	return pageRank(t, adjacency(b.Graph, true), h, gamma), nil
}

// pageRank is Σ_k γ_k Aᵏ x for symmetric A.
func pageRank(t *autodiff.Tape, a *linalg.CSR, x, gamma *autodiff.Var) *autodiff.Var {
	out := t.Result(x.Rows(), x.Cols(), x, gamma)
	power := make([]*linalg.Dense, gamma.Cols())
	power[0] = x.Value
	for k := 1; k < len(power); k++ {
		power[k] = linalg.NewDense(x.Rows(), x.Cols())
	}
	var r, next *linalg.Dense
	if out.Grad != nil {
		r, next = linalg.NewDense(x.Rows(), x.Cols()), linalg.NewDense(x.Rows(), x.Cols())
	}
	return autodiff.CustomOp(t, "generalised PageRank", out, func() {
		clear(out.Value.Data)
		for k, p := range power {
			if k > 0 {
				linalg.SpMM(a, power[k-1], 0, p)
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
		// Horner: ((γ_K A + γ_{K−1})A + …)G.
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
