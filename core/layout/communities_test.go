package layout

import (
	"math"
	"slices"
	"testing"

	"sheafscope/core/graph"
)

// TestCommunitiesKeepTheirGap: in the layout by communities, every coordinate is in [−1, 1], and a second call returns the same ones.
// Nodes of different communities keep at least half of minGap.
// The diameter of a community, divided by the root of its number of nodes, differs between communities by a factor of about 2 at most.
// Inside communities, the mean distance of neighbours is at most 0.9 times the mean distance of all pairs.
// A graph with more communities than maxDiscs has places that are not NaN. A graph of one node has a place in [−1, 1].
func TestCommunitiesKeepTheirGap(t *testing.T) {
	for _, spec := range []string{"sbm:n=300,classes=5,homophily=0.95,degree=6", "sbm:n=300,degree=0.5", "karate"} {
		g, err := graph.Builtin(spec)
		if err != nil {
			t.Fatal(err)
		}
		base := new(Series).Place("", g, nil)
		xy := Apart(g, base)
		community, count := graph.Communities(g)
		if len(xy) != 2*g.N || count < 2 {
			t.Fatalf("%s: %d coordinates of %d communities, want two for each node and several communities", spec, len(xy), count)
		}
		for k, v := range Apart(g, base) {
			if math.IsNaN(v) || math.Abs(v) > 1 || v != xy[k] {
				t.Fatalf("%s: coordinate %d is %g, in the second call %g; want equal ones in [−1, 1]", spec, k, xy[k], v)
			}
		}
		distance := func(i, j int) float64 { return math.Hypot(xy[2*i]-xy[2*j], xy[2*i+1]-xy[2*j+1]) }
		// The number of nodes and the diameter of each community, and the smallest distance between two communities.
		size, diameter := make([]int, count), make([]float64, count)
		neighbourSum, minBetween := 0.0, math.Inf(1)
		for i := range g.N {
			size[community[i]]++
			for j := range i {
				if community[i] == community[j] {
					diameter[community[i]] = max(diameter[community[i]], distance(i, j))
				} else {
					minBetween = min(minBetween, distance(i, j))
				}
			}
		}
		// unit estimates the diameter of the disc of one node: a diameter grows with the root of the number of nodes.
		// The unit of minGap is the radius of this disc, unit/2. The factors 0.999 and 1.001 below allow for rounding.
		unit := 0.0
		for c := range size {
			if size[c] > 1 {
				unit = max(unit, diameter[c]/math.Sqrt(float64(size[c])))
			}
		}
		if minBetween < minGap*unit/2*0.999 {
			t.Errorf("%s: two communities are %g apart, less than half of minGap times the unit %g", spec, minBetween, unit)
		}
		for c := range size {
			if size[c] == 1 {
				continue // One node has the diameter 0.
			}
			// Few nodes may not reach the border of their disc, hence the lower bound.
			if got := diameter[c] / math.Sqrt(float64(size[c])); got > unit*1.001 || got < unit*0.49 {
				t.Errorf("%s: a community of %d nodes is %g wide, the unit is %g", spec, size[c], diameter[c], unit)
			}
		}
		// The mean distances of all pairs of nodes and of neighbours inside communities.
		pairSum, pairs := 0.0, 0
		edges := 0
		for i := range g.N {
			for j := range i {
				if community[i] == community[j] {
					pairSum += distance(i, j)
					pairs++
				}
			}
		}
		for _, e := range g.Edges {
			if community[e.I] == community[e.J] {
				neighbourSum += distance(int(e.I), int(e.J))
				edges++
			}
		}
		if neighbourSum/float64(edges) > 0.9*pairSum/float64(pairs) {
			t.Errorf("%s: neighbours in a community are %g apart, all its pairs %g", spec, neighbourSum/float64(edges), pairSum/float64(pairs))
		}
	}
	crowd := &graph.Graph{N: 3 * maxDiscs} // Without edges, each node is a community.
	if xy := Apart(crowd, new(Series).Place("", crowd, nil)); len(xy) != 2*crowd.N || slices.ContainsFunc(xy, math.IsNaN) {
		t.Errorf("%d nodes without edges have %d places, or some are NaN", crowd.N, len(xy)/2)
	}
	if xy := Apart(&graph.Graph{N: 1}, []float64{0.5, 1}); len(xy) != 2 || max(math.Abs(xy[0]), math.Abs(xy[1])) > 1 {
		t.Errorf("one node is at %v, want a place in [−1, 1]", xy)
	}
}
