package sheaf

import (
	"math"
	"testing"

	"sheafscope/core/linalg"
)

// TestWhitenerKeepsEigenvalues: the Laplacian of the whitened maps has the eigenvalues of L̂, and
// v = F y solves L v = λ D v with vᵀDv = 1, for every d, with singular D_i (shift
// 0, and a node without edges) too.
func TestWhitenerKeepsEigenvalues(t *testing.T) {
	for d := 1; d <= 6; d++ {
		for _, shift := range []float64{0, 1e-12, 0.5, 1} {
			for _, deficient := range []bool{false, true} {
				s := randomSheaf(d, uint64(d))
				if deficient {
					for e := range s.Edges {
						for side := range 2 {
							copy(s.Map(e, side)[(d-1)*d:], make([]float64, d))
							s.Map(e, side)[0] = 0
						}
					}
				}
				n, white := New(s.N, d, s.Edges), New(s.N, d, s.Edges)
				NewNormalizer(s.N, d, s.Edges).Forward(s, shift, n)
				z := NewWhitener(s.N, d)
				z.Forward(s, shift, white)
				want, _, err := linalg.EigSym(assembled(n).Dense(), linalg.ValuesOnly)
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

// checkPencil checks the vectors with positive eigenvalues as eigenvectors of
// (L, D).
func checkPencil(t *testing.T, s *Sheaf, shift float64, z *Whitener, val []float64, vec *linalg.Dense) {
	t.Helper()
	l, d, size := assembled(s), s.D, len(val)
	v, lv, dv := make([]float64, size), make([]float64, size), make([]float64, size)
	for k, lambda := range val {
		if lambda < 1e-6 {
			continue
		}
		for i := range v {
			v[i] = vec.At(i, k)
		}
		z.FromWhite(v)
		l.Apply(lv, v, 1)
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
			t.Fatalf("d = %d, shift %g: vᵀDv = %.12g", d, shift, norm)
		}
		linalg.Axpy(-lambda, dv, lv)
		if r := linalg.Nrm2(lv); r > 1e-9*(1+linalg.Nrm2(dv)) {
			t.Fatalf("d = %d, shift %g: ‖Lv − λDv‖ = %g", d, shift, r)
		}
		z.ToWhite(v)
		for i := range v {
			if math.Abs(v[i]-vec.At(i, k)) > 1e-9 {
				t.Fatalf("d = %d, shift %g: back from the stalks %g, want %g", d, shift, v[i], vec.At(i, k))
			}
		}
	}
}
