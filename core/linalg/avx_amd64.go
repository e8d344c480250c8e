package linalg

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

// The loops of avx_amd64.s. Columns n and w are multiples of four, greater than 0.

// avxSpMMRow adds val[p]·(row col[p] of b), p ascending, to w columns of y; rows
// of b lie ld numbers apart.
//
//go:noescape
func avxSpMMRow(col *int32, val *float64, count, w, ld int, b, y *float64)

// avxBlockRow sets w columns of one row of y to Σ_p Σ_s blocks[p·d² + s]·(row
// col[p]·d + s of x), both ascending, from 0; blocks points at the row of the first block.
//
//go:noescape
func avxBlockRow(d, count int, col *int32, blocks, x *float64, ldx int, y *float64, w int)

//go:noescape
func avxAxpy(n int, alpha float64, x, y *float64)

// avxDots sets sum ← sum + x·y, number by number.
//
//go:noescape
func avxDots(n int, x, y, sum *float64)

// avxShift, avxStep and avxTurn are ColShift, ColStep and ColTurn for one row.
//
//go:noescape
func avxShift(n int, shift, dt float64, p, q, pq *float64)

//go:noescape
func avxStep(n int, a, r, q, rr *float64)

//go:noescape
func avxTurn(n int, a, b, x, p, z *float64)

// avxAdam returns avxDot of the gradient with itself.
//
//go:noescape
func avxAdam(n int, p, grad, m, v, old *float64, k *adamScalars) float64

//go:noescape
func avxChebTerm(n int, sum, t, p, pp *float64, a, m, side float64)

//go:noescape
func avxChebAdjoint(n int, t, next, after, grad *float64, a, m, side float64)

// avxRank2 is goRank2 with the four partial sums in s.
//
//go:noescape
func avxRank2(n int, x, v, w, u, p *float64, vi, wi, ui float64, s *[4]float64)

//go:noescape
func avxExp(n int, dst, src *float64, k *[20]float64)

// expTable holds what avxExp reads, in its order.
var expTable = [20]float64{expMax, expMin, log2E, shifter, ln2Hi, ln2Lo, 1, 0, // its eighth number is set below
	1.0 / 6227020800, 1.0 / 479001600, 1.0 / 39916800, 1.0 / 3628800, 1.0 / 362880, 1.0 / 40320, 1.0 / 5040, 1.0 / 720, 1.0 / 120,
	1.0 / 24, 1.0 / 6, 0.5}

// fewest is the number of columns below which a call costs more than it saves.
const fewest = 8

func init() {
	if !cpu.X86.HasAVX2 {
		return // plain Go works as well
	}
	*(*uint64)(unsafe.Pointer(&expTable[7])) = 1023
	fast := plain
	fast.gemm, fast.spmm, fast.block, fast.exp, fast.axpy = avxGemm, avxSpMM, avxBlock, avxExpSlice, avxAxpySlice
	fast.reduce, fast.adam, fast.chebTerm, fast.chebAdjoint = avxReduce, avxAdamSlice, avxChebTermSlice, avxChebAdjointSlice
	fast.colDots, fast.colShift, fast.colStep, fast.colTurn = avxColDots, avxColShift, avxColStep, avxColTurn
	useBlocks(&fast)
	simd = &fast
	UseKernel("simd")
}

func avxSpMM(ptr, col []int32, val, b, c []float64, w int) {
	four := w &^ 3
	if four < fewest {
		goSpMM(ptr, col, val, b, c, w)
		return
	}
	for i := range len(ptr) - 1 {
		p, end := int(ptr[i]), int(ptr[i+1])
		if p == end {
			continue
		}
		y := c[i*w:][:w]
		avxSpMMRow(&col[p:end][0], &val[p:end][0], end-p, four, w, &b[0], &y[0])
		for ; four < w && p < end; p++ {
			x := b[int(col[p])*w:][:w]
			for j := four; j < w; j++ {
				y[j] += float64(val[p] * x[j])
			}
		}
	}
}

func avxBlock(n, d int, ptr, col []int32, blocks, x, y []float64, c int, work []float64) {
	if c < fewest || c&3 != 0 {
		goBlock(n, d, ptr, col, blocks, x, y, c, work)
		return
	}
	xs, ldx := x, c
	step := c
	if work != nil {
		step = packedWidth(d)
		xs, ldx = work[:n*d*step], step
	}
	for from := 0; from < c; from += step {
		w := min(step, c-from)
		if work != nil {
			for k, at := from, 0; k < len(x); k, at = k+c, at+step {
				copy(work[at:at+w], x[k:k+w])
			}
		}
		for i := range n {
			p, q := int(ptr[i]), int(ptr[i+1])
			for r := range d {
				to := y[(i*d+r)*c+from:][:w]
				if p == q {
					clear(to)
					continue
				}
				avxBlockRow(d, q-p, &col[p:q][0], &blocks[p*d*d : q*d*d][r*d], &xs[0], ldx, &to[0], w)
			}
		}
	}
}

func avxExpSlice(dst, src []float64) {
	dst = dst[:len(src)]
	n := len(src) &^ 3
	if n > 0 {
		avxExp(n, &dst[0], &src[0], &expTable)
	}
	goExp(dst[n:], src[n:])
}

func avxAxpySlice(alpha float64, x, y []float64) {
	y = y[:len(x)]
	n := len(x) &^ 3
	if n > 0 {
		avxAxpy(n, alpha, &x[0], &y[0])
	}
	goAxpy(alpha, x[n:], y[n:])
}

func avxReduce(r, n int, a, v, w, u, p []float64) {
	for q := range r {
		vq, wq, uq, x := v[q], w[q], u[q], a[q*n:q*n+q]
		a[q*n+q] -= float64(vq*wq) + float64(wq*vq)
		k := q &^ 3
		if k < fewest {
			p[q] += goRank2(x, v, w, u, p, vq, wq, uq)
		} else {
			var s [4]float64
			avxRank2(k, &x[0], &v[:k][0], &w[:k][0], &u[:k][0], &p[:k][0], vq, wq, uq, &s)
			sum := (s[0] + s[2]) + (s[1] + s[3])
			for i := k; i < q; i++ {
				e := x[i] - (float64(vq*w[i]) + float64(wq*v[i]))
				x[i] = e
				p[i] += float64(uq * e)
				sum += float64(e * u[i])
			}
			p[q] += sum
		}
		p[q] += float64(a[q*n+q] * u[q])
	}
}

func avxAdamSlice(p, g, m, v, old []float64, s adamScalars) (square float64) {
	g, m, v, old = g[:len(p)], m[:len(p)], v[:len(p)], old[:len(p)]
	n := len(p) &^ 3
	if n > 0 {
		square = avxAdam(n, &p[0], &g[0], &m[0], &v[0], &old[0], &s)
	}
	for _, x := range g[n:] {
		square += float64(x * x)
	}
	goAdam(p[n:], g[n:], m[n:], v[n:], old[n:], s)
	return square
}

func avxChebTermSlice(sum, t, p, pp []float64, a, m, side float64) {
	sum, p = sum[:len(t)], p[:len(t)]
	n := len(t) &^ 3
	if n > 0 {
		avxChebTerm(n, &sum[0], &t[0], &p[0], unsafe.SliceData(pp), a, m, side)
	}
	if pp != nil {
		pp = pp[n:]
	}
	goChebTerm(sum[n:], t[n:], p[n:], pp, a, m, side)
}

func avxChebAdjointSlice(t, next, after, g []float64, a, m, side float64) {
	next, after, g = next[:len(t)], after[:len(t)], g[:len(t)]
	n := len(t) &^ 3
	if n > 0 {
		avxChebAdjoint(n, &t[0], &next[0], &after[0], &g[0], a, m, side)
	}
	goChebAdjoint(t[n:], next[n:], after[n:], g[n:], a, m, side)
}

// wideRows reports whether rows of c numbers are whole fours and long enough to
// be worth a call.
func wideRows(c int) bool { return c >= fewest && c&3 == 0 }

func avxColDots(sum, x, y []float64) {
	if !wideRows(len(sum)) {
		goColDots(sum, x, y)
		return
	}
	for b := 0; b < len(x); b += len(sum) {
		avxDots(len(sum), &x[b], &y[b : b+len(sum)][0], &sum[0])
	}
}

func avxColShift(pq, q, p []float64, shift, dt float64) {
	if !wideRows(len(pq)) {
		goColShift(pq, q, p, shift, dt)
		return
	}
	for b := 0; b < len(p); b += len(pq) {
		avxShift(len(pq), shift, dt, &p[b], &q[b : b+len(pq)][0], &pq[0])
	}
}

func avxColStep(rr, r, q, a []float64) {
	if !wideRows(len(a)) {
		goColStep(rr, r, q, a)
		return
	}
	for b := 0; b < len(r); b += len(a) {
		avxStep(len(a), &a[0], &r[b], &q[b : b+len(a)][0], &rr[:len(a)][0])
	}
}

func avxColTurn(x, p, z, a, b []float64) {
	if !wideRows(len(b)) {
		goColTurn(x, p, z, a, b)
		return
	}
	for i := 0; i < len(p); i += len(b) {
		avxTurn(len(b), &a[:len(b)][0], &b[0], &x[i : i+len(b)][0], &p[i], &z[i : i+len(b)][0])
	}
}
