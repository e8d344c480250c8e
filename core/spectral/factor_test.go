package spectral

import (
	"math"
	"testing"

	"sheafscope/core/rng"
	"sheafscope/core/sheaf"
)

// TestFactorEqualsDense checks the factorisation of L − sI at four shifts s. The number of
// negative pivots is the number of dense eigenvalues below s. For s ≠ 1e-8, the solution x
// satisfies (L − sI) x = right. d runs over all stalk dimensions; 1 to 3 have padded blocks. For
// d = 2, 5 and 8 the maps have a common lost direction, so that L has a large kernel.
func TestFactorEqualsDense(t *testing.T) {
	for d := 1; d <= sheaf.MaxDim; d++ {
		src := rng.New(uint64(d), "factor")
		n := 25
		edges := randomEdges(src, n, 1+d%2, 20)
		s := randomSheaf(src, n, d, edges, d%3 == 2)
		l := sheaf.NewLaplacian(n, d, edges)
		l.Assemble(s)
		f := newFactor(analyse(n, edges, 1<<20), d) // 1<<20: far more block updates than this graph needs
		values := eigenvalues(t, denseOf(s))
		right, x, back := make([]float64, n*d), make([]float64, n*d), make([]float64, n*d)
		for i := range right {
			right[i] = src.Norm()
		}
		for _, shift := range []float64{-1, 1e-8, 0.3, 2.5} {
			f.compute(l, edges, shift)
			want := 0
			for _, v := range values {
				if v < shift {
					want++
				}
			}
			if f.negative != want {
				t.Errorf("d = %d, shift %g: %d negative pivots, %d eigenvalues below", d, shift, f.negative, want)
			}
			if shift == 1e-8 {
				continue // L − sI is nearly singular if L has a kernel
			}
			f.solve(x, right)
			l.Apply(back, x, 1)
			for i := range back {
				if got := back[i] - shift*x[i]; math.Abs(got-right[i]) > 1e-9 {
					t.Fatalf("d = %d, shift %g: entry %d of (L − sI)x is %g, want %g", d, shift, i, got, right[i])
				}
			}
		}
	}
}
