package spectral

import (
	"math"

	"sheafscope/core/linalg"
	"sheafscope/core/rng"
)

// shiftInvert computes λ₂ and the following eigenvalues by Krylov steps on
// (L − sI)⁻¹. The shift s lies above the kernel and below λ₂: close below λ₂ if a
// factorisation is cheap or the kernel is given, and otherwise at the threshold,
// where a factorisation has just counted the kernel.
//
// A certificate needs a further factorisation, just below the rough λ₂. A few steps
// with its factor compute λ₂ to rounding.
//
// The smallest Ritz value of the carried vectors bounds λ₂ from above. If the kernel
// is given and that bound is below goal.atLeast, shiftInvert returns false and
// computes nothing.
func (t *Tracker) shiftInvert(goal target) (found bool) {
	k := goal.kernel
	counted := k == unknownKernel
	if counted {
		k = t.count(t.est.Threshold)
	}
	t.est.KernelDim = k
	if t.zeroByDefinition(k) {
		// Only the values change; the next call starts from the vectors.
		t.est.Certified = true
		for i := range t.p {
			t.theta[i] = 0
		}
		return true
	}
	shift, minSolves := t.fac.shift, t.firstCheck()
	if !counted || t.cheap {
		r := t.rayleigh()
		if r < goal.atLeast {
			return false
		}
		shift = t.findShift(k, r)
	} else { // the shift is far from λ₂: new random vectors cost less than a missed eigenvector
		t.randomise(min(2, t.p/2), 0)
		minSolves *= 2
	}
	const lastTry = 3
	for try := 0; ; try++ {
		t.converged = t.kry.run(t, shift, roughAccuracy, minSolves)
		if !t.converged && try < lastTry { // a shift closer to λ₂ converges faster
			shift = t.raiseShift(shift, 0.5*(shift+t.theta[0]), k)
			continue
		}
		if !goal.certify || try == lastTry {
			break
		}
		if t.certify(k) {
			shift = t.fac.shift
			t.converged = t.kry.run(t, shift, exactAccuracy, t.firstCheck())
			break
		}
		// The run missed an eigenvalue: the next one has new random vectors and more solves.
		t.count(shift)
		shift = t.fac.shift
		t.randomise(t.p/2, try+1)
		minSolves = min(3*minSolves, basisMax)
	}
	t.growCluster(shift, k)
	return true
}

// zeroByDefinition reports whether λ₂ is 0 by definition, for a kernel of dimension
// k: the kernel is the whole space, or under [Literal] it has more dimensions than
// the d constants of each component.
func (t *Tracker) zeroByDefinition(k int) bool {
	return k == t.nd() || t.opt.Rule == Literal && k > t.comps*t.d
}

// firstCheck returns the number of solves before the first computation of Ritz
// values. Two solves for each carried vector suffice nearly always. With a cheap
// factor, a computation of Ritz values costs more than a solve. Two solves for each
// wanted pair and one for each other vector then suffice in most cases.
func (t *Tracker) firstCheck() int {
	if t.cheap {
		return t.p + t.kry.wanted
	}
	return 2 * t.p
}

// raiseShift moves the shift from lo up to next, factors there and returns the shift
// of the factor. The shift stays at lo if next is not above it or an eigenvalue lies
// between the two. k eigenvalues lie below lo.
func (t *Tracker) raiseShift(lo, next float64, k int) float64 {
	if !(next > lo) {
		return lo
	}
	if math.IsInf(next, 1) || t.count(next) != k {
		t.count(lo)
	}
	return t.fac.shift
}

// certify counts the eigenvalues just below the computed λ₂ and reports whether
// there are k, the dimension of the kernel. It uses the present factor if its shift
// is near enough. A factorisation resolves eigenvalues to about 1e-12·λmax.
func (t *Tracker) certify(k int) bool {
	below := t.justBelow(t.theta[0])
	if shift := t.fac.shift; !(shift >= below && shift < t.theta[0]) {
		t.count(below)
	}
	t.est.Certified = t.fac.negative == k
	return t.est.Certified
}

// justBelow returns the largest shift below the eigenvalue x at which a
// factorisation still decides that x lies above.
func (t *Tracker) justBelow(x float64) float64 {
	return x - max(1e-6*x, 1e-11*t.est.Threshold/t.opt.Tol)
}

// polish computes λ₂ to rounding from a rough value, by the factor of its
// certificate; k is the dimension of the kernel.
func (t *Tracker) polish(k int) {
	t.converged = t.kry.run(t, t.fac.shift, exactAccuracy, t.firstCheck())
	t.setEstimate()
	t.refineLambda3(k)
}

// count factors L − sI and returns the number of eigenvalues below s. The shift may
// be lowered slightly, see inertia; fac.shift is the shift of the factor.
func (t *Tracker) count(s float64) int { return t.inertia(s, 1e-6) }

// inertia factors L − sI and returns the number of eigenvalues below s. If a pivot
// is nearly singular, it lowers the shift by the relative amount move, up to three
// times.
func (t *Tracker) inertia(s, move float64) int {
	const maxTries = 4
	for try := range maxTries {
		t.est.Work++
		t.fac.compute(t.lap, t.edges, s*(1-float64(try)*move))
		t.spent.ldl(t.sym, t.d)
		if t.fac.growth < 10/move {
			break
		}
	}
	return t.fac.negative
}

// bracket encloses λ₂: at most k eigenvalues lie below lo, and more than k below hi,
// where k is the dimension of the kernel.
type bracket struct {
	lo, hi float64
	exact  bool // whether exactly k eigenvalues lie below lo
}

// findShift returns a shift with exactly k eigenvalues below it and λ₂ close above,
// and leaves the factor there. r is an upper bound of λ₂, or +Inf. A warm tracker
// searches below its last λ₂. If it has none, or λ₂ fell far, findShift bisects on a
// logarithmic scale until the bracket of λ₂ is narrower than a factor of 1.5.
func (t *Tracker) findShift(k int, r float64) float64 {
	// hi is twice a lower bound of λmax.
	b := bracket{lo: t.est.Threshold, hi: 2 * t.est.Threshold / t.opt.Tol, exact: true}
	if t.warm && t.theta[0] > 0 && !math.IsInf(t.theta[0], 1) {
		var found bool
		if b, found = t.descend(k, r, b); found {
			return t.fac.shift
		}
	}
	if b.hi <= b.lo {
		b.lo, b.exact = 1e-3*b.hi, false
	}
	const maxBisections = 80
	for range maxBisections {
		if b.hi <= 1.5*b.lo && b.exact {
			break
		}
		mid := math.Sqrt(b.lo * b.hi)
		if c := t.count(mid); c <= k {
			b.lo, b.exact = mid, c == k
		} else {
			b.hi = mid
		}
	}
	// λ₂ may lie below the threshold if the kernel dimension was given.
	for t.count(b.lo) > k && b.lo > 1e-8*t.est.Threshold {
		b.lo *= 0.1
	}
	return t.fac.shift
}

// descend searches a shift for findShift from 0.9 times the last λ₂, or the smaller
// bound r, downwards. If a shift has exactly k eigenvalues below it and λ₂ close
// above, found is true. Otherwise descend returns a narrower bracket.
func (t *Tracker) descend(k int, r float64, b bracket) (narrowed bracket, found bool) {
	near := t.theta[0]
	if r < 1.5*near {
		near = r
	}
	s := 0.9 * near
	if s <= b.lo {
		s = 0.5 * (b.lo + near)
	}
	for step := 0.5; s > b.lo; step *= step {
		c := t.count(s)
		if c == k && s > 0.1*near {
			return b, true
		}
		if c <= k {
			b.lo, b.exact = s, c == k
			break
		}
		b.hi = s
		// The shift goes to the Ritz value after a step of inverse iteration, or
		// down by a growing step.
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
	return b, false
}

// rayleigh orthonormalises the carried vectors and returns the smallest Rayleigh
// quotient of L on their span. It is an upper bound of λ₂ if the span is orthogonal
// to the kernel. rayleigh returns +Inf if the vectors are linearly dependent.
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
	// A product with p channels is faster than p products.
	x, lx := linalg.Dense{Rows: nd, Cols: p, Data: k.v[:p*nd]}, linalg.Dense{Rows: nd, Cols: p, Data: k.out[:p*nd]}
	for j := range p {
		for i, v := range t.Vector(j) {
			x.Data[i*p+j] = v
		}
	}
	t.apply(lx.Data, x.Data, p)
	h, values := linalg.Dense{Rows: p, Cols: p, Data: k.small[:p*p]}, k.coeff[:p]
	linalg.Gemm(linalg.Trans, linalg.NoTrans, 1, &x, &lx, 0, &h)
	t.spent.Add(float64(p*p*nd), float64(2*p*nd))
	linalg.EigSymSmall(p, h.Data, values, k.mix[:p*p])
	if !(values[0] > 0) {
		return math.Inf(1)
	}
	return values[0]
}

// randomise replaces the last of the carried vectors, count of them, by
// (L − sI)⁻¹ L w with random w. Such a vector has a component in every eigenvector
// above the kernel, the largest for small eigenvalues. The old vectors may be
// orthogonal to the eigenvector of λ₂: on a disconnected graph an eigenvector is 0
// on all components but one. The tracker must hold the factor of L − sI with s
// between the threshold and λ₂. try selects the random stream.
func (t *Tracker) randomise(count, try int) {
	w := t.scratch()
	for i := t.p - count; i < t.p; i++ {
		src := rng.New(1, "spectral/tracker", uint64(i), uint64(try))
		for q := range w {
			w[q] = src.Norm()
		}
		t.apply(t.Vector(i), w, 1)
		t.fac.solve(t.Vector(i), t.Vector(i))
		t.spent.ldlSolve(t.sym, t.d)
	}
}

// growCluster computes all eigenvectors of a cluster of eigenvalues at λ₂, up to
// maxBlock. The inertia just above λ₂ gives the size of the cluster; the tracker
// then carries one vector more. lo is a shift between the kernel, of dimension k,
// and λ₂.
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
	t.converged = t.kry.run(t, lo, exactAccuracy, t.firstCheck())
	t.kry.wanted = 2
}
