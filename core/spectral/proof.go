package spectral

import (
	"math"

	"sheafscope/core/linalg"
)

// This file contains the proofs of the values of a Tracker, by an inertia or by the
// full spectrum. The inertia of L − sI is the number of eigenvalues of L below s.

// MaxProof is the largest dimension for which a Tracker computes all eigenvalues
// when the inertia of a factorisation does not prove its result.
const MaxProof = MaxDense

// sameTol is the relative difference up to which two computed values count as the
// same eigenvalue.
const sameTol = 1e-9

// verify proves λ₂ and λ₃ of the estimate or corrects them; k is the dimension of the
// kernel. verify
//   - changes nothing if an inertia proves the Ritz values;
//   - compares the estimate with the full spectrum if the dimension is at most [MaxProof];
//   - makes up to three runs with new vectors otherwise, until an inertia proves the values of a run. If the
//     estimate differs from these values, they replace it. If no run has proved values, the estimate becomes Unproven.
func (t *Tracker) verify(k int, goal target) {
	if t.proves(k) {
		return
	}
	if t.nd() <= MaxProof {
		t.fullSpectrum(k, goal)
		return
	}
	before := t.Snapshot(nil)
	const maxTries = 3
	for try := range maxTries {
		shift := t.findShift(k, math.Inf(1))
		t.randomise((t.p+1)/2, 10+try) // half of the vectors; shiftInvert uses the streams below 10
		// Four solves per vector, twice as many as in firstCheck, since the last run failed.
		t.converged = t.kry.run(t, shift, exactAccuracy, min(basisMax, 4*t.p))
		t.setEstimate()
		if !t.proves(k) {
			continue
		}
		// If the proved values confirm the estimate, the estimate keeps its bits.
		lambda2, lambda3 := t.est.Lambda2, t.est.Lambda3
		work := t.est.Work // with these runs; mustRestore would replace it
		proved := t.Snapshot(nil)
		t.mustRestore(before)
		if !t.agrees(lambda2, lambda3, goal) {
			t.mustRestore(proved)
		}
		t.est.Work = work
		return
	}
	t.mustRestore(before) // the next Update starts from the state before the failed runs
	t.clearUnproven()
}

// clearUnproven sets λ₂ and λ₃ of the estimate to 0 and marks it Unproven.
func (t *Tracker) clearUnproven() {
	t.est.Lambda2, t.est.Lambda3 = 0, 0
	t.est.Certified, t.est.Unproven = false, true
}

// refineLambda3 corrects λ₃ to the relative accuracy sameTol, by its Rayleigh quotient. If
// the eigenvalue after λ₃ is near or unknown, a finer run may replace λ₂ and λ₃. k is the
// dimension of the kernel.
func (t *Tracker) refineLambda3(k int) {
	if t.Found() < 2 { // the tracker has no λ₃
		return
	}
	// With a shift just below λ₂, a λ₃ far above the shift loses digits. The quotient has them.
	w := t.scratch()
	t.apply(w, t.Vector(1), 1)
	quotient := linalg.Dot(w, t.Vector(1))
	if !t.within(t.theta[1], quotient, sameTol) {
		t.theta[1] = quotient
		t.setEstimate()
	}
	// If the eigenvalue after λ₃ is unknown or at most 1 % larger, the bounds on the residuals
	// of the last run were too weak for λ₃.
	nextIsFar := t.p > 2 && t.theta[2]-t.theta[1] > 1e-2*t.theta[1]
	if nextIsFar {
		return
	}
	// A finer run needs a shift just below λ₂, with only the kernel below it.
	if t.count(t.justBelow(t.theta[0])) != k {
		return
	}
	before := t.Snapshot(nil)
	lambda2, lambda3 := t.theta[0], t.theta[1]
	converged := t.kry.run(t, t.fac.shift, fineAccuracy, t.firstCheck())
	confirmed := t.within(lambda2, t.theta[0], sameTol) && t.within(lambda3, t.theta[1], sameTol)
	if converged && !confirmed {
		t.setEstimate()
		return
	}
	// A run that failed, or that confirmed both values, changes only the count of the work.
	work := t.est.Work
	t.mustRestore(before)
	t.est.Work = work
}

// mustRestore restores a state that this tracker wrote. It panics on any other state.
func (t *Tracker) mustRestore(state []float64) {
	if _, err := t.Restore(state); err != nil {
		panic(err)
	}
}

// agrees reports whether the estimate has the given λ₂ and λ₃, to the accuracy of
// the goal: sameTol with a certificate, and the accuracy of a trial without one.
func (t *Tracker) agrees(lambda2, lambda3 float64, goal target) bool {
	tol2, tol3 := sameTol, sameTol
	if !goal.certify {
		tol2, tol3 = 1e-7, 1e-4 // somewhat above the errors of roughAccuracy
	}
	return t.within(t.est.Lambda2, lambda2, tol2) && t.within(t.est.Lambda3, lambda3, tol3)
}

// within reports whether |x − y| is at most tol·|y| plus the rounding error of the
// operator, 1e-14·max(1, λmax).
func (t *Tracker) within(x, y, tol float64) bool {
	return math.Abs(x-y) <= float64(tol*math.Abs(y))+1e-14*t.est.Threshold/t.opt.Tol
}

// proves reports whether the first two Ritz values are proved to be λ₂ and λ₃; k is the
// dimension of the kernel. The proof is an inertia at a point in the first wide enough gap
// above λ₃, or above λ₂ if the tracker has no λ₃. Each Ritz value below the point is an
// accurate upper bound of an eigenvalue (Cauchy). If the inertia equals k plus the number
// of these Ritz values, no eigenvalue is missing.
func (t *Tracker) proves(k int) bool {
	found := t.Found()
	if found == 0 || !t.converged {
		return false
	}
	if found == t.nd()-k { // the tracker carries all eigenvalues above the kernel
		return true
	}
	largest := t.est.Threshold / t.opt.Tol // max(1, λmax)
	for j := min(1, found-1); j < found; j++ {
		// count is the number of eigenvalues up to the Ritz value, if no eigenvalue is missing.
		value, count := t.theta[j], k+j+1
		distance := max(1e-6*value, 1e-10*largest) // smallest distance that a factorisation resolves
		gap := math.Inf(1)                         // above the last Ritz value, since the next eigenvalue is unknown
		if j+1 < found {
			gap = t.theta[j+1] - value
		}
		if gap <= 4*distance { // the middle must lie more than 2·distance from both ends
			continue
		}
		if j+1 == found { // the gap has no upper end, so it has no middle
			return t.inertiaIs(count, value, distance)
		}
		// The first point is near the Ritz value, since the next Ritz value may exceed its
		// eigenvalue. The second point is in the middle of the gap, where the
		// factorisation resolves best.
		nearDistance := min(max(distance, 1e-3*value), gap/2)
		return t.inertiaIs(count, value, nearDistance) || t.inertiaIs(count, value, gap/2)
	}
	return false
}

// inertiaIs reports whether a factorisation with the shift x + distance proves that
// exactly count eigenvalues lie below this shift. x is the largest Ritz value below
// the shift.
func (t *Tracker) inertiaIs(count int, x, distance float64) bool {
	return t.inertia(x+distance, fineMove) == count && t.resolves(t.fac.shift-x)
}

// resolves reports whether the present factorisation decides on which side of its
// shift an eigenvalue at the given distance lies. The factorisation is exact for a
// matrix that differs from the operator by about eps·growth·λmax.
func (t *Tracker) resolves(distance float64) bool {
	return 1e-15*max(1, t.fac.growth)*t.est.Threshold/t.opt.Tol <= distance
}

// fullSpectrum compares the estimate with the spectrum of the dense matrix. k is the
// dimension of the kernel, or unknownKernel. The estimate
//   - becomes Unproven if the dense solver fails;
//   - becomes 0 and Certified if λ₂ is 0 by definition;
//   - stays unchanged if λ₂ and λ₃ agree: a full spectrum certifies only values that it has replaced;
//   - receives the dense λ₂ and λ₃ and becomes Certified if one differs. The dense eigenpairs then also replace the carried pairs.
func (t *Tracker) fullSpectrum(k int, goal target) {
	a := Materialize(t.lap.Operator())
	values, _, err := linalg.EigSym(a, linalg.ValuesOnly)
	if err != nil {
		t.clearUnproven()
		return
	}
	n := len(values)
	if k == unknownKernel { // the kernel has all eigenvalues up to the threshold
		k = 0
		for k < n && values[k] <= t.est.Threshold {
			k++
		}
	}
	if t.zeroByDefinition(k) {
		t.est.Lambda2, t.est.Lambda3, t.est.Certified = 0, 0, true
		return
	}
	lambda2, lambda3 := values[k], values[min(k+1, n-1)] // λ₃ equals λ₂ if λ₂ is the last eigenvalue
	if t.agrees(lambda2, lambda3, goal) {
		return
	}
	_, vectors, err := linalg.EigSym(a, linalg.WithVectors)
	if err != nil {
		t.clearUnproven()
		return
	}
	// The tracker carries the cluster of λ₂ and at least one more pair, up to the limit.
	cluster := 1
	for k+cluster < n && values[k+cluster]-lambda2 <= clusterTol*lambda2 {
		cluster++
	}
	limit := maxBlock
	if t.lob != nil { // the workspace of LOBPCG has room for no more vectors
		limit = t.opt.Block
	}
	t.p = min(max(t.p, cluster+1), limit, n)
	for i := range t.p {
		v := t.Vector(i)
		if k+i >= n { // the operator has no further eigenvalue
			t.theta[i] = math.Inf(1)
			clear(v)
			continue
		}
		t.theta[i] = values[k+i]
		for r := range v {
			v[r] = vectors.At(r, k+i)
		}
	}
	t.est.Certified = true
	t.setEstimate()
}
