package linalg

import (
	"math"
	"slices"

	"sheafscope/core/order"
)

// This file computes singular values, which package frame uses for the effective rank of features.

// singularSweeps bounds the sweeps of SingularValues over all pairs of rows. 5 to 20 are usual.
const singularSweeps = 60

// singularTol is the tolerance of the inner products, relative to the longest row. It is of the
// order of the rounding errors. With a tolerance relative to each pair of rows, as is usual, a
// matrix of low rank would need many more sweeps.
const singularTol = 1e-15

// SingularValues returns the min(Rows, Cols) singular values of a in descending order. The error
// of each is of the order of the unit roundoff times the largest. a stays unchanged.
//
// Modified Gram–Schmidt gives a triangular factor R with the singular values of a. One-sided
// Jacobi rotations make its rows orthogonal (Hestenes 1958). Their lengths are the singular values.
func SingularValues(a *Dense) []float64 {
	largest := 0.0
	for _, v := range a.Data {
		largest = max(largest, math.Abs(v))
	}
	_, exponent := math.Frexp(largest)
	// The rows of q are the columns of a, or the rows of a if a has fewer rows than columns. The factor
	// 2^−exponent moves the largest element to [½, 1), so that sums of squares neither overflow nor underflow.
	n, m := min(a.Rows, a.Cols), max(a.Rows, a.Cols)
	q := NewDense(n, m)
	for i := range a.Rows {
		for j, v := range a.Row(i) {
			v = math.Ldexp(v, -exponent)
			if a.Cols <= a.Rows {
				q.Set(j, i, v)
			} else {
				q.Set(i, j, v)
			}
		}
	}
	// Modified Gram–Schmidt. Row k of r has the coefficients of row k of q.
	r := NewDense(n, n)
	for k := range n {
		row := q.Row(k)
		Orthogonalize(row, q.Data, k, r.Row(k))
		norm := Nrm2(row)
		r.Set(k, k, norm)
		if norm > 0x1p-1000 { // otherwise 1/norm may overflow. The coefficients of such a row in later rows are about 0.
			Scal(1/norm, row)
		}
	}
	longest := 0.0
	for k := range n {
		longest = max(longest, Nrm2(r.Row(k)))
	}
	for range singularSweeps {
		if !rotateRows(r, singularTol*longest) {
			break
		}
	}
	values := make([]float64, n)
	for k := range values {
		values[k] = math.Ldexp(Nrm2(r.Row(k)), exponent)
	}
	order.Floats(values)
	slices.Reverse(values)
	return values
}

// rotateRows rotates each pair of rows to orthogonality and reports whether it made a
// rotation. It skips two rows with |⟨u, v⟩| ≤ tol·‖u‖, where u is the longer row.
// A change of v by at most tol would make these rows orthogonal. By Weyl's inequality
// this change would alter a singular value by at most tol.
func rotateRows(r *Dense, tol float64) (rotated bool) {
	for p := range r.Rows {
		x := r.Row(p)
		xx := Dot(x, x)
		for q := p + 1; q < r.Rows; q++ {
			y := r.Row(q)
			yy, xy := Dot(y, y), Dot(x, y)
			if math.Abs(xy) <= tol*math.Sqrt(max(xx, yy)) {
				continue
			}
			rotated = true
			// t is the tangent of the smaller angle of rotation.
			zeta := (yy - xx) / (2 * xy)
			t := 1 / (math.Abs(zeta) + math.Sqrt(1+float64(zeta*zeta))) // float64 forbids a fused multiply-add
			if zeta < 0 {
				t = -t
			}
			c := 1 / math.Sqrt(1+float64(t*t))
			s := c * t
			for k, v := range x {
				w := y[k]
				x[k], y[k] = float64(c*v)-float64(s*w), float64(s*v)+float64(c*w)
			}
			xx = Dot(x, x)
		}
	}
	return rotated
}
