package linalg

import "unsafe"

// This file contains the product of dense matrices, for dense layers and eigenvalue solvers.

// Transpose selects whether an operation uses a matrix or its transpose.
type Transpose bool

const (
	// NoTrans selects the matrix: op(A) = A.
	NoTrans Transpose = false
	// Trans selects the transpose: op(A) = Aᵀ.
	Trans Transpose = true
)

// Gemm sets C ← alpha·op(A)·op(B) + beta·C. transA selects op(A) and transB op(B).
// For beta = 0 the old C may be NaN. C must not share memory with A or B.
//
// Each element starts as beta·c_ij, or 0 for beta = 0. The terms (alpha·a_il)·b_lj are added
// for l = 0, 1, … in turn, so that the result does not depend on the blocking.
func Gemm(transA, transB Transpose, alpha float64, a, b *Dense, beta float64, c *Dense) {
	// op(A) is m×k with element (i, l) at a[i*ari+l*acl]. op(B) is kb×n with element
	// (l, j) at b[l*brl+j*bcj].
	m, k, ari, acl := a.Rows, a.Cols, a.Cols, 1
	if transA {
		m, k, ari, acl = a.Cols, a.Rows, 1, a.Cols
	}
	kb, n, brl, bcj := b.Rows, b.Cols, b.Cols, 1
	if transB {
		kb, n, brl, bcj = b.Cols, b.Rows, 1, b.Cols
	}
	fits := kb == k && c.Rows == m && c.Cols == n
	if !fits {
		panic("linalg: Gemm of matrices that do not fit")
	}
	scaleOrClear(beta, c.Data[:m*n])
	if m == 0 || n == 0 || k == 0 { // there is no product
		return
	}
	kern.gemm(m, n, k, alpha, a.Data[:m*k], ari, acl, b.Data[:k*n], brl, bcj, c.Data[:m*n], n)
}

// scaleOrClear sets x ← beta·x. For beta = 0 it clears x, also where x is NaN.
func scaleOrClear(beta float64, x []float64) {
	switch beta {
	case 0:
		clear(x)
	case 1: // x stays unchanged
	default:
		Scal(beta, x)
	}
}

// gemmDepth is the number of terms that a pass adds. A panel, a copy of four columns of op(B),
// then takes 8 KiB and stays in the first-level cache.
const gemmDepth = 256

// gemmRows is the number of rows of op(A) in a block. With gemmDepth terms each, these
// rows take 256 KiB and stay in the second-level cache for all panels.
const gemmRows = 128

// goGemm is the kernel gemm in Go, in tiles of two rows and four columns of c. More sums would
// not fit into the registers.
func goGemm(m, n, k int, alpha float64, a []float64, ari, acl int, b []float64, brl, bcj int, c []float64, ldc int) {
	var panel [4 * gemmDepth]float64
	// l0 is the first term, i0 the first row and j the first column of a block. The panel holds
	// only four columns, so it is packed again for each block of rows.
	for l0 := 0; l0 < k; l0 += gemmDepth {
		depth := min(gemmDepth, k-l0)
		for i0 := 0; i0 < m; i0 += gemmRows {
			end := min(i0+gemmRows, m)
			for j := 0; j < n; j += 4 {
				w := min(4, n-j)
				packB(panel[:], 4, b, l0, depth, j, w, brl, bcj)
				timesPanel(i0, end, w, depth, alpha, a[l0*acl:], ari, acl, &panel, c[j:], ldc)
			}
		}
	}
}

// timesPanel adds alpha·A·panel to the first w ≤ 4 columns of the rows i0 … end−1 of c.
// Element l of row i of A is a[i*ari+l*acl] for l < depth. Row i of c begins at c[i*ldc].
func timesPanel(i0, end, w, depth int, alpha float64, a []float64, ari, acl int, panel *[4 * gemmDepth]float64, c []float64, ldc int) {
	for i := i0; i < end; i += 2 {
		i1 := min(i+1, end-1) // the second row of the tile; without a row i+1 it is i again, and both rows get equal results
		p0, p1 := &a[i*ari], &a[i1*ari]
		if w == 4 && i1 > i {
			gemm2x4(depth, alpha, p0, p1, acl, panel, (*[4]float64)(c[i*ldc:]), (*[4]float64)(c[i1*ldc:]))
			continue
		}
		// A full tile would exceed c. It is computed outside c, and its part in c is copied.
		var t0, t1 [4]float64
		copy(t0[:w], c[i*ldc:])
		copy(t1[:w], c[i1*ldc:])
		gemm2x4(depth, alpha, p0, p1, acl, panel, &t0, &t1)
		copy(c[i*ldc:i*ldc+w], t0[:])
		copy(c[i1*ldc:i1*ldc+w], t1[:])
	}
}

// packB copies the columns j … j+w−1 of the rows l0 … l0+depth−1 of op(B) into panel.
// A row of the panel has width numbers, a multiple of four. Missing columns are 0.
func packB(panel []float64, width int, b []float64, l0, depth, j, w, brl, bcj int) {
	if w == width && bcj == 1 { // the columns are consecutive in b
		for q := 0; q < width; q += 4 {
			for l := range depth {
				*(*[4]float64)(panel[width*l+q:]) = *(*[4]float64)(b[(l0+l)*brl+j+q:])
			}
		}
		return
	}
	clear(panel[:width*depth])
	for q := range w {
		next := l0*brl + (j+q)*bcj // index of the next element of the column in b
		for l := range depth {
			panel[width*l+q] = b[next]
			next += brl
		}
	}
}

// gemm2x4 adds alpha·(two rows of A)·panel to the tiles c0 and c1. p0 and p1 point at
// the first elements of the two rows. Each row has depth elements, at distances of step numbers.
//
// The pointers are unsafe, since bounds checks would double the time in WebAssembly. The caller
// checks the first elements by indexing. Gemm checks the sizes of the matrices, and divider
// computes them.
func gemm2x4(depth int, alpha float64, p0, p1 *float64, step int, panel *[4 * gemmDepth]float64, c0, c1 *[4]float64) {
	// c_rk is the sum of row r and column k.
	c00, c01, c02, c03 := c0[0], c0[1], c0[2], c0[3]
	c10, c11, c12, c13 := c1[0], c1[1], c1[2], c1[3]
	q0, q1, pb := unsafe.Pointer(p0), unsafe.Pointer(p1), unsafe.Pointer(panel)
	stride := uintptr(step) * 8
	l := depth // number of terms that remain
	for {
		a0, a1 := alpha**(*float64)(q0), alpha**(*float64)(q1)
		b := (*[4]float64)(pb)
		b0, b1, b2, b3 := b[0], b[1], b[2], b[3]
		c00 += float64(a0 * b0) // float64 forbids a fused multiply-add
		c01 += float64(a0 * b1)
		c02 += float64(a0 * b2)
		c03 += float64(a0 * b3)
		c10 += float64(a1 * b0)
		c11 += float64(a1 * b1)
		c12 += float64(a1 * b2)
		c13 += float64(a1 * b3)
		l--
		if l == 0 { // a further step would move a pointer out of its array
			break
		}
		q0, q1, pb = unsafe.Add(q0, stride), unsafe.Add(q1, stride), unsafe.Add(pb, 32)
	}
	*c0 = [4]float64{c00, c01, c02, c03}
	*c1 = [4]float64{c10, c11, c12, c13}
}
