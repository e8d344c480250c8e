package diffusion

import (
	"math"

	"sheafscope/core/linalg"
)

// strip is the solve for a group of channels. Its vectors have (n·d)×c consecutive
// numbers.
//
// On a large graph the vectors of all channels are several times larger than the
// caches, and a product gathers rows in irregular order. Most time would go into
// memory access. The vectors of a strip fit into the caches. Besides the product, an
// iteration passes over the vectors twice. It processes the nodes in parts, so that
// a part of each vector stays in the first-level cache.
type strip struct {
	from, c    int       // the strip has the channels from … from+c−1 of the right-hand sides
	x, r, p, q []float64 // iterate, residual, direction; q is A·p, then the preconditioned r
	// Numbers for each channel: r·z with the preconditioned z, p·q, r·r and h·h, the
	// step length α and the coefficient β of the next direction.
	rz, pq, rr, hh, alpha, beta []float64
	worst                       float64 // the largest relative residual
	conv                        bool    // whether all channels have converged
}

// partFloats is the length of a part of a vector: four parts are 64 kB.
const partFloats = 2048

// divide creates the strips: one for all channels, or several on a large graph. With
// a single strip, x of the solver is that of the strip. With several strips, x of a
// strip lies in the workspace, and X copies it. A lent x of the solver takes the
// place of q in the workspace, which is free after the last iteration.
func (s *CG) divide(w *Workspace) {
	rows, width := s.l.Dim(), linalg.StripWidth(s.l.N, s.l.D, s.c)
	if s.plain {
		width = s.c // all channels end together
	}
	var r, p, q, x []float64
	if width < s.c || s.lent {
		w.take(rows*s.c, &r, &p, &q, &x)
	} else {
		w.take(rows*s.c, &r, &p, &q)
		x = make([]float64, rows*s.c)
	}
	switch {
	case width >= s.c:
		s.x = x
	case s.lent:
		s.x = q
	}
	numbers := make([]float64, 6*s.c)
	for from := 0; from < s.c; from += width {
		c := min(width, s.c-from)
		cut := func(v []float64) []float64 { return v[rows*from : rows*(from+c) : rows*(from+c)] }
		perChannel := func() []float64 {
			v := numbers[:c:c]
			numbers = numbers[c:]
			return v
		}
		s.strips = append(s.strips, strip{from: from, c: c, x: cut(x), r: cut(r), p: cut(p), q: cut(q),
			rz: perChannel(), pq: perChannel(), rr: perChannel(), hh: perChannel(), alpha: perChannel(), beta: perChannel()})
	}
}

// start sets x = 0, r = h and p to the preconditioned residual.
func (t *strip) start(s *CG, h []float64) {
	clear(t.x)
	linalg.CopyColumns(t.r, t.c, 0, h, s.c, t.from, t.c)
	clear(t.rz)
	clear(t.hh)
	for i := 0; i < s.l.N; i += s.part {
		lo, hi := t.rows(s, i)
		r, p := t.r[lo:hi], t.p[lo:hi]
		t.solveBlocks(s, i, p, r)
		linalg.ColDots(t.rz, r, p)
		linalg.ColDots(t.hh, r, r)
	}
	copy(t.rr, t.hh)
	t.measure(s)
	t.conv = t.conv && !s.plain // the plain method makes at least one iteration
}

// finish copies the iterate to its channels of x, whose rows have length c.
func (t *strip) finish(x []float64, c int) {
	if t.c < c {
		linalg.CopyColumns(x, c, t.from, t.x, t.c, 0, t.c)
	}
}

// rows returns the range lo … hi−1 of the part of a vector that begins with node i.
func (t *strip) rows(s *CG, i int) (lo, hi int) {
	w := s.l.D * t.c
	return i * w, min(i+s.part, s.l.N) * w
}

// solveBlocks applies the preconditioner to r and stores the result in z. Both are
// the part of a vector that begins with node i.
func (t *strip) solveBlocks(s *CG, i int, z, r []float64) {
	d, n := s.l.D, len(r)/(s.l.D*t.c)
	linalg.BlockApply(n, d, s.ptr[:n+1], s.col[:n], s.inv[i*d*d:], r, z, t.c, nil)
}

// measure sets worst and conv from the squared residuals.
func (t *strip) measure(s *CG) {
	t.worst, t.conv = 0, true
	for k, v := range t.rr {
		if t.hh[k] > 0 {
			t.worst = max(t.worst, math.Sqrt(v/t.hh[k]))
		}
		if s.plain {
			t.conv = t.conv && v < s.Tol*s.Tol
		} else {
			t.conv = t.conv && v <= s.Tol*s.Tol*t.hh[k]
		}
	}
}

// iterate makes an iteration of conjugate gradients. A channel with α = 0 is frozen.
func (t *strip) iterate(s *CG) {
	alpha, beta, rz, rr, pq := t.alpha, t.beta, t.rz, t.rr, t.pq
	// q = A p, and the step length α = r·z / p·q.
	clear(pq)
	for i := 0; i < s.l.N; i += s.part {
		lo, hi := t.rows(s, i)
		q := t.q[lo:hi]
		s.l.ApplyRows(q, t.p, t.c, i, min(i+s.part, s.l.N))
		linalg.ColShift(pq, q, t.p[lo:hi], s.shift, s.dt)
	}
	tol2 := s.Tol * s.Tol
	for k := range alpha {
		alpha[k] = 0
		active := s.plain || rr[k] > tol2*t.hh[k]
		if active && pq[k] > 0 {
			alpha[k] = rz[k] / pq[k]
		}
	}
	// r ← r − αq, then q becomes the preconditioned r. The residual of a frozen
	// channel is constant, so that its sum keeps its bits.
	previousRZ := beta
	copy(previousRZ, rz)
	clear(rr)
	clear(rz)
	for i := 0; i < s.l.N; i += s.part {
		lo, hi := t.rows(s, i)
		r, q := t.r[lo:hi], t.q[lo:hi]
		linalg.ColStep(rr, r, q, alpha)
		t.solveBlocks(s, i, q, r)
		linalg.ColDots(rz, r, q)
	}
	// x ← x + αp, and the next direction p ← q + βp.
	for k := range beta {
		if alpha[k] != 0 && previousRZ[k] > 0 {
			beta[k] = rz[k] / previousRZ[k]
		} else {
			beta[k] = 0
		}
	}
	linalg.ColTurn(t.x, t.p, t.q, alpha, beta)
	t.measure(s)
}
