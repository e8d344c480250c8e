package sheaf

import (
	"math"
	"math/rand/v2"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
)

// TestQuadGradKernels checks that both kernels of package linalg, "go" and "simd", give
// the same bits: of the gradient of a quadratic form, of the normaliser's gradient and of
// the assembled Laplacian. A build without the SIMD companion (linalg/kernel) has only "go" and
// compares nothing.
func TestQuadGradKernels(t *testing.T) {
	defer linalg.UseKernel(linalg.Kernel())
	if !linalg.UseKernel("simd") {
		return
	}
	r := rand.New(rand.NewPCG(3, 9))
	normals := func(n int) []float64 {
		x := make([]float64, n)
		for i := range x {
			x[i] = r.NormFloat64()
		}
		return x
	}
	edges := []graph.Edge{{I: 0, J: 1}, {I: 0, J: 3}, {I: 1, J: 2}, {I: 2, J: 5}, {I: 3, J: 5}, {I: 1, J: 5}}
	for k := range 8 {
		d, c := 2+k%2*2, []int{1, 2, 5, 16}[k/2] // d is 2 or 4, c the number of channels
		s := New(7, d, edges)
		copy(s.R, normals(len(s.R)))
		x, y, start := normals(7*d*c), normals(7*d*c), normals(len(s.R))
		var got [2][]float64
		for i, name := range []string{"go", "simd"} {
			linalg.UseKernel(name)
			got[i] = append([]float64(nil), start...)
			s.AddQuadGrad(got[i], x, y, c, 0.7)
			s.AddQuadGrad(got[i], x, x, c, -1.1)
			z, out := NewNormalizer(7, d, edges), New(7, d, edges)
			z.Forward(s, 0.5, out)
			z.Backward(out.R, got[i])
			l := NewLaplacian(7, d, edges)
			l.Assemble(out)
			l.Assemble(s) // must overwrite the Laplacian of out
			got[i] = append(got[i], l.Block...)
		}
		for i := range got[0] {
			if math.Float64bits(got[0][i]) != math.Float64bits(got[1][i]) {
				t.Fatalf("d=%d, c=%d: element %d is %v with simd, %v with go", d, c, i, got[1][i], got[0][i])
			}
		}
	}
}
