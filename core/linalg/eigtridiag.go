package linalg

import (
	"math"

	"sheafscope/core/order"
)

// This file contains the eigenvalue solver for symmetric tridiagonal matrices.

// epsilon is the unit roundoff of float64.
const epsilon = 0x1p-53

// tiny bounds the numbers that count as 0 beside the largest element, which is near 1. Smaller
// numbers could become subnormal, and rotations by subnormal numbers are inaccurate.
const tiny = 0x1p-500

// eigTridiag computes the eigenvalues of the symmetric tridiagonal matrix with
// diagonal d (length n) and off-diagonal e (length n−1). The eigenvalues replace d, in
// ascending order. e is destroyed. Unless z is nil, the columns of the n×n matrix z become the
// orthonormal eigenvectors.
//
// If z is nil or n ≤ 32, the method is implicit QL with Wilkinson's shift. For larger
// n with eigenvectors it is divide and conquer with the workspace work, see divider. It is
// an error if the lengths do not fit, an element is not finite or the iteration does not
// converge. If it does not converge, d and z are undefined.
func eigTridiag(d, e []float64, z *Dense, work *divider) error {
	n := len(d)
	vectorsFit := z == nil || (z.Rows == n && z.Cols == n)
	if len(e) != max(n-1, 0) || !vectorsFit {
		return errWrongLength
	}
	// Scaling prevents overflow of squares. scale is a power of two near 1/largest.
	largest := 0.0
	for _, elements := range [2][]float64{d, e} {
		for _, v := range elements {
			largest = max(largest, math.Abs(v)) // NaN if an element is NaN
		}
	}
	scale := powerNear(largest)
	if scale == 0 { // an element is infinite or NaN
		return errNotFinite
	}
	Scal(scale, d)
	Scal(scale, e)
	ok := true
	switch {
	case z == nil:
		ok = tridiagQL(d, e, nil, 0) // no eigenvectors
		order.Floats(d)
	case n <= divideLeaf:
		ok = smallTridiag(d, e, z.Data, n)
	default:
		z.Zero()
		work.reserve(z)
		ok = work.solve(d, e, 0)
	}
	if !ok {
		return errNoConverge
	}
	Scal(1/scale, d)
	return nil
}

// smallTridiag solves a small tridiagonal problem by QL: the eigenvalues replace d,
// ascending, and the eigenvectors overwrite the block z, whose rows start ld apart. e is
// destroyed. smallTridiag returns false if QL does not converge.
func smallTridiag(d, e, z []float64, ld int) (converged bool) {
	n := len(d)
	for i := range n {
		clear(z[i*ld : i*ld+n])
		z[i*ld+i] = 1
	}
	if !tridiagQL(d, e, z, ld) {
		return false
	}
	for i := range n { // selection sort of the values and columns
		k := i // index of the smallest remaining value
		for j := i + 1; j < n; j++ {
			if d[j] < d[k] {
				k = j
			}
		}
		if k != i {
			d[i], d[k] = d[k], d[i]
			for r := range n {
				z[r*ld+i], z[r*ld+k] = z[r*ld+k], z[r*ld+i]
			}
		}
	}
	return true
}

// tridiagQL is the implicit QL iteration (Bowdler, Martin, Reinsch, Wilkinson 1968).
// The eigenvalues replace d, in no particular order, and e is destroyed. If z is not nil,
// tridiagQL applies the rotations to the columns of z, whose rows start ld apart. It returns
// false if an eigenvalue needs more than maxSweeps sweeps.
func tridiagQL(d, e, z []float64, ld int) (converged bool) {
	const maxSweeps = 100 // far more than convergence needs
	n := len(d)
	for l := range n {
		for sweep := 0; ; sweep++ {
			m := splitAfter(d, e, l)
			if m == l { // d[l] is an eigenvalue
				break
			}
			if sweep == maxSweeps {
				return false
			}
			qlSweep(d, e, z, ld, l, m)
		}
	}
	return true
}

// splitAfter returns the first row m ≥ l such that e[m] is tiny or negligible beside d[m] and
// d[m+1], or the last row if there is no such m.
func splitAfter(d, e []float64, l int) int {
	last := len(d) - 1
	for m := l; m < last; m++ {
		if math.Abs(e[m]) <= float64(epsilon*(math.Abs(d[m])+math.Abs(d[m+1])))+tiny {
			return m
		}
	}
	return last
}

// goTurn is the kernel turn in Go: it rotates the first two elements of each row of z. The
// rows start ld apart, and z ends after the second element of the last row.
func goTurn(z []float64, ld int, c, s float64) {
	for k := 0; k < len(z)-1; k += ld {
		x, y := z[k], z[k+1]
		z[k+1] = float64(s*x) + float64(c*y) // float64 forbids a fused multiply-add
		z[k] = float64(c*x) - float64(s*y)
	}
}

// qlSweep makes an implicit QL step on the rows l … m: rotations move the bulge, an element
// outside the tridiagonal form, from row m up to row l. It ends early if the matrix splits.
func qlSweep(d, e, z []float64, ld, l, m int) {
	// At first g is d_m minus Wilkinson's shift. Later g is the element that a rotation combines
	// with the bulge f.
	ratio := (d[l+1] - d[l]) / (2 * e[l])
	g := d[m] - d[l] + e[l]/(ratio+math.Copysign(hypot(ratio, 1), ratio))
	// c and s belong to the previous rotation. p is still to be subtracted from d[i+1].
	s, c, p := 1.0, 1.0, 0.0
	for i := m - 1; i >= l; i-- {
		f, b := s*e[i], float64(c*e[i]) // the previous rotation splits e[i] into the bulge f and the rest b
		r := hypot(f, g)
		if i+1 < m { // in the first rotation there is no bulge yet
			e[i+1] = r
		}
		if r < tiny { // e[i+1] is r: the matrix splits after row i+1
			d[i+1] -= p
			e[i] = b
			if m < len(e) { // row m is not the last row, so e[m] exists
				e[m] = 0
			}
			return
		}
		s, c = f/r, g/r
		g = d[i+1] - p
		t := float64((d[i]-g)*s) + float64(2*c*b)
		p = float64(s * t)
		d[i+1] = g + p
		g = float64(c*t) - b
		if z == nil { // no eigenvectors are wanted
			continue
		}
		kern.turn(z[i:i+ld*(len(d)-1)+2], ld, c, s) // columns i and i+1 of all rows
	}
	d[l] -= p
	e[l] = g
	if m < len(e) { // row m is not the last row, so e[m] exists
		e[m] = 0
	}
}
