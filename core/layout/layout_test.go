package layout

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"sheafscope/core/graph"
)

// TestNeighboursAreCloser: neighbours are closer to each other than other pairs, and every coordinate is finite and in [−1, 1].
func TestNeighboursAreCloser(t *testing.T) {
	const n = 1200
	g, err := graph.Builtin(fmt.Sprintf("sbm:n=%d,classes=3,homophily=0.9", n))
	if err != nil {
		t.Fatal(err)
	}
	xy := new(Series).Place("", g, nil)
	if len(xy) != 2*n {
		t.Fatalf("%d coordinates", len(xy))
	}
	extent := 0.0
	for _, v := range xy {
		if math.IsNaN(v) {
			t.Fatal("a coordinate is NaN")
		}
		extent = max(extent, math.Abs(v))
	}
	if math.Abs(extent-1) > 1e-12 {
		t.Errorf("the layout reaches to %v, want 1", extent)
	}
	distance := func(i, j int32) float64 {
		return math.Hypot(xy[2*i]-xy[2*j], xy[2*i+1]-xy[2*j+1])
	}
	neighbourSum, pairSum := 0.0, 0.0
	for k, e := range g.Edges {
		neighbourSum += distance(e.I, e.J)
		pairSum += distance(int32(k%n), int32((k*7+3)%n))
	}
	if neighbourSum > 0.8*pairSum {
		t.Errorf("neighbours are %.3f apart, other pairs %.3f", neighbourSum/float64(len(g.Edges)), pairSum/float64(len(g.Edges)))
	}
}

// TestSeriesKeepsPositions: the first graph of a series always gets the same coordinates, and an edited graph keeps them.
// The next graph of the same generator is closer to its predecessor than a layout from scratch.
// After a graph of another source, the series starts from scratch.
func TestSeriesKeepsPositions(t *testing.T) {
	builtin := func(spec string) *graph.Graph {
		g, err := graph.Builtin(spec)
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	meanShift := func(a, b []float64) float64 {
		sum := 0.0
		for i := range min(len(a), len(b)) {
			sum += math.Abs(a[i] - b[i])
		}
		return sum / float64(min(len(a), len(b)))
	}
	const first, next = "sbm:n=40,classes=2,homophily=0.9", "sbm:n=41,classes=2,homophily=0.8"
	var series Series
	a := series.Place(first, builtin(first), nil)
	if b := new(Series).Place(first, builtin(first), nil); !slices.Equal(a, b) {
		t.Error("the same graph is laid out otherwise")
	}
	ids := make([]int, 40)
	for i := range ids {
		ids[i] = i
	}
	if b := series.Place(first, builtin(first), ids); meanShift(a, b) > 1e-12 {
		t.Errorf("an edited graph moved by %.3g", meanShift(a, b))
	}
	warm, cold := series.Place(next, builtin(next), nil), new(Series).Place(next, builtin(next), nil)
	if len(warm) != 82 || meanShift(a, warm) > 0.5*meanShift(a, cold) {
		t.Errorf("the next graph is %.3f away, laid out anew %.3f", meanShift(a, warm), meanShift(a, cold))
	}
	// At homophily 0.1 the classes are no clusters: nodes of one class are about as far apart as nodes of two.
	const mixed = "sbm:n=40,classes=2,homophily=0.1"
	before, after := classDistance(a, builtin(first)), classDistance(series.Place(mixed, builtin(mixed), nil), builtin(mixed))
	if after < 0.9 || before > 0.7 {
		t.Errorf("nodes of a class are %.2f times as far apart as others, %.2f at homophily 0.1", before, after)
	}
	series.Place("karate", builtin("karate"), nil)
	if b := series.Place(first, builtin(first), nil); !slices.Equal(a, b) {
		t.Error("after another graph the first one is not laid out anew")
	}
}

// classDistance returns the mean distance of two nodes of one class, divided by that of two nodes of different classes.
func classDistance(xy []float64, g *graph.Graph) float64 {
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
