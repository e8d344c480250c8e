// This file has the strips of [CG]: the solves for groups of channels.

package diffusion

import (
	"math"

	"sheafscope/core/linalg"
)

// strip is the solve for c consecutive channels. Its vectors are (n·d)×c, row-major.
//
// On a large graph the vectors of all channels exceed the caches, but the vectors of a
// strip fit. Besides the product, an iteration passes over the vectors twice. Each pass
// goes from part to part: the part of a vector for consecutive nodes fits into the
// first-level cache.
type strip struct {
	first, c   int       // the strip has the channels first … first+c−1 of the right-hand sides
	x, r, p, q []float64 // iterate, residual, direction; q is A·p, and later in an iteration the preconditioned residual z
	// One number for each channel: r·z, p·q, r·r and h·h, the step length α and the
	// coefficient β of the next direction.
	rz, pq, rr, hh, alpha, beta []float64
	worst                       float64 // the largest relative residual of the channels
	converged                   bool    // whether all channels have converged
}

// partFloats is the length of a part, in numbers of 8 bytes. The parts of the four vectors
// x, r, p and q then have 64 KiB together.
const partFloats = 2048

// divide creates the strips: one for all channels, or several on a large graph. A single
// strip and the solver share x. Several strips have their x in the workspace, and the
// method X copies each of them to x of the solver.
func (s *CG) divide(w *Workspace) {
	rows := s.l.Dim()
	width := linalg.StripWidth(s.l.N, s.l.D, s.c) // channels of a strip
	if s.plain {
		width = s.c // a single strip, since all channels end together
	}
	isSingle := width >= s.c
	// The vectors for all channels, of which each strip gets a range.
	var r, p, q, x []float64
	if !isSingle || s.lent {
		w.take(rows*s.c, &r, &p, &q, &x)
	} else {
		w.take(rows*s.c, &r, &p, &q)
		x = make([]float64, rows*s.c)
	}
	switch {
	case isSingle:
		s.x = x
	case s.lent:
		s.x = q // free between two iterations
	} // otherwise the method X allocates s.x
	const numbersPerChannel = 6 // rz, pq, rr, hh, alpha and beta
	numbers := make([]float64, numbersPerChannel*s.c)
	for first := 0; first < s.c; first += width {
		c := min(width, s.c-first)
		cut := func(v []float64) []float64 { return v[rows*first : rows*(first+c) : rows*(first+c)] }
		perChannel := func() []float64 {
			v := numbers[:c:c]
			numbers = numbers[c:]
			return v
		}
		s.strips = append(s.strips, strip{first: first, c: c, x: cut(x), r: cut(r), p: cut(p), q: cut(q),
			rz: perChannel(), pq: perChannel(), rr: perChannel(), hh: perChannel(), alpha: perChannel(), beta: perChannel()})
	}
}

// start sets x = 0, r = h and p = z, the preconditioned residual, and calls measure.
func (t *strip) start(s *CG, h []float64) {
	clear(t.x)
	// The channels of the strip in h become the columns 0 … t.c−1 of r.
	linalg.CopyColumns(t.r, t.c, 0, h, s.c, t.first, t.c)
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
	t.converged = t.converged && !s.plain // the plain method makes at least one iteration
}

// finish copies the iterate to the channels of the strip in x, whose rows have length
// c. A single strip has all channels, and its iterate is x itself.
func (t *strip) finish(x []float64, c int) {
	if t.c < c {
		linalg.CopyColumns(x, c, t.first, t.x, t.c, 0, t.c)
	}
}

// rows returns the range lo … hi−1 of the part that begins with node i.
func (t *strip) rows(s *CG, i int) (lo, hi int) {
	perNode := s.l.D * t.c
	return i * perNode, min(i+s.part, s.l.N) * perNode
}

// solveBlocks applies the preconditioner to r and stores the result in z. Both are
// the part of a vector that begins with node i.
func (t *strip) solveBlocks(s *CG, i int, z, r []float64) {
	d, n := s.l.D, len(r)/(s.l.D*t.c) // n is the number of nodes of the part
	// In ptr and col the nodes of a part count from 0, so that all parts share the pattern.
	linalg.BlockApply(n, d, s.ptr[:n+1], s.col[:n], s.inv[i*d*d:], r, z, t.c, nil) // nil: r is short and needs no workspace
}

// measure sets worst and converged from the squared residuals r·r. The tolerance is absolute
// for the plain method, and relative to h·h for every other method. A channel has the relative
// residual 0 if h·h is 0, also by underflow.
func (t *strip) measure(s *CG) {
	t.worst, t.converged = 0, true
	for k, v := range t.rr {
		if t.hh[k] > 0 {
			t.worst = max(t.worst, math.Sqrt(v/t.hh[k]))
		}
		if s.plain {
			t.converged = t.converged && v < s.Tol*s.Tol
		} else {
			// <= also accepts h = 0, and min refuses squares that overflow.
			t.converged = t.converged && v <= min(s.Tol*s.Tol*t.hh[k], math.MaxFloat64)
		}
	}
}

// iterate makes an iteration of conjugate gradients. A channel with α = 0 makes no step.
// It has converged (not tested in the plain method), or p·q is not positive because of p = 0,
// rounding errors or NaN, or r·z/p·q is 0 by underflow.
func (t *strip) iterate(s *CG) {
	alpha, beta, rz, rr, pq := t.alpha, t.beta, t.rz, t.rr, t.pq
	// q = A·p, and the step length α = r·z / p·q.
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
		isActive := s.plain || rr[k] > tol2*t.hh[k] // not frozen by convergence
		if isActive && pq[k] > 0 {
			alpha[k] = rz[k] / pq[k]
		}
	}
	// r ← r − αq, then q becomes z, the preconditioned r.
	previousRZ := beta // memory that is free until the new β
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
	// x ← x + αp, and the next direction p ← q + βp. beta[k] overwrites previousRZ[k].
	for k := range beta {
		if alpha[k] != 0 && previousRZ[k] > 0 { // not frozen, and r·z not negative by rounding
			beta[k] = rz[k] / previousRZ[k]
		} else {
			beta[k] = 0
		}
	}
	linalg.ColTurn(t.x, t.p, t.q, alpha, beta)
	t.measure(s)
}
