package spectral

import (
	"math"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/rng"
	"sheafscope/core/sheaf"
)

// TestFactorKernelsEqualGo checks that both kernels of package linalg, "go" and "simd",
// give the same bits of factor and solution, for d = 1 to 5. A build without the SIMD
// companion (linalg/kernel) has only "go" and compares nothing.
func TestFactorKernelsEqualGo(t *testing.T) {
	defer linalg.UseKernel(linalg.Kernel())
	if !linalg.UseKernel("simd") {
		return
	}
	g, err := graph.SBM(graph.SBMParams{N: 60, Classes: 3, Degree: 5, Homophily: 0.3, Signal: 1, Features: 2, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	sym := analyse(g.N, g.Edges, 1<<20) // 1<<20: far more block updates than this graph needs
	for d := 1; d <= 5; d++ {
		compareFactors(t, g, sym, d)
	}
}

// compareFactors factors L − 0.3 I of a random sheaf on g and solves with it, by both
// kernels, and compares the bits. An entry of L that is NaN makes growth NaN.
func compareFactors(t *testing.T, g *graph.Graph, sym *symbolic, d int) {
	s, src := sheaf.New(g.N, d, g.Edges), rng.New(1, "spectral/kern_test")
	for i := range s.R {
		s.R[i] = src.Norm()
	}
	l, broken := sheaf.NewLaplacian(g.N, d, g.Edges), sheaf.NewLaplacian(g.N, d, g.Edges)
	l.Assemble(s)
	s.R[len(s.R)/2] = math.NaN()
	broken.Assemble(s) // with NaN entries
	right := make([]float64, l.Dim())
	for i := range right {
		right[i] = src.Norm()
	}
	var got [2][]float64
	for i, name := range []string{"go", "simd"} {
		linalg.UseKernel(name)
		f := newFactor(sym, d)
		f.compute(l, g.Edges, 0.3)
		x := make([]float64, l.Dim())
		f.solve(x, right)
		got[i] = append(append(append(x, f.low...), f.v...), f.growth, float64(f.negative))
		f.compute(broken, g.Edges, 0.3)
		if !math.IsNaN(f.growth) {
			t.Errorf("%s, d = %d: growth %v with an entry NaN, want NaN", name, d, f.growth)
		}
	}
	for i := range got[0] {
		if math.Float64bits(got[0][i]) != math.Float64bits(got[1][i]) {
			t.Fatalf("d = %d: element %d is %v with simd, %v with go", d, i, got[1][i], got[0][i])
		}
	}
}
