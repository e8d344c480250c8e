package diffusion

import (
	"math"

	"sheafscope/core/linalg"
)

// strip is the solve of a group of channels, with vectors of (n·d)×c consecutive
// numbers.
//
// On a large graph the vectors of all channels exceed the caches several times, and
// a product gathers rows in irregular order: the time goes into memory access. The
// vectors of a strip fit into the caches. Beside the product, an iteration passes
// over them twice, in parts of the nodes.
type strip struct {
	from, c    int       // channels from…from+c−1 of the right-hand sides
	x, r, p, q []float64 // q holds A·p, then the preconditioned r
	rz, pq, rr []float64
	h0, al, be []float64
	worst      float64 // the largest relative residual
	conv       bool
}

// partFloats is the length of a part of a vector: four of them are 64 kB.
const partFloats = 2048

// divide creates the strips: one for all channels, or several on a large graph. The
// x of a single strip is the x of the solver. The x of several strips lies in the
// workspace, and X copies it. A lent X lies in the workspace too, in place of q,
// which a finished solve does not need.
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
	sums := make([]float64, 6*s.c)
	for from := 0; from < s.c; from += width {
		c := min(width, s.c-from)
		cut := func(v []float64) []float64 { return v[rows*from : rows*(from+c) : rows*(from+c)] }
		sum := func() []float64 {
			v := sums[:c:c]
			sums = sums[c:]
			return v
		}
		s.strips = append(s.strips, strip{from: from, c: c, x: cut(x), r: cut(r), p: cut(p), q: cut(q),
			rz: sum(), pq: sum(), rr: sum(), h0: sum(), al: sum(), be: sum()})
	}
}

// start sets x = 0, r = h and p to the preconditioned residual.
func (t *strip) start(s *CG, h []float64) {
	clear(t.x)
	linalg.CopyColumns(t.r, t.c, 0, h, s.c, t.from, t.c)
	clear(t.rz)
	clear(t.h0)
	for i := 0; i < s.l.N; i += s.part {
		lo, hi := t.rows(s, i)
		r, p := t.r[lo:hi], t.p[lo:hi]
		t.solveBlocks(s, i, p, r)
		linalg.ColDots(t.rz, r, p)
		linalg.ColDots(t.h0, r, r)
	}
	copy(t.rr, t.h0)
	t.measure(s)
	t.conv = t.conv && !s.plain
}

// finish copies the iterate to its channels of x, whose rows have length c.
func (t *strip) finish(x []float64, c int) {
	if t.c < c {
		linalg.CopyColumns(x, c, t.from, t.x, t.c, 0, t.c)
	}
}

// rows returns the range, in a vector, of the part that begins with node i.
func (t *strip) rows(s *CG, i int) (lo, hi int) {
	w := s.l.D * t.c
	return i * w, min(i+s.part, s.l.N) * w
}

// solveBlocks applies the preconditioner to the part z ← r that begins with node i.
func (t *strip) solveBlocks(s *CG, i int, z, r []float64) {
	d, n := s.l.D, len(r)/(s.l.D*t.c)
	linalg.BlockApply(n, d, s.ptr[:n+1], s.col[:n], s.inv[i*d*d:], r, z, t.c, nil)
}

// measure sets worst and conv from the squared residuals.
func (t *strip) measure(s *CG) {
	t.worst, t.conv = 0, true
	for k, v := range t.rr {
		if t.h0[k] > 0 {
			t.worst = max(t.worst, math.Sqrt(v/t.h0[k]))
		}
		if s.plain {
			t.conv = t.conv && v < s.Tol*s.Tol
		} else {
			t.conv = t.conv && v <= s.Tol*s.Tol*t.h0[k]
		}
	}
}

// iterate makes one iteration.
func (t *strip) iterate(s *CG) {
	al, be, rz, rr, pq := t.al, t.be, t.rz, t.rr, t.pq
	clear(pq)
	for i := 0; i < s.l.N; i += s.part {
		lo, hi := t.rows(s, i)
		q := t.q[lo:hi]
		s.l.ApplyRows(q, t.p, t.c, i, min(i+s.part, s.l.N))
		linalg.ColShift(pq, q, t.p[lo:hi], s.shift, s.dt)
	}
	tol2 := s.Tol * s.Tol
	for k := range al {
		al[k] = 0
		if (s.plain || rr[k] > tol2*t.h0[k]) && pq[k] > 0 {
			al[k] = rz[k] / pq[k]
		}
	}
	copy(be, rz)
	clear(rr)
	clear(rz)
	for i := 0; i < s.l.N; i += s.part {
		lo, hi := t.rows(s, i)
		r, q := t.r[lo:hi], t.q[lo:hi]
		// The residual of a frozen channel is constant, so that its sum keeps its
		// bits.
		linalg.ColStep(rr, r, q, al)
		t.solveBlocks(s, i, q, r)
		linalg.ColDots(rz, r, q)
	}
	for k := range be {
		if al[k] != 0 && be[k] > 0 {
			be[k] = rz[k] / be[k]
		} else {
			be[k] = 0
		}
	}
	linalg.ColTurn(t.x, t.p, t.q, al, be)
	t.measure(s)
}
