package spectral

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"sheafscope/core/linalg"
	"sheafscope/core/rng"
	"sheafscope/core/sheaf"
)

// TestSelectedInverseEqualsDense compares (L̂ + I/dt)⁻¹ with gonum's dense inverse Z, in
// every block of the pattern of the factor. The leverage of an edge equals tr(B_e Z B_eᵀ)
// with the rows B_e of the coboundary. d runs over all stalk dimensions.
func TestSelectedInverseEqualsDense(t *testing.T) {
	for d := 1; d <= sheaf.MaxDim; d++ {
		src := rng.New(uint64(d), "selected")
		n := 18
		edges := randomEdges(src, n, 1+d%2, 15)
		s := normalized(randomSheaf(src, n, d, edges, d > 1), 1)
		l := sheaf.NewLaplacian(n, d, edges)
		l.Assemble(s)
		const dt = 0.7
		// One channel, one factorisation and no solve; conjugate gradients would be slower (1e12).
		v := NewInverse(n, d, 1, edges, 1, 0, 1e12)
		v.Compute(l, edges, dt)
		tau := make([]float64, len(edges))
		v.Leverage(tau, s)

		// The dense inverse z.
		nd := n * d
		a := mat.NewDense(nd, nd, nil)
		a.Copy(denseOf(s))
		for i := range nd {
			a.Set(i, i, a.At(i, i)+1/dt)
		}
		var z mat.Dense
		if err := z.Inverse(a); err != nil {
			t.Fatal(err)
		}
		f, sym := v.fac, v.fac.sym
		// compare compares the block of the nodes row and col, which count in the order of elimination.
		compare := func(block []float64, row, col int32) {
			for r := range d {
				for c := range d {
					got, want := block[r*f.q+c], z.At(int(sym.perm[row])*d+r, int(sym.perm[col])*d+c)
					if math.Abs(got-want) > 1e-12 {
						t.Fatalf("d = %d, block (%d, %d): entry (%d, %d) is %g, want %g", d, row, col, r, c, got, want)
					}
				}
			}
		}
		for k := range int32(n) {
			compare(f.block(v.sel.diag, int(k)), k, k)
			for p := sym.colPtr[k]; p < sym.colPtr[k+1]; p++ {
				compare(f.block(v.sel.low, int(p)), sym.rows[p], k)
			}
		}
		for e, ed := range edges { // the leverages
			want := 0.0
			for r := range d {
				b := mat.NewVecDense(nd, nil)
				for c := range d {
					b.SetVec(int(ed.I)*d+c, s.Map(e, 0)[r*d+c])
					b.SetVec(int(ed.J)*d+c, -s.Map(e, 1)[r*d+c])
				}
				want += mat.Inner(b, &z, b)
			}
			if math.Abs(tau[e]-want) > 1e-12 {
				t.Fatalf("d = %d: edge %d has leverage %g, want %g", d, e, tau[e], want)
			}
		}
	}
}

// TestSelectedKernelsEqualGo checks that both kernels of package linalg, "go" and "simd",
// give the same bits of the leverages. A build without the SIMD companion
// (linalg/kernel) has only "go".
func TestSelectedKernelsEqualGo(t *testing.T) {
	defer linalg.UseKernel(linalg.Kernel())
	src := rng.New(3, "selected")
	edges := randomEdges(src, 60, 1, 120)
	s := normalized(randomSheaf(src, 60, 3, edges, true), 1)
	l := sheaf.NewLaplacian(60, 3, edges)
	l.Assemble(s)
	var got [2][]float64
	for i, name := range []string{"go", "simd"} {
		if !linalg.UseKernel(name) {
			return // nothing to compare
		}
		v := NewInverse(60, 3, 1, edges, 1, 0, 1e12) // the numbers as in TestSelectedInverseEqualsDense
		v.Compute(l, edges, 1)
		got[i] = make([]float64, len(edges))
		v.Leverage(got[i], s)
	}
	for e, tau := range got[0] {
		if math.Float64bits(tau) != math.Float64bits(got[1][e]) {
			t.Fatalf("edge %d: leverage %v with simd, %v with go", e, got[1][e], tau)
		}
	}
}
