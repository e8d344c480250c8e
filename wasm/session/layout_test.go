package session

import (
	"fmt"
	"math"
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
	xy := layout(g)
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

func BenchmarkLayout(b *testing.B) {
	for _, n := range []int{2700, 19700} {
		g, err := graph.Builtin(fmt.Sprintf("sbm:n=%d,classes=3", n))
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				layout(g)
			}
		})
	}
}
