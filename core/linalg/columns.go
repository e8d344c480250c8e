package linalg

// The inner loops of a conjugate gradient iteration for c right-hand sides at
// once: matrices of rows of length c, row by row, each column with numbers of
// its own. Sums over a column go on from what they hold and take the rows in
// order, so that a caller who clears them may go through a matrix part by part,
// while the caches hold it, and get the same bits.

// ColDots adds Σ_i x_ik·y_ik to sum_k, for rows of length len(sum) > 0.
func ColDots(sum, x, y []float64) {
	checkRows(len(sum), x, y)
	kern.colDots(sum, x, y)
}

// ColShift sets q ← shift·p + dt·q and adds Σ_i p_ik·q_ik to pq_k.
func ColShift(pq, q, p []float64, shift, dt float64) {
	checkRows(len(pq), q, p)
	kern.colShift(pq, q, p, shift, dt)
}

// ColStep sets x ← x + p·diag(a), r ← r − q·diag(a) and adds Σ_i r_ik² to rr_k.
func ColStep(rr, x, r, p, q, a []float64) {
	checkLen(len(rr), len(a))
	checkRows(len(a), x, r)
	checkRows(len(a), p, q)
	checkLen(len(x), len(p))
	kern.colStep(rr, x, r, p, q, a)
}

// ColTurn sets p ← z + p·diag(b).
func ColTurn(p, z, b []float64) {
	checkRows(len(b), p, z)
	kern.colTurn(p, z, b)
}

// checkRows panics unless x and y have equal length, a multiple of c > 0.
func checkRows(c int, x, y []float64) {
	checkLen(len(x), len(y))
	if c <= 0 || len(x)%c != 0 {
		panic("linalg: slices that are not whole rows")
	}
}

func goColDots(sum, x, y []float64) {
	for b := 0; b < len(x); b += len(sum) {
		x, y := x[b:][:len(sum)], y[b:][:len(sum)]
		for k, v := range x {
			sum[k] += float64(v * y[k])
		}
	}
}

func goColShift(pq, q, p []float64, shift, dt float64) {
	for b := 0; b < len(p); b += len(pq) {
		p, q := p[b:][:len(pq)], q[b:][:len(pq)]
		for k, v := range p {
			w := float64(shift*v) + float64(dt*q[k])
			q[k] = w
			pq[k] += float64(v * w)
		}
	}
}

func goColStep(rr, x, r, p, q, a []float64) {
	rr = rr[:len(a)]
	for b := 0; b < len(p); b += len(a) {
		x, r, p, q := x[b:][:len(a)], r[b:][:len(a)], p[b:][:len(a)], q[b:][:len(a)]
		for k, v := range a {
			x[k] += float64(v * p[k])
			w := r[k] - float64(v*q[k])
			r[k] = w
			rr[k] += float64(w * w)
		}
	}
}

func goColTurn(p, z, b []float64) {
	for i := 0; i < len(p); i += len(b) {
		p, z := p[i:][:len(b)], z[i:][:len(b)]
		for k, v := range b {
			p[k] = z[k] + float64(v*p[k])
		}
	}
}
