package linalg

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

// This file selects the AVX kernels at start-up, and declares and calls the assembly loops of loops_amd64.h. The parameters of a loop
// include a pointer to the first number of each slice. A loop processes n > 0 numbers, or at least one row of c > 0 numbers. n and c are
// multiples of the numbers in a register.
// "The kernel x" is the field x of type kernels in kern.go. The comment of the field defines the results.

// lanes is the number of float64 in a register: 4 with AVX2, 8 with AVX-512. A method of lanes with the name of a kernel
// calls assembly loops. Narrower registers or loops in Go process the numbers that fill no whole register.
type lanes int

// whole returns the largest multiple of l that is at most n. l is a power of two.
func (l lanes) whole(n int) int { return n &^ (int(l) - 1) }

// avx2Axpy and avx512Axpy are the kernel axpy.
//
//go:noescape
func avx2Axpy(n int, alpha float64, x, y *float64)

//go:noescape
func avx512Axpy(n int, alpha float64, x, y *float64)

// avx2Dots and avx512Dots are the kernel colDots for rows of c numbers.
//
//go:noescape
func avx2Dots(rows, c int, x, y, sum *float64)

//go:noescape
func avx512Dots(rows, c int, x, y, sum *float64)

// avx2Shift and avx512Shift are the kernel colShift for rows of c numbers.
//
//go:noescape
func avx2Shift(rows, c int, shift, dt float64, p, q, pq *float64)

//go:noescape
func avx512Shift(rows, c int, shift, dt float64, p, q, pq *float64)

// avx2Step and avx512Step are the kernel colStep for rows of c numbers.
//
//go:noescape
func avx2Step(rows, c int, a, r, q, rr *float64)

//go:noescape
func avx512Step(rows, c int, a, r, q, rr *float64)

// avx2Turn and avx512Turn are the kernel colTurn for rows of c numbers.
//
//go:noescape
func avx2Turn(rows, c int, a, b, x, p, z *float64)

//go:noescape
func avx512Turn(rows, c int, a, b, x, p, z *float64)

// avx2ChebTerm and avx512ChebTerm are the kernel chebTerm. pp may be nil.
//
//go:noescape
func avx2ChebTerm(n int, sum, t, p, pp *float64, a, m, side float64)

//go:noescape
func avx512ChebTerm(n int, sum, t, p, pp *float64, a, m, side float64)

// avx2ChebAdjoint and avx512ChebAdjoint are the kernel chebAdjoint.
//
//go:noescape
func avx2ChebAdjoint(n int, t, next, after, grad *float64, a, m, side float64)

//go:noescape
func avx512ChebAdjoint(n int, t, next, after, grad *float64, a, m, side float64)

// avxAdam is the kernel adam for a multiple of four numbers. It has no AVX-512 version, since wider registers do not speed up roots and
// divisions.
//
//go:noescape
func avxAdam(n int, p, grad, m, v, old *float64, k *adamScalars) float64

// avxRank2 is goRank2 (eigsym.go) for a multiple of four numbers. Instead of the result Σ x_i·u_i, it stores its four partial sums in s.
//
//go:noescape
func avxRank2(n int, x, v, w, u, p *float64, vi, wi, ui float64, s *[4]float64)

// fewest is the smallest number of columns or elements for which dot, orth, reduce, spmm and the kernels of columns call an assembly loop.
// For fewer numbers a loop in Go is faster.
const fewest = 8

// init selects the widest registers that the processor and the operating system support. For UseKernel, it stores each supported
// implementation in others, and the widest in simd.
func init() {
	if !cpu.X86.HasAVX2 {
		return // the Go implementation stays in use
	}
	best := lanes(4)
	others["avx2"] = best.kernels()
	if cpu.X86.HasAVX512F && cpu.X86.HasAVX512DQ { // both are false if the system does not save the wide registers
		best = 8
		others["avx512"] = best.kernels()
	}
	simd = best.kernels()
	UseKernel("simd") // succeeds, since simd is set
}

// kernels returns the implementation for registers of l numbers: the Go implementation with assembly loops in place of some Go loops.
func (l lanes) kernels() *kernels {
	k := plain
	k.gemm, k.spmm, k.block, k.exp, k.axpy = l.gemm, l.spmm, l.block, l.exp, l.axpy
	k.reduce, k.adam, k.chebTerm, k.chebAdjoint = avxReduce, avxAdamSlice, l.chebTerm, l.chebAdjoint
	k.elu, k.eluGrad, k.relu, k.keep = l.elu, l.eluGrad, l.relu, l.keep
	k.drawMask = func(state *[2]uint64, mask []uint8, limit uint32) {
		if len(mask) > 0 { // the loop needs a first byte
			drawMask(len(mask), state, &mask[0], limit)
		}
	}
	k.colDots, k.colShift, k.colStep, k.colTurn = l.colDots, l.colShift, l.colStep, l.colTurn
	useBlocks(&k)
	return &k
}

// axpy is the kernel axpy: whole registers first, then Go for the rest.
func (l lanes) axpy(alpha float64, x, y []float64) {
	y = y[:len(x)]
	n := l.whole(len(x))
	switch {
	case n == 0: // Go processes all numbers
	case l == 8:
		avx512Axpy(n, alpha, &x[0], &y[0])
	default:
		avx2Axpy(n, alpha, &x[0], &y[0])
	}
	goAxpy(alpha, x[n:], y[n:])
}

// avxReduce is the kernel reduce: avxRank2 for whole registers of a row, then Go for the rest.
func avxReduce(r, n int, a, v, w, u, p []float64) {
	for q := range r {
		vq, wq, uq := v[q], w[q], u[q]
		x := a[q*n : q*n+q]                         // the elements of row q before the diagonal
		a[q*n+q] -= float64(vq*wq) + float64(wq*vq) // float64 forbids a fused multiply-add
		k := q &^ 3                                 // number of these elements in whole registers
		if k < fewest {                             // too few for a call
			p[q] += goRank2(x, v, w, u, p, vq, wq, uq)
		} else {
			var s [4]float64
			// Each slice [:k] checks a length, since the assembly loop does not.
			avxRank2(k, &x[0], &v[:k][0], &w[:k][0], &u[:k][0], &p[:k][0], vq, wq, uq, &s)
			sum := (s[0] + s[2]) + (s[1] + s[3]) // in the order of dot
			// The remaining elements, as in goRank2.
			for i := k; i < q; i++ {
				e := x[i] - (float64(vq*w[i]) + float64(wq*v[i]))
				x[i] = e
				p[i] += float64(uq * e)
				sum += float64(e * u[i])
			}
			p[q] += sum
		}
		p[q] += float64(a[q*n+q] * u[q]) // the element on the diagonal
	}
}

// avxAdamSlice is the kernel adam: avxAdam for multiples of four numbers, then Go for the rest.
func avxAdamSlice(p, g, m, v, old []float64, s adamScalars) (square float64) {
	g, m, v, old = g[:len(p)], m[:len(p)], v[:len(p)], old[:len(p)]
	n := len(p) &^ 3
	if n > 0 {
		square = avxAdam(n, &p[0], &g[0], &m[0], &v[0], &old[0], &s)
	}
	for _, x := range g[n:] { // before goAdam sets g to 0
		square += float64(x * x)
	}
	goAdam(p[n:], g[n:], m[n:], v[n:], old[n:], s) // square already has the terms of its result
	return square
}

// chebTerm is the kernel chebTerm: whole registers first, then Go for the rest.
func (l lanes) chebTerm(sum, t, p, pp []float64, a, m, side float64) {
	sum, p = sum[:len(t)], p[:len(t)]
	n := l.whole(len(t))
	switch {
	case n == 0: // Go processes all numbers
	case l == 8:
		avx512ChebTerm(n, &sum[0], &t[0], &p[0], unsafe.SliceData(pp), a, m, side)
	default:
		avx2ChebTerm(n, &sum[0], &t[0], &p[0], unsafe.SliceData(pp), a, m, side)
	}
	if pp != nil { // nil means zeros, and stays nil
		pp = pp[n:]
	}
	goChebTerm(sum[n:], t[n:], p[n:], pp, a, m, side)
}

// chebAdjoint is the kernel chebAdjoint: whole registers first, then Go for the rest.
func (l lanes) chebAdjoint(t, next, after, g []float64, a, m, side float64) {
	next, after, g = next[:len(t)], after[:len(t)], g[:len(t)]
	n := l.whole(len(t))
	switch {
	case n == 0: // Go processes all numbers
	case l == 8:
		avx512ChebAdjoint(n, &t[0], &next[0], &after[0], &g[0], a, m, side)
	default:
		avx2ChebAdjoint(n, &t[0], &next[0], &after[0], &g[0], a, m, side)
	}
	goChebAdjoint(t[n:], next[n:], after[n:], g[n:], a, m, side)
}

// columns returns the number of lanes for rows of c numbers. It returns 0 if Go must process the rows, because c is too small for a call or
// not a multiple of four.
func (l lanes) columns(c int) lanes {
	switch {
	case c < fewest || c&3 != 0:
		return 0
	case c&7 != 0: // rows do not fill registers of eight
		return 4
	}
	return l
}

// colDots is the kernel colDots.
func (l lanes) colDots(sum, x, y []float64) {
	c := len(sum)
	used := l.columns(c)
	switch {
	case used == 0 || len(x) == 0:
		goColDots(sum, x, y)
	case used == 8:
		avx512Dots(len(x)/c, c, &x[0], &y[0], &sum[0])
	default:
		avx2Dots(len(x)/c, c, &x[0], &y[0], &sum[0])
	}
}

// colShift is the kernel colShift.
func (l lanes) colShift(pq, q, p []float64, shift, dt float64) {
	c := len(pq)
	used := l.columns(c)
	switch {
	case used == 0 || len(p) == 0:
		goColShift(pq, q, p, shift, dt)
	case used == 8:
		avx512Shift(len(p)/c, c, shift, dt, &p[0], &q[0], &pq[0])
	default:
		avx2Shift(len(p)/c, c, shift, dt, &p[0], &q[0], &pq[0])
	}
}

// colStep is the kernel colStep.
func (l lanes) colStep(rr, r, q, a []float64) {
	c := len(a)
	used := l.columns(c)
	switch {
	case used == 0 || len(r) == 0:
		goColStep(rr, r, q, a)
	case used == 8:
		avx512Step(len(r)/c, c, &a[0], &r[0], &q[0], &rr[0])
	default:
		avx2Step(len(r)/c, c, &a[0], &r[0], &q[0], &rr[0])
	}
}

// colTurn is the kernel colTurn.
func (l lanes) colTurn(x, p, z, a, b []float64) {
	c := len(b)
	used := l.columns(c)
	switch {
	case used == 0 || len(p) == 0:
		goColTurn(x, p, z, a, b)
	case used == 8:
		avx512Turn(len(p)/c, c, &a[0], &b[0], &x[0], &p[0], &z[0])
	default:
		avx2Turn(len(p)/c, c, &a[0], &b[0], &x[0], &p[0], &z[0])
	}
}
