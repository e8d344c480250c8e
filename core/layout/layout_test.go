package layout

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"sheafscope/core/graph"
)

// TestNeighboursAreCloser: the mean distance of neighbours is at most 0.8 times the mean distance of as many arbitrary pairs.
// No coordinate is NaN, and the largest absolute value is 1. The graph has 1200 nodes in three classes.
func TestNeighboursAreCloser(t *testing.T) {
	const n = 1200
	g, err := graph.Builtin(fmt.Sprintf("sbm:n=%d,classes=3,homophily=0.9", n))
	if err != nil {
		t.Fatal(err)
	}
	xy := new(Series).Place("", g, nil)
	if len(xy) != 2*n {
		t.Fatalf("the layout has %d coordinates, want %d", len(xy), 2*n)
	}
	extent := 0.0
	for _, v := range xy {
		if math.IsNaN(v) {
			t.Fatal("a coordinate is NaN")
		}
		extent = max(extent, math.Abs(v))
	}
	if math.Abs(extent-1) > 1e-12 {
		t.Errorf("the largest coordinate is %v, want 1", extent)
	}
	distance := func(i, j int32) float64 {
		return math.Hypot(xy[2*i]-xy[2*j], xy[2*i+1]-xy[2*j+1])
	}
	neighbourSum, pairSum := 0.0, 0.0
	for k, e := range g.Edges {
		neighbourSum += distance(e.I, e.J)
		// k%n and (7k+3)%n run over arbitrary nodes.
		pairSum += distance(int32(k%n), int32((k*7+3)%n))
	}
	if neighbourSum > 0.8*pairSum {
		t.Errorf("neighbours are %.3f apart, other pairs %.3f", neighbourSum/float64(len(g.Edges)), pairSum/float64(len(g.Edges)))
	}
}

// TestSeriesKeepsPositions: the first graph of a series always gets the same coordinates, and an edited graph keeps them.
// The next graph of the same generator moves at most half as far from its predecessor as a layout from scratch.
// Still, a graph without clusters gets a layout without clusters. After a graph of another source, the series starts from scratch.
func TestSeriesKeepsPositions(t *testing.T) {
	builtin := func(spec string) *graph.Graph {
		g, err := graph.Builtin(spec)
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	// meanShift returns the mean difference of the coordinates that two layouts share.
	meanShift := func(a, b []float64) float64 {
		sum := 0.0
		for i := range min(len(a), len(b)) {
			sum += math.Abs(a[i] - b[i])
		}
		return sum / float64(min(len(a), len(b)))
	}
	const first, next = "sbm:n=40,classes=2,homophily=0.9", "sbm:n=41,classes=2,homophily=0.8"
	var series Series
	xy := series.Place(first, builtin(first), nil)
	if again := new(Series).Place(first, builtin(first), nil); !slices.Equal(xy, again) {
		t.Error("a new series gives the same graph other coordinates")
	}
	// The ids of an edited graph are the nodes before the edits. Here no node was removed or added.
	ids := make([]int, 40)
	for i := range ids {
		ids[i] = i
	}
	if edited := series.Place(first, builtin(first), ids); meanShift(xy, edited) > 1e-12 {
		t.Errorf("an edited graph moved by %.3g", meanShift(xy, edited))
	}
	// warm continues the series, cold starts from scratch. 41 nodes have 82 coordinates.
	warm, cold := series.Place(next, builtin(next), nil), new(Series).Place(next, builtin(next), nil)
	if len(warm) != 82 || meanShift(xy, warm) > 0.5*meanShift(xy, cold) {
		t.Errorf("the next graph of the series moved by %.3f, from scratch by %.3f", meanShift(xy, warm), meanShift(xy, cold))
	}
	// At homophily 0.1 the classes are no clusters: nodes of one class are about as far apart as nodes of two.
	const mixed = "sbm:n=40,classes=2,homophily=0.1"
	before, after := classDistance(xy, builtin(first)), classDistance(series.Place(mixed, builtin(mixed), nil), builtin(mixed))
	if after < 0.9 || before > 0.7 {
		t.Errorf("nodes of a class are %.2f times as far apart as others, want at most 0.7; at homophily 0.1 %.2f, want at least 0.9",
			before, after)
	}
	series.Place("karate", builtin("karate"), nil)
	if again := series.Place(first, builtin(first), nil); !slices.Equal(xy, again) {
		t.Error("after a graph of another source, the first graph has other coordinates than from scratch")
	}
}

// TestNewNodesAreApart: no two nodes have one place in the next graph of a series, even if the new nodes have no edges.
func TestNewNodesAreApart(t *testing.T) {
	var series Series
	for _, spec := range []string{"sbm:n=40,degree=0", "sbm:n=60,degree=0"} {
		g, err := graph.Builtin(spec)
		if err != nil {
			t.Fatal(err)
		}
		node := map[[2]float64]int{} // by place
		xy := series.Place(spec, g, nil)
		for i := range g.N {
			place := [2]float64{xy[2*i], xy[2*i+1]}
			if other, isTaken := node[place]; isTaken {
				t.Fatalf("%s: nodes %d and %d are at %v", spec, other, i, place)
			}
			node[place] = i
		}
	}
}

// TestSeriesContinuesSpecification: after sbm with 40 nodes, sbm with 60 nodes has one layout in three forms: alone, with a formula, and
// as an edited graph that this series has not placed before.
func TestSeriesContinuesSpecification(t *testing.T) {
	const first, next = "sbm:n=40", "sbm:n=60"
	g, err := graph.Builtin(first)
	if err != nil {
		t.Fatal(err)
	}
	h, err := graph.Builtin(next)
	if err != nil {
		t.Fatal(err)
	}
	ids := make([]int, h.N)
	for i := range ids {
		ids[i] = i
	}
	place := func(spec string, ids []int) []float64 {
		var series Series
		series.Place(first, g, nil)
		return series.Place(spec, h, ids)
	}
	want := place(next, nil)
	if got := place(next+"|class = degree > 3", nil); !slices.Equal(got, want) {
		t.Error("a formula changes the layout")
	}
	if got := place(next, ids); !slices.Equal(got, want) {
		t.Error("an edited graph of another specification has another layout than the graph without edits")
	}
}

// classDistance returns the mean distance of two nodes of one class, divided by the mean distance of two nodes of different classes.
func classDistance(xy []float64, g *graph.Graph) float64 {
	// Index 1 is for pairs in one class, index 0 for pairs in two.
	var sum, pairs [2]float64
	for i := range g.N {
		for j := range i {
			same := 0
			if g.Labels[i] == g.Labels[j] {
				same = 1
			}
			sum[same] += math.Hypot(xy[2*i]-xy[2*j], xy[2*i+1]-xy[2*j+1])
			pairs[same]++
		}
	}
	return sum[1] / pairs[1] / (sum[0] / pairs[0])
}

// BenchmarkLayout measures the layout of graphs from 34 to 19700 nodes.
func BenchmarkLayout(b *testing.B) {
	for _, n := range []int{34, 183, 1000, 2700, 19700} {
		g, err := graph.Builtin(fmt.Sprintf("sbm:n=%d,classes=3", n))
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				new(Series).Place("", g, nil)
			}
		})
	}
}
