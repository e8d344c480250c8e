package linalg

// This file contains the inner loops of conjugate gradients for c right-hand sides at once, for
// package diffusion. Matrices are row-major with c columns. Each column has its own
// coefficients and sums. The terms of a column are added to the present value of its sum in the
// order of the rows, so a matrix that is processed part by part gives the same bits.

// CopyColumns copies the columns js … js+n−1 of src to the columns jd … jd+n−1 of dst, counted
// from 0. The rows of src and dst have the lengths cs and cd. CopyColumns panics unless src and
// dst have the same number of whole rows and contain the columns.
func CopyColumns(dst []float64, cd, jd int, src []float64, cs, js, n int) {
	dstHasColumns := cd > 0 && jd >= 0 && jd+n <= cd
	srcHasColumns := cs > 0 && js >= 0 && js+n <= cs
	columnsFit := n >= 0 && dstHasColumns && srcHasColumns
	rowsFit := columnsFit && len(dst)%cd == 0 && len(src)%cs == 0 && len(dst)/cd == len(src)/cs
	if !rowsFit {
		panic("linalg: CopyColumns of columns that do not fit")
	}
	if len(dst) > 0 && n > 0 {
		kern.colCopy(len(dst)/cd, n, dst[jd:], cd, src[js:], cs)
	}
}

// goColCopy is the kernel colCopy in Go: it copies the first n numbers of each row.
func goColCopy(rows, n int, dst []float64, cd int, src []float64, cs int) {
	for i := range rows {
		copy(dst[i*cd:][:n], src[i*cs:][:n])
	}
}

// ColDots adds Σ_i x_ik·y_ik to sum_k, for rows i of length len(sum) > 0 and columns k.
func ColDots(sum, x, y []float64) {
	checkRows(len(sum), x, y)
	kern.colDots(sum, x, y)
}

// ColShift sets q ← shift·p + dt·q and adds Σ_i p_ik·q_ik of the new q to pq_k.
func ColShift(pq, q, p []float64, shift, dt float64) {
	checkRows(len(pq), q, p)
	kern.colShift(pq, q, p, shift, dt)
}

// ColStep sets r ← r − q·diag(a) and adds Σ_i r_ik² of the new r to rr_k.
func ColStep(rr, r, q, a []float64) {
	checkLen(len(rr), len(a))
	checkRows(len(a), r, q)
	kern.colStep(rr, r, q, a)
}

// ColTurn sets x ← x + p·diag(a) and then p ← z + p·diag(b).
func ColTurn(x, p, z, a, b []float64) {
	checkLen(len(a), len(b))
	checkRows(len(b), p, z)
	checkLen(len(x), len(p))
	kern.colTurn(x, p, z, a, b)
}

// checkRows panics unless x and y have equal length, a multiple of c > 0.
func checkRows(c int, x, y []float64) {
	checkLen(len(x), len(y))
	if c <= 0 || len(x)%c != 0 {
		panic("linalg: slices that are not whole rows")
	}
}

// goColDots is the kernel colDots in Go.
func goColDots(sum, x, y []float64) {
	for start := 0; start < len(x); start += len(sum) {
		rowX, rowY := x[start:][:len(sum)], y[start:][:len(sum)]
		for k, v := range rowX {
			sum[k] += float64(v * rowY[k]) // float64 forbids a fused multiply-add
		}
	}
}

// goColShift is the kernel colShift in Go.
func goColShift(pq, q, p []float64, shift, dt float64) {
	for start := 0; start < len(p); start += len(pq) {
		rowP, rowQ := p[start:][:len(pq)], q[start:][:len(pq)]
		for k, v := range rowP {
			w := float64(shift*v) + float64(dt*rowQ[k])
			rowQ[k] = w
			pq[k] += float64(v * w)
		}
	}
}

// goColStep is the kernel colStep in Go.
func goColStep(rr, r, q, a []float64) {
	rr = rr[:len(a)]
	for start := 0; start < len(r); start += len(a) {
		rowR, rowQ := r[start:][:len(a)], q[start:][:len(a)]
		for k, v := range a {
			w := rowR[k] - float64(v*rowQ[k])
			rowR[k] = w
			rr[k] += float64(w * w)
		}
	}
}

// goColTurn is the kernel colTurn in Go.
func goColTurn(x, p, z, a, b []float64) {
	a = a[:len(b)]
	for start := 0; start < len(p); start += len(b) {
		rowX, rowP, rowZ := x[start:][:len(b)], p[start:][:len(b)], z[start:][:len(b)]
		for k, v := range b {
			w := rowP[k]
			rowX[k] += float64(a[k] * w)
			rowP[k] = rowZ[k] + float64(v*w)
		}
	}
}
