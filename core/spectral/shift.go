package spectral

import (
	"math"

	"sheafscope/core/linalg"
	"sheafscope/core/rng"
)

// shiftInvert computes λ₂ and its companions by Krylov steps on (L − sI)⁻¹. No
// eigenvalue lies between the threshold and the shift s. The shift is the threshold
// itself when a factorisation there has just counted the kernel. It lies close
// below λ₂ when factorisations are cheap or the kernel is given. The certificate is
// one more factorisation just below the rough result; a few steps with its factor
// compute λ₂ to rounding.
//
// The least Ritz value of the carried vectors bounds λ₂ from above. When the kernel
// is given and that bound is below to.atLeast, shiftInvert reports false and
// computes nothing.
func (t *Tracker) shiftInvert(to target) (found bool) {
	k := to.kernel
	counted := k == unknownKernel
	if counted {
		k = t.count(t.est.Threshold)
	}
	t.est.KernelDim = k
	if t.zeroByDefinition(k) {
		// The vectors are kept for the next call.
		t.est.Certified = true
		for i := range t.p {
			t.theta[i] = 0
		}
		return true
	}
	lo, least := t.fac.shift, t.firstCheck()
	switch {
	case !counted || t.cheap:
		r := t.rayleigh()
		if r < to.atLeast {
			return false
		}
		lo = t.findShift(k, r)
	default: // the shift is far from λ₂: new random vectors cost less than a missed eigenvector
		t.randomise(min(2, t.p/2), 0)
		least *= 2
	}
	for try := 0; ; try++ {
		if t.converged = t.kry.run(t, lo, roughly, least); !t.converged && try < 3 { // a shift closer to λ₂ converges faster
			lo = t.raiseShift(lo, 0.5*(lo+t.theta[0]), k)
			continue
		}
		if !to.certify || try == 3 {
			break
		}
		if t.certify(k) {
			lo = t.fac.shift
			t.converged = t.kry.run(t, lo, exactly, t.firstCheck())
			break
		}
		t.count(lo)
		lo = t.fac.shift
		t.randomise(t.p/2, try+1)
		least = min(3*least, basisMax)
	}
	t.growCluster(lo, k)
	return true
}

// zeroByDefinition reports whether λ₂ is 0 by definition: the kernel, of dimension k,
// is the whole space, or under Literal k exceeds comps·d.
func (t *Tracker) zeroByDefinition(k int) bool {
	return k == t.nd() || t.opt.Rule == Literal && k > t.comps*t.d
}

// firstCheck returns the number of solves before the first computation of Ritz
// values. With a cheap factor the computation costs more than a solve: two solves
// for each wanted pair, one for the others, mostly suffice.
func (t *Tracker) firstCheck() int {
	if t.cheap {
		return t.p + t.kry.wanted
	}
	return 2 * t.p
}

// raiseShift moves the shift from lo up to next and returns the shift of the factor
// in place. The shift stays at lo when next is not above it or an eigenvalue lies
// between the two; k eigenvalues lie below lo.
func (t *Tracker) raiseShift(lo, next float64, k int) float64 {
	if !(next > lo) {
		return lo
	}
	if math.IsInf(next, 1) || t.count(next) != k {
		t.count(lo)
	}
	return t.fac.shift
}

// certify counts the eigenvalues below the computed λ₂ and reports whether they are
// the k of the kernel. A factorisation resolves eigenvalues to about 1e-12·λmax.
func (t *Tracker) certify(k int) bool {
	near := t.justBelow(t.theta[0])
	if at := t.fac.shift; !(at >= near && at < t.theta[0]) {
		t.count(near)
	}
	t.est.Certified = t.fac.negative == k
	return t.est.Certified
}

// justBelow returns the largest shift below the eigenvalue x that a factorisation
// resolves from x.
func (t *Tracker) justBelow(x float64) float64 {
	return x - max(1e-6*x, 1e-11*t.est.Threshold/t.opt.Tol)
}

// polish computes a rough λ₂ to rounding, by the factor of its certificate in
// place.
func (t *Tracker) polish(k int) {
	t.converged = t.kry.run(t, t.fac.shift, exactly, t.firstCheck())
	t.setEstimate()
	t.refineLambda3(k)
}

// count returns the number of eigenvalues below s and leaves the factor of L − sI
// in place; fac.shift is the shift used.
func (t *Tracker) count(s float64) int { return t.inertia(s, 1e-6) }

// inertia is count with a given relative step: s moves down by it, up to three
// times, when the factorisation has a nearly singular pivot.
func (t *Tracker) inertia(s, move float64) int {
	for try := range 4 {
		t.est.Work++
		t.fac.compute(t.lap, t.edges, s*(1-float64(try)*move))
		t.spent.ldl(t.sym, t.d)
		if t.fac.growth < 10/move {
			break
		}
	}
	return t.fac.negative
}

// findShift returns a shift s with exactly k eigenvalues below it and λ₂ close
// above, the factor of L − sI in place. A warm tracker starts just below the last
// λ₂, or the smaller Ritz value r, and moves down. A cold one, or one whose λ₂ fell
// far, bisects on a logarithmic scale until the bracket of λ₂ is narrower than a
// factor of 1.5.
func (t *Tracker) findShift(k int, r float64) float64 {
	// hi is twice the lower bound of λmax. exact reports that k eigenvalues lie
	// below lo, not fewer.
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
		// Down in growing steps, or to the Ritz value after a step of inverse
		// iteration.
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
				t.spent.ldlSolve(t.sym, t.d)
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
	// With a given kernel dimension λ₂ may lie below the threshold.
	for t.count(lo) > k && lo > 1e-8*t.est.Threshold {
		lo *= 0.1
	}
	return t.fac.shift
}

// rayleigh orthonormalises the carried vectors and returns the least Rayleigh
// quotient of L on their span, or +Inf when they are dependent. It is an upper
// bound of λ₂ when the span is orthogonal to the kernel.
func (t *Tracker) rayleigh() float64 {
	p, nd, k := t.p, t.n*t.d, t.kry
	for i := range p {
		x := t.Vector(i)
		before := linalg.Nrm2(x)
		for range 2 {
			linalg.Orthogonalize(x, t.x, i, k.coeff)
			t.spent.innerProducts(i, nd)
		}
		after := linalg.Nrm2(x)
		if !(after > 1e-8*before) {
			return math.Inf(1)
		}
		linalg.Scal(1/after, x)
	}
	// One product with p channels is faster than p products.
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

// randomise replaces the last carried vectors by (L − sI)⁻¹ L w with random w:
// every eigenvector above the kernel contributes, those of small eigenvalues most.
// Carried vectors alone may be orthogonal to λ₂'s eigenvector: on a disconnected
// graph an eigenvector lives on one component. The factor of L − sI must be in
// place, with s between the threshold and λ₂. try selects the random stream.
func (t *Tracker) randomise(vectors, try int) {
	w := t.scratch()
	for i := t.p - vectors; i < t.p; i++ {
		src := rng.New(1, "spectral/tracker", uint64(i), uint64(try))
		for q := range w {
			w[q] = src.Norm()
		}
		t.apply(t.Vector(i), w, 1)
		t.fac.solve(t.Vector(i), t.Vector(i))
		t.spent.ldlSolve(t.sym, t.d)
	}
}

// growCluster carries and computes all eigenvectors of a cluster at λ₂, up to
// maxBlock of them. The inertia just above λ₂ gives the size of the cluster. lo is
// a shift between the kernel, of dimension k, and λ₂.
func (t *Tracker) growCluster(lo float64, k int) {
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
		t.randomise(1, 0)
	}
	t.kry.wanted = size
	t.converged = t.kry.run(t, lo, exactly, t.firstCheck())
	t.kry.wanted = 2
}
