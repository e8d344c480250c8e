package frame_test

import (
	"math"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sheaf"
)

// TestEndsListEigenvaluesNearTheTolerance checks an incomplete spectrum, of dimension 1200. Its graph is two paths of 600 nodes that are
// joined by an edge with the map s, which is ever weaker. λ₂ is about s²/300, the Rayleigh quotient of the vector that is 1 on one path
// and −1 on the other. The other eigenvalues are above 2e-5. Near has λ₂, to 10 %, if λ₂ is above the kernel tolerance and at most ten
// times as large; otherwise it is empty. A λ₂ near one of these two limits is not checked.
func TestEndsListEigenvaluesNearTheTolerance(t *testing.T) {
	const n = 1200
	var edges []graph.Edge
	for i := range n - 1 {
		edges = append(edges, graph.Edge{I: int32(i), J: int32(i + 1)})
	}
	listed := 0
	for weak := 1e-2; weak > 1e-6; weak /= math.Sqrt(3) {
		s := sheaf.New(n, 1, edges)
		for e := range edges {
			s.R[2*e], s.R[2*e+1] = 1, 1
		}
		s.R[n-2], s.R[n-1] = weak, weak // of the edge n/2 − 1
		v, err := frame.SpectrumOf(s)
		if err != nil {
			t.Fatal(err)
		}
		estimate := weak * weak / 300
		isNear := estimate > 1.1*v.KernelTol && estimate < 9*v.KernelTol
		if isNear && (len(v.Near) != 1 || math.Abs(v.Near[0]-estimate) > 0.1*estimate) {
			t.Errorf("weak map %g: near the tolerance %g are %g, want about %g", weak, v.KernelTol, v.Near, estimate)
		}
		isFar := estimate < 0.9*v.KernelTol || estimate > 11*v.KernelTol
		if isFar && len(v.Near) != 0 {
			t.Errorf("weak map %g: near the tolerance %g are %g, want none", weak, v.KernelTol, v.Near)
		}
		listed += len(v.Near)
	}
	if listed == 0 {
		t.Error("no weak map has an eigenvalue near the tolerance")
	}
}
