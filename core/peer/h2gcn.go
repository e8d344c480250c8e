package peer

import (
	"sheafscope/core/autodiff"
	"sheafscope/core/linalg"
	"sheafscope/core/train"
)

// defaultsH2GCN: appendix of the paper: width 64, dropout ½, rate 0.01, L2
// 5·10⁻⁴, which its program adds to the loss as 5·10⁻⁴·‖W‖², that is a decay of
// 10⁻³ here, where the decay is the factor of W in the gradient; two rounds (H2GCN-2) where homophily is high, one (H2GCN-1) where it
// is low, each the better of the two there.
func defaultsH2GCN(homophilic bool) (Settings, float64, float64) {
	s := Settings{Hidden: 64, K: 1, Dropout: 0.5}
	if homophilic {
		s.K = 2
	}
	return s, 0.01, 1e-3
}

// buildH2GCN follows section 3.2: r⁰ = ReLU(X W_e); every round
//
//	r⁽ᵏ⁾ = [Ā₁ r⁽ᵏ⁻¹⁾ ‖ Ā₂ r⁽ᵏ⁻¹⁾]
//
// aggregates the neighbours and, apart from them, the nodes at distance 2,
// never the node itself; the classifier reads [r⁰ ‖ … ‖ r⁽ᴷ⁾]. The features are
// taken as they are, which is as good on validation as rows that sum to 1 and
// needs a quarter of the epochs.
func buildH2GCN(b *train.Builder, s Settings) (*autodiff.Var, error) {
	if err := first(within("h2gcn", "hidden", s.Hidden, 1, 1024), within("h2gcn", "k", s.K, 0, 4)); err != nil {
		return nil, err
	}
	t := b.Tape
	drop := 0.0
	if b.Train {
		drop = s.InputDropout
	}
	w := b.Param("h2gcn.embed.weight", b.Graph.X.Cols, s.Hidden, train.Glorot, true)
	r := autodiff.ReLU(t, train.SparseInput(b, w, drop))
	rounds := []*autodiff.Var{r}
	if s.K > 0 {
		one := adjacency(b.Graph, false)
		two, err := twoHop(b.Graph)
		if err != nil {
			return nil, err
		}
		for range s.K {
			r = aggregate(t, one, two, r)
			rounds = append(rounds, r)
		}
	}
	h := dropout(b, autodiff.ConcatCols(t, rounds...), s.Dropout, "h2gcn.final")
	return autodiff.MatMul(t, h, b.Param("h2gcn.class.weight", h.Cols(), b.Graph.Classes, train.Glorot, true)), nil
}

func aggregate(t *autodiff.Tape, one, two *linalg.CSR, r *autodiff.Var) *autodiff.Var {
	return autodiff.ConcatCols(t, propagate(t, one, r), propagate(t, two, r))
}
