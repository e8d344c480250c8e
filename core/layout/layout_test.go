package layout

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"sheafscope/core/graph"
)

// Neighbours end up nearer to each other than other pairs, and every
// coordinate is finite and within the frame.
func TestLayout(t *testing.T) {
	const n = 1200
	g, err := graph.Builtin(fmt.Sprintf("sbm:n=%d,classes=3,homophily=0.9", n))
	if err != nil {
		t.Fatal(err)
	}
	xy := new(Series).Place("", g, nil)
	if len(xy) != 2*n {
		t.Fatalf("%d coordinates", len(xy))
	}
	far := 0.0
	for _, v := range xy {
		if math.IsNaN(v) {
			t.Fatal("a coordinate is NaN")
		}
		far = max(far, math.Abs(v))
	}
	if math.Abs(far-1) > 1e-12 {
		t.Errorf("the layout reaches to %v, want 1", far)
	}
	distance := func(i, j int32) float64 {
		return math.Hypot(xy[2*i]-xy[2*j], xy[2*i+1]-xy[2*j+1])
	}
	near, all := 0.0, 0.0
	for k, e := range g.Edges {
		near += distance(e.I, e.J)
		all += distance(int32(k%n), int32((k*7+3)%n))
	}
	if near > 0.8*all {
		t.Errorf("neighbours are %.3f apart, other pairs %.3f", near/float64(len(g.Edges)), all/float64(len(g.Edges)))
	}
}

// The same graph looks the same again. The next graph of a generator keeps the
// picture of the one before, a node that is added begins at a neighbour, and an
// edited graph keeps every place.
func TestPlacesOfAGenerator(t *testing.T) {
	builtin := func(spec string) *graph.Graph {
		g, err := graph.Builtin(spec)
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	apart := func(a, b []float64) float64 {
		sum := 0.0
		for i := range min(len(a), len(b)) {
			sum += math.Abs(a[i] - b[i])
		}
		return sum / float64(min(len(a), len(b)))
	}
	const first, next = "sbm:n=40,classes=2,homophily=0.9", "sbm:n=41,classes=2,homophily=0.8"
	var p Series
	a := p.Place(first, builtin(first), nil)
	if b := new(Series).Place(first, builtin(first), nil); !slices.Equal(a, b) {
		t.Error("the same graph is laid out otherwise")
	}
	ids := make([]int, 40)
	for i := range ids {
		ids[i] = i
	}
	if b := p.Place(first, builtin(first), ids); apart(a, b) > 1e-12 {
		t.Errorf("an edited graph moved by %.3g", apart(a, b))
	}
	warm, cold := p.Place(next, builtin(next), nil), new(Series).Place(next, builtin(next), nil)
	if len(warm) != 82 || apart(a, warm) > 0.5*apart(a, cold) {
		t.Errorf("the next graph is %.3f away, laid out anew %.3f", apart(a, warm), apart(a, cold))
	}
	// A class that no longer holds together comes apart: 1 is a class whose nodes are as far from each other as from all others.
	const mixed = "sbm:n=40,classes=2,homophily=0.1"
	before, after := together(a, builtin(first)), together(p.Place(mixed, builtin(mixed), nil), builtin(mixed))
	if after < 0.9 || before > 0.7 {
		t.Errorf("nodes of a class are %.2f times as far apart as others, %.2f at homophily 0.1", before, after)
	}
	p.Place("karate", builtin("karate"), nil)
	if b := p.Place(first, builtin(first), nil); !slices.Equal(a, b) {
		t.Error("after another graph the first one is not laid out anew")
	}
}

// together is how far apart two nodes of a class are, in the distance of two of different classes.
func together(at []float64, g *graph.Graph) float64 {
	var sum, pairs [2]float64
	for i := range g.N {
		for j := range i {
			same := 0
			if g.Labels[i] == g.Labels[j] {
				same = 1
			}
			sum[same] += math.Hypot(at[2*i]-at[2*j], at[2*i+1]-at[2*j+1])
			pairs[same]++
		}
	}
	return sum[1] / pairs[1] / (sum[0] / pairs[0])
}

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
