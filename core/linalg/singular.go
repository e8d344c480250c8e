package linalg

import (
	"math"
	"slices"
)

// singularSweeps bounds the sweeps of SingularValues; some ten are usual.
const singularSweeps = 60

// SingularValues returns the singular values of a, min(Rows, Cols) of them in descending order, and leaves a as it is. The columns
// are orthogonalised by modified Gram–Schmidt, the factor R then by one-sided Jacobi rotations (Hestenes 1958): each value has
// an error of the order of the unit roundoff times the largest.
func SingularValues(a *Dense) []float64 {
	// Rows of q are the shorter of rows and columns of a.
	n, m := a.Cols, a.Rows
	if n > m {
		n, m = m, n
	}
	q := NewDense(n, m)
	for i := range a.Rows {
		for j, v := range a.Row(i) {
			if a.Cols <= a.Rows {
				q.Set(j, i, v)
			} else {
				q.Set(i, j, v)
			}
		}
	}
	r := NewDense(n, n)
	for k := range n {
		row := q.Row(k)
		Orthogonalize(row, q.Data, k, r.Row(k))
		size := Nrm2(row)
		if r.Set(k, k, size); size > 0 {
			Scal(1/size, row)
		}
	}
	for range singularSweeps {
		if !rotateRows(r) {
			break
		}
	}
	out := make([]float64, n)
	for k := range out {
		out[k] = Nrm2(r.Row(k))
	}
	slices.Sort(out)
	slices.Reverse(out)
	return out
}

// rotateRows makes each pair of rows orthogonal in turn, and reports whether one was not.
func rotateRows(r *Dense) (moved bool) {
	for p := range r.Rows {
		for q := p + 1; q < r.Rows; q++ {
			x, y := r.Row(p), r.Row(q)
			xx, yy, xy := Dot(x, x), Dot(y, y), Dot(x, y)
			if math.Abs(xy) <= 1e-15*math.Sqrt(xx*yy) {
				continue
			}
			moved = true
			zeta := (yy - xx) / (2 * xy)
			t := 1 / (math.Abs(zeta) + math.Sqrt(1+float64(zeta*zeta)))
			if zeta < 0 {
				t = -t
			}
			c := 1 / math.Sqrt(1+float64(t*t))
			s := c * t
			for k, v := range x {
				w := y[k]
				x[k], y[k] = float64(c*v)-float64(s*w), float64(s*v)+float64(c*w)
			}
		}
	}
	return moved
}
