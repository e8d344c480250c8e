// This file defines the peer H2GCN, which keeps neighbours at distance 1 and 2 apart.

package peer

import (
	"fmt"

	"sheafscope/core/autodiff"
	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/published"
	"sheafscope/core/train"
)

// h2gcn has the settings of the paper's appendix: width 64, dropout ½, rate 0.01, weight decay 5·10⁻⁴.
// The authors' program adds 5·10⁻⁴·‖W‖² to the loss. The decay here is the factor of W in the gradient, which is 10⁻³.
// Homophilic graphs have two rounds (H2GCN-2) and heterophilic graphs one (H2GCN-1), the better choice in the paper.
// The setting "k" is the number of rounds.
var h2gcn = Peer{
	Name: "h2gcn", Label: "H2GCN",
	Paper:    "Zhu et al., Beyond homophily in graph neural networks, NeurIPS 2020",
	Why:      "A node's own features, those of its neighbours and those two steps away stay side by side; nothing is averaged into one.",
	Equation: []string{"R_{k}=[A_1 R_{k−1}‖A_2 R_{k−1}]", "\\hat{Y}=\\softmax \\sp([R_0‖…‖R_K]W)"},
	Symbols: []Symbol{symY, {"R_0", "encoded features"}, {"R_k", "features after round k"},
		{"A_1", "normalised adjacency of neighbours, without the node itself"}, {"A_2", "the same of the nodes at distance 2"},
		symW, {"K", "number of rounds"}},
	Maps:      plainMaps,
	Laplacian: plainLaplacian,
	Filter: "Sums over neighbours and over nodes two steps away stay side by side, and weights choose among them: no frequency has " +
		"one gain.",
	Settings: []Default{ // name, heterophilic and homophilic default, smallest and largest value
		{"hidden", 64, 64, 1, 1024},
		{"k", 1, 2, 1, 4},
		{"dropout", 0.5, 0.5, 0, 0.99},
		{"input_dropout", 0, 0, 0, 0.99},
		{"lr", 0.01, 0.01, 0, 10},
		{"weight_decay", 1e-3, 1e-3, 0, 10},
	},
	Reported: published.Line{Source: published.Baseline, Means: []float64{84.86, 87.65, 82.70, 35.70, 36.48, 60.11, 77.11, 89.49, 87.87}},
	Floats: func(z Size, s Settings) float64 { // memory.go defines pair, masked and sparseEntry
		n, m, h, k := z.Nodes, z.Edges, s.Of("hidden"), s.Int("k")
		wide := float64(int(2)<<k - 1) // 1 + 2 + 4 + … + 2ᵏ: the widths of all rounds in units of h
		// Estimated number of ordered pairs at distance 2: 2m directed edges, each followed by as many edges as the mean degree 2m/n.
		// Check refuses graphs with more than maxTwoHop ordered pairs.
		pairs := min(2*m*max(1, 2*m/max(1, n)), maxTwoHop)
		// The input, both adjacencies, the encoder (product and ReLU), the rounds (sums over nodes and their concatenation), the joined features
		// with dropout, and the class scores.
		return z.input() + z.around() + 2*sparseEntry*pairs + n*h*2*pair + n*h*2*pair*(wide-1) + n*h*wide*(pair+masked) + n*z.Classes*pair
	},
	Check: func(g *graph.Graph, _ Settings) error {
		pairs := 0
		// eachTwoHop stops and returns false at the first pair beyond the limit.
		fits := eachTwoHop(g, func(int, int32) bool {
			pairs++
			return pairs <= maxTwoHop
		})
		if !fits {
			return fmt.Errorf("the graph has more than %d pairs of nodes at distance 2, which h2gcn gathers; choose another model", maxTwoHop/2)
		}
		return nil
	},
	network: h2gcnNetwork,
}

// h2gcnNetwork follows section 3.2 of Zhu et al. (2020). Ā₁ and Ā₂ are the normalised adjacencies of the neighbours and of the nodes at
// distance 2. Neither contains the node itself:
//
//	r⁰ = ReLU(X W_e),  r⁽ᵏ⁾ = [Ā₁ r⁽ᵏ⁻¹⁾ ‖ Ā₂ r⁽ᵏ⁻¹⁾],  scores = [r⁰ ‖ … ‖ r⁽ᴷ⁾] W
//
// Features are not scaled. With rows that sum to 1, the same validation accuracy needs four times as many epochs.
func h2gcnNetwork(b *train.Builder, s Settings) *autodiff.Var {
	t := b.Tape
	w := b.Param("h2gcn.embed.weight", b.Graph.X.Cols, s.Int("hidden"), train.Glorot, train.Decayed)
	r := autodiff.ReLU(t, train.SparseInput(b, w, s.inputDropout(b)))
	rounds := []*autodiff.Var{r}
	oneStep, twoSteps := adjacency(b.Graph, withoutLoops), twoHop(b.Graph)
	for range s.Int("k") {
		in := r
		r = aggregate(t, oneStep, twoSteps, in)
		s.watch(Layer{openDim: 1, X: in, Y: r,
			Parts: []Part{{Name: "neighbours", a: oneStep}, {Name: "two steps away", a: twoSteps}}})
		rounds = append(rounds, r)
	}
	h := dropout(b, autodiff.ConcatCols(t, rounds...), s.Of("dropout"), "h2gcn.final")
	return autodiff.MatMul(t, h, b.Param("h2gcn.class.weight", h.Cols(), b.Graph.Classes, train.Glorot, train.Decayed))
}

// aggregate returns [oneStep·r ‖ twoSteps·r], which is twice as wide as r. Both matrices are symmetric.
func aggregate(t *autodiff.Tape, oneStep, twoSteps *linalg.CSR, r *autodiff.Var) *autodiff.Var {
	return autodiff.ConcatCols(t, propagate(t, oneStep, r), propagate(t, twoSteps, r))
}
