package spectral

import (
	"math"

	"sheafscope/core/linalg"
	"sheafscope/core/rng"
)

// direct runs shift-invert Krylov steps with a shift s that has no eigenvalue between
// the threshold and itself: the threshold, where a factor has counted the kernel, or
// one with λ₂ close above, where factors are cheap or the kernel is given. The
// certificate is one more factorisation, just below what was found roughly; a few
// steps with it take that to rounding.
//
// With a kernel given and enough set, λ₂ is only looked for where the Ritz values of the carried
// vectors, which bound it, let it be so large: else direct reports false.
func (t *Tracker) direct(k int, certify bool, enough float64) (found bool) {
	counted := k < 0
	if counted {
		k = t.count(t.est.Threshold)
	}
	t.est.KernelDim = k
	if t.none(k) {
		// λ₂ is 0 by definition; the vectors stay for the next call.
		t.est.Certified = true
		for i := range t.p {
			t.theta[i] = 0
		}
		return true
	}
	lo, least := t.fac.shift, t.least()
	switch {
	case !counted || t.cheap:
		r := t.rayleigh()
		if r < enough {
			return false
		}
		lo = t.shift(k, r)
	default: // to miss a vector costs more than to look for it
		t.refresh(min(2, t.p/2), 0)
		least *= 2
	}
	for try := 0; ; try++ {
		if t.converged = t.kry.run(t, lo, roughly, least); !t.converged && try < 3 { // too slow
			lo = t.nearer(lo, 0.5*(lo+t.theta[0]), k)
			continue
		}
		if !certify || try == 3 {
			break
		}
		if t.certify(k) {
			lo = t.fac.shift
			t.converged = t.kry.run(t, lo, exactly, t.least())
			break
		}
		t.count(lo)
		lo = t.fac.shift
		t.refresh(t.p/2, try+1)
		least = min(3*least, basisMax)
	}
	t.grow(lo, k)
	return true
}

// none reports whether λ₂ is 0 by definition where the kernel has dimension k.
func (t *Tracker) none(k int) bool {
	return k == t.nd() || t.opt.Rule == Literal && k > t.comps*t.d
}

// least returns after how many solves Ritz values are first taken: where a solve takes little beside that,
// as soon as those of the wanted pairs have been solved for twice, which mostly is enough.
func (t *Tracker) least() int {
	if t.cheap {
		return t.p + t.kry.wanted
	}
	return 2 * t.p
}

// nearer moves the shift up from lo to next, unless that is not above it or an eigenvalue lies between.
func (t *Tracker) nearer(lo, next float64, k int) float64 {
	if !(next > lo) {
		return lo
	}
	if math.IsInf(next, 1) || t.count(next) != k {
		t.count(lo)
	}
	return t.fac.shift
}

// certify counts the eigenvalues below λ₂ and reports whether they are the k of
// the kernel. (A factorisation
// resolves eigenvalues to some 1e-12·λmax.)
func (t *Tracker) certify(k int) bool {
	near := t.below(t.theta[0])
	if at := t.fac.shift; !(at >= near && at < t.theta[0]) {
		t.count(near)
	}
	t.est.Certified = t.fac.negative == k
	return t.est.Certified
}

// below returns a point just below an eigenvalue from which a factorisation tells the two apart.
func (t *Tracker) below(x float64) float64 { return x - max(1e-6*x, 1e-11*t.est.Threshold/t.opt.Tol) }

// polish takes what was found roughly to rounding, with the factor of its certificate in place.
func (t *Tracker) polish(k int) {
	t.converged = t.kry.run(t, t.fac.shift, exactly, t.least())
	t.finish()
	t.refine(k)
}

// count returns the number of eigenvalues below s and leaves the factor of
// L − sI behind (fac.shift is the s really used).
func (t *Tracker) count(s float64) int { return t.inertia(s, 1e-6) }

// inertia is count with a given relative amount by which s moves down
// when the factorisation meets a nearly singular pivot at s itself.
func (t *Tracker) inertia(s, move float64) int {
	for try := range 4 {
		t.est.Work++
		t.fac.compute(t.lap, t.edges, s*(1-float64(try)*move))
		t.spent.factor(t.sym, t.d)
		if t.fac.growth < 10/move {
			break
		}
	}
	return t.fac.negative
}

// shift returns s with exactly k eigenvalues below it and λ₂ close above,
// the factor of L − sI in place. Warm, it goes down from just below the last
// λ₂, or the Ritz value r; else, or when λ₂ fell far, it bisects on a logarithmic scale until s and λ₂
// differ by less than a half.
func (t *Tracker) shift(k int, r float64) float64 {
	// Up to 2·λmax, with λmax as known from its lower bound.
	lo, hi, exact := t.est.Threshold, 2*t.est.Threshold/t.opt.Tol, true
	if t.warm && t.theta[0] > 0 && !math.IsInf(t.theta[0], 1) {
		near := t.theta[0]
		if r < 1.5*near {
			near = r
		}
		s := 0.9 * near
		if s <= lo {
			s = 0.5 * (lo + near)
		}
		// Down in growing steps, or to where a step of inverse iteration sees λ₂.
		for step := 0.5; s > lo; step *= step {
			c := t.count(s)
			if c == k && s > 0.1*near {
				return t.fac.shift
			}
			if c <= k {
				lo, exact = s, c == k
				break
			}
			hi = s
			for i := range t.p {
				t.fac.solve(t.Vector(i), t.Vector(i))
				t.spent.solve(t.sym, t.d)
			}
			if r := 0.9 * t.rayleigh(); r < s {
				near, s = r/0.9, r
			} else {
				s *= step
			}
		}
	}
	if hi <= lo {
		lo, exact = 1e-3*hi, false
	}
	for range 80 {
		if hi <= 1.5*lo && exact {
			break
		}
		mid := math.Sqrt(lo * hi)
		if c := t.count(mid); c <= k {
			lo, exact = mid, c == k
		} else {
			hi = mid
		}
	}
	// Of a given kernel dimension the eigenvalue above may lie below the threshold.
	for t.count(lo) > k && lo > 1e-8*t.est.Threshold {
		lo *= 0.1
	}
	return t.fac.shift
}

// rayleigh makes the carried vectors orthonormal and returns the least Rayleigh quotient
// of L on their span, +Inf where they are dependent: an upper bound of λ₂, and
// near to it, where they have no part in the kernel.
func (t *Tracker) rayleigh() float64 {
	p, nd, k := t.p, t.n*t.d, t.kry
	for i := range p {
		x := t.Vector(i)
		before := linalg.Nrm2(x)
		for range 2 {
			linalg.Orthogonalize(x, t.x, i, k.coeff)
			t.spent.dots(i, nd)
		}
		after := linalg.Nrm2(x)
		if !(after > 1e-8*before) {
			return math.Inf(1)
		}
		linalg.Scal(1/after, x)
	}
	// Their product with L side by side: on one vector after the other it takes longer.
	x, lx := linalg.Dense{Rows: nd, Cols: p, Data: k.v[:p*nd]}, linalg.Dense{Rows: nd, Cols: p, Data: k.out[:p*nd]}
	for j := range p {
		for i, v := range t.Vector(j) {
			x.Data[i*p+j] = v
		}
	}
	t.apply(lx.Data, x.Data, p)
	h, low := linalg.Dense{Rows: p, Cols: p, Data: k.small[:p*p]}, k.coeff[:p]
	linalg.Gemm(true, false, 1, &x, &lx, 0, &h)
	t.spent.Add(float64(p*p*nd), float64(2*p*nd))
	linalg.EigSymSmall(p, h.Data, low, k.mix[:p*p])
	if !(low[0] > 0) {
		return math.Inf(1)
	}
	return low[0]
}

// refresh replaces the last vectors by some that are orthogonal to nothing above the kernel, and
// to little with a small eigenvalue. The carried ones may be: where the graph is not connected,
// an eigenvector lives on one of its components, and the warm start knows no other. The factor of
// L − sI with s at the threshold, or above but below λ₂, must be in place.
func (t *Tracker) refresh(vectors, try int) {
	w := t.scratch()
	for i := t.p - vectors; i < t.p; i++ {
		src := rng.New(1, "spectral/tracker", uint64(i), uint64(try))
		for q := range w {
			w[q] = src.Norm()
		}
		t.apply(t.Vector(i), w, 1)
		t.fac.solve(t.Vector(i), t.Vector(i))
		t.spent.solve(t.sym, t.d)
	}
}

// grow makes sure that all members of a cluster at λ₂ are carried and
// accurate: the inertia just above λ₂ shows how many there are.
func (t *Tracker) grow(lo float64, k int) {
	if t.p < 2 || t.theta[1]-t.theta[0] > clusterTol*t.theta[0] {
		return
	}
	size := min(t.inertia(t.theta[0]*(1+2*clusterTol), 1e-8)-k, maxBlock)
	if size <= 2 && t.p > 2 {
		return
	}
	t.count(lo)
	lo = t.fac.shift
	for t.p < min(size+1, maxBlock, t.n*t.d-k) {
		t.p++
		t.refresh(1, 0)
	}
	t.kry.wanted = size
	t.converged = t.kry.run(t, lo, exactly, t.least())
	t.kry.wanted = 2
}
