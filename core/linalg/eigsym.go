package linalg

import (
	"errors"
	"math"
)

// This file contains the eigenvalue solver for dense symmetric matrices: EigSym and the steps of its workspace EigWork.

var (
	errNotFinite   = errors.New("linalg: the matrix has elements that are not finite; check the input for NaN and overflow")
	errNoConverge  = errors.New("linalg: the eigenvalue iteration did not converge")
	errNotSquare   = errors.New("linalg: the matrix is not square")
	errWrongLength = errors.New("linalg: lengths of diagonal, off-diagonal and vectors do not fit")
)

// EigenVectors selects whether an eigenvalue solver computes eigenvectors.
type EigenVectors bool

const (
	// ValuesOnly computes the eigenvalues only, in less time.
	ValuesOnly EigenVectors = false
	// WithVectors computes the eigenvalues and the eigenvectors.
	WithVectors EigenVectors = true
)

// EigSym returns the eigenvalues of the symmetric n×n matrix a in ascending order.
// With [WithVectors] it also returns the orthonormal eigenvectors as the columns of
// v, in the same order: a = V·diag(λ)·Vᵀ. With [ValuesOnly] v is nil. The results depend
// only on the lower triangle of a, and a does not change.
//
// It is an error if a is not square, if the triangle has an element that is not finite,
// or if the iteration does not converge.
//
// Householder reflections reduce a to tridiagonal form. Later they transform the eigenvectors
// of the tridiagonal matrix (Golub and Van Loan, Matrix Computations, sections 8.3 and 5.1).
func EigSym(a *Dense, vectors EigenVectors) (values []float64, v *Dense, err error) {
	return new(EigWork).EigSym(a, vectors)
}

// scaleToOne multiplies w by a power of two that brings the largest absolute value of the
// lower triangle near 1, so that no square overflows. It returns this power of two. If an
// element of the triangle is not finite, scaleToOne returns 0, false and changes nothing.
func scaleToOne(w *Dense) (scale float64, finite bool) {
	largest := 0.0
	for i := range w.Rows {
		for _, v := range w.Row(i)[:i+1] {
			largest = max(largest, math.Abs(v)) // NaN if an element is NaN
		}
	}
	scale = powerNear(largest)
	if scale == 0 {
		return 0, false
	}
	if scale != 1 {
		Scal(scale, w.Data)
	}
	return scale, true
}

// powerNear returns, for finite x > 0, the power of two s with s·x in [√½, √2). s is limited to
// 2⁻¹⁰⁰⁰ … 2¹⁰⁰⁰, so that s and 1/s are normal numbers. For x = 0 the result is 1, and for +Inf
// and NaN it is 0.
func powerNear(x float64) float64 {
	if !(x <= math.MaxFloat64) { // +Inf or NaN
		return 0
	}
	if x == 0 {
		return 1
	}
	_, k := splitLog(x)
	exponent := -min(max(int(k), -1000), 1000)
	// The bits of 2^exponent. 1023 is the bias of the exponent.
	return math.Float64frombits(uint64(1023+exponent) << 52)
}

// tridiagonalize reduces the lower triangle of a to T = Qᵀ·A·Q with diagonal d and
// off-diagonal e. Q is H_{n−1}⋯H_2 with the reflectors H_i = I − tau_i·v_i·v_iᵀ. Element
// i−1 of v_i, counted from 0, is 1, and later elements are 0. The first i elements of v_i replace
// those of row i. Row 1 needs no elimination: tau_1 = 0, and H_1 is the identity.
//
// The rows are reduced from the last to the first. With p = A·v and
// w = τp − ½τ²(pᵀv)·v, the remaining matrix becomes A − v·wᵀ − w·vᵀ. Memory access
// dominates the time, so one pass (reduce) makes this update and the product with the next v.
func (work *EigWork) tridiagonalize(a *Dense, d, e, tau []float64) {
	n := a.Rows
	w, next := work.w, work.next
	clear(w)
	v := w // reflector of the row below; 0 at first
	for r := n - 1; r >= 0; r-- {
		// This loop updates row r by the reflector of the row below. reduce updates the rows above.
		row := a.Row(r)[: r+1 : r+1]
		vr, wr := v[r], w[r]
		for j := range row {
			row[j] -= float64(vr*w[j]) + float64(wr*v[j]) // float64 forbids a fused multiply-add
		}
		d[r] = row[r]
		if r == 0 {
			return
		}
		u := row[:r:r] // becomes the reflector of row r
		e[r-1], tau[r] = reflector(u)
		p := next[:r] // becomes A·u, then the vector w of this reflector
		clear(p)
		kern.reduce(r, n, a.Data, v, w, u, p)
		Scal(tau[r], p)
		kern.axpy(-0.5*tau[r]*kern.dot(p, u), u, p)
		v, w, next = u, next, w // p, a part of next, becomes the vector w; the old w is free for the next p
	}
}

// goReduce is the kernel reduce in Go: A ← A − v·wᵀ − w·vᵀ and then p ← p + A·u, for the
// symmetric matrix A whose lower triangle is in the first r rows of a.
func goReduce(r, n int, a, v, w, u, p []float64) {
	for q := range r {
		vq, wq := v[q], w[q]
		a[q*n+q] -= float64(vq*wq) + float64(wq*vq)
		p[q] += goRank2(a[q*n:q*n+q], v, w, u, p, vq, wq, u[q])
		p[q] += float64(a[q*n+q] * u[q])
	}
}

// goRank2 is the step of goReduce for x, the elements of one row before the diagonal. It adds
// ui·x to p and returns Σ x_i·u_i, both with the updated x. vi, wi and ui are the elements of v,
// w and u for this row.
func goRank2(x, v, w, u, p []float64, vi, wi, ui float64) float64 {
	n := len(x)
	v, w, u, p = v[:n], w[:n], u[:n], p[:n]
	// s has four partial sums of x_i·u_i, in the order of dot.
	var s [4]float64
	i := 0
	for ; i+4 <= n; i += 4 {
		xs, vs, ws := (*[4]float64)(x[i:]), (*[4]float64)(v[i:]), (*[4]float64)(w[i:])
		us, ps := (*[4]float64)(u[i:]), (*[4]float64)(p[i:])
		a0 := xs[0] - (float64(vi*ws[0]) + float64(wi*vs[0]))
		a1 := xs[1] - (float64(vi*ws[1]) + float64(wi*vs[1]))
		a2 := xs[2] - (float64(vi*ws[2]) + float64(wi*vs[2]))
		a3 := xs[3] - (float64(vi*ws[3]) + float64(wi*vs[3]))
		xs[0], xs[1], xs[2], xs[3] = a0, a1, a2, a3
		ps[0] += float64(ui * a0)
		ps[1] += float64(ui * a1)
		ps[2] += float64(ui * a2)
		ps[3] += float64(ui * a3)
		s[0] += float64(a0 * us[0])
		s[1] += float64(a1 * us[1])
		s[2] += float64(a2 * us[2])
		s[3] += float64(a3 * us[3])
	}
	sum := (s[0] + s[2]) + (s[1] + s[3])
	for ; i < n; i++ {
		a := x[i] - (float64(vi*w[i]) + float64(wi*v[i]))
		x[i] = a
		p[i] += float64(ui * a)
		sum += float64(a * u[i])
	}
	return sum
}

// reflector overwrites x by v with last element 1 such that
// (I − tau·v·vᵀ)·x = (0, …, 0, beta). x is not empty. tau is 0 if x has this form already.
// Elements before the last count as 0 if their norm is tiny.
func reflector(x []float64) (beta, tau float64) {
	last := len(x) - 1
	alpha := x[last]
	x[last] = 1
	norm := Nrm2(x[:last])
	if norm < tiny {
		clear(x[:last])
		return alpha, 0
	}
	beta = -math.Copysign(hypot(alpha, norm), alpha) // with this sign, alpha − beta has no cancellation
	Scal(1/(alpha-beta), x[:last])
	return beta, (beta - alpha) / beta
}

// hypot returns √(a²+b²), and no square overflows. math.Hypot is assembly on some machines,
// with other bits.
func hypot(a, b float64) float64 {
	large, small := math.Abs(a), math.Abs(b)
	if large < small {
		large, small = small, large
	}
	if large == 0 {
		return 0
	}
	r := small / large
	return large * math.Sqrt(1+float64(r*r))
}

// backBlock is the number of reflectors that backTransform applies in one pass over the eigenvectors.
const backBlock = 32

// backTransform sets z ← H_{n−1}⋯H_2·z for the reflectors of tridiagonalize. It
// applies backBlock reflectors at a time in the compact form of Schreiber and Van Loan
// (1989): H_{b}⋯H_{a} = I − V·T·Vᵀ with T upper triangular.
func (work *EigWork) backTransform(a *Dense, tau []float64, z *Dense) {
	n := a.Rows
	vb, tb, yb, tyb := &work.vt, &work.t, &work.y, &work.ty
	zb := &Dense{} // the first m rows of z, which the block changes
	var dots [backBlock]float64
	for lo := 1; lo < n; lo += backBlock {
		hi := min(lo+backBlock, n)
		k, m := hi-lo, hi-1 // number of reflectors; length of the longest
		vb.resize(k, m)
		tb.resize(k, k)
		yb.resize(k, n)
		tyb.resize(k, n)
		*zb = Dense{m, n, z.Data[:m*n]}
		vb.Zero()
		tb.Zero()
		// Row q of vb is v_i for i = hi−1−q. Column q of T is −tau_i·T·(Vᵀv_i) above the
		// diagonal and tau_i on the diagonal.
		for q := range k {
			i := hi - 1 - q
			copy(vb.Row(q), a.Row(i)[:i])
			for l := range q { // dots becomes Vᵀv_i for the columns before q
				dots[l] = Dot(vb.Row(l)[:i], vb.Row(q)[:i])
			}
			for r := range q {
				s := 0.0
				for l := r; l < q; l++ {
					s += float64(tb.At(r, l) * dots[l])
				}
				tb.Set(r, q, -tau[i]*s)
			}
			tb.Set(q, q, tau[i])
		}
		// z ← z − V·T·Vᵀ·z; vb is Vᵀ
		Gemm(NoTrans, NoTrans, 1, vb, zb, 0, yb)
		Gemm(NoTrans, NoTrans, 1, tb, yb, 0, tyb)
		Gemm(Trans, NoTrans, -1, vb, tyb, 1, zb)
	}
}
