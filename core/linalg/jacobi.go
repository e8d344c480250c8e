package linalg

import "math"

// This file contains the eigenvalue solver for small symmetric matrices, such as the d×d blocks that package sheaf normalises.

// MaxSmall is the largest dimension of [EigSymSmall].
const MaxSmall = 16

// EigSymSmall sets values to the eigenvalues of the symmetric d×d matrix a, ascending,
// for d ≤ [MaxSmall]. If vectors is not nil, EigSymSmall sets the columns of this
// row-major d×d matrix to the orthonormal eigenvectors. If a has elements that are not
// finite, the results are undefined.
//
// The method is cyclic Jacobi rotations. Small eigenvalues of a positive definite
// matrix keep their relative accuracy (Demmel and Veselić 1992). The results depend only on the
// upper triangle of a. a stays unchanged unless vectors shares its memory.
func EigSymSmall(d int, a, values, vectors []float64) {
	isSmall := 0 <= d && d <= MaxSmall
	vectorsFit := vectors == nil || len(vectors) == d*d
	matrixFits := len(a) == d*d && len(values) == d
	if !isSmall || !matrixFits || !vectorsFit {
		panic("linalg: EigSymSmall of arrays that do not fit")
	}
	kern.jacobi(d, a, values, vectors)
}

// EigSymSmalls is [EigSymSmall] with vectors for several d×d matrices, d ≥ 1. a contains the
// matrices one after another. values and vectors receive the results in the order of a.
func EigSymSmalls(d int, a, values, vectors []float64) {
	isSmall := 1 <= d && d <= MaxSmall
	matricesFit := isSmall && len(a)%(d*d) == 0 && len(values)*d == len(a) && len(vectors) == len(a)
	if !matricesFit {
		panic("linalg: EigSymSmalls of arrays that do not fit")
	}
	if kern.jacobis != nil {
		kern.jacobis(d, a, values, vectors)
		return
	}
	oneByOne(d, a, values, vectors)
}

// oneByOne calls the kernel jacobi for each d×d matrix of a.
func oneByOne(d int, a, values, vectors []float64) {
	dd := d * d
	for len(a) > 0 {
		kern.jacobi(d, a[:dd], values[:d], vectors[:dd])
		a, values, vectors = a[dd:], values[d:], vectors[dd:]
	}
}

// jacobiZero bounds the entries off the diagonal that count as 0: an entry with a
// smaller absolute value needs no rotation, whatever the diagonal is.
const jacobiZero = 0x1p-1000

// goJacobi is the kernel jacobi in Go.
func goJacobi(d int, a, values, vectors []float64) {
	// w becomes a, completed from its upper triangle, and v the identity.
	var w, v [MaxSmall * MaxSmall]float64
	for i := range d {
		for j := i; j < d; j++ {
			w[i*d+j], w[j*d+i] = a[i*d+j], a[i*d+j]
		}
		v[i*d+i] = 1
	}
	const maxSweeps = 60 // far more than convergence needs
	for range maxSweeps {
		rotated := jacobiSweep(d, &w, &v)
		if !rotated { // w is diagonal, or not finite
			break
		}
	}
	ascending(d, 1, w[:], v[:], values, vectors)
}

// ascending sets values and vectors to the diagonal of w and the columns of v, sorted
// by eigenvalue. vectors may be nil. Consecutive numbers of a matrix in w and v are step
// apart, so entry c of the diagonal is w[c·(d+1)·step]. step is 1, or 4 if w and v interleave
// four matrices.
func ascending(d, step int, w, v, values, vectors []float64) {
	var order [MaxSmall]int // order[k] is the column of the k-th eigenvalue
	for i := range d {
		order[i] = i
	}
	for i := range d { // insertion sort, stable
		for j := i; j > 0 && w[order[j]*(d+1)*step] < w[order[j-1]*(d+1)*step]; j-- {
			order[j], order[j-1] = order[j-1], order[j]
		}
	}
	for k, column := range order[:d] {
		values[k] = w[column*(d+1)*step]
		if vectors == nil {
			continue
		}
		for i := range d {
			vectors[i*d+k] = v[(i*d+column)*step]
		}
	}
}

// jacobiSweep makes a rotation J, w ← JᵀwJ and v ← vJ, for each pair p < q, and reports whether
// there was one. An entry (p, q) that is negligible becomes 0 without a rotation. At an entry that
// is not finite, jacobiSweep returns false at once, since no further sweep can help.
func jacobiSweep(d int, w, v *[MaxSmall * MaxSmall]float64) (rotated bool) {
	for p := range d {
		for q := p + 1; q < d; q++ {
			apq, app, aqq := w[p*d+q], w[p*d+p], w[q*d+q]
			isNegligible := math.Abs(apq) <= epsilon*math.Sqrt(math.Abs(app))*math.Sqrt(math.Abs(aqq)) // relative to the diagonal
			if isNegligible || math.Abs(apq) < jacobiZero {
				w[p*d+q], w[q*d+p] = 0, 0
				continue
			}
			if math.IsNaN(apq) || math.IsInf(apq, 0) {
				return false
			}
			rotated = true
			// t = s/c is the tangent of the angle: the root of t² + 2θt − 1 = 0 with the smaller absolute value.
			theta := (aqq - app) / (2 * apq)
			t := 1 / (math.Abs(theta) + hypot(theta, 1))
			t = math.Copysign(t, theta)
			c := 1 / math.Sqrt(1+float64(t*t)) // float64 forbids a fused multiply-add
			s := t * c
			w[p*d+p] = app - float64(t*apq)
			w[q*d+q] = aqq + float64(t*apq)
			w[p*d+q], w[q*d+p] = 0, 0
			for k := range d {
				// Rows and columns p and q of w at the other indices, then row k of v.
				if k != p && k != q {
					x, y := w[k*d+p], w[k*d+q]
					rotatedX, rotatedY := float64(c*x)-float64(s*y), float64(s*x)+float64(c*y)
					w[k*d+p], w[p*d+k] = rotatedX, rotatedX
					w[k*d+q], w[q*d+k] = rotatedY, rotatedY
				}
				x, y := v[k*d+p], v[k*d+q]
				v[k*d+p], v[k*d+q] = float64(c*x)-float64(s*y), float64(s*x)+float64(c*y)
			}
		}
	}
	return rotated
}
