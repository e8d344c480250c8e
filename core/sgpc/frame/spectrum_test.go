package frame_test

import (
	"math"
	"slices"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/rng"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
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

// TestEndsAscendWithoutRepetition checks incomplete spectra of random sheaves whose few edges form a path, so that few eigenvalues lie
// above the kernel. The same path without the isolated nodes has a complete spectrum with the same eigenvalues above the kernel. An
// incomplete spectrum has all of them if they are at most 30, and otherwise the 20 lowest and the 10 highest. Each eigenvalue occurs as
// often as in the complete spectrum. The eigenvector of λ₂ exists exactly if λ₂ exists.
func TestEndsAscendWithoutRepetition(t *testing.T) {
	src := rng.New(1, "frame/ends")
	for range 30 {
		d, m := 1+src.Intn(4), src.Intn(12)
		var edges []graph.Edge
		for i := range m {
			edges = append(edges, graph.Edge{I: int32(i), J: int32(i + 1)})
		}
		small, large := sheaf.New(m+1, d, edges), sheaf.New(1001/d+1, d, edges)
		for k := range small.R {
			small.R[k] = src.Norm()
		}
		copy(large.R, small.R)
		whole, err := frame.SpectrumOf(small)
		if err != nil || !whole.Complete {
			t.Fatal("the small spectrum is not complete:", err)
		}
		want := whole.Values[whole.KernelDim:]
		if len(want) > 30 {
			want = slices.Concat(want[:20], want[len(want)-10:])
		}
		lap, config := sheaf.NewLaplacian(large.N, d, edges), settings.Default()
		lap.Assemble(large)
		v := &frame.SpectrumView{Of: "laplacian", Dim: lap.Dim()}
		v.Ends(large, lap, &config, 0)
		bare := &frame.SpectrumView{} // as for the claims, without the dimension
		bare.Ends(large, lap, &config, -1)
		if !slices.Equal(bare.Values, v.Values) {
			t.Errorf("%d edges: without Dim the eigenvalues are %g, want %g", m, bare.Values, v.Values)
		}
		if m == 0 {
			if v.Lambda2 != 0 || v.Eigenvector != nil {
				t.Errorf("without edges λ₂ is %g, and its eigenvector has %d numbers, want 0 and 0", v.Lambda2, len(v.Eigenvector))
			}
			continue
		}
		isEqual := slices.EqualFunc(v.Values, want, func(a, b float64) bool { return math.Abs(a-b) < 1e-9*(1+b) })
		if !isEqual || v.Complete || len(v.Eigenvector) != v.Dim {
			t.Errorf("%d edges, stalks of dimension %d: the eigenvalues are %g, want %g", m, d, v.Values, want)
		}
	}
}
