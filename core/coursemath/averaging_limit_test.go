package coursemath

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/rng"
)

// After 400 averagings of a connected graph the features at each node are √(degree + 1) times one common vector.
// So the nodes do not become equal: the roots √(degree + 1) spread by at least a tenth of their mean.
func TestAveragingTendsToRootDegrees(t *testing.T) {
	g, err := graph.Generate("sbm:n=120,classes=2,homophily=0.8,seed=1")
	if err != nil {
		t.Fatal(err)
	}
	h, features := AveragedFeatures(g, 400), g.X.Cols
	degree := make([]float64, g.N)
	for _, e := range g.Edges {
		degree[e.I]++
		degree[e.J]++
	}
	deviation := distanceFromCommonVector(h, degree, features)
	if _, parts := g.Components(); parts != 1 {
		t.Errorf("the graph has %d components, want 1", parts)
	}
	if !(deviation < 1e-6) { // true for NaN, too
		t.Errorf("a node is %g away from its root times the common vector, want less than 1e-6", deviation)
	}
	// The spread is the standard deviation of the roots, divided by their mean.
	mean, square := 0.0, 0.0
	for _, d := range degree {
		mean += math.Sqrt(d+1) / float64(g.N)
		square += (d + 1) / float64(g.N)
	}
	if spread := math.Sqrt(square-mean*mean) / mean; spread < 0.1 {
		t.Errorf("the roots √(degree + 1) spread by %.3f of their mean, want 0.1 or more", spread)
	}
}

// distanceFromCommonVector returns the largest distance of the vectors h_i/√(d_i+1) from the vector of node 0, relative to its length.
// h has f features for each node, and d_i is the degree of node i.
func distanceFromCommonVector(h, degree []float64, f int) (worst float64) {
	squaredLength := 0.0
	for q := range f {
		squaredLength += h[q] * h[q] / (degree[0] + 1)
	}
	for i, d := range degree {
		sum := 0.0
		for q := range f {
			difference := h[i*f+q]/math.Sqrt(d+1) - h[q]/math.Sqrt(degree[0]+1)
			sum += difference * difference
		}
		worst = max(worst, math.Sqrt(sum/squaredLength))
	}
	return worst
}

// The sentence of [describeMeans] is true for 40 variants of exercise 1.1 of the first edition.
// It says "Not every averaging" if the distance of the class means grows in a layer, and else "each averaging moved". Both forms occur.
func TestSentenceOnMeansIsTrue(t *testing.T) {
	count := map[bool]int{} // variants where the distance grows in a layer, and where not
	for seed := range uint64(40) {
		var v Variant
		depthFirstEdition()(rng.New(seed, "course"), &v) // draws the variant
		g, err := graph.Generate(v.Graph)
		if err != nil {
			t.Fatal(err)
		}
		layers, grew := Averaging(g, maxDepth), false
		firstBelow := 0 // the first layer whose distance is below the share: the right answer
		for k, layer := range layers {
			if k > 0 && layer.Distance > layers[k-1].Distance {
				grew = true
			}
			if layer.Distance >= v.Params["share"] && firstBelow == k {
				firstBelow++
			}
		}
		got := v.check(strconv.Itoa(min(firstBelow, maxDepth)), nil)
		saysNotEvery := strings.Contains(got.Reason, "Not every averaging")
		saysEach := strings.Contains(got.Reason, "each averaging moved")
		if !got.Right || saysNotEvery != grew || saysEach == grew {
			t.Errorf("%s: %+v; the distance of the means grows in a layer: %v", v.Graph, got, grew)
		}
		count[grew]++
	}
	if count[true] == 0 || count[false] == 0 {
		t.Errorf("the distance grows in %d variants and never grows in %d, want both", count[true], count[false])
	}
}
