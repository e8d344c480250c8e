package sheaf

import (
	"math"
	"testing"

	"sheafscope/core/linalg"
)

// TestWhitenerKeepsEigenvalues checks that the Laplacian of the whitened maps has the
// eigenvalues of L̂. checkPencil checks its eigenvectors. With shift 0, D_i is singular at the
// node without edges. If every map has lost a row and an entry (deficient), D_i is singular
// at further nodes, and for d ≤ 2 at all nodes.
func TestWhitenerKeepsEigenvalues(t *testing.T) {
	for d := 1; d <= 6; d++ {
		for _, shift := range []float64{0, 1e-12, 0.5, 1} {
			for _, deficient := range []bool{false, true} {
				s := randomSheaf(d, uint64(d))
				if deficient {
					for e := range s.Edges { // the last row and the first entry become 0
						for side := range 2 {
							copy(s.Map(e, side)[(d-1)*d:], make([]float64, d))
							s.Map(e, side)[0] = 0
						}
					}
				}
				normalized, white := New(s.N, d, s.Edges), New(s.N, d, s.Edges)
				NewNormalizer(s.N, d, s.Edges).Forward(s, shift, normalized)
				z := NewWhitener(s.N, d)
				z.Forward(s, shift, white)
				// Eigenvalues of L̂, and of the Laplacian of the whitened maps.
				want, _, err := linalg.EigSym(assembled(normalized).Dense(), linalg.ValuesOnly)
				if err != nil {
					t.Fatal(err)
				}
				got, vec, err := linalg.EigSym(assembled(white).Dense(), linalg.WithVectors)
				if err != nil {
					t.Fatal(err)
				}
				for k := range got {
					if math.Abs(got[k]-want[k]) > 1e-12 {
						t.Fatalf("d = %d, shift %g: eigenvalue %d is %.15g, of L̂ %.15g", d, shift, k, got[k], want[k])
					}
				}
				checkPencil(t, s, shift, z, got, vec)
			}
		}
	}
}

// checkPencil takes the eigenvalues λ (val) and eigenvectors y (columns of vec) of the
// whitened Laplacian. For λ ≥ 1e-6, v = FromWhite(y) solves L v = λ D v with vᵀDv = 1. L is
// the Laplacian of s, and D has its diagonal blocks plus shift. ToWhite(v) is y again.
func checkPencil(t *testing.T, s *Sheaf, shift float64, z *Whitener, val []float64, vec *linalg.Dense) {
	t.Helper()
	l, d, size := assembled(s), s.D, len(val)
	v, lv, dv := make([]float64, size), make([]float64, size), make([]float64, size)
	for k, lambda := range val {
		if lambda < 1e-6 {
			continue // in the kernel of L up to rounding
		}
		for i := range v {
			v[i] = vec.At(i, k)
		}
		z.FromWhite(v)
		l.Apply(lv, v, 1)
		// dv = D v, block by block.
		for i := range s.N {
			for r := range d {
				x := shift * v[i*d+r]
				for c, b := range l.Diag(i)[r*d : (r+1)*d] {
					x += b * v[i*d+c]
				}
				dv[i*d+r] = x
			}
		}
		if norm := linalg.Dot(v, dv); math.Abs(norm-1) > 1e-10 {
			t.Fatalf("d = %d, shift %g: vᵀDv = %.12g, want 1", d, shift, norm)
		}
		linalg.Axpy(-lambda, dv, lv)
		if r := linalg.Nrm2(lv); r > 1e-9*(1+linalg.Nrm2(dv)) {
			t.Fatalf("d = %d, shift %g: ‖Lv − λDv‖ = %g, want 0", d, shift, r)
		}
		z.ToWhite(v)
		for i := range v {
			if math.Abs(v[i]-vec.At(i, k)) > 1e-9 {
				t.Fatalf("d = %d, shift %g: ToWhite gives %g, want %g", d, shift, v[i], vec.At(i, k))
			}
		}
	}
}
