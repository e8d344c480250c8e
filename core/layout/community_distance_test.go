package layout

import (
	"math"
	"slices"
	"testing"

	"sheafscope/core/graph"
)

// TestApart: two nodes of different communities never stand nearer than the gap, each community fills a disc of an area in proportion
// to its nodes, and neighbours inside one are nearer to each other than other nodes of it. It is the same each time.
func TestApart(t *testing.T) {
	for _, spec := range []string{"sbm:n=300,classes=5,homophily=0.95,degree=6", "sbm:n=300,degree=0.5", "karate"} {
		g, err := graph.Builtin(spec)
		if err != nil {
			t.Fatal(err)
		}
		at := new(Series).Place("", g, nil)
		xy := Apart(g, at)
		of, count := graph.Communities(g)
		if len(xy) != 2*g.N || count < 2 {
			t.Fatalf("%s: %d coordinates, %d communities", spec, len(xy), count)
		}
		for k, v := range Apart(g, at) {
			if math.IsNaN(v) || math.Abs(v) > 1 || v != xy[k] {
				t.Fatalf("%s: coordinate %d is %g, then %g", spec, k, xy[k], v)
			}
		}
		far := func(i, j int) float64 { return math.Hypot(xy[2*i]-xy[2*j], xy[2*i+1]-xy[2*j+1]) }
		size, wide := make([]int, count), make([]float64, count)
		inner, outer := 0.0, math.Inf(1)
		for i := range g.N {
			size[of[i]]++
			for j := range i {
				if of[i] == of[j] {
					wide[of[i]] = max(wide[of[i]], far(i, j))
				} else {
					outer = min(outer, far(i, j))
				}
			}
		}
		unit := 0.0 // the diameter of a disc of one node
		for c := range size {
			if size[c] > 1 {
				unit = max(unit, wide[c]/math.Sqrt(float64(size[c])))
			}
		}
		if outer < gapApart/2*unit*0.999 {
			t.Errorf("%s: two communities are %g apart, their unit is %g", spec, outer, unit)
		}
		for c := range size {
			if got := wide[c] / math.Sqrt(float64(size[c])); size[c] > 1 && (got > unit*1.001 || got < unit*0.49) {
				t.Errorf("%s: a community of %d nodes is %g wide, the unit is %g", spec, size[c], wide[c], unit)
			}
		}
		all, n := 0.0, 0
		m := 0
		for i := range g.N {
			for j := range i {
				if of[i] == of[j] {
					all += far(i, j)
					n++
				}
			}
		}
		for _, e := range g.Edges {
			if of[e.I] == of[e.J] {
				inner += far(int(e.I), int(e.J))
				m++
			}
		}
		if inner/float64(m) > 0.9*all/float64(n) {
			t.Errorf("%s: neighbours are %g apart, others %g", spec, inner/float64(m), all/float64(n))
		}
	}
	crowd := &graph.Graph{N: 3 * mostDiscs} // as many communities
	if xy := Apart(crowd, new(Series).Place("", crowd, nil)); len(xy) != 2*crowd.N || slices.ContainsFunc(xy, math.IsNaN) {
		t.Errorf("%d places for %d nodes without edges", len(xy)/2, crowd.N)
	}
	if xy := Apart(&graph.Graph{N: 1}, []float64{0.5, 1}); len(xy) != 2 || max(math.Abs(xy[0]), math.Abs(xy[1])) > 1 {
		t.Errorf("one node at %v", xy)
	}
}
