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

// verify makes the estimate hold λ₂ and λ₃ of the present operator; k is the
// dimension of the kernel. When no inertia proves the Ritz values, the full
// spectrum replaces them up to dimension [MaxProof]. Beyond it, runs with new
// vectors are tried. When these prove nothing, the estimate has no λ₂ and is
// Unproven.
func (t *Tracker) verify(k int, certify bool) {
	if t.proves(k) {
		return
	}
	if t.nd() <= MaxProof {
		t.fullSpectrum(k, certify)
		return
	}
	before := t.Snapshot(nil)
	for try := range 3 {
		lo := t.findShift(k, math.Inf(1))
		t.randomise((t.p+1)/2, 10+try)
		t.converged = t.kry.run(t, lo, exactly, min(basisMax, 4*t.p))
		t.setEstimate()
		if !t.proves(k) {
			continue
		}
		l2, l3, work := t.est.Lambda2, t.est.Lambda3, t.est.Work
		now := t.Snapshot(nil)
		t.mustRestore(before)
		if !t.agrees(l2, l3, certify) {
			t.mustRestore(now)
		}
		t.est.Work = work
		return
	}
	t.mustRestore(before) // no state is better as the start of the next Update
	t.clearUnproven()
}

// clearUnproven sets λ₂ and λ₃ of the estimate to 0 and marks it Unproven.
func (t *Tracker) clearUnproven() {
	t.est.Lambda2, t.est.Lambda3, t.est.Certified, t.est.Unproven = 0, 0, false, true
}

// refineLambda3 computes λ₃ to the relative accuracy sameTol. A shift just below λ₂
// loses digits of a λ₃ far above: the Rayleigh quotient then replaces it. When the
// eigenvalue after λ₃ is near, the residual bounds of the run are too weak, and a
// finer run replaces λ₂ and λ₃. A confirmed value keeps its bits.
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
	if t.p > 2 && t.theta[2]-t.theta[1] > 1e-2*t.theta[1] {
		return
	}
	if t.count(t.justBelow(t.theta[0])) != k {
		return
	}
	before := t.Snapshot(nil)
	l2, l3 := t.theta[0], t.theta[1]
	if t.kry.run(t, t.fac.shift, finely, t.firstCheck()) && !(t.within(l2, t.theta[0], sameTol) && t.within(l3, t.theta[1], sameTol)) {
		t.setEstimate()
		return
	}
	work := t.est.Work
	t.mustRestore(before)
	t.est.Work = work
}

// mustRestore restores a state that this tracker wrote.
func (t *Tracker) mustRestore(state []float64) {
	if _, err := t.Restore(state); err != nil {
		panic(err)
	}
}

// agrees reports whether the estimate has l2 and l3 to its accuracy. An estimate
// without certificate is rough.
func (t *Tracker) agrees(l2, l3 float64, certify bool) bool {
	tol2, tol3 := sameTol, sameTol
	if !certify {
		tol2, tol3 = 1e-7, 1e-4
	}
	return t.within(t.est.Lambda2, l2, tol2) && t.within(t.est.Lambda3, l3, tol3)
}

// within reports whether |x − y| is at most tol·|y| plus the rounding error of the
// operator.
func (t *Tracker) within(x, y, tol float64) bool {
	return math.Abs(x-y) <= tol*math.Abs(y)+1e-14*t.est.Threshold/t.opt.Tol
}

// proves reports whether an inertia proves that the first two Ritz values are λ₂
// and λ₃; k is the dimension of the kernel. The inertia counts the eigenvalues
// below a point between two carried Ritz values: at or above λ₃, and where the gap
// to the next Ritz value is wide enough. The Ritz values below that point are
// accurate upper bounds of as many eigenvalues, one by one (Cauchy). When the
// inertia equals k plus their number, no eigenvalue is missing. The result is false
// when the Ritz values did not converge or the factorisation does not resolve the
// gap.
func (t *Tracker) proves(k int) bool {
	have := t.Found()
	if have == 0 || !t.converged {
		return false
	}
	if have == t.nd()-k {
		return true
	}
	most := t.est.Threshold / t.opt.Tol // λmax, at least 1
	for j := min(1, have-1); j < have; j++ {
		apart, room := max(1e-6*t.theta[j], 1e-10*most), math.Inf(1)
		if j+1 < have {
			room = t.theta[j+1] - t.theta[j]
		}
		if room <= 4*apart {
			continue
		}
		if j+1 == have {
			return t.inertiaIs(k+j+1, t.theta[j], apart)
		}
		// First near theta[j], since the next Ritz value may exceed its eigenvalue.
		// Then in the middle of the gap, where the factorisation resolves best.
		return t.inertiaIs(k+j+1, t.theta[j], min(max(apart, 1e-3*t.theta[j]), room/2)) || t.inertiaIs(k+j+1, t.theta[j], room/2)
	}
	return false
}

// inertiaIs reports whether a factorisation at x + apart proves that exactly count
// eigenvalues lie below.
func (t *Tracker) inertiaIs(count int, x, apart float64) bool {
	return t.inertia(x+apart, 1e-8) == count && t.resolves(t.fac.shift-x)
}

// resolves reports whether the factorisation in place counts an eigenvalue at that
// distance from its shift on the right side. The factorisation is exact for a
// matrix that differs from the operator by about eps·growth·λmax.
func (t *Tracker) resolves(distance float64) bool {
	return 1e-15*max(1, t.fac.growth)*t.est.Threshold/t.opt.Tol <= distance
}

// fullSpectrum compares the estimate with the dense spectrum and, where they
// differ, takes eigenvalues and eigenvectors from the latter. k is the dimension of
// the kernel; k < 0 stands for the number of eigenvalues up to the threshold.
func (t *Tracker) fullSpectrum(k int, certify bool) {
	a := Materialize(t.lap.Operator())
	values, _, err := linalg.EigSym(a, false)
	if err != nil {
		t.clearUnproven()
		return
	}
	n := len(values)
	if k < 0 {
		for k = 0; k < n && values[k] <= t.est.Threshold; k++ {
		}
	}
	if t.zeroByDefinition(k) {
		t.est.Lambda2, t.est.Lambda3, t.est.Certified = 0, 0, true
		return
	}
	l2, l3 := values[k], values[min(k+1, n-1)]
	if t.agrees(l2, l3, certify) {
		return
	}
	_, vectors, err := linalg.EigSym(a, true)
	if err != nil {
		t.clearUnproven()
		return
	}
	cluster := 1
	for k+cluster < n && values[k+cluster]-l2 <= clusterTol*l2 {
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
