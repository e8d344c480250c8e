package linalg

import "math"

// Cholesky returns the lower triangular l with a = l·lᵀ for a symmetric
// positive definite a, of which only the lower triangle is read. ok is false
// when a is not positive definite to working precision; l is then nil.
func Cholesky(a *Dense) (l *Dense, ok bool) {
	n := a.Rows
	if n != a.Cols {
		panic("linalg: Cholesky of a matrix that is not square")
	}
	l = NewDense(n, n)
	for i := range n {
		li := l.Row(i)
		for j := range i {
			lj := l.Row(j)
			li[j] = (a.At(i, j) - Dot(li[:j], lj[:j])) / lj[j]
		}
		s := a.At(i, i) - Dot(li[:i], li[:i])
		if !(s > 0) || math.IsInf(s, 1) {
			return nil, false
		}
		li[i] = math.Sqrt(s)
	}
	return l, true
}

// CholeskySolve overwrites the columns of b by the solution of l·lᵀ·x = b.
func CholeskySolve(l, b *Dense) {
	n := l.Rows
	if b.Rows != n || l.Cols != n {
		panic("linalg: CholeskySolve of matrices that do not fit")
	}
	for i := range n {
		bi, li := b.Row(i), l.Row(i)
		for j := range i {
			Axpy(-li[j], b.Row(j), bi)
		}
		Scal(1/li[i], bi)
	}
	for i := n - 1; i >= 0; i-- {
		bi := b.Row(i)
		Scal(1/l.At(i, i), bi)
		for j := range i {
			Axpy(-l.At(i, j), bi, b.Row(j))
		}
	}
}

// SolveDense returns x with a·x = b by Gaussian elimination with partial
// pivoting. a (n×n) and b (n×c) are not changed. It fails when a is not square
// or a pivot is below n·2⁻⁵³ times the largest element of a.
func SolveDense(a, b *Dense) (*Dense, error) {
	n := a.Rows
	if n != a.Cols || b.Rows != n {
		return nil, errNotSquare
	}
	w, x := a.Clone(), b.Clone()
	big := 0.0
	for _, v := range w.Data {
		if v := math.Abs(v); !(v <= big) {
			big = v
		}
	}
	if !(big <= math.MaxFloat64) {
		return nil, errNotFinite
	}
	for k := range n {
		p := k
		for i := k + 1; i < n; i++ {
			if math.Abs(w.At(i, k)) > math.Abs(w.At(p, k)) {
				p = i
			}
		}
		if math.Abs(w.At(p, k)) <= float64(n)*epsilon*big {
			return nil, errSingular
		}
		if p != k {
			swap(w.Row(k), w.Row(p))
			swap(x.Row(k), x.Row(p))
		}
		for i := k + 1; i < n; i++ {
			if f := w.At(i, k) / w.At(k, k); f != 0 {
				Axpy(-f, w.Row(k)[k:], w.Row(i)[k:])
				Axpy(-f, x.Row(k), x.Row(i))
			}
		}
	}
	for i := n - 1; i >= 0; i-- {
		xi := x.Row(i)
		for j := i + 1; j < n; j++ {
			Axpy(-w.At(i, j), x.Row(j), xi)
		}
		Scal(1/w.At(i, i), xi)
	}
	return x, nil
}

func swap(x, y []float64) {
	for i, v := range x {
		x[i], y[i] = y[i], v
	}
}
