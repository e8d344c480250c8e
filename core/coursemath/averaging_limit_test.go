package coursemath

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/rng"
)

// Averaging tends to one vector times √(degree + 1) at each node: the nodes keep the spread of these roots.
func TestAveragingTendsToRootDegrees(t *testing.T) {
	g, err := graph.Generate("sbm:n=120,classes=2,homophily=0.8,seed=1")
	if err != nil {
		t.Fatal(err)
	}
	h, f := AveragedFeatures(g, 400), g.X.Cols
	degree := make([]float64, g.N)
	for _, e := range g.Edges {
		degree[e.I]++
		degree[e.J]++
	}
	all := linearlyAlike(h, degree, f)
	if _, parts := g.Components(); parts != 1 || !(all < 1e-6) {
		t.Errorf("a node is %g away from its root times the common vector", all)
	}
	mean, square := 0.0, 0.0
	for _, d := range degree {
		mean += math.Sqrt(d+1) / float64(g.N)
		square += (d + 1) / float64(g.N)
	}
	if spread := math.Sqrt(square-mean*mean) / mean; spread < 0.1 {
		t.Errorf("the places differ by %.3f of their mean: nearly one place", spread)
	}
}

// linearlyAlike returns the largest distance of h_i/√(d_i+1) from that of node 0, relative to its length.
func linearlyAlike(h, degree []float64, f int) (worst float64) {
	length := 0.0
	for q := range f {
		length += h[q] * h[q] / (degree[0] + 1)
	}
	for i, d := range degree {
		sum := 0.0
		for q := range f {
			x := h[i*f+q]/math.Sqrt(d+1) - h[q]/math.Sqrt(degree[0]+1)
			sum += x * x
		}
		worst = max(worst, math.Sqrt(sum/length))
	}
	return worst
}

// The sentence of [describeMeans] is true for many seeds and every homophily of chapter 1, and both of its forms occur.
func TestSentenceOnMeansIsTrue(t *testing.T) {
	seen := map[bool]int{}
	for seed := range uint64(40) {
		var v Variant
		depthFirstEdition()(rng.New(seed, "course"), &v)
		g, err := graph.Generate(v.Graph)
		if err != nil {
			t.Fatal(err)
		}
		layers, grew := Averaging(g, maxDepth), false
		depth := 0
		for k, q := range layers {
			grew = grew || k > 0 && q.Distance > layers[k-1].Distance
			if q.Distance >= v.Params["share"] && depth == k {
				depth++
			}
		}
		got := v.check(strconv.Itoa(min(depth, maxDepth)), nil)
		if !got.Right || strings.Contains(got.Reason, "Not every averaging") != grew || strings.Contains(got.Reason,
			"each averaging moved") == grew {
			t.Errorf("%s: %+v; the means part again: %v", v.Graph, got, grew)
		}
		seen[grew]++
	}
	if seen[true] == 0 || seen[false] == 0 {
		t.Errorf("%v", seen)
	}
}
