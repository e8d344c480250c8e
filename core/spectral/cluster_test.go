package spectral

import (
	"math"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/sheaf"
)

// TestClusterWithoutFactor checks a Tracker without a factor whose iteration is too slow for
// λ₂, which is multiple. The graph is complete and has six groups of 50 nodes. Maps within a
// group are 1 along a path and 0 elsewhere, and all maps between groups are c. Vectors that
// are constant on each group then have the eigenvalue 300c², with multiplicity 5. All other
// eigenvalues above 0 are at least (π/50)²·0.99 + 250c². Each of three updates returns λ₂,
// although the tracker has no room for the whole cluster.
func TestClusterWithoutFactor(t *testing.T) {
	const n, size = 300, 50
	var edges []graph.Edge
	for i := range int32(n) {
		for j := range i {
			edges = append(edges, graph.Edge{I: j, J: i})
		}
	}
	tracker := NewTracker(n, 1, edges, TrackerOptions{})
	if tracker.Direct() {
		t.Fatal("the tracker has a factor")
	}
	for step := range 3 {
		c := 0.006 + 0.0001*float64(step)
		s := sheaf.New(n, 1, edges)
		for e, edge := range edges {
			value := c
			if edge.I/size == edge.J/size {
				value = 0
				if edge.J == edge.I+1 {
					value = 1
				}
			}
			s.R[2*e], s.R[2*e+1] = value, value
		}
		want := n * c * c
		if got := tracker.Update(s); math.Abs(got.Lambda2-want) > 1e-9*want {
			t.Errorf("update %d: λ₂ = %g, want %g", step, got.Lambda2, want)
		}
	}
}
