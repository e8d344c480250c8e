package spectral

import (
	"math"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/sheaf"
)

// TestClusterWithoutFactor checks that a Tracker without a factor finds a λ₂ of multiplicity 5
// in each of three updates. At first it carries 4 vectors, and kernel and λ₂ need 6.
//
// The graph is complete, which needs too many updates for a factor. It has six groups of 50
// nodes. Maps within a group are 1 along a path and 0 elsewhere. All maps between groups are c.
// Vectors that are constant on each group have the eigenvalue 0, or 300c² if their sum is 0. All
// other eigenvalues are at least (π/50)²·0.99 + 250c²: λ₂ of a path of 50 nodes, plus the
// 250 edges of a node to other groups.
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
