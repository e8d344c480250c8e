package linalg

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestCopyColumnsCopiesEntries compares CopyColumns with a copy entry by entry. Entries
// beside the columns stay. Strides or columns that do not fit the slices panic.
func TestCopyColumnsCopiesEntries(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 1))
	for _, n := range []int{0, 1, 4, 7} {
		// n columns go from column js of src, of width cs, to column jd of dst, of width cd.
		const rows, cd, jd, cs, js = 6, 11, 3, 9, 2
		dst, src := randDense(r, rows, cd).Data, randDense(r, rows, cs).Data
		want := slices.Clone(dst)
		for i := range rows {
			for k := range n {
				want[i*cd+jd+k] = src[i*cs+js+k]
			}
		}
		got := slices.Clone(dst)
		CopyColumns(got, cd, jd, src, cs, js, n)
		closeTo(t, fmt.Sprint("CopyColumns ", n), got, want, 0)
	}
	// Refused arguments cd, jd, cs, js and n, for slices of 8 numbers. In turn: columns beyond dst, columns beyond src, rows of dst
	// that are not whole, a column before dst, and 4 rows of dst but 2 of src.
	for _, c := range [][5]int{{4, 2, 4, 0, 3}, {4, 0, 4, 3, 2}, {3, 0, 4, 0, 2}, {4, -1, 4, 0, 2}, {2, 0, 4, 0, 2}} {
		mustPanic(t, fmt.Sprint("columns ", c), func() {
			CopyColumns(make([]float64, 8), c[0], c[1], make([]float64, 8), c[2], c[3], c[4])
		})
	}
}

// TestBlockApplyRows checks that a range of rows of a block product equals these rows of the
// whole product exactly, for d = 1 to 5. A row beyond the last panics.
func TestBlockApplyRows(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 2))
	pat := randCSR(r, 13, 13, 0.4)
	for d := 1; d <= 5; d++ {
		for _, c := range []int{1, 3, 8} {
			blocks, x := randDense(r, pat.NNZ(), d*d).Data, randDense(r, 13*d, c).Data
			want := make([]float64, len(x))
			BlockApply(13, d, pat.Ptr, pat.Col, blocks, x, want, c, nil)
			// p has the first row and the row after the last.
			for _, p := range [][2]int{{0, 13}, {4, 9}, {12, 13}, {5, 5}} {
				got := make([]float64, (p[1]-p[0])*d*c)
				BlockApplyRows(p[0], p[1], d, pat.Ptr, pat.Col, blocks, x, got, c)
				closeTo(t, fmt.Sprint("rows ", p, d, c), got, want[p[0]*d*c:p[1]*d*c], 0)
			}
		}
	}
	mustPanic(t, "row 13 of 13 rows", func() {
		BlockApplyRows(3, 14, 1, pat.Ptr, pat.Col, make([]float64, pat.NNZ()), make([]float64, 13), make([]float64, 11), 1)
	})
}

// TestChebyshevEqualsDefinition compares ChebyshevTerm and ChebyshevAdjoint with their definitions, exactly.
// ChebyshevTerm has a term before the last one, or none.
// Before a call, the output has the product of the Laplacian with p. Here this product is the random vector x.
func TestChebyshevEqualsDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 3))
	for _, n := range []int{0, 1, 2, 5} {
		vec := func() []float64 { return randDense(r, 1, n).Data }
		const a, m, side = 0.3, 2, -1
		sum, p, pp, x := vec(), vec(), vec(), vec() // p is the last term, pp the one before
		for _, before := range [][]float64{pp, nil} {
			got, gotSum := slices.Clone(x), slices.Clone(sum)
			ChebyshevTerm(gotSum, got, p, before, a, m, side)
			for i := range n {
				w := m * (p[i] - side*x[i])
				if before != nil {
					w -= pp[i]
				}
				closeTo(t, "term", []float64{got[i], gotSum[i]}, []float64{w, sum[i] + float64(a*w)}, 0)
			}
		}
		got := slices.Clone(x)
		ChebyshevAdjoint(got, p, pp, sum, a, m, side)
		for i := range n {
			w := float64(a*sum[i]) + float64(m*(p[i]-float64(side*x[i]))) - pp[i]
			closeTo(t, "adjoint", got[i:i+1], []float64{w}, 0)
		}
	}
}
