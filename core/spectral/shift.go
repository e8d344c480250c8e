package spectral

import (
	"math"

	"sheafscope/core/linalg"
	"sheafscope/core/rng"
)

// This file chooses the shift of a Tracker by counts of eigenvalues.

// shiftInvert computes λ₂ and the following eigenvalues by Krylov steps on
// (L − sI)⁻¹. The shift s lies above the kernel and below λ₂. If λ₂ is 0 by definition,
// shiftInvert sets the Ritz values to 0 and makes no Krylov steps. If an upper bound of λ₂
// is below goal.atLeast, shiftInvert returns false and leaves the Ritz values. In all other cases
// it returns true.
func (t *Tracker) shiftInvert(goal target) (accepted bool) {
	k := goal.kernel // dimension of the kernel
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
	// The shift is close below λ₂ if the kernel is given or a factorisation is cheap. Otherwise
	// the shift is the threshold, at which a factorisation has just counted the kernel.
	shift, minSolves := t.fac.shift, t.firstCheck()
	if !counted || t.cheap {
		bound := t.rayleigh()
		if bound < goal.atLeast {
			return false
		}
		shift = t.findShift(k, bound)
	} else { // a shift far below λ₂ may miss an eigenvector; new random vectors cost less than a second run, but need more solves
		t.randomise(min(2, t.p/2), 0)
		minSolves *= 2
	}
	const lastTry = 3 // counted from 0
	for try := 0; ; try++ {
		t.converged = t.kry.run(t, shift, roughAccuracy, minSolves)
		if !t.converged && try < lastTry {
			middle := 0.5 * (shift + t.theta[0]) // a shift closer to λ₂ converges faster
			shift = t.raiseShift(shift, middle, k)
			continue
		}
		if !goal.certify || try == lastTry { // a trial of a line search needs no certificate; verify judges the last try
			break
		}
		if t.certify(k) { // the factor has a shift just below λ₂, and a few steps give λ₂ to rounding
			shift = t.fac.shift
			t.converged = t.kry.run(t, shift, exactAccuracy, t.firstCheck())
			break
		}
		// The run missed an eigenvalue. The next run has new random vectors and more solves.
		t.count(shift) // certify may have replaced the factor of the run
		shift = t.fac.shift
		t.randomise(t.p/2, try+1)
		minSolves = min(3*minSolves, basisMax)
	}
	t.growCluster(shift, k)
	return true
}

// zeroByDefinition reports whether λ₂ is 0 by definition, for a kernel of dimension k.
func (t *Tracker) zeroByDefinition(k int) bool {
	isWholeSpace := k == t.nd()
	exceedsConstants := t.opt.Rule == Literal && k > t.comps*t.d // each component has d constants
	return isWholeSpace || exceedsConstants
}

// firstCheck returns the number of solves before the first computation of Ritz
// values. Two solves for each carried vector nearly always suffice. With a cheap factor,
// two for each wanted pair and one for each other vector suffice in most cases.
func (t *Tracker) firstCheck() int {
	if t.cheap {
		return t.p + t.kry.wanted
	}
	return 2 * t.p
}

// raiseShift tries to move the shift from lo, below which k eigenvalues lie, up to higher,
// and returns the shift of the factor. If higher is infinite, or if an eigenvalue lies
// between lo and higher, the factor at lo is computed again. If higher does not exceed lo,
// the factor stays.
func (t *Tracker) raiseShift(lo, higher float64, k int) float64 {
	if !(higher > lo) {
		return lo
	}
	raised := !math.IsInf(higher, 1) && t.count(higher) == k
	if !raised {
		t.count(lo)
	}
	return t.fac.shift
}

// certify reports whether exactly k eigenvalues lie below a point just under the computed
// λ₂, where k is the dimension of the kernel. Then no eigenvalue is missing below λ₂.
// certify may replace the factor.
func (t *Tracker) certify(k int) bool {
	below := t.justBelow(t.theta[0])
	isBetween := t.fac.shift >= below && t.fac.shift < t.theta[0] // then the present factor suffices
	if !isBetween {
		t.count(below)
	}
	t.est.Certified = t.fac.negative == k
	return t.est.Certified
}

// justBelow returns a shift slightly below the eigenvalue x. A factorisation resolves
// eigenvalues to about 1e-12·λmax, so it still finds x above this shift.
func (t *Tracker) justBelow(x float64) float64 {
	return x - max(1e-6*x, 1e-11*t.est.Threshold/t.opt.Tol)
}

// polish computes λ₂ to rounding from a rough value and refines λ₃. The tracker must hold
// the factor of the certificate of λ₂. k is the dimension of the kernel.
func (t *Tracker) polish(k int) {
	t.converged = t.kry.run(t, t.fac.shift, exactAccuracy, t.firstCheck())
	t.setEstimate()
	t.refineLambda3(k)
}

const (
	// coarseMove is the relative amount by which inertia lowers the shift of a Krylov run.
	coarseMove = 1e-6
	// fineMove is the relative amount by which inertia lowers a point below which the
	// exact number of eigenvalues matters.
	fineMove = 1e-8
)

// count factors L − sI and returns the number of eigenvalues below s. The shift may
// be lowered slightly, see inertia; fac.shift is the shift of the factor.
func (t *Tracker) count(s float64) int { return t.inertia(s, coarseMove) }

// inertia factors L − sI and returns the number of eigenvalues below s. If a pivot is
// nearly singular, inertia lowers the shift by the relative amount move, up to three times,
// and accepts the last factor in any case.
func (t *Tracker) inertia(s, move float64) int {
	const maxTries = 4
	for try := range maxTries {
		t.est.Work++
		t.fac.compute(t.lap, t.edges, s*(1-float64(float64(try)*move)))
		t.spent.ldl(t.sym, t.d)
		// From a growth of 10/move on, the shift lies within a relative distance of about move/10
		// of an eigenvalue of a leading submatrix.
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

// findShift returns the shift of a new factor with exactly k eigenvalues below the shift
// and λ₂ close above. If the number of steps runs out, it may return another shift; verify
// detects this. bound is an upper bound of λ₂, or +Inf. A warm tracker searches below its
// last λ₂. Without a last λ₂, or if λ₂ fell far, findShift bisects on a logarithmic scale.
func (t *Tracker) findShift(k int, bound float64) float64 {
	// Threshold/Tol is max(1, m) for a lower bound m of λmax that is a few per cent too small.
	// hi, twice this number, therefore lies above λmax. exact is only an assumption if the
	// kernel dimension was given.
	b := bracket{lo: t.est.Threshold, hi: 2 * t.est.Threshold / t.opt.Tol, exact: true}
	hasLambda2 := t.theta[0] > 0 && !math.IsInf(t.theta[0], 1)
	if t.warm && hasLambda2 {
		narrowed, found := t.descend(k, bound, b)
		if found {
			return t.fac.shift
		}
		b = narrowed
	}
	if b.hi <= b.lo { // only for Tol ≥ 2: the bracket then begins far below hi
		b.lo, b.exact = 1e-3*b.hi, false
	}
	const maxBisections = 80
	for range maxBisections {
		if b.hi <= 1.5*b.lo && b.exact {
			break
		}
		mid := math.Sqrt(b.lo * b.hi)
		if math.IsInf(mid, 1) { // the product overflows if the maps have entries of 1e80
			mid = math.Sqrt(b.lo) * math.Sqrt(b.hi)
		}
		below := t.count(mid)
		if below <= k {
			b.lo, b.exact = mid, below == k
		} else {
			b.hi = mid
		}
	}
	// If the kernel dimension was given, λ₂ may lie below the threshold. lo then falls, but
	// not below 1e-9 times the threshold. The factor of the last count is the new factor.
	for t.count(b.lo) > k && b.lo > 1e-8*t.est.Threshold {
		b.lo *= 0.1
	}
	return t.fac.shift
}

// descend searches downwards from an estimate of λ₂ for a shift for findShift. found is
// true if the shift of the present factor has exactly k eigenvalues below it and λ₂ close
// above. If found is false, narrowed is b as far as the counts have narrowed it. A shift
// above λ₂ replaces the carried vectors, by a step of inverse iteration.
func (t *Tracker) descend(k int, bound float64, b bracket) (narrowed bracket, found bool) {
	estimate := t.theta[0] // of λ₂: the last λ₂, or the bound if it is below 1.5 times the last λ₂
	if bound < 1.5*estimate {
		estimate = bound
	}
	s := 0.9 * estimate
	if s <= b.lo { // the estimate itself may lie above lo
		s = 0.5 * (b.lo + estimate)
	}
	for ratio := 0.5; s > b.lo; ratio *= ratio {
		below := t.count(s)
		isClose := s > 0.1*estimate // with a shift far below λ₂, Krylov steps converge slowly
		if below == k && isClose {
			return b, true
		}
		if below <= k {
			b.lo, b.exact = s, below == k
			break
		}
		b.hi = s
		// The next shift is 0.9 times the smallest Ritz value after a step of inverse iteration. If
		// this is not below s, the next shift is s·ratio. ratio is 1/2 in the first round, then 1/4,
		// 1/16, …
		for i := range t.p {
			t.fac.solve(t.Vector(i), t.Vector(i))
			t.spent.ldlSolve(t.sym, t.d)
		}
		next := 0.9 * t.rayleigh()
		if next < s {
			estimate, s = next/0.9, next
		} else {
			s *= ratio
		}
	}
	return b, false
}

// rayleigh orthonormalises the carried vectors and returns the smallest Rayleigh
// quotient of L on their span. It is an upper bound of λ₂ if the span is orthogonal
// to the kernel. rayleigh returns +Inf if the vectors are linearly dependent or the
// quotient is not positive.
func (t *Tracker) rayleigh() float64 {
	p, nd, kry := t.p, t.n*t.d, t.kry
	for i := range p {
		vector := t.Vector(i)
		before := linalg.Nrm2(vector)
		for range 2 { // the second pass removes the rounding error of the first
			linalg.Orthogonalize(vector, t.x, i, kry.coeff)
			t.spent.innerProducts(i, nd)
		}
		after := linalg.Nrm2(vector)
		isIndependent := after > 1e-8*before // a smaller remainder is mostly rounding error
		if !isIndependent {
			return math.Inf(1)
		}
		linalg.Scal(1/after, vector)
	}
	// A product with p channels is faster than p products. x has the vectors in columns.
	x := linalg.Dense{Rows: nd, Cols: p, Data: kry.v[:p*nd]}
	lx := linalg.Dense{Rows: nd, Cols: p, Data: kry.out[:p*nd]}
	for j := range p {
		for i, v := range t.Vector(j) {
			x.Data[i*p+j] = v
		}
	}
	t.apply(lx.Data, x.Data, p)
	h := linalg.Dense{Rows: p, Cols: p, Data: kry.small[:p*p]} // the projection xᵀLx
	values := kry.coeff[:p]
	linalg.Gemm(linalg.Trans, linalg.NoTrans, 1, &x, &lx, 0, &h)
	t.spent.Add(float64(p*p*nd), float64(2*p*nd))
	linalg.EigSymSmall(p, h.Data, values, kry.mix[:p*p])
	if !(values[0] > 0) {
		return math.Inf(1)
	}
	return values[0]
}

// randomise replaces the last count carried vectors by (L − sI)⁻¹ L w with random w.
// They have a component in every eigenvector above the kernel, and the largest components
// belong to small eigenvalues. The old vectors may be orthogonal to
// the eigenvector of λ₂: on a disconnected graph an eigenvector is 0 on all components
// but one. The tracker must hold the factor of L − sI with s between the threshold
// and λ₂. try selects the random stream.
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
// maxBlock. The tracker then carries at least one vector more than the cluster has, as far
// as maxBlock and the dimension allow. lo is a shift between the kernel and λ₂, and k is
// the dimension of the kernel.
func (t *Tracker) growCluster(lo float64, k int) {
	if t.p < 2 || t.theta[1]-t.theta[0] > clusterTol*t.theta[0] { // no second vector, or λ₂ is simple
		return
	}
	justAbove := t.theta[0] * (1 + 2*clusterTol)
	size := min(t.inertia(justAbove, fineMove)-k, maxBlock)
	if size <= 2 && t.p > 2 { // the last run was accurate for two vectors, the whole cluster; only the factor is new
		return
	}
	t.count(lo)
	for t.p < min(size+1, maxBlock, t.n*t.d-k) {
		t.p++
		t.randomise(1, 0)
	}
	// The run must be accurate for the whole cluster; later runs need λ₂ and λ₃ only.
	t.kry.wanted = size
	t.converged = t.kry.run(t, t.fac.shift, exactAccuracy, t.firstCheck())
	t.kry.wanted = 2
}
