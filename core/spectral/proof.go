package spectral

import (
	"math"

	"sheafscope/core/linalg"
)

// MaxProof is the largest dimension for which a Tracker computes all eigenvalues
// when the inertia of a factorisation does not prove its result.
const MaxProof = MaxDense

// sameTol is the relative difference up to which two computed values count as the
// same eigenvalue.
const sameTol = 1e-9

// verify ensures that the estimate has λ₂ and λ₃ of the present operator; k is the
// dimension of the kernel. If no inertia proves the Ritz values, verify compares
// them with the full spectrum, up to dimension [MaxProof]. For a larger operator it
// tries runs with new vectors. If none of them proves its values, the estimate has
// no λ₂ and is Unproven.
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
		lo := t.findShift(k, math.Inf(1))
		t.randomise((t.p+1)/2, 10+try)
		t.converged = t.kry.run(t, lo, exactAccuracy, min(basisMax, 4*t.p))
		t.setEstimate()
		if !t.proves(k) {
			continue
		}
		// If the proved values confirm the estimate, the estimate keeps its bits.
		lambda2, lambda3, work := t.est.Lambda2, t.est.Lambda3, t.est.Work
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
	t.est.Lambda2, t.est.Lambda3, t.est.Certified, t.est.Unproven = 0, 0, false, true
}

// refineLambda3 computes λ₃ to the relative accuracy sameTol; k is the dimension of
// the kernel. With a shift just below λ₂, a λ₃ far above loses digits, and its
// Rayleigh quotient replaces it. If the eigenvalue after λ₃ is near, the bounds on
// the residuals were too weak, and a finer run replaces λ₂ and λ₃. A value that is
// confirmed keeps its bits.
func (t *Tracker) refineLambda3(k int) {
	if t.Found() < 2 {
		return
	}
	w := t.scratch()
	t.apply(w, t.Vector(1), 1)
	if q := linalg.Dot(w, t.Vector(1)); !t.within(t.theta[1], q, sameTol) {
		t.theta[1] = q
		t.setEstimate()
	}
	// The finer run is needed if the eigenvalue after λ₃ is near or unknown.
	nextIsFar := t.p > 2 && t.theta[2]-t.theta[1] > 1e-2*t.theta[1]
	if nextIsFar || t.count(t.justBelow(t.theta[0])) != k {
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
	work := t.est.Work
	t.mustRestore(before)
	t.est.Work = work
}

// mustRestore restores a state that this tracker wrote; it panics on any other.
func (t *Tracker) mustRestore(state []float64) {
	if _, err := t.Restore(state); err != nil {
		panic(err)
	}
}

// agrees reports whether the estimate has the given λ₂ and λ₃, to the accuracy of
// the goal: sameTol with a certificate, and less without.
func (t *Tracker) agrees(lambda2, lambda3 float64, goal target) bool {
	tol2, tol3 := sameTol, sameTol
	if !goal.certify {
		tol2, tol3 = 1e-7, 1e-4
	}
	return t.within(t.est.Lambda2, lambda2, tol2) && t.within(t.est.Lambda3, lambda3, tol3)
}

// within reports whether |x − y| is at most tol·|y| plus the rounding error of the
// operator.
func (t *Tracker) within(x, y, tol float64) bool {
	return math.Abs(x-y) <= tol*math.Abs(y)+1e-14*t.est.Threshold/t.opt.Tol
}

// proves reports whether an inertia proves that the first two Ritz values are λ₂
// and λ₃; k is the dimension of the kernel. It counts the eigenvalues below a point
// between two carried Ritz values. The point lies above λ₃, in the first gap that is
// wide enough.
//
// Each Ritz value below the point is an accurate upper bound of an eigenvalue
// (Cauchy). If the inertia equals k plus the number of these Ritz values, no
// eigenvalue is missing. proves returns false if the Ritz values did not converge or
// the factorisation does not resolve the gap.
func (t *Tracker) proves(k int) bool {
	found := t.Found()
	if found == 0 || !t.converged {
		return false
	}
	if found == t.nd()-k {
		return true
	}
	largest := t.est.Threshold / t.opt.Tol // λmax, at least 1
	for j := min(1, found-1); j < found; j++ {
		distance, gap := max(1e-6*t.theta[j], 1e-10*largest), math.Inf(1)
		if j+1 < found {
			gap = t.theta[j+1] - t.theta[j]
		}
		if gap <= 4*distance {
			continue
		}
		if j+1 == found {
			return t.inertiaIs(k+j+1, t.theta[j], distance)
		}
		// First near theta[j], since the next Ritz value may exceed its eigenvalue.
		// Then in the middle of the gap, where the factorisation resolves best.
		nearDistance := min(max(distance, 1e-3*t.theta[j]), gap/2)
		return t.inertiaIs(k+j+1, t.theta[j], nearDistance) || t.inertiaIs(k+j+1, t.theta[j], gap/2)
	}
	return false
}

// inertiaIs reports whether a factorisation at x + distance proves that exactly
// count eigenvalues lie below that point. x is the largest Ritz value below it.
func (t *Tracker) inertiaIs(count int, x, distance float64) bool {
	return t.inertia(x+distance, 1e-8) == count && t.resolves(t.fac.shift-x)
}

// resolves reports whether the present factorisation decides on which side of its
// shift an eigenvalue lies, at the given distance. The factorisation is exact for a
// matrix that differs from the operator by about eps·growth·λmax.
func (t *Tracker) resolves(distance float64) bool {
	return 1e-15*max(1, t.fac.growth)*t.est.Threshold/t.opt.Tol <= distance
}

// fullSpectrum compares the estimate with the spectrum of the dense matrix. If they
// differ, the dense spectrum replaces the carried values and vectors. k is the
// dimension of the kernel, or unknownKernel: then fullSpectrum counts the
// eigenvalues up to the threshold.
func (t *Tracker) fullSpectrum(k int, goal target) {
	a := Materialize(t.lap.Operator())
	values, _, err := linalg.EigSym(a, linalg.ValuesOnly)
	if err != nil {
		t.clearUnproven()
		return
	}
	n := len(values)
	if k == unknownKernel {
		for k = 0; k < n && values[k] <= t.est.Threshold; k++ {
		}
	}
	if t.zeroByDefinition(k) {
		t.est.Lambda2, t.est.Lambda3, t.est.Certified = 0, 0, true
		return
	}
	lambda2, lambda3 := values[k], values[min(k+1, n-1)]
	if t.agrees(lambda2, lambda3, goal) {
		return
	}
	_, vectors, err := linalg.EigSym(a, linalg.WithVectors)
	if err != nil {
		t.clearUnproven()
		return
	}
	// The tracker carries the cluster of λ₂ and at least one more pair.
	cluster := 1
	for k+cluster < n && values[k+cluster]-lambda2 <= clusterTol*lambda2 {
		cluster++
	}
	t.p = min(max(t.p, cluster+1), maxBlock, n)
	for i := range t.p {
		t.theta[i] = math.Inf(1)
		v := t.Vector(i)
		clear(v)
		if k+i < n {
			t.theta[i] = values[k+i]
			for r := range v {
				v[r] = vectors.At(r, k+i)
			}
		}
	}
	t.est.Certified = true
	t.setEstimate()
}
