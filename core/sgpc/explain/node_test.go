package explain

import (
	"math"
	"slices"
	"testing"

	"sheafscope/core/peer"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/sample"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/view"
)

// maxAbs returns the largest absolute entry.
func maxAbs(v []float64) float64 {
	m := 0.0
	for _, x := range v {
		m = max(m, math.Abs(x))
	}
	return m
}

// checkSum fails the test unless the terms sum to the score of each class, to eps.
func checkSum(t *testing.T, x *Parts, eps float64) {
	t.Helper()
	sum := make([]float64, len(x.Score))
	for _, q := range x.Terms {
		for c, v := range q.Contribution {
			sum[c] += v
		}
	}
	for c, v := range sum {
		if !(math.Abs(v-x.Score[c]) <= eps) {
			t.Errorf("%s, node %d: the terms of class %d sum to %.12g, the score is %.12g", x.Model, x.Node, c, v, x.Score[c])
		}
	}
}

// checkWords fails the test unless the words sum to the terms of the node itself, to 1e-9.
// The word −2, the sum of the words that are not listed, must be small beside the score.
func checkWords(t *testing.T, x *Parts) {
	t.Helper()
	own := make([]float64, len(x.Score)) // the terms of the node, minus the words
	for _, q := range x.Terms {
		if q.Neighbour == x.Node {
			for c, v := range q.Contribution {
				own[c] += v
			}
		}
	}
	for _, w := range x.Words {
		for c, v := range w.Contribution {
			own[c] -= v
		}
		if w.Feature == -2 && maxAbs(w.Contribution) > 1e-4*(1+maxAbs(x.Score)) {
			t.Errorf("%s, node %d: the words that are not listed sum to %g", x.Model, x.Node, maxAbs(w.Contribution))
		}
	}
	if maxAbs(own) > 1e-9 {
		t.Errorf("%s, node %d: words and own terms differ by %g", x.Model, x.Node, maxAbs(own))
	}
}

// TestExplainEveryModel explains the scores of node 3 by every peer and by variants of
// SGPC. The terms sum to the score, and the words to the terms of the node itself, to
// 1e-9. The last term, a gap of rounding, is at most 1e-9. The quadrature error is at
// most 0.002·(1 + |score|). The probabilities equal those of the frame. In a GCN with two
// layers only nodes at a distance of at most 2 contribute, in an MLP only the node
// itself.
func TestExplainEveryModel(t *testing.T) {
	variants := map[string]func(*settings.Config){
		"two layers": func(c *settings.Config) { c.Layers = 2 },
		"gat":        func(c *settings.Config) { c.Head = "gat" },
		"structure":  func(c *settings.Config) { c.Structure, c.Features, c.Activation = "rows", "row", "relu" },
		"additive":   func(c *settings.Config) { c.GapMode = "additive" },
		"signed":     func(c *settings.Config) { c.AFMWeights, c.Norm = "signed", "layer" },
	}
	for _, model := range peer.Names() {
		variants[model] = nil
	}
	for name, change := range variants {
		model := name
		if change != nil {
			model = "sgpc"
		}
		r := sample.TexasLike(t, sgpc.New, model, 2, change)
		x, err := Node(r, 3)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		checkSum(t, x, 1e-9)
		checkWords(t, x)
		prob := view.Frame(r, frame.Focus{}).Prob
		for c, v := range x.Prob {
			if v != prob[3*len(x.Prob)+c] {
				t.Errorf("%s: probability %g, in the frame %g", name, v, prob[3*len(x.Prob)+c])
			}
		}
		gap := x.Terms[len(x.Terms)-1]
		t.Logf("%s: missed %.2g of %.2g", name, x.Missed, maxAbs(x.Score))
		if gap.Through != ThroughGap || maxAbs(gap.Contribution) > 1e-9 {
			t.Errorf("%s: the last term is %q, of size %g, want a gap of rounding", name, gap.Through, maxAbs(gap.Contribution))
		}
		if x.Missed > 2e-3*(1+maxAbs(x.Score)) {
			t.Errorf("%s: the quadrature error is %g for a score of %g", name, x.Missed, maxAbs(x.Score))
		}
		// Nodes at a distance of at most 2.
		withinTwo := neighbours(r.Graph, 3)
		for j := range neighbours(r.Graph, 3) {
			for k := range neighbours(r.Graph, j) {
				withinTwo[k] = -1
			}
		}
		for _, q := range x.Terms {
			_, reached := withinTwo[q.Neighbour]
			isOtherNode := q.Neighbour >= 0 && q.Neighbour != 3
			isUnread := name == "mlp" || name == "gcn" && !reached
			if isOtherNode && isUnread && maxAbs(q.Contribution) > 0 {
				t.Errorf("%s: node %d contributes %v, want nothing", name, q.Neighbour, q.Contribution)
			}
		}
	}
}

// TestWordsHaveTheValuesOfTheGraph explains a node of a network that scales each row of the
// features to the sum 1. The words have the values of the graph, which are not scaled, and
// sum to the terms of the node itself.
func TestWordsHaveTheValuesOfTheGraph(t *testing.T) {
	const node = 3
	named, split := sample.Named(t, "sbm:n=60,classes=5,degree=3,homophily=0.1,signal=1,seed=7", method.DefaultSplit, 1)
	g, x := *named, *named.X // a copy with positive features: a network does not scale negative ones
	g.X, x.Val = &x, slices.Clone(x.Val)
	values := map[int]float64{}
	for k, v := range x.Val {
		x.Val[k] = math.Abs(v) + 0.5
		if k >= int(x.Ptr[node]) && k < int(x.Ptr[node+1]) {
			values[int(x.Col[k])] = x.Val[k]
		}
	}
	c, err := method.Configure(&g, split, "sgpc", "paper", 3)
	if err != nil {
		t.Fatal(err)
	}
	c.Features, c.CGTol = "row", 1e-12
	r, err := sgpc.New(&g, split, c)
	if err != nil {
		t.Fatal(err)
	}
	r.StepEpoch()
	parts, err := Node(r, node)
	if err != nil || !parts.Exact {
		t.Fatal("the attribution is not exact:", err)
	}
	checkWords(t, parts)
	listed := 0
	for _, w := range parts.Words {
		if w.Feature < 0 {
			continue
		}
		listed++
		if w.Value != values[w.Feature] {
			t.Errorf("feature %d has the value %g in the words, %g in the graph", w.Feature, w.Value, values[w.Feature])
		}
	}
	if listed != len(values) || listed == 0 {
		t.Errorf("%d features of %d are listed", listed, len(values))
	}
}
